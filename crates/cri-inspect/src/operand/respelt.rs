//! Authorities that are spelled as other software does.

use std::net::Ipv6Addr;

use cri_uri::UriRef;

/// Returns the URI reference that a person probably meant by a text whose authority is spelled as other software does: an
/// IPv6 address without brackets, brackets around something else, a zone identifier after a bare `%` (RFC 6874 section
/// 2), or backslashes for slashes.
///
/// ```
/// let meant = |text| cri_inspect::operand::respelt(text);
/// assert_eq!(meant("coap://2001:db8::1/a").as_deref(), Some("coap://[2001:db8::1]/a"));
/// assert_eq!(meant("coap://[fe80::1%eth0]").as_deref(), Some("coap://[fe80::1%25eth0]"));
/// assert_eq!(meant("coap://[192.0.2.1]:61616/").as_deref(), Some("coap://192.0.2.1:61616/"));
/// assert_eq!(meant(r"coap:\\h\a").as_deref(), Some("coap://h/a"));
/// assert_eq!(meant("coap://h/a b"), None);
/// ```
#[must_use]
pub fn respelt(text: &str) -> Option<String> {
    let (before, after) = text.split_once("//").or_else(|| text.split_once(r"\\"))?;
    // Two slashes further on are in a path, a query or a fragment.
    let has_authority = before.is_empty()
        || before.strip_suffix(':').is_some_and(|scheme| !scheme.contains(['/', '?', '#', '\\']));
    let end = after.find(['/', '?', '#', '\\']).unwrap_or(after.len());
    let (authority, path) = after.split_at_checked(end).filter(|_| has_authority)?;
    let (userinfo, place) = match authority.rsplit_once('@') {
        Some((userinfo, place)) => (format!("{userinfo}@"), place),
        None => (String::new(), authority),
    };
    let is_ipv6 = |host: &str| {
        let (address, _zone) = host.split_once('%').unwrap_or((host, ""));
        address.parse::<Ipv6Addr>().is_ok()
    };
    let (host, port) = match place.strip_prefix('[') {
        Some(rest) => rest.split_once(']').unwrap_or((rest, "")),
        None if is_ipv6(place) => (place, ""),
        None => place.split_at_checked(place.find(':').unwrap_or(place.len()))?,
    };
    // The text may be a user name and a password that were cut off, as in `//dad::cafe`. No advice shows a password.
    if !place.starts_with('[') && is_ipv6(host) && !is_assigned(host) {
        return None;
    }
    let is_host = is_ipv6(host) || !host.is_empty() && !host.contains(':');
    if !is_host || !(port.is_empty() || port.starts_with(':')) {
        return None;
    }
    let host = match host.split_once('%') {
        _ if !is_ipv6(host) => host.to_owned(),
        Some((address, "" | "25")) => format!("[{address}]"),
        Some((address, zone)) => {
            format!("[{address}%25{}]", zone.strip_prefix("25").unwrap_or(zone))
        }
        None => format!("[{host}]"),
    };
    let path = if path.starts_with('\\') { path.replace('\\', "/") } else { path.to_owned() };
    let meant = format!("{before}//{userinfo}{host}{port}{path}");
    (meant != text && UriRef::parse(&meant).is_ok()).then_some(meant)
}

/// Whether an IPv6 address, which a zone may follow, is the loopback address, one that holds an IPv4 address, or in a block
/// that hosts have addresses of (RFC 4291 section 2.4, RFC 4193, and the registry of global unicast addresses).
fn is_assigned(host: &str) -> bool {
    let (address, _zone) = host.split_once('%').unwrap_or((host, ""));
    address.parse::<Ipv6Addr>().is_ok_and(|address| match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] | [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, ..] => true,
        [first, ..] => matches!(
            first & 0xfff0,
            0x2000 | 0x2400 | 0x2410 | 0x2600..=0x2630 | 0x2800 | 0x2a00 | 0x2a10 | 0x2c00
                | 0xfc00..=0xfdf0 | 0xfe80..=0xfeb0 | 0xff00..=0xfff0
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_is_spelled_as_rfc_3986_does() {
        for (text, meant) in [
            ("//::1", "//[::1]"),
            ("coap://::1/a", "coap://[::1]/a"),
            ("coap://u@2001:db8::1?q", "coap://u@[2001:db8::1]?q"),
            ("coap://fe80::1%eth0/", "coap://[fe80::1%25eth0]/"),
            ("coap://[fe80::1%eth0]:1/%41", "coap://[fe80::1%25eth0]:1/%41"),
            ("coap://[1.2.3.4]:5/", "coap://1.2.3.4:5/"),
            ("coap://[example.com]", "coap://example.com"),
            ("coap://[::1", "coap://[::1]"),
            ("coap://[::1/a", "coap://[::1]/a"),
            ("coap://[fe80::1%]/", "coap://[fe80::1]/"),
            ("coap://[fe80::1%25]/", "coap://[fe80::1]/"),
            ("coap://::ffff:192.0.2.1", "coap://[::ffff:192.0.2.1]"),
            (r"coap:\\h\a\b", "coap://h/a/b"),
            (r"coap://h:1\a", "coap://h:1/a"),
        ] {
            assert_eq!(respelt(text).as_deref(), Some(meant), "{text}");
        }
        for text in [
            "",
            "a",
            "coap://h",
            "coap://[::1]/",
            "coap://[fe80::1%25eth0]/",
            "coap://[::g]/",
            "coap://[]x",
            r"coap://h/a\b",
            r"a\b",
            "a//::1/",
            "s:/x//::1",
            "coap://h:x/",
            "coap://h h/",
            "coap://h/?//::1|",
            "coap://[u:secret",
            "http://dad::cafe",
            "http://ada:cafe::",
            "http://beef::cafe%1",
            "http://::cafe",
        ] {
            assert_eq!(respelt(text), None, "{text}");
        }
    }
}
