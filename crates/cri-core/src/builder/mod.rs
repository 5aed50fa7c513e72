//! Creating CRIs and CRI references section by section (section 3 of the draft), with every constraint checked.

mod change;
mod finish;
pub(crate) mod value;
mod write;
mod written;

use core::fmt;
use core::net::IpAddr;

use crate::buffer::Buffer;
use crate::builder::value::Value;
use crate::builder::written::Written;
use crate::error::{BufferFull, BuildError, BuildErrorKind, Component};
use crate::revision::Revision;
use crate::sections::{Discard, Scheme, error_of_address};
use crate::wire::head::{EMPTY_ARRAY, Major, TRUE};
use crate::wire::item::{write_head, write_string};

/// Builds a CRI or CRI reference in a [`Buffer`], section by section in the order of the interchange form.
///
/// The builder normalises nothing: no case, no dot-segments, no default port. The first error ends it: later calls add nothing,
/// and [`finish`](Builder::finish) returns that error with its component and rule. An incomplete CRI is never returned.
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
#[must_use]
#[derive(Clone)]
pub struct Builder<B> {
    buffer: B,
    revision: Revision,
    written: Written,
    /// The component that the calls may add to. The whole CRI, except within [`change`](crate::Sections::change).
    only: Component,
    error: Option<BuildError>,
}

/// Shows the progress and not the bytes, which may hold a password.
impl<B: Buffer> fmt::Debug for Builder<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Builder({} bytes, last {})", self.buffer.len(), self.written.last)
    }
}

impl<B: Buffer> Builder<B> {
    /// A builder with no section yet. Clears `buffer`.
    pub fn new(revision: Revision, mut buffer: B) -> Self {
        buffer.truncate(0);
        // The head of the outer array is one byte, since there are at most five sections. `finish` sets their number.
        let error = match buffer.push_bytes(&[EMPTY_ARRAY]) {
            Ok(()) => None,
            Err(BufferFull) => Some(BuildError::new(BuildErrorKind::BufferFull, Component::Cri, 0)),
        };
        Self { buffer, revision, written: Written::NOTHING, only: Component::Cri, error }
    }

    /// The scheme of another CRI.
    pub fn scheme(self, scheme: Scheme<'_>) -> Self {
        self.add(Component::Scheme, |to| {
            to.written.last = Component::Scheme;
            to.written.full = true;
            to.written.discard = Discard::All;
            to.section(|buffer| match scheme {
                Scheme::Number(number) => write_head(buffer, Major::Negative, number),
                Scheme::Name(name) => write_string(buffer, Major::Text, name.as_bytes()),
            })
        })
    }

    /// The scheme by number, such as 0 for coap.
    pub fn scheme_number(self, number: u64) -> Self {
        self.scheme(Scheme::Number(number))
    }

    /// The scheme by name, in lower case.
    ///
    /// A scheme that has a number, such as coap, must be given by its number: with its name, the result is another CRI than
    /// the one that its URI has. `UriCri::build` of the crate `cri-uri` looks the number up.
    pub fn scheme_name(self, name: &str) -> Self {
        self.scheme(Scheme::Name(name))
    }

    /// The discard, in a reference with neither scheme nor authority.
    pub fn discard(self, discard: Discard) -> Self {
        self.add(Component::Discard, |to| {
            to.written.last = Component::Discard;
            to.written.discard = discard;
            to.section(|buffer| buffer.push_bytes(discard.encoded().as_bytes()))
        })
    }

    /// No authority, and a path without a leading slash in the URI.
    pub fn rootless(self) -> Self {
        self.add(Component::Authority, |to| {
            // In a relative reference, a path may begin with an empty segment.
            let is_full = to.written.last == Component::Scheme;
            to.null_scheme()?;
            to.written.last = Component::Authority;
            to.written.missing_authority = if is_full { TRUE } else { 0 };
            to.section(|buffer| buffer.push_bytes(&[TRUE]))
        })
    }

