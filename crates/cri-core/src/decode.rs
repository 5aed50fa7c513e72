//! The decoder: everything section 5.1 demands of a CRI reference, checked in one pass, section by section.
//!
//! This is the one decoder that there is on a microcontroller, and so it is made to be small. `fast` stands in front
//! of it on larger machines, and hands over whatever is not common.

use crate::interchange::{FULL, Layout, SHORTEST, to_usize};
use crate::sections::{
    PathShape, check_authority, check_discard, check_fragment, check_path, check_query, check_scheme_name,
};
use crate::wire::{Major, NULL, Reader, TRUE};
use crate::{Component, DecodeError, DecodeErrorClass, DecodeErrorKind, Feature, Features};

/// Checks the CRI reference that `bytes` begins with, or that is the `whole` of them; gives its end and its layout.
///
/// What is malformed wins over all else, wherever it stands: only what is not has an end (section 5.2.1).
pub(crate) fn check(bytes: &[u8], features: Features, whole: bool) -> Result<(usize, Layout), DecodeError> {
    let mut decoder = Decoder { reader: Reader::new(bytes, features), left: 0 };
    let layout = decoder.check();
    let reader = &mut decoder.reader;
    let failed = reader.failed();
    if failed && reader.error().class() != DecodeErrorClass::Malformed {
        reader.restart(bytes);
        reader.skip();
    }
    let end = reader.at();
    if whole && end != bytes.len() {
        reader.initial = 0;
        reader.fail_at(DecodeErrorKind::TrailingBytes, Component::Cri, end);
    }
    if failed || reader.failed() { Err(reader.error()) } else { Ok((end, layout)) }
}

/// The outer array while it is read.
struct Decoder<'a> {
    reader: Reader<'a>,
    /// How many sections are left in it.
    left: usize,
}

/// What there being no authority demands of a full CRI's path (section 2.1).
#[derive(Clone, Copy)]
enum PathRule {
    Any,
    Rooted,
    Rootless,
}

impl Decoder<'_> {
    /// Checks all sections; gives their layout, which means nothing where the reader has an error.
    fn check(&mut self) -> Layout {
        self.reader.next();
        if !self.reader.is(Major::Array) {
            self.reader.fail(DecodeErrorKind::NotAnArray);
        }
        self.left = self.reader.argument;
        // A head is of 9 bytes at most.
        let first = self.reader.at() as u8;
        let by_discard = self.check_scheme();
        let full = !by_discard && self.reader.initial != NULL;
        let authority = self.offset();
        let rule = if by_discard { PathRule::Any } else { self.check_authority(full) };
        let path = self.offset();
        let has_segments = self.check_path(rule, authority);
        let query = self.offset();
        // That it fits is found with what is behind it.
        let last = if has_segments { self.reader.last as u32 } else { query };
        // `[]` unsets the base's query in a reference; in a full CRI it is no query (-27).
        if self.section(Component::Query) && self.is_array() {
            check_query(&mut self.reader);
        }
        let fragment = self.offset();
        if self.section(Component::Fragment) && self.reader.initial != NULL {
            check_fragment(&mut self.reader);
        }
        self.offset();
        // No item in a section is a null, so that what was read last is the section that it would stand for.
        if self.reader.initial == NULL {
            self.reader.fail(DecodeErrorKind::TrailingNull);
        }
        let flags = if full { FULL } else { 0 } | if self.reader.shortest { SHORTEST } else { 0 };
        Layout { authority, path, query, fragment, last, first, flags }
    }

    /// Reads the head of the next section; says whether there is one.
    fn section(&mut self, component: Component) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.reader.component = component;
        self.reader.left = 1;
        self.reader.next()
    }

    /// Whether the section whose head was just read is an array, and not null.
    fn is_array(&mut self) -> bool {
        self.reader.is(Major::Array)
            || self.reader.initial != NULL && self.reader.fail_section(DecodeErrorKind::UnexpectedItem)
    }

    /// The offset of what is read next as the layout keeps it.
    fn offset(&mut self) -> u32 {
        let Ok(at) = u32::try_from(self.reader.at()) else {
            self.reader.fail_at(DecodeErrorKind::TooLong, Component::Cri, 0);
            return 0;
        };
        at
    }

    /// 5.1: scheme and authority, or discard in place of both. Says whether it is the latter, which nothing at all is.
    fn check_scheme(&mut self) -> bool {
        if !self.section(Component::Scheme) {
            return true;
        }
        let by_discard =
            !self.reader.is(Major::Text) && !self.reader.is(Major::Negative) && self.reader.initial != NULL;
        if self.reader.is(Major::Text) {
            self.reader.require(Feature::SchemeName);
            check_scheme_name(&mut self.reader);
        } else if by_discard {
            check_discard(&mut self.reader);
        }
        if self.left > if by_discard { 3 } else { 4 } {
            self.reader.fail_at(DecodeErrorKind::TooManySections, Component::Cri, 0);
        }
        by_discard
    }

    /// Checks the authority section; gives what it demands of the path.
    fn check_authority(&mut self, full: bool) -> PathRule {
        let mut rule = PathRule::Rooted;
        if self.section(Component::Authority) {
            match self.reader.initial {
                _ if self.reader.is(Major::Array) => {
                    check_authority(&mut self.reader);
                    return PathRule::Any;
                }
                NULL if full => {}
                // 5.1: two leading nulls are for discard to say.
                NULL => _ = self.reader.fail(DecodeErrorKind::LeadingNulls),
                TRUE => rule = PathRule::Rootless,
                _ => _ = self.reader.fail(DecodeErrorKind::UnexpectedItem),
            }
        } else if full {
            self.reader.start = self.reader.at();
            self.reader.component = Component::Authority;
        } else {
            // A null scheme and nothing behind it: what `null` says of it, not what is missing.
            return PathRule::Any;
        }
        self.reader.require(Feature::NoAuthority);
        // Whether a reference without scheme resolves depends on its base: only a full CRI is held to it here.
        if full { rule } else { PathRule::Any }
    }

    /// Checks the path section, and what there being no authority, at `authority`, demands of it (2.1); says whether it
    /// has segments.
    fn check_path(&mut self, rule: PathRule, authority: u32) -> bool {
        let mut shape = PathShape::default();
        let mut first = to_usize(authority);
        if self.section(Component::Path) && self.is_array() && self.reader.argument > 0 {
            first = self.reader.at();
            shape = check_path(&mut self.reader);
        }
        match rule {
            PathRule::Rootless if shape.is_no_rootless() => {
                self.reader.fail_at(DecodeErrorKind::EmptyRootlessPath, Component::Path, first);
            }
            PathRule::Rooted if shape.reads_as_authority() => {
                self.reader.fail_at(DecodeErrorKind::LeadingEmptySegment, Component::Path, first);
            }
            _ => {}
        }
        shape.len > 0
    }
}
