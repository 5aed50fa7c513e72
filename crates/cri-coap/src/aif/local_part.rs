//! The local part of a CRI: `[path]` or `[path, query]`.

use core::fmt;

use cri_core::__private::is_dot_segment;
use cri_core::wire::{Major, write_head, write_string};
use cri_core::{
    AuthoritySection, Buffer, BufferFull, Component, DecodeErrorKind, Discard, EncodedItems,
    Sections, TextOrPet,
};

use super::error::{AifError, AifErrorKind};
use crate::cbor_reader::{Fault, Reader};

/// The local part of a CRI: its path and its query, borrowed and still encoded.
///
/// A path of one empty segment differs from an empty path here, and the draft leaves open whether they are one resource.
/// In a request the two are equal, so [`Aif::allows`](super::Aif::allows) treats them alike.
#[derive(Clone)]
pub struct LocalPart<'a> {
    /// INVARIANT: every item is a text.
    path: EncodedItems<'a>,
    /// INVARIANT: every item is a text.
    query: EncodedItems<'a>,
}

impl<'a> LocalPart<'a> {
    /// Reads `[path]` or `[path, query]`.
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, AifError> {
        let count = array_of(reader, 1..=2)?;
        let path = texts(reader, Component::Path)?;
        let query = if count == 2 { texts(reader, Component::Query)? } else { &[] };
        Ok(Self { path: EncodedItems::new(path), query: EncodedItems::new(query) })
    }

    /// The segments of the path.
    pub fn segments(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        self.path.clone().map(|segment| segment.as_str().unwrap_or_default())
    }

    /// The parameters of the query.
    pub fn parameters(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        self.query.clone().map(|parameter| parameter.as_str().unwrap_or_default())
    }
}

/// Reads an array whose number of items is in `counts`, and returns that number.
pub(super) fn array_of(
    reader: &mut Reader<'_>,
    counts: core::ops::RangeInclusive<u64>,
) -> Result<u64, AifError> {
    let offset = reader.at();
    let count = array(reader, Component::Cri)?;
    if counts.contains(&count) {
        return Ok(count);
    }
    Err(AifError::in_bytes(AifErrorKind::ItemCount, Component::Cri, offset))
}

/// Reads the head of an array, and returns its number of items.
pub(super) fn array(reader: &mut Reader<'_>, component: Component) -> Result<u64, Fault> {
    reader.argument(Major::Array, component, DecodeErrorKind::UnexpectedItem)
}

/// Reads an array of texts, and returns them encoded. The texts of a path must not be dot-segments (constraint C9).
fn texts<'a>(reader: &mut Reader<'a>, component: Component) -> Result<&'a [u8], AifError> {
    let mut left = array(reader, component)?;
    let texts = reader.rest();
    // Each item takes at least a byte, so the loop ends with the input, whatever length is declared.
    while let Some(less) = left.checked_sub(1) {
        left = less;
        let offset = reader.at();
        let error = |kind, offset| Err(Fault::in_bytes(kind, component, offset).into());
        let head = reader.head(component)?;
        match head.major() {
            Major::Text => {}
            Major::Array => {
                return Err(AifError::in_bytes(AifErrorKind::Pet, component, offset));
            }
            _ => return error(DecodeErrorKind::UnexpectedItem, offset),
        }
        let start = reader.at();
        let Some(text) = reader.take(head.argument()) else {
            return error(DecodeErrorKind::EndOfInput, offset);
        };
        if let Err(invalid) = core::str::from_utf8(text) {
            return error(
                DecodeErrorKind::InvalidUtf8,
                start.saturating_add(invalid.valid_up_to()),
            );
        }
        if component == Component::Path && is_dot_segment(text) {
            return error(DecodeErrorKind::DotSegment, offset);
        }
    }
    let len = texts.len().saturating_sub(reader.rest().len());
    Ok(texts.get(..len).unwrap_or_default())
}

impl PartialEq for LocalPart<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.path.clone().eq(other.path.clone()) && self.query.clone().eq(other.query.clone())
    }
}

impl Eq for LocalPart<'_> {}

/// Shows path and query in diagnostic notation.
impl fmt::Debug for LocalPart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        f.debug_list().entries(self.path.clone()).finish()?;
        if !self.query.as_encoded().is_empty() {
            f.write_str(", ")?;
            f.debug_list().entries(self.query.clone()).finish()?;
        }
        f.write_str("]")
    }
}

/// Writes the local part of a CRI, or of a CRI reference that begins with a discard of `true`: no scheme, no authority,
/// no fragment, and no empty query.
pub(super) fn write_local_part<B: Buffer>(
    sections: &Sections<'_>,
    buffer: &mut B,
) -> Result<(), AifError> {
    // A rootless path belongs to a CRI without an authority, so no server has it.
    if sections.discard() != Discard::All
        || sections.authority_section() == AuthoritySection::Rootless
    {
        return Err(AifError::of_value(AifErrorKind::NoPath, Component::Discard));
    }
    let query = sections.query().filter(|query| !query.is_empty());
    write_head(buffer, Major::Array, if query.is_some() { 2 } else { 1 })?;
    let path = sections.path();
    write_head(buffer, Major::Array, path.map_or(0, |path| path.len()) as u64)?;
    for segment in path.into_iter().flatten() {
        write_text(segment, Component::Path, buffer)?;
    }
    if let Some(query) = query {
        write_head(buffer, Major::Array, query.len() as u64)?;
        for parameter in query {
            write_text(parameter, Component::Query, buffer)?;
        }
    }
    Ok(())
}

fn write_text<B: Buffer>(
    item: TextOrPet<'_>,
    component: Component,
    buffer: &mut B,
) -> Result<(), AifError> {
    let text = item.text_bytes().ok_or(AifError::of_value(AifErrorKind::Pet, component))?;
    Ok(write_string(buffer, Major::Text, text)?)
}

impl From<BufferFull> for AifError {
    fn from(_: BufferFull) -> Self {
        Self::of_value(AifErrorKind::BufferFull, Component::Cri)
    }
}
