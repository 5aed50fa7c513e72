//! Creating CRIs and CRI references section by section (section 3 of the draft), with every constraint checked.

mod change;
mod finish;
pub(crate) mod value;
mod write;

use core::fmt;
use core::net::IpAddr;

use crate::buffer::Buffer;
use crate::builder::value::Value;
use crate::error::{BufferFull, BuildError, BuildErrorKind, Component, DecodeErrorKind};
use crate::revision::Revision;
use crate::sections::{Discard, Piece, Scheme};
use crate::text::upper_case::is_upper_case;
use crate::wire::head::{EMPTY_ARRAY, Major, TRUE};
use crate::wire::item::{write_head, write_string};

/// Builds a CRI or CRI reference in a [`Buffer`], section by section in the order of the interchange form.
///
/// The builder normalises nothing: no case, no dot-segments, no default port. It keeps the first error, and
/// [`finish`](Builder::finish) returns that error with its component and rule. An incomplete CRI is never returned.
///
/// ```
/// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, Component, DecodeErrorKind, Revision};
///
/// let new = || Builder::new(Revision::Draft16, ArrayBuffer::<64>::new());
/// let cri = new().scheme_number(0).host("example.com").port(61616).segment("a").parameter("k=v").finish_full()?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["example", "com", 61616], ["a"], ["k=v"]]"#);
///
/// let error = new().scheme_number(0).host("example.com").segment("..").finish().unwrap_err();
/// assert_eq!(error.component(), Component::Path);
/// assert_eq!(error.kind(), BuildErrorKind::Rule(DecodeErrorKind::DotSegment));
/// # Ok::<(), cri_core::BuildError>(())
/// ```
///
/// An error drops the buffer. To keep it, pass `&mut buffer`.
#[derive(Clone)]
pub struct Builder<B> {
    buffer: B,
    revision: Revision,
    /// The part that was written last.
    last: Component,
    /// The length of the host's address in bytes, or 0.
    address_len: u8,
    /// Number of items in the outer array so far.
    sections: u8,
    /// The open array: the offset of its head, which is one byte until the array ends, and the number of its items so far.
    open: Option<(usize, u64)>,
    /// Number of sections at the end that are null or an empty array. Each is one byte.
    trailing: u8,
    full: bool,
    discard: Discard,
    error: Option<BuildError>,
}

/// Shows the progress and not the bytes, which may hold a password.
impl<B: Buffer> fmt::Debug for Builder<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Builder({} bytes, last {})", self.buffer.len(), self.last)
    }
}

impl<B: Buffer> Builder<B> {
    /// A builder with no section yet. Clears `buffer`.
    pub fn new(revision: Revision, mut buffer: B) -> Self {
        buffer.truncate(0);
        let mut builder = Self {
            buffer,
            revision,
            last: Component::Cri,
            address_len: 0,
            sections: 0,
            open: None,
            trailing: 0,
            full: false,
            discard: Discard::Segments(0),
            error: None,
        };
        // The head of the outer array is one byte, since there are at most five sections. `finish` sets their number.
        builder.write(|buffer| buffer.push_bytes(&[EMPTY_ARRAY]));
        builder
    }

    /// The scheme of another CRI.
    #[doc(hidden)]
    #[must_use]
    pub fn scheme(mut self, scheme: Scheme<'_>) -> Self {
        self.enter(Component::Scheme);
        self.full = true;
        self.discard = Discard::All;
        self.section(|buffer| match scheme {
            Scheme::Number(number) => write_head(buffer, Major::Negative, number),
            Scheme::Name(name) => write_string(buffer, Major::Text, name.as_bytes()),
        });
        self
    }

    /// The scheme by number, such as 0 for coap.
    #[must_use]
    pub fn scheme_number(self, number: u64) -> Self {
        self.scheme(Scheme::Number(number))
    }

    /// The scheme by name, in lower case.
    ///
    /// A scheme that has a number, such as coap, must be given by its number: with its name, the result is another CRI than
    /// the one that its URI has. `UriCri::build` of the crate `cri-uri` looks the number up.
    #[must_use]
    pub fn scheme_name(self, name: &str) -> Self {
        self.scheme(Scheme::Name(name))
    }

    /// The discard, in a reference with neither scheme nor authority.
    #[must_use]
    pub fn discard(mut self, discard: Discard) -> Self {
        self.enter(Component::Discard);
        self.discard = discard;
        self.section(|buffer| buffer.push_bytes(discard.encoded().as_bytes()));
        self
    }

    /// No authority, and a path without a leading slash in the URI.
    #[must_use]
    pub fn rootless(mut self) -> Self {
        self.null_scheme();
        self.enter(Component::Authority);
        self.section(|buffer| buffer.push_bytes(&[TRUE]));
        self
    }

