//! Schemes that the registry knows by number, found by name in either case (RFC 3986 section 3.1).

use cri_core::__private::PREFER_SPEED;
use cri_registry::{Scheme, Table};

use crate::text::uri_ref::UriRef;

impl UriRef<'_> {
    /// What `schemes` has about the scheme, which may be in any case; `None` without a scheme.
    ///
    /// ```
    /// use cri_uri::{Table, UriRef};
    ///
    /// let uri = UriRef::parse("CoAP://h/")?;
    /// assert_eq!(uri.known_scheme(Table::DRAFT_16).map(|scheme| (scheme.name, scheme.default_port)), Some(("coap", Some(5683))));
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn known_scheme(&self, schemes: Table) -> Option<Scheme> {
        find_scheme(self.scheme()?.as_bytes(), schemes)
    }

    /// The default port of the scheme, if `schemes` has one.
    pub(crate) fn default_port(&self, schemes: Table) -> Option<u16> {
        self.known_scheme(schemes)?.default_port
    }
}

/// The scheme with this name in either case.
pub(crate) fn find_scheme(name: &[u8], schemes: Table) -> Option<Scheme> {
    if PREFER_SPEED {
        let scheme = schemes.by_name(name);
        if scheme.is_some() || !name.iter().any(u8::is_ascii_uppercase) {
            return scheme;
        }
    }
    find_in_any_case(name, schemes)
}

// Comparing with each name takes less code than a buffer for any name.
#[cold]
#[inline(never)]
fn find_in_any_case(name: &[u8], schemes: Table) -> Option<Scheme> {
    schemes.iter().find(|scheme| scheme.name.as_bytes().eq_ignore_ascii_case(name))
}
