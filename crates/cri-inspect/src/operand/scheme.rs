//! Schemes that are misspelt, and hosts that are missing after a scheme.

use cri_registry::Table;
use cri_uri::UriRef;
use strsim::osa_distance;

use crate::operand::respelt::respelt;

/// Returns the registered scheme that differs from `written` in one letter: changed, missing, added, or swapped with the
/// next. Longer names may differ in two.
///
/// ```
/// use cri_inspect::operand::nearest_scheme;
/// use cri_registry::Table;
///
/// assert_eq!(nearest_scheme("caop", Table::DRAFT_16), Some("coap"));
/// assert_eq!(nearest_scheme("zzzz", Table::DRAFT_16), None);
/// ```
#[must_use]
pub fn nearest_scheme(written: &str, schemes: Table) -> Option<&'static str> {
    const SHORT: usize = 3;
    const LONG: usize = 8;
    let written = written.to_ascii_lowercase();
    let most = |written: &str| match written.len() {
        ..SHORT => 0,
        SHORT..LONG => 1,
        _ => 2,
    };
    let is_like = |name: &str| {
        // A transport is a word of its own: `coap+udp` is no misspelt `coap+tcp`.
        match (written.split_once('+'), name.split_once('+')) {
            (Some((scheme, transport)), Some((near, other))) => {
                osa_distance(scheme, near) <= most(scheme)
                    && osa_distance(transport, other) <= most(transport)
            }
            _ => true,
        }
    };
    let most = most(&written);
    if most == 0 {
        return None;
    }
    let near = schemes
        .iter()
        .map(|scheme| scheme.name)
        .filter(|name| name.len().abs_diff(written.len()) <= most && is_like(name));
    let near = near
        .map(|name| (osa_distance(&written, name), name))
        .filter(|(distance, _)| *distance <= most);
    // Of several, `min_by_key` takes the first. The schemes of CoAP are among the first, because their numbers are low.
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// The schemes whose URIs have a host (RFC 7252 section 6, RFC 8323 section 8, RFC 9110 section 4.2, RFC 6455 section 3).
const WITH_HOST: [&str; 10] =
    ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws", "http", "https", "ws", "wss"];

pub(super) fn needs_host(scheme: &str) -> bool {
    WITH_HOST.iter().any(|name| name.eq_ignore_ascii_case(scheme))
}

/// What a person types for the colon after a scheme, or beside it.
const SLIPS: [char; 3] = [' ', ';', '\u{ff1a}'];

/// The URI that a person probably meant by a scheme that needs a host, and a slip after it: no colon, not two slashes, or
/// something else beside the colon or in its place.
pub(super) fn with_host(text: &str) -> Option<String> {
    let (before, after) = text.split_at_checked(text.find([':', '/'])?)?;
    let scheme = before.trim_end_matches(SLIPS);
    let is_plain = scheme.len() == before.len();
    let place = match after.strip_prefix(':') {
        Some(place) if is_plain && place.starts_with("//") && !place.starts_with("///") => {
            return None;
        }
        Some(place) => place.strip_prefix("://").unwrap_or(place).trim_start_matches(['/', ' ']),
        None => after.strip_prefix("//").filter(|place| !place.starts_with('/'))?,
    };
    if !needs_host(scheme) || place.starts_with(['?', '#', '@', ':']) || place.is_empty() {
        return None;
    }
    // A number is more likely a port than a host.
    let first = place.split(['/', '?', '#']).next().unwrap_or_default();
    let meant = format!("{scheme}://{place}");
    if first.bytes().all(|byte| byte.is_ascii_digit()) {
        None
    } else if UriRef::parse(&meant).is_ok() {
        Some(meant)
    } else {
        respelt(&meant).into_iter().next()
    }
}

pub(super) fn is_registered(scheme: &str, schemes: Table) -> bool {
    schemes.by_name(scheme.to_ascii_lowercase()).is_some()
}

#[cfg(test)]
mod tests {
    use cri_registry::Table;

    use super::nearest_scheme;

    #[test]
    fn a_typing_error_is_found() {
        for (written, meant) in [
            ("coapp", Some("coap")),
            ("coop", Some("coap")),
            ("caop", Some("coap")),
            ("HTPP", Some("http")),
            ("coapz", Some("coap")),
            ("opaquelktoken", Some("opaquelocktoken")),
            ("co", None),
            ("coap+tpc", Some("coap+tcp")),
            ("caop+tcp", Some("coap+tcp")),
            ("coaptcp", Some("coap+tcp")),
            ("coaps+wss", Some("coaps+ws")),
            ("coap+udp", None),
            ("coaps+udp", None),
            ("coap+sms", None),
            ("coap+ip", None),
            ("coap+dtls", None),
            ("coap+gatt", None),
            ("zzzz", None),
            ("", None),
        ] {
            assert_eq!(nearest_scheme(written, Table::DRAFT_16), meant, "{written}");
        }
    }
}
