//! The local part of a CRI: `[path]` or `[path, query]`.

use core::fmt;
use core::iter::FusedIterator;

use cri_core::__private::write_escaped;
use cri_core::wire::{Head, Major, write_head, write_string};
use cri_core::{AuthoritySection, Buffer, Component, Discard, Sections, TextOrPet};

use super::error::{AifError, AifErrorKind};
use super::reader::Reader;

/// The local part of a CRI: its path and its query, borrowed and still encoded.
///
/// A path of one empty segment differs from an empty path here, and the draft leaves open whether they are one resource.
/// In a request the two are equal, so [`Aif::allows`](super::Aif::allows) treats them alike.
///
/// ```
/// use cri_coap::aif::LocalPart;
///
/// let local = LocalPart::decode(b"\x82\x81\x61a\x81\x63k=v")?; // [["a"], ["k=v"]]
/// assert_eq!(format!("{local:?}"), r#"[["a"], ["k=v"]]"#);
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[derive(Clone)]
pub struct LocalPart<'a> {
    path: Texts<'a>,
    query: Texts<'a>,
}

impl<'a> LocalPart<'a> {
    /// Decodes all of `bytes` as one local part.
    ///
    /// `[path]` and `[path, []]` are equal.
    ///
    /// # Errors
    ///
    /// `Decode`, `ItemCount` and `Pet`.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, AifError> {
        let mut reader = Reader::new(bytes);
        let local = Self::read(&mut reader)?;
        reader.end()?;
        Ok(local)
    }

    /// Reads `[path]` or `[path, query]`.
    pub(super) fn read(reader: &mut Reader<'a>) -> Result<Self, AifError> {
        let count = reader.array_of(1..=2)?;
        let path = Texts { rest: reader.texts(Component::Path)? };
        let query = Texts { rest: if count == 2 { reader.texts(Component::Query)? } else { &[] } };
        Ok(Self { path, query })
    }

    /// The segments of the path.
    ///
    /// ```
    /// let local = cri_coap::aif::LocalPart::decode(b"\x81\x82\x61a\x61b")?; // [["a", "b"]]
    /// assert!(local.segments().eq(["a", "b"]));
    /// # Ok::<(), cri_coap::aif::AifError>(())
    /// ```
    #[must_use]
    pub fn segments(&self) -> Texts<'a> {
        self.path.clone()
    }

    /// The parameters of the query.
    ///
    /// ```
    /// let local = cri_coap::aif::LocalPart::decode(b"\x82\x80\x81\x63k=v")?; // [[], ["k=v"]]
    /// assert!(local.parameters().eq(["k=v"]));
    /// # Ok::<(), cri_coap::aif::AifError>(())
    /// ```
    #[must_use]
    pub fn parameters(&self) -> Texts<'a> {
        self.query.clone()
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
        if !self.query.rest.is_empty() {
            write!(f, ", {:?}", self.query)?;
        }
        f.write_str("]")
    }
}

/// A path or a query as a sequence of texts: the segments or parameters of a [`LocalPart`], in order.
///
/// ```
/// let local = cri_coap::aif::LocalPart::decode(b"\x81\x82\x61a\x61b")?; // [["a", "b"]]
/// let mut segments = local.segments();
/// assert_eq!((segments.next(), segments.next(), segments.next()), (Some("a"), Some("b"), None));
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[derive(Clone)]
pub struct Texts<'a> {
    /// INVARIANT: whole CBOR text strings in UTF-8.
    rest: &'a [u8],
}

impl<'a> Texts<'a> {
    /// Decodes all of `bytes` as a path, `[* text]`.
    ///
    /// A handler can take segments from the front, and passes on those that are left.
    ///
    /// ```
    /// use cri_coap::aif::Texts;
    ///
    /// let mut path = Texts::decode_path(b"\x83\x64leds\x61a\x62on")?; // ["leds", "a", "on"]
    /// assert_eq!(path.next(), Some("leds"));
    /// assert!(path.eq(["a", "on"]));
    /// # Ok::<(), cri_coap::aif::AifError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Decode`, also for a segment `.` or `..` (constraint C9), and `Pet`.
    pub fn decode_path(bytes: &'a [u8]) -> Result<Self, AifError> {
        let mut reader = Reader::new(bytes);
        let rest = reader.texts(Component::Path)?;
        reader.end()?;
        Ok(Self { rest })
    }
}

impl Texts<'_> {
    /// Whether these are no segments, or one empty segment.
    pub(super) fn is_root(&self) -> bool {
        let mut texts = self.clone();
        texts.next().is_none_or(str::is_empty) && texts.next().is_none()
    }
}

