//! Schemes that the registry knows by number, found by name in either case (RFC 3986 section 3.1).

use cri_core::__private::PREFER_SPEED;
use cri_registry::{Scheme, Table};

/// The length of the scheme that `text` begins with, its number and its default port, if it is `coap`, `coaps`, `http` or
/// `https`. These have the numbers 0 to 3 in every table that has them, as a test checks.
///
/// `None` means: use the general path.
#[inline(always)]
pub(crate) fn usual_scheme(text: &[u8], schemes: Table) -> Option<(usize, usize, Option<u16>)> {
    if !PREFER_SPEED {
        return None;
    }
    let number = match text.first_chunk()? {
        b"coap" => 0,
        b"http" => 2,
        _ => return None,
    };
    let (len, number) = match text.get(4..6)? {
        b"s:" => (5, number | 1),
        [b':', _] => (4, number),
        _ => return None,
    };
    Some((len, number, schemes.by_number(number as u64)?.default_port))
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

#[cfg(test)]
mod tests {
    use std::format;

    use super::*;

    #[test]
    fn usual_schemes_are_those_of_every_table() {
        let tables = [Table::DRAFT_16, Table::RFC_9988, Table::COAP_DRAFT_16, Table::COAP_RFC_9988];
        let mut count = 0;
        for (table, name) in tables.into_iter().flat_map(|table| {
            let names = ["coap", "coaps", "http", "https"].into_iter();
            names.chain(table.iter().map(|it| it.name)).map(move |name| (table, name))
        }) {
            let found = usual_scheme(format!("{name}://h").as_bytes(), table);
            if matches!(name, "coap" | "coaps" | "http" | "https") && PREFER_SPEED {
                let scheme = table.by_name(name);
                assert_eq!(
                    found,
                    scheme.map(|it| (name.len(), it.number as usize, it.default_port)),
                    "{name}"
                );
                count += 1;
            } else {
                assert_eq!(found, None, "{name}");
            }
        }
        assert!(count >= 28 || !PREFER_SPEED, "{count}");
        for other in ["", "coap", "coap:", "COAP://h", "coapss://h", "http/:", "httpS://h"] {
            assert_eq!(usual_scheme(other.as_bytes(), Table::DRAFT_16), None, "{other}");
        }
    }
}