    /// The userinfo, before a host.
    pub fn userinfo<'v>(self, userinfo: impl Into<Value<'v>>) -> Self {
        self.value(Component::Userinfo, userinfo.into())
    }

    /// The host as a name. Its labels are the parts between dots.
    ///
    /// A colon or a bracket is an error, and so is the text of an IPv4 address, alone or with a zone-id: an address or a port
    /// would become a name. Call [`host_ip`](Builder::host_ip), [`zone`](Builder::zone) and [`port`](Builder::port) for them,
    /// and [`label`](Builder::label) for the label of a name that has a colon or a bracket.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, Revision};
    ///
    /// let new = || Builder::new(Revision::Draft16, ArrayBuffer::<32>::new()).scheme_number(0);
    /// assert_eq!(format!("{:?}", new().host("example.com").finish()?), r#"[-1, ["example", "com"], []]"#);
    /// for text in ["2001:db8::1", "example.com:80"] {
    ///     let error = new().host(text).finish().unwrap_err();
    ///     assert_eq!(error.kind(), BuildErrorKind::AddressText);
    /// }
    /// # Ok::<(), cri_core::BuildError>(())
    /// ```
    pub fn host(self, name: &str) -> Self {
        self.add(Component::Host, |to| {
            to.begin(Component::Host)?;
            if let Some(kind) = error_of_address(name.as_bytes()) {
                return Err(to.error_here(kind, Component::Host));
            }
            to.labels(name, |to, label| to.label_item(label.into()))
        })
    }

    /// The next label of the host name.
    pub fn label<'v>(self, label: impl Into<Value<'v>>) -> Self {
        let label = label.into();
        self.add(Component::Host, |to| {
            to.begin(Component::Host)?;
            to.label_item(label)
        })
    }

    /// The host as an IP address.
    pub fn host_ip(self, address: impl Into<IpAddr>) -> Self {
        let address = address.into();
        self.add(Component::Host, |to| {
            if to.written.last == Component::Host {
                return Err(to.error_here(BuildErrorKind::OutOfOrder, Component::Host));
            }
            to.begin(Component::Host)?;
            to.written.address_len = if address.is_ipv4() { 4 } else { 16 };
            to.item(|buffer| match address {
                IpAddr::V4(address) => write_string(buffer, Major::Bytes, &address.octets()),
                IpAddr::V6(address) => write_string(buffer, Major::Bytes, &address.octets()),
            })
        })
    }

    /// The zone identifier of the IP address.
    pub fn zone(self, zone: &str) -> Self {
        self.add(Component::ZoneId, |to| {
            if (to.revision, to.written.address_len) == (Revision::Draft16, 4) {
                return Err(to.error_here(BuildErrorKind::ZoneOnIpv4, Component::ZoneId));
            }
            to.written.last = Component::ZoneId;
            to.item(|buffer| write_string(buffer, Major::Text, zone.as_bytes()))
        })
    }

    /// The port, after a host.
    pub fn port(self, port: u16) -> Self {
        self.add(Component::Port, |to| {
            to.written.last = Component::Port;
            to.item(|buffer| write_head(buffer, Major::Unsigned, u64::from(port)))
        })
    }

    /// The next path segment.
    pub fn segment<'v>(self, segment: impl Into<Value<'v>>) -> Self {
        self.value(Component::Path, segment.into())
    }

    /// Sets an empty path. In a reference, it drops the base's query and fragment, which a missing path keeps.
    pub fn empty_path(self) -> Self {
        self.empty_section(Component::Path)
    }

    /// The next query parameter.
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
    pub fn unset_query(self) -> Self {
        self.empty_section(Component::Query)
    }

    /// The fragment identifier.
    pub fn fragment<'v>(self, fragment: impl Into<Value<'v>>) -> Self {
        self.value(Component::Fragment, fragment.into())
    }
}

/// Adds the host as a name that is no address and has no upper-case letter. The caller has checked both.
pub fn checked_host<B: Buffer>(builder: Builder<B>, name: &str) -> Builder<B> {
    builder.add(Component::Host, |to| {
        to.begin(Component::Host)?;
        to.labels(name, |to, label| {
            to.item(|buffer| write_string(buffer, Major::Text, label.as_bytes()))
        })
    })
}

/// Appends a text item of a userinfo, host name, path, query or fragment with `write`. This does not look for upper-case
/// letters beyond A to Z (C5): the caller has checked the item for them, or got it from [`Sections`](crate::Sections).
pub fn checked_item<B: Buffer>(
    builder: Builder<B>,
    component: Component,
    write: impl FnOnce(&mut B) -> Result<(), BufferFull>,
) -> Builder<B> {
    builder.add(component, |to| {
        to.begin(component)?;
        to.item(write)
    })
}