impl<'a> Iterator for Texts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        // INVARIANT: only whole text strings are left.
        let head = Head::read(self.rest).ok()?;
        let (_, rest) = self.rest.split_at_checked(head.len())?;
        let (text, rest) = rest.split_at_checked(usize::try_from(head.argument()).ok()?)?;
        self.rest = rest;
        core::str::from_utf8(text).ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // Each text takes at least one byte.
        (usize::from(!self.rest.is_empty()), Some(self.rest.len()))
    }
}

impl FusedIterator for Texts<'_> {}

/// Shows the remaining texts in diagnostic notation.
impl fmt::Debug for Texts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        let mut opening = "\"";
        for text in self.clone() {
            f.write_str(opening)?;
            write_escaped(f, text)?;
            f.write_str("\"")?;
            opening = ", \"";
        }
        f.write_str("]")
    }
}

/// Appends the local part of a CRI, or of a CRI reference that begins with a discard of `true`.
///
/// The local part has no scheme, authority or fragment. An empty query is not written.
///
/// ```
/// use cri_coap::aif::encode_local_part;
/// use cri_core::{ArrayBuffer, Buffer, Cri};
///
/// let cri = Cri::decode(b"\x84\x20\x81\x61h\x81\x61a\x81\x61q")?; // [-1, ["h"], ["a"], ["q"]]
/// let mut buffer = ArrayBuffer::<16>::new();
/// encode_local_part(cri, &mut buffer)?;
/// assert_eq!(buffer.as_slice(), b"\x82\x81\x61a\x81\x61q"); // [["a"], ["q"]]
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `Pet`; `NoPath` for a reference without a path from the root; and `BufferFull`. After an error, the buffer holds
/// what it held before.
pub fn encode_local_part<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    buffer: &mut B,
) -> Result<(), AifError> {
    let sections = cri.into();
    let start = buffer.len();
    write_local_part(&sections, buffer).inspect_err(|_| buffer.truncate(start))
}

/// Appends the path of a CRI, or of a CRI reference that begins with a discard of `true`, as `[* text]`.
///
/// ```
/// use cri_coap::aif::encode_path;
/// use cri_core::{ArrayBuffer, Buffer, Cri};
///
/// let cri = Cri::decode(b"\x84\x20\x81\x61h\x82\x61a\x61b\x81\x61q")?; // [-1, ["h"], ["a", "b"], ["q"]]
/// let mut buffer = ArrayBuffer::<16>::new();
/// encode_path(cri, &mut buffer)?;
/// assert_eq!(buffer.as_slice(), b"\x82\x61a\x61b"); // ["a", "b"]
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`encode_local_part`]. After an error, the buffer holds what it held before.
pub fn encode_path<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    buffer: &mut B,
) -> Result<(), AifError> {
    let sections = cri.into();
    let start = buffer.len();
    write_path(&sections, buffer).inspect_err(|_| buffer.truncate(start))
}

pub(super) fn write_local_part<B: Buffer>(
    sections: &Sections<'_>,
    buffer: &mut B,
) -> Result<(), AifError> {
    let query = sections.query().filter(|query| !query.is_empty());
    let full = |_| AifError::new(AifErrorKind::BufferFull, Component::Cri, None);
    write_head(buffer, Major::Array, if query.is_some() { 2 } else { 1 }).map_err(full)?;
    write_path(sections, buffer)?;
    if let Some(query) = query {
        write_head(buffer, Major::Array, query.len() as u64).map_err(full)?;
        for parameter in query {
            write_text(parameter, Component::Query, buffer)?;
        }
    }
    Ok(())
}

fn write_path<B: Buffer>(sections: &Sections<'_>, buffer: &mut B) -> Result<(), AifError> {
    // A rootless path belongs to a CRI without an authority, so no server has it.
    if sections.discard() != Discard::All
        || sections.authority_section() == AuthoritySection::Rootless
    {
        return Err(AifError::new(AifErrorKind::NoPath, Component::Discard, None));
    }
    let path = sections.path();
    let full = |_| AifError::new(AifErrorKind::BufferFull, Component::Cri, None);
    write_head(buffer, Major::Array, path.map_or(0, |path| path.len()) as u64).map_err(full)?;
    path.into_iter().flatten().try_for_each(|segment| write_text(segment, Component::Path, buffer))
}

fn write_text<B: Buffer>(
    item: TextOrPet<'_>,
    component: Component,
    buffer: &mut B,
) -> Result<(), AifError> {
    let text = item.text_bytes().ok_or(AifError::new(AifErrorKind::Pet, component, None))?;
    let full = AifError::new(AifErrorKind::BufferFull, Component::Cri, None);
    write_string(buffer, Major::Text, text).map_err(|_| full)
}
