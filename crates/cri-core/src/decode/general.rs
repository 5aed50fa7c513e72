//! The general decoder: checks section by section, and finds the error of a CRI reference that has one.
//!
//! It is written to be small: on microcontrollers it is the only decoder.

use crate::decode::items::{CheckedItems, check_array, check_one, check_run, check_text, require};
use crate::error::{Component, DecodeError, DecodeErrorClass, DecodeErrorKind};
use crate::features::{Feature, Features};
use crate::interchange::offsets::{FULL, Offsets, SHORTEST, to_usize};
use crate::sections::discard::Discard;
use crate::sections::path::rule_of_missing_authority;
use crate::sections::scheme::invalid_suffix;
use crate::sections::{AUTHORITY, FRAGMENT, PATH, QUERY, SCHEME};
use crate::wire::head::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE};
use crate::wire::reader::{Checked, Reader};

/// Checks the CRI reference that `bytes` begins with, and returns its length in bytes and its offsets. Nothing may follow it
/// if `whole` is set.
///
/// A malformed kind of error wins over the others wherever it stands: only CBOR that is not malformed can be skipped
/// (section 5.2.1).
#[cfg_attr(target_pointer_width = "64", inline(never))]
pub(super) fn offsets(
    bytes: &[u8],
    features: Features,
    whole: bool,
) -> Result<(usize, Offsets), DecodeError> {
    // Not of zeros: for these, the compiler would call a function that clears memory, on a microcontroller.
    let end = bytes.len() as u32;
    let offsets = Offsets { starts: [0, end, end, end, end], flags: 0 };
    let mut checked = SectionReader { reader: Reader::new(bytes), offsets };
    if let Err(kind) = check_sections(&mut checked, features) {
        checked.reader.fail(kind);
    }
    let SectionReader { reader, offsets } = &mut checked;
    let (failed, error) = (reader.failed, reader.error);
    if failed && error.class() != DecodeErrorClass::Malformed {
        reader.pass_item(bytes);
    }
    // Now only a malformed kind is left in the reader.
    if reader.failed {
        return Err(reader.error);
    }
    let end = reader.cursor.at;
    if whole && end != bytes.len() {
        return Err(DecodeError::new(DecodeErrorKind::TrailingBytes, Component::Cri, end));
    }
    if failed {
        return Err(error);
    }
    if reader.cursor.shortest {
        offsets.flags |= SHORTEST;
    }
    Ok((end, *offsets))
}

/// The reader, and where the sections begin that it has read.
#[repr(C)]
struct SectionReader<'a> {
    reader: Reader<'a>,
    offsets: Offsets,
}

/// Checks all sections, and notes in `offsets` where they begin.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn check_sections(checked: &mut SectionReader<'_>, features: Features) -> Checked {
    let SectionReader { reader, offsets } = checked;
    reader.next();
    if !reader.is(Major::Array) {
        return Err(DecodeErrorKind::NotAnArray);
    }
    reader.left = reader.argument();
    offsets.starts[SCHEME] = offset(reader)?;
    let by_discard = check_scheme(reader, features)?;
    let full = !by_discard && reader.initial() != NULL;
    offsets.flags = if full { FULL } else { 0 };
    offsets.starts[AUTHORITY] = offset(reader)?;
    let authority =
        if by_discard { EMPTY_ARRAY } else { check_authority_section(reader, features, full)? };
    offsets.starts[PATH] = offset(reader)?;
    let segments = check_items(reader, features, Component::Path);
    if let Some(kind) = rule_of_missing_authority(authority, segments.count, segments.empty_at > 0)
    {
        // The error is at the empty segment, or at the authority if there is no segment.
        let at = segments.empty_at.max(to_usize(offsets.starts[AUTHORITY]));
        return Err(reader.fault_at(kind.into(), Component::Path, at));
    }
    offsets.starts[QUERY] = offset(reader)?;
    // `[]` unsets the base's query in a reference. In a full CRI it is no query (-27).
    check_items(reader, features, Component::Query);
    offsets.starts[FRAGMENT] = offset(reader)?;
    if section(reader, Component::Fragment) && reader.initial() != NULL {
        check_one(reader, features);
    }
    // This one is not kept, but it shows that all others fit.
    offset(reader)?;
    // No item inside a section is null, so a null that was read last is a section.
    if reader.initial() == NULL { Err(DecodeErrorKind::TrailingNull) } else { Ok(()) }
}

/// The offset of what is read next, as `Offsets` keep it.
fn offset(reader: &mut Reader<'_>) -> Checked<u32> {
    u32::try_from(reader.cursor.at)
        .map_err(|_| reader.fault_at(DecodeErrorKind::TooLong, Component::Cri, 0))
}

/// Reads the head of the next section, and returns whether there is one.
fn section(reader: &mut Reader<'_>, component: Component) -> bool {
    if reader.left == 0 {
        return false;
    }
    reader.component = component;
    reader.next()
}

