//! The one form that a revision sends (sections 5.1 and 5.2), written with minicbor.

use minicbor::Encoder;
use minicbor::data::Int;

use crate::reference::{
    Authority, AuthoritySection, Discard, Host, Piece, Reference, Scheme, Text,
};
use crate::{Checked, Flaw, Revision};

type Out = Encoder<Vec<u8>>;
type Written = Result<(), minicbor::encode::Error<core::convert::Infallible>>;

/// A section as it is sent.
enum Section<'a> {
    Null,
    Scheme(&'a Scheme),
    True,
    Authority(&'a Authority),
    Count(u8),
    Texts(&'a [Text]),
    Text(&'a Text),
}

/// Encodes a reference in a revision's one form.
///
/// # Errors
///
/// `zone-on-ipv4`: in -16 only an address of 16 bytes has a zone (5.1).
pub fn encode(reference: &Reference, revision: Revision) -> Checked<Vec<u8>> {
    if let AuthoritySection::Authority(Authority {
        host: Host::Address { bytes, zone: Some(_) },
        ..
    }) = &reference.authority
        && bytes.len() == 4
        && revision == Revision::Draft16
    {
        return Err(vec![Flaw::new("zone-on-ipv4").of("zone-id")]);
    }
    let mut out = Encoder::new(Vec::new());
    match write(&sections(reference, revision), &mut out) {
        Ok(()) => Ok(out.into_writer()),
        Err(never) => unreachable!("{never}"),
    }
}

/// 5.2: the sections that are sent.
fn sections(reference: &Reference, revision: Revision) -> Vec<Section<'_>> {
    let mut sections = match (&reference.scheme, &reference.authority, reference.discard) {
        // 5.2: without scheme and authority, only discard is transferred.
        (None, AuthoritySection::Null, Discard::All) => vec![Section::True],
        (None, AuthoritySection::Null, Discard::Segments(count)) => vec![Section::Count(count)],
        (scheme, authority, _) => vec![
            scheme.as_ref().map_or(Section::Null, Section::Scheme),
            match authority {
                AuthoritySection::Null => Section::Null,
                AuthoritySection::True => Section::True,
                AuthoritySection::Authority(authority) => Section::Authority(authority),
            },
        ],
    };
    let path = reference.path.as_deref().map_or(Section::Null, Section::Texts);
    let mut query = reference.query.as_deref().map_or(Section::Null, Section::Texts);
    let fragment = reference.fragment.as_ref().map_or(Section::Null, Section::Text);
    // 5.1 of -27: a full CRI has no null in the place of its query.
    if reference.is_full() && revision == Revision::Rfc9988 && matches!(query, Section::Null) {
        query = Section::Texts(&[]);
    }
    sections.extend([path, query, fragment]);

    // 5.1: -16 removes trailing nulls, -27 removes trailing default values. After a discard of 0, an empty array has a
    // meaning and stays (SPEC.md).
    let keeps_empty = revision == Revision::Draft16 || reference.discard == Discard::Segments(0);
    let removed = |section: &Section<'_>| match section {
        Section::Null => true,
        Section::Texts(texts) => texts.is_empty() && !keeps_empty,
        _ => false,
    };
    while sections.last().is_some_and(removed) {
        sections.pop();
    }
    // 5.2: an empty array is sent for a remaining [0].
    if let [Section::Count(0)] = sections.as_slice() {
        sections.clear();
    }
    sections
}

fn write(sections: &[Section<'_>], out: &mut Out) -> Written {
    out.array(sections.len() as u64)?;
    for section in sections {
        match section {
            Section::Null => out.null().map(|_| ())?,
            Section::True => out.bool(true).map(|_| ())?,
            Section::Scheme(Scheme::Name(name)) => out.str(name).map(|_| ())?,
            // 5.1.1: scheme-id = -1 - scheme-number.
            Section::Scheme(Scheme::Number(number)) => {
                match Int::try_from(-1 - i128::from(*number)) {
                    Ok(id) => out.int(id).map(|_| ())?,
                    Err(_) => unreachable!("every scheme number has an id"),
                }
            }
            Section::Count(count) => out.u8(*count).map(|_| ())?,
            Section::Text(text) => write_text(text, out)?,
            Section::Texts(texts) => {
                out.array(texts.len() as u64)?;
                texts.iter().try_for_each(|text| write_text(text, out))?;
            }
            Section::Authority(authority) => write_authority(authority, out)?,
        }
    }
    Ok(())
}

/// 5.1: `[?(false, userinfo), host, ?port]`.
fn write_authority(authority: &Authority, out: &mut Out) -> Written {
    let host = match &authority.host {
        Host::Name(labels) => labels.len(),
        Host::Address { zone, .. } => 1 + usize::from(zone.is_some()),
    };
    let length = 2 * usize::from(authority.userinfo.is_some())
        + host
        + usize::from(authority.port.is_some());
    out.array(length as u64)?;
    if let Some(userinfo) = &authority.userinfo {
        out.bool(false)?;
        write_text(userinfo, out)?;
    }
    match &authority.host {
        Host::Name(labels) => labels.iter().try_for_each(|label| write_text(label, out))?,
        Host::Address { bytes, zone } => {
            out.bytes(bytes)?;
            if let Some(zone) = zone {
                out.str(zone)?;
            }
        }
    }
    if let Some(port) = authority.port {
        out.u16(port)?;
    }
    Ok(())
}

/// 7.1: text-or-pet.
fn write_text(text: &Text, out: &mut Out) -> Written {
    match text {
        Text::Plain(text) => out.str(text).map(|_| ()),
        Text::Sequence(pieces) => {
            out.array(pieces.len() as u64)?;
            pieces.iter().try_for_each(|piece| match piece {
                Piece::Text(text) => out.str(text).map(|_| ()),
                Piece::Pet(bytes) => out.bytes(bytes).map(|_| ()),
            })
        }
    }
}
