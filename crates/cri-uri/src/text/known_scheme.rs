//! Schemes that the registry knows by number, found by name in either case (RFC 3986 section 3.1).

use cri_registry::Table;

use crate::text::uri_ref::UriRef;

impl UriRef<'_> {
    /// The number of the scheme, if `schemes` has one.
    pub(crate) fn scheme_number(&self, schemes: Table) -> Option<u64> {
        find_scheme(self.scheme_bytes()?, schemes, |scheme| schemes.number(scheme))
    }

    /// The default port of the scheme, if `schemes` has one.
    pub(crate) fn default_port(&self, schemes: Table) -> Option<u16> {
        find_scheme(self.scheme_bytes()?, schemes, |scheme| schemes.default_port(scheme))
    }
}

/// The result of `find` for `scheme` in lower case. `None` if the scheme has no number.
pub(crate) fn find_scheme<T>(scheme: &[u8], schemes: Table, find: impl Fn(&[u8]) -> Option<T>) -> Option<T> {
    if scheme.iter().any(u8::is_ascii_uppercase) {
        return find(name_in_lower_case(scheme, schemes)?.as_bytes());
    }
    find(scheme)
}

/// The table's own name, which is in lower case, of a scheme that has a number.
// Comparing with each name takes less code than a buffer for any name.
#[inline(never)]
fn name_in_lower_case(scheme: &[u8], schemes: Table) -> Option<&'static str> {
    schemes.iter().map(|(_, name)| name).find(|name| name.as_bytes().eq_ignore_ascii_case(scheme))
}
