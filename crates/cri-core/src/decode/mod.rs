//! The decoder: everything section 5.1 demands of a CRI reference, checked in one pass, section by section.
//!
//! This is the one decoder that there is on a microcontroller, and so it is made to be small. `fast` stands in front
//! of it on larger machines, and hands over whatever is not common.

#[cfg(target_pointer_width = "64")]
mod common_shapes;

use crate::error::Component;
use crate::error::decode::{DecodeError, DecodeErrorClass, DecodeErrorKind};
use crate::features::{Feature, Features};
use crate::layout::{FULL, LastSegment, Layout, Offsets, SHORTEST, to_usize};
use crate::reader::Reader;
use crate::sections::discard::check as check_discard;
use crate::sections::path::Shape as PathShape;
use crate::sections::scheme::check_name as check_scheme_name;
use crate::sections::{CheckedItems, Items, authority};
use crate::text;
use crate::wire::head::{Major, NULL, TRUE};

/// Checks that all of `bytes` is one CRI reference, or one `full` CRI if that is asked for, and returns its layout.
#[inline]
pub(crate) fn layout(bytes: &[u8], features: Features, full: bool) -> Result<Layout, DecodeError> {
    // The fast path does not track which features a CRI uses.
    #[cfg(target_pointer_width = "64")]
    if features == Features::ALL
        && let Some(layout) = common_shapes::layout(bytes)
        && (!full || layout.is_full())
    {
        return Ok(layout);
    }
    Ok(general_layout(bytes, features, full)?.in_registers())
}

/// Does the work of [`layout`] without the fast path.
#[cfg_attr(target_pointer_width = "64", inline(never))]
fn general_layout(bytes: &[u8], features: Features, full: bool) -> Result<Layout, DecodeError> {
    check(bytes, features, true, full).map(|(_, offsets)| offsets.to_layout())
}

/// Checks the CRI reference that `bytes` begins with, and returns its length in bytes and its layout.
pub(crate) fn prefix_layout(bytes: &[u8], features: Features) -> Result<(usize, Layout), DecodeError> {
    check(bytes, features, false, false).map(|(end, offsets)| (end, offsets.to_layout()))
}

/// Checks the CRI reference that `bytes` begins with, or that is the `whole` of them, and that is to be `full` or may
/// be relative; gives its end, and where its sections begin.
///
/// What is malformed wins over all else, wherever it stands: only what is not has an end (section 5.2.1).
pub(crate) fn check(
    bytes: &[u8],
    features: Features,
    whole: bool,
    full: bool,
) -> Result<(usize, Offsets), DecodeError> {
    let mut reader = Reader::new(bytes, features);
    if let Err(kind) = check_sections(&mut reader) {
        reader.fail(kind);
    }
    let failed = reader.failed();
    if failed && reader.error().class() != DecodeErrorClass::Malformed {
        reader.restart(bytes);
        reader.skip();
    }
    let end = reader.at();
    if whole && end != bytes.len() {
        reader.initial = 0;
        reader.fail_at(DecodeErrorKind::TrailingBytes, Component::Cri, end);
    } else if full && !reader.full && !failed {
        reader.initial = 0;
        reader.fail_at(DecodeErrorKind::NotFull, Component::Scheme, 0);
    }
    if failed || reader.failed() {
        return Err(reader.error());
    }
    let flags = if reader.full { FULL } else { 0 } | if reader.shortest { SHORTEST } else { 0 };
    Ok((end, Offsets { flags, ..reader.offsets }))
}

/// What a check gives, or the kind of its error, for who ends it to leave with the reader.
///
/// It is for checks that are compiled into one function: there it takes one jump, and one place fails for all. Until it
/// does, nothing may be read: what is wrong is what the reader says that it reads, where it says so.
pub(crate) type Checked<T = ()> = Result<T, DecodeErrorKind>;

/// What there being no authority demands of a full CRI's path (section 2.1).
#[derive(Clone, Copy)]
enum PathRule {
    Any,
    Rooted,
    Rootless,
}