    /// The userinfo, before a host.
    #[must_use]
    pub fn userinfo<'v>(self, userinfo: impl Into<Value<'v>>) -> Self {
        self.value(Component::Userinfo, userinfo.into())
    }

    /// The host as a name. Its labels are the parts between dots.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, DecodeErrorKind, Revision};
    ///
    /// let new = || Builder::new(Revision::Draft16, ArrayBuffer::<32>::new()).scheme_number(0);
    /// assert_eq!(format!("{:?}", new().host("example.com").finish()?), r#"[-1, ["example", "com"], []]"#);
    /// let error = new().host("192.0.2.1").finish().unwrap_err(); // an address: see `host_ip`
    /// assert_eq!(error.kind(), BuildErrorKind::Rule(DecodeErrorKind::Ipv4Labels));
    /// # Ok::<(), cri_core::BuildError>(())
    /// ```
    #[must_use]
    pub fn host(mut self, name: &str) -> Self {
        let mut rest = name;
        // Iterators that split a text have a panic in them.
        while let Some(dot) = rest.bytes().position(|byte| byte == b'.')
            && let (Some(label), Some(after)) = (rest.get(..dot), rest.get(dot.wrapping_add(1)..))
        {
            self = self.label(label);
            rest = after;
        }
        self.label(rest)
    }

    /// The next label of the host name.
    #[must_use]
    pub fn label<'v>(mut self, label: impl Into<Value<'v>>) -> Self {
        let label = label.into();
        // C5. Decoding checks only A to Z, since it has no Unicode tables; creation checks every letter.
        let upper =
            |piece: Piece<'_>| piece.as_str().is_some_and(|text| text.chars().any(is_upper_case));
        let has_upper = match label {
            Value::Pet(pieces) => pieces.iter().copied().any(upper),
            Value::Item(item) => item.pieces().any(upper),
        };
        self.begin(Component::Host);
        if has_upper {
            self.fail(BuildErrorKind::Rule(DecodeErrorKind::UpperCaseHost), Component::Host);
        }
        self.value(Component::Host, label)
    }

    /// The host as an IP address.
    #[must_use]
    pub fn host_ip(mut self, address: impl Into<IpAddr>) -> Self {
        let address = address.into();
        self.address_len = if address.is_ipv4() { 4 } else { 16 };
        self.begin(Component::Host);
        self.item(|buffer| match address {
            IpAddr::V4(address) => write_string(buffer, Major::Bytes, &address.octets()),
            IpAddr::V6(address) => write_string(buffer, Major::Bytes, &address.octets()),
        });
        self
    }

    /// The zone identifier of the IP address.
    #[must_use]
    pub fn zone(mut self, zone: &str) -> Self {
        if (self.revision, self.last, self.address_len) == (Revision::Draft16, Component::Host, 4) {
            self.fail(BuildErrorKind::ZoneOnIpv4, Component::ZoneId);
        }
        self.enter(Component::ZoneId);
        self.item(|buffer| write_string(buffer, Major::Text, zone.as_bytes()));
        self
    }

    /// The port, after a host.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.enter(Component::Port);
        self.item(|buffer| write_head(buffer, Major::Unsigned, u64::from(port)));
        self
    }

    /// The next path segment.
    #[must_use]
    pub fn segment<'v>(self, segment: impl Into<Value<'v>>) -> Self {
        self.value(Component::Path, segment.into())
    }

    /// Sets an empty path. In a reference, it drops the base's query and fragment, which a missing path keeps.
    #[doc(hidden)]
    #[must_use]
    pub fn empty_path(mut self) -> Self {
        // A full CRI always has a path. `finish` writes an empty one as the revision requires.
        if !self.full {
            self.begin(Component::Path);
        }
        self
    }

    /// The next query parameter.
    #[must_use]
    pub fn parameter<'v>(self, parameter: impl Into<Value<'v>>) -> Self {
        self.value(Component::Query, parameter.into())
    }

    /// A query of no parameters. In a reference it unsets the base's query; in a full CRI it is no query.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Builder, Cri, Revision};
    ///
    /// let base = Cri::decode(b"\x84\x20\x81\x61h\x81\x61a\x81\x61q")?; // [-1, ["h"], ["a"], ["q"]]
    /// let reference = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new()).unset_query().finish()?;
    /// assert_eq!(format!("{reference:?}"), "[0, null, []]");
    /// let resolved = base.resolve(&reference)?.sections();
    /// assert_eq!((resolved.segments().len(), resolved.query().is_none()), (1, true)); // the path stays
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn unset_query(mut self) -> Self {
        if !self.full {
            self.begin(Component::Query);
        }
        self
    }

    /// The fragment identifier.
    #[must_use]
    pub fn fragment<'v>(self, fragment: impl Into<Value<'v>>) -> Self {
        self.value(Component::Fragment, fragment.into())
    }

    /// Appends a text item of a userinfo, host name, path, query or fragment with `write`. This does not look for upper-case
    /// letters beyond A to Z (C5): the caller has checked the item for them, or got it from [`Sections`](crate::Sections).
    #[doc(hidden)]
    #[must_use]
    pub fn checked_item(
        mut self,
        component: Component,
        write: impl FnOnce(&mut B) -> Result<(), BufferFull>,
    ) -> Self {
        self.begin(component);
        self.item(write);
        self
    }
}
