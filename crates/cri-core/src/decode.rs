//! The decoder: everything section 5.1 demands of a CRI reference, checked in one pass, section by section.
//!
//! This is the one decoder that there is on a microcontroller, and so it is made to be small. `fast` stands in front
//! of it on larger machines, and hands over whatever is not common.

use crate::interchange::{FULL, Layout, SHORTEST, to_usize};
use crate::sections::{
    PathShape, check_authority, check_discard, check_fragment, check_path, check_query, check_scheme_name,
};
use crate::wire::{Major, NULL, Reader, TRUE, skip};
use crate::{Component, DecodeError, DecodeErrorClass, DecodeErrorKind, Feature, Features};

/// The end of the item that `error` says is no CRI, or what is malformed in it after all (section 5.2.1).
#[cold]
pub(crate) fn end_of_broken(bytes: &[u8], error: DecodeError) -> Result<usize, DecodeError> {
    if error.class() == DecodeErrorClass::Malformed { Err(error) } else { skip(bytes) }
}

/// Checks the CRI reference that `bytes` begins with; gives its end and its layout.
pub(crate) fn check(bytes: &[u8], features: Features) -> Result<(usize, Layout), DecodeError> {
    let mut decoder = Decoder { reader: Reader::new(bytes, features), left: 0, layout: Layout::default() };
    match decoder.check() {
        Ok(()) => Ok((decoder.reader.at, decoder.layout)),
        Err(kind) => Err(decoder.error(kind)),
    }
}

/// The outer array while it is read, and how many sections are left in it.
struct Decoder<'a> {
    reader: Reader<'a>,
    left: usize,
    layout: Layout,
}

/// What there being no authority demands of a full CRI's path (section 2.1).
#[derive(Clone, Copy)]
enum PathRule {
    Any,
    Rooted,
    Rootless,
}

impl Decoder<'_> {
    fn check(&mut self) -> Result<(), DecodeErrorKind> {
        self.reader.head()?;
        if !self.reader.is(Major::Array) {
            return Err(DecodeErrorKind::NotAnArray);
        }
        self.left = self.reader.argument;
        // A head is of 9 bytes at most.
        self.layout.first = self.reader.at as u8;
        let by_discard = self.check_scheme()?;
        self.layout.authority = self.offset()?;
        let rule = if by_discard { PathRule::Any } else { self.check_authority()? };
        self.layout.path = self.offset()?;
        self.layout.last = self.layout.path;
        self.check_path(rule)?;
        self.layout.query = self.offset()?;
        if self.layout.last == self.layout.path {
            self.layout.last = self.layout.query;
        }
        // `[]` unsets the base's query in a reference; in a full CRI it is no query (-27).
        if self.section(Component::Query)? && self.is_array()? {
            check_query(&mut self.reader)?;
        }
        self.layout.fragment = self.offset()?;
        if self.section(Component::Fragment)? && self.reader.initial != NULL {
            check_fragment(&mut self.reader)?;
        }
        self.offset()?;
        // No item in a section is a null, so that what was read last is the section that it would stand for.
        if self.reader.initial == NULL {
            return Err(DecodeErrorKind::TrailingNull);
        }
        if self.reader.shortest {
            self.layout.flags |= SHORTEST;
        }
        Ok(())
    }

    /// Reads the head of the next section; says whether there is one.
    fn section(&mut self, component: Component) -> Result<bool, DecodeErrorKind> {
        if self.left > 0 {
            self.reader.component = component;
        }
        self.reader.next(&mut self.left)
    }

    /// Whether the section whose head was just read is an array, and not null.
    fn is_array(&self) -> Result<bool, DecodeErrorKind> {
        if self.reader.is(Major::Array) {
            return Ok(true);
        }
        if self.reader.initial == NULL { Ok(false) } else { Err(DecodeErrorKind::UnexpectedItem) }
    }

    /// An offset as the layout keeps it.
    fn offset(&mut self) -> Result<u32, DecodeErrorKind> {
        match u32::try_from(self.reader.at) {
            Ok(at) => Ok(at),
            Err(_) => self.reader.fail(DecodeErrorKind::TooLong, Component::Cri, 0),
        }
    }

    /// 5.1: scheme and authority, or discard in place of both. Says whether it is the latter, which nothing at all is.
    fn check_scheme(&mut self) -> Result<bool, DecodeErrorKind> {
        if !self.section(Component::Scheme)? {
            return Ok(true);
        }
        let by_discard =
            !self.reader.is(Major::Text) && !self.reader.is(Major::Negative) && self.reader.initial != NULL;
        if self.reader.is(Major::Text) {
            self.reader.expect(Feature::SchemeName)?;
            check_scheme_name(&mut self.reader)?;
            self.layout.flags = FULL;
        } else if self.reader.is(Major::Negative) {
            self.layout.flags = FULL;
        } else if by_discard {
            check_discard(&mut self.reader)?;
        }
        if self.left > if by_discard { 3 } else { 4 } {
            return self.reader.fail(DecodeErrorKind::TooManySections, Component::Cri, 0);
        }
        Ok(by_discard)
    }

    /// Checks the authority section; gives what it demands of the path.
    fn check_authority(&mut self) -> Result<PathRule, DecodeErrorKind> {
        let full = self.layout.is_full();
        let mut rule = PathRule::Rooted;
        if self.section(Component::Authority)? {
            if self.reader.is(Major::Array) {
                check_authority(&mut self.reader)?;
                return Ok(PathRule::Any);
            }
            match self.reader.initial {
                NULL if full => {}
                // 5.1: two leading nulls are for discard to say.
                NULL => return Err(DecodeErrorKind::LeadingNulls),
                TRUE => rule = PathRule::Rootless,
                _ => return Err(DecodeErrorKind::UnexpectedItem),
            }
        } else if full {
            self.reader.start = self.reader.at;
            self.reader.component = Component::Authority;
        } else {
            // A null scheme and nothing behind it: what `null` says of it, not what is missing.
            return Ok(PathRule::Any);
        }
        self.reader.expect(Feature::NoAuthority)?;
        // Whether a reference without scheme resolves depends on its base: only a full CRI is held to it here.
        Ok(if full { rule } else { PathRule::Any })
    }

    /// Checks the path section, and what there being no authority demands of it (2.1).
    fn check_path(&mut self, rule: PathRule) -> Result<(), DecodeErrorKind> {
        let mut shape = PathShape::default();
        let mut first = to_usize(self.layout.authority);
        if self.section(Component::Path)? && self.is_array()? {
            if self.reader.argument > 0 {
                first = self.reader.at;
            }
            let last;
            (shape, last) = check_path(&mut self.reader)?;
            // What does not fit is found at the next section.
            self.layout.last = last as u32;
        }
        match rule {
            PathRule::Rootless if shape.is_no_rootless() => {
                self.reader.fail(DecodeErrorKind::EmptyRootlessPath, Component::Path, first)
            }
            PathRule::Rooted if shape.reads_as_authority() => {
                self.reader.fail(DecodeErrorKind::LeadingEmptySegment, Component::Path, first)
            }
            _ => Ok(()),
        }
    }

    /// The error with what is known of it.
    #[cold]
    fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        let Layout { path, query, .. } = self.layout;
        let error = self.reader.error(kind);
        let section = match error.component() {
            Component::Path => path,
            Component::Query => query,
            _ => return error,
        };
        if to_usize(section) == error.offset() { error.of_section() } else { error }
    }
}
