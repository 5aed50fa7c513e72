//! What a picture shows.

use cri_registry::Table;
use cri_uri::UriRef;

/// The bytes of a CRI beside its URI, to be drawn.
///
/// All text is escaped. The size of a picture is bounded: a note replaces the end of a long string, and the last of many
/// items. Drawing takes linear time and no memory. Passwords are not masked.
///
/// ```
/// use cri_inspect::Picture;
/// use cri_registry::Table;
/// use cri_uri::UriRef;
///
/// let uri = UriRef::parse("coap://h/a")?;
/// let picture = Picture::new(b"\x83\x20\x81\x61h\x81\x61a", Table::DRAFT_16).with_uri(uri);
/// let mut svg = String::new();
/// picture.write_svg(&mut svg)?;
/// assert!(svg.starts_with("<svg ") && svg.contains("scheme -1: coap"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) schemes: Table,
    pub(super) heading: Heading<'a>,
    pub(super) mistake: Option<Mistake<'a>>,
}

/// The heading above the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Heading<'a> {
    Uri(UriRef<'a>),
    Text(&'a str),
}

/// An error in the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mistake<'a> {
    /// The offset of the wrong byte.
    pub(super) offset: usize,
    pub(super) message: &'a str,
}

impl<'a> Picture<'a> {
    /// A picture of `bytes`, with schemes named as in `schemes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8], schemes: Table) -> Self {
        Self { bytes, schemes, heading: Heading::Text(""), mistake: None }
    }

    /// The picture with a URI reference above the bytes, in the colours of its sections.
    #[must_use]
    pub const fn with_uri(self, uri: UriRef<'a>) -> Self {
        Self { heading: Heading::Uri(uri), ..self }
    }

    /// The picture with a title above the bytes, such as `unprocessable CRI`, in place of a URI.
    #[must_use]
    pub const fn with_title(self, title: &'a str) -> Self {
        Self { heading: Heading::Text(title), ..self }
    }

    /// The picture with the byte at `offset` marked as wrong, and a message about it.
    #[must_use]
    pub const fn with_error(self, offset: usize, message: &'a str) -> Self {
        Self { mistake: Some(Mistake { offset, message }), ..self }
    }
}