/// 5.1: a scheme and an authority, or a discard in place of both. Returns whether there is a discard. The empty array
/// stands for one.
fn check_scheme(reader: &mut Reader<'_>, features: Features) -> Checked<bool> {
    if !section(reader, Component::Scheme) {
        return Ok(true);
    }
    let by_discard =
        !reader.is(Major::Text) && !reader.is(Major::Negative) && reader.initial() != NULL;
    if reader.is(Major::Text) {
        require(features, Feature::SchemeName)?;
        if reader.argument() == 0 {
            return Err(DecodeErrorKind::InvalidSchemeName);
        }
        let name = check_text(reader);
        reader.refuse(invalid_suffix(name), DecodeErrorKind::InvalidSchemeName);
    } else if by_discard {
        check_discard(reader)?;
    }
    if reader.left > if by_discard { 3 } else { 4 } {
        return Err(reader.fault_at(DecodeErrorKind::TooManySections, Component::Cri, 0));
    }
    Ok(by_discard)
}

/// Checks the discard section whose head was just read.
fn check_discard(reader: &mut Reader<'_>) -> Checked {
    if reader.is(Major::Unsigned) {
        reader.component = Component::Discard;
        if reader.argument() > usize::from(Discard::MAX) {
            return Err(DecodeErrorKind::DiscardRange);
        }
    } else if reader.initial() != TRUE {
        return Err(DecodeErrorKind::UnexpectedItem);
    }
    Ok(())
}

/// Checks the authority section. Returns its first byte, or that of an array where there is no rule for the path.
fn check_authority_section(reader: &mut Reader<'_>, features: Features, full: bool) -> Checked<u8> {
    let mut authority = NULL;
    if section(reader, Component::Authority) {
        authority = reader.initial();
        match authority {
            _ if reader.is(Major::Array) => {
                check_authority(reader, features)?;
                return Ok(EMPTY_ARRAY);
            }
            NULL if full => {}
            // 5.1: a discard expresses what two leading nulls would.
            NULL => return Err(DecodeErrorKind::LeadingNulls),
            TRUE => {}
            _ => return Err(DecodeErrorKind::UnexpectedItem),
        }
    } else if full {
        reader.cursor.start = reader.cursor.at;
        reader.component = Component::Authority;
    } else {
        // A null scheme and nothing after it: the error is the trailing null, not the missing authority.
        return Ok(EMPTY_ARRAY);
    }
    require(features, Feature::NoAuthority)?;
    // Only a full CRI is held to the rule here: whether a reference without a scheme resolves depends on its base.
    Ok(if full { authority } else { EMPTY_ARRAY })
}

/// Checks the authority array whose head was just read.
pub(super) fn check_authority(reader: &mut Reader<'_>, features: Features) -> Checked {
    let array = reader.start();
    let outer = reader.enter_array();
    check_authority_items(reader, features, array)?;
    reader.left = outer;
    Ok(())
}

/// Checks the items of the authority at `array`.
fn check_authority_items(reader: &mut Reader<'_>, features: Features, array: usize) -> Checked {
    let mut has_host = reader.next();
    if reader.initial() == FALSE {
        reader.component = Component::Userinfo;
        require(features, Feature::Userinfo)?;
        // At least two more items: the userinfo itself, and a host.
        has_host = reader.left >= 2;
        if has_host {
            reader.next();
            check_one(reader, features);
            reader.component = Component::Host;
            reader.next();
        }
    }
    if !has_host || reader.is(Major::Unsigned) {
        return Err(reader.fault_at(DecodeErrorKind::MissingHost, Component::Authority, array));
    }
    reader.component = Component::Host;
    let other_follows =
        if reader.is(Major::Bytes) { check_address(reader)? } else { check_run(reader, features) };
    if !other_follows {
        return Ok(());
    }
    reader.component = Component::Host;
    if !reader.is(Major::Unsigned) {
        return Err(DecodeErrorKind::UnexpectedItem);
    }
    if reader.argument() > usize::from(u16::MAX) {
        reader.component = Component::Port;
        return Err(DecodeErrorKind::PortRange);
    }
    reader.component = Component::Authority;
    if reader.next() { Err(DecodeErrorKind::UnexpectedItem) } else { Ok(()) }
}

/// Checks the address whose head was just read, and the zone identifier after it, if there is one. Returns whether
/// another item follows.
fn check_address(reader: &mut Reader<'_>) -> Checked<bool> {
    if !matches!(reader.body().len(), 4 | 16) {
        return Err(DecodeErrorKind::InvalidIpLength);
    }
    reader.component = Component::ZoneId;
    let follows = reader.next();
    if !follows || !reader.is(Major::Text) {
        return Ok(follows);
    }
    check_text(reader);
    Ok(reader.next())
}

/// Checks a section of text items.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn check_items(reader: &mut Reader<'_>, features: Features, component: Component) -> CheckedItems {
    if section(reader, component) {
        if reader.is(Major::Array) {
            return check_array(reader, features);
        }
        if reader.initial() != NULL {
            reader.fail_section();
        }
    }
    CheckedItems::default()
}