/// Checks all sections, and leaves with the reader where they begin.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn check_sections(reader: &mut Reader<'_>) -> Checked {
    reader.next();
    if !reader.is(Major::Array) {
        return Err(DecodeErrorKind::NotAnArray);
    }
    reader.left = reader.argument;
    // A head is of 9 bytes at most.
    reader.offsets.first = reader.at() as u8;
    let by_discard = check_scheme(reader)?;
    reader.full = !by_discard && reader.initial != NULL;
    reader.offsets.authority = offset(reader)?;
    let rule = if by_discard { PathRule::Any } else { check_authority(reader)? };
    reader.offsets.path = offset(reader)?;
    let has_segments = check_path(reader, rule)?;
    reader.offsets.query = offset(reader)?;
    // That it fits is found with what is behind it.
    reader.offsets.last = if has_segments { reader.last } else { LastSegment::at(reader.offsets.query) };
    // `[]` unsets the base's query in a reference; in a full CRI it is no query (-27).
    check_items(reader, Component::Query);
    reader.offsets.fragment = offset(reader)?;
    if section(reader, Component::Fragment) && reader.initial != NULL {
        text::check(reader);
    }
    offset(reader)?;
    // No item in a section is a null, so that what was read last is the section that it would stand for.
    if reader.initial == NULL { Err(DecodeErrorKind::TrailingNull) } else { Ok(()) }
}

/// Reads the head of the next section; says whether there is one.
fn section(reader: &mut Reader<'_>, component: Component) -> bool {
    if reader.left == 0 {
        return false;
    }
    reader.component = component;
    reader.next()
}

/// Checks a section of text items; gives their number, and whether the first is the empty text.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn check_items(reader: &mut Reader<'_>, component: Component) -> CheckedItems {
    let mut shape = CheckedItems::default();
    if section(reader, component) {
        if reader.is(Major::Array) {
            shape = Items::check(reader);
        } else if reader.initial != NULL {
            reader.fail_section(DecodeErrorKind::UnexpectedItem);
        }
    }
    shape
}

/// The offset of what is read next as offsets are kept.
fn offset(reader: &mut Reader<'_>) -> Checked<u32> {
    u32::try_from(reader.at()).map_err(|_| reader.fault_at(DecodeErrorKind::TooLong, Component::Cri, 0))
}

/// 5.1: scheme and authority, or discard in place of both. Says whether it is the latter, which nothing at all is.
fn check_scheme(reader: &mut Reader<'_>) -> Checked<bool> {
    if !section(reader, Component::Scheme) {
        return Ok(true);
    }
    let by_discard = !reader.is(Major::Text) && !reader.is(Major::Negative) && reader.initial != NULL;
    if reader.is(Major::Text) {
        reader.require(Feature::SchemeName)?;
        check_scheme_name(reader)?;
    } else if by_discard {
        check_discard(reader)?;
    }
    if reader.left > if by_discard { 3 } else { 4 } {
        return Err(reader.fault_at(DecodeErrorKind::TooManySections, Component::Cri, 0));
    }
    Ok(by_discard)
}

/// Checks the authority section; gives what it demands of the path.
fn check_authority(reader: &mut Reader<'_>) -> Checked<PathRule> {
    let mut rule = PathRule::Rooted;
    if section(reader, Component::Authority) {
        match reader.initial {
            _ if reader.is(Major::Array) => {
                authority::check(reader)?;
                return Ok(PathRule::Any);
            }
            NULL if reader.full => {}
            // 5.1: two leading nulls are for discard to say.
            NULL => return Err(DecodeErrorKind::LeadingNulls),
            TRUE => rule = PathRule::Rootless,
            _ => return Err(DecodeErrorKind::UnexpectedItem),
        }
    } else if reader.full {
        reader.start = reader.at();
        reader.component = Component::Authority;
    } else {
        // A null scheme and nothing behind it: what `null` says of it, not what is missing.
        return Ok(PathRule::Any);
    }
    reader.require(Feature::NoAuthority)?;
    // Whether a reference without scheme resolves depends on its base: only a full CRI is held to it here.
    Ok(if reader.full { rule } else { PathRule::Any })
}

/// Checks the path section, and what there being no authority demands of it (2.1); says whether it has segments.
fn check_path(reader: &mut Reader<'_>, rule: PathRule) -> Checked<bool> {
    let items = check_items(reader, Component::Path);
    let shape = PathShape { len: items.count, starts_empty: items.empty_at > 0 };
    match rule {
        PathRule::Rootless if shape.is_no_rootless() => {
            // No segment stands before the authority.
            let first = items.empty_at.max(to_usize(reader.offsets.authority));
            Err(reader.fault_at(DecodeErrorKind::EmptyRootlessPath, Component::Path, first))
        }
        PathRule::Rooted if shape.reads_as_authority() => {
            Err(reader.fault_at(DecodeErrorKind::LeadingEmptySegment, Component::Path, items.empty_at))
        }
        _ => Ok(shape.len > 0),
    }
}
