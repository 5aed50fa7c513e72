//! The local part of a CRI: `[path]` or `[path, query]`.

use core::fmt;
use core::iter::FusedIterator;

use cri_core::wire::{Major, write_head, write_string};
use cri_core::{AuthoritySection, Buffer, Component, Discard, EncodedItems, Sections, TextOrPet};

use crate::aif::error::{AifError, AifErrorKind};
use crate::aif::reader::Reader;

/// The local part of a CRI: its path and its query, borrowed and still encoded.
///
/// A path of one empty segment differs from an empty path here, and the draft leaves open whether they are one resource.
/// In a request the two are equal, so [`Aif::allows`](super::Aif::allows) treats them alike.
///
/// ```
/// use cri_coap::aif::{LocalPart, encode_local_part};
/// use cri_core::{ArrayBuffer, Buffer, Cri};
///
/// let cri = Cri::decode(b"\x84\x20\x81\x61h\x81\x61a\x81\x63k=v")?; // [-1, ["h"], ["a"], ["k=v"]]
/// let mut buffer = ArrayBuffer::<16>::new();
/// encode_local_part(cri, &mut buffer)?;
/// let local = LocalPart::decode(buffer.as_slice())?;
/// assert!(local.segments().eq(["a"]) && local.parameters().eq(["k=v"]));
/// assert_eq!(format!("{local:?}"), r#"[["a"], ["k=v"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct LocalPart<'a> {
    path: Texts<'a>,
    query: Texts<'a>,
}

impl<'a> LocalPart<'a> {
    /// Decodes all of `bytes` as one local part. `[path]` and `[path, []]` are equal.
    ///
    /// # Errors
    ///
    /// `Decode`, `ItemCount` and `Pet`.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, AifError> {
        let mut reader = Reader::new(bytes);
        let local_part = Self::read(&mut reader)?;
        reader.end()?;
        Ok(local_part)
    }

    /// Reads `[path]` or `[path, query]`.
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, AifError> {
        let count = reader.array_of(1..=2)?;
        let path = reader.texts(Component::Path)?;
        let query =
            if count == 2 { reader.texts(Component::Query)? } else { EncodedItems::default() };
        Ok(Self { path: Texts(path), query: Texts(query) })
    }

    /// The segments of the path.
    #[must_use]
    pub fn segments(&self) -> Texts<'a> {
        self.path.clone()
    }

    /// The parameters of the query.
    #[must_use]
    pub fn parameters(&self) -> Texts<'a> {
        self.query.clone()
    }
}

/// A path or a query as a sequence of texts.
///
/// A handler can take segments from the front of a path, and passes on those that are left.
///
/// ```
/// use cri_coap::aif::{Texts, encode_path};
/// use cri_core::{ArrayBuffer, Buffer, Cri};
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x82\x64leds\x61a")?; // [-1, ["h"], ["leds", "a"]]
/// let mut buffer = ArrayBuffer::<16>::new();
/// encode_path(cri, &mut buffer)?;
/// let mut path = Texts::decode_path(buffer.as_slice())?; // ["leds", "a"]
/// assert_eq!(path.next(), Some("leds"));
/// assert!(path.eq(["a"]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Texts<'a>(
    /// INVARIANT: every item is a text.
    EncodedItems<'a>,
);

impl<'a> Texts<'a> {
    /// Decodes all of `bytes` as a path, `[* text]`.
    ///
    /// # Errors
    ///
    /// `Decode`, also for a segment `.` or `..` (constraint C9), and `Pet`.
    pub fn decode_path(bytes: &'a [u8]) -> Result<Self, AifError> {
        let mut reader = Reader::new(bytes);
        let path = reader.texts(Component::Path)?;
        reader.end()?;
        Ok(Self(path))
    }
}

impl<'a> Iterator for Texts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()?.as_str()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl FusedIterator for Texts<'_> {}

/// Shows the remaining texts in diagnostic notation.
impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.clone()).finish()
    }
}

impl PartialEq for LocalPart<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.segments().eq(other.segments()) && self.parameters().eq(other.parameters())
    }
}

impl Eq for LocalPart<'_> {}

/// Shows path and query in diagnostic notation.
impl fmt::Debug for LocalPart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:?}", self.path)?;
        if !self.query.0.as_encoded().is_empty() {
            write!(f, ", {:?}", self.query)?;
        }
        f.write_str("]")
    }
}

/// Appends the local part of a CRI, or of a CRI reference that begins with a discard of `true`: no scheme, no authority,
/// no fragment, and no empty query.
///
/// # Errors
///
/// `Pet`; `NoPath` for a reference without a path from the root; and `BufferFull`. After an error, the buffer holds
/// what it held before.
pub fn encode_local_part<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    buffer: &mut B,
) -> Result<(), AifError> {
    let start = buffer.len();
    write_local_part(&cri.into(), buffer).inspect_err(|_| buffer.truncate(start))
}

/// Appends the path of a CRI, or of a CRI reference that begins with a discard of `true`, as `[* text]`.
///
/// # Errors
///
/// Those of [`encode_local_part`]. After an error, the buffer holds what it held before.
pub fn encode_path<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    buffer: &mut B,
) -> Result<(), AifError> {
    let (sections, start) = (cri.into(), buffer.len());
    check_root(&sections)
        .and_then(|()| write_texts(sections.segments(), Component::Path, buffer))
        .inspect_err(|_| buffer.truncate(start))
}

pub(super) fn write_local_part<B: Buffer>(
    sections: &Sections<'_>,
    buffer: &mut B,
) -> Result<(), AifError> {
    check_root(sections)?;
    let parameters = sections.parameters();
    let has_query = parameters.clone().next().is_some();
    write_head(buffer, Major::Array, if has_query { 2 } else { 1 })?;
    write_texts(sections.segments(), Component::Path, buffer)?;
    if has_query { write_texts(parameters, Component::Query, buffer) } else { Ok(()) }
}

/// Checks that the path begins at the root of a server.
fn check_root(sections: &Sections<'_>) -> Result<(), AifError> {
    // A rootless path belongs to a CRI without an authority, so no server has it.
    if sections.discard() != Discard::All
        || sections.authority_section() == AuthoritySection::Rootless
    {
        return Err(AifError::of_value(AifErrorKind::NoPath, Component::Discard));
    }
    Ok(())
}

fn write_texts<'a, B: Buffer>(
    mut items: impl Iterator<Item = TextOrPet<'a>> + Clone,
    component: Component,
    buffer: &mut B,
) -> Result<(), AifError> {
    write_head(buffer, Major::Array, items.clone().count() as u64)?;
    items.try_for_each(|item| {
        let text = item.text_bytes().ok_or(AifError::of_value(AifErrorKind::Pet, component))?;
        Ok(write_string(buffer, Major::Text, text)?)
    })
}
