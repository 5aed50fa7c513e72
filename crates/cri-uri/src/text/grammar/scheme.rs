//! Schemes that the registry knows by number, found by name in either case (RFC 3986 section 3.1).

use cri_core::__private::PREFER_SPEED;
use cri_registry::{Scheme, Table};

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
