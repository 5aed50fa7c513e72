//! URI references that are spelled as other software does.

use std::net::Ipv6Addr;

use cri_registry::Table;
use cri_uri::__private::find_zone;
use cri_uri::pct::{self, Subcomponent};
use cri_uri::{IriRef, UriRef, password};

/// Returns the URI references that a person probably meant by a text that is spelled as other software does, the most
/// likely one first:
///
/// - an IPv6 address without brackets, or brackets around something else;
/// - a zone identifier that does not follow `%25`, or has characters that must be percent-encoded (RFC 6874 section 2);
/// - backslashes for slashes;
/// - the path of a file on Windows.
///
/// If the last group of an address without brackets may be a port, there are two.
///
/// ```
/// let meant = |text| cri_inspect::operand::respelt(text).join(" ");
/// assert_eq!(meant("coap://2001:db8::1/a"), "coap://[2001:db8::1]/a");
/// assert_eq!(meant("coap://2001:db8::1:5683/"), "coap://[2001:db8::1]:5683/ coap://[2001:db8::1:5683]/");
/// assert_eq!(meant("coap://[fe80::1%eth0]"), "coap://[fe80::1%25eth0]");
/// assert_eq!(meant("coap://[192.0.2.1]:61616/"), "coap://192.0.2.1:61616/");
/// assert_eq!(meant(r"coap:\\h\a"), "coap://h/a");
/// assert_eq!(meant(r"C:\a b"), "file:///C:/a%20b");
/// assert_eq!(meant("coap://h/a b"), "");
/// ```
#[must_use]
pub fn respelt(text: &str) -> Vec<String> {
    let mut meant = Vec::new();
    match windows_file(text) {
        Some(file) => meant.push(file),
        None => meant.extend(with_other_authority(text)),
    }
    if meant.is_empty() {
        meant.extend(with_other_path(text));
    }
    // The characters beyond ASCII of an IRI are percent-encoded, so that the text is a URI.
    let uri = |meant: String| {
        let uri = IriRef::parse(&meant).ok().filter(|_| meant != text)?;
        Some(uri.to_uri().to_string())
    };
    meant.into_iter().filter_map(uri).collect()
}

/// Returns what to write for a value of Uri-Host that is a URI, a host with a port, or an IPv6 address without brackets. The
/// address may have a zone identifier or a port, or be nearly right.
///
/// ```
/// use cri_inspect::operand::advice_on_uri_host;
///
/// assert_eq!(advice_on_uri_host("2001:db8::1").as_deref(), Some("write [2001:db8::1]"));
/// assert_eq!(advice_on_uri_host("h:80").as_deref(), Some("write h and Uri-Port: 80"));
/// assert_eq!(advice_on_uri_host("coap://h").as_deref(), Some("write the host alone, or the URI as Proxy-Uri"));
/// assert_eq!(advice_on_uri_host("a b"), None);
/// ```
#[must_use]
pub fn advice_on_uri_host(host: &str) -> Option<String> {
    let uris = respelt(&format!("coap://{host}"));
    let options = uris.iter().filter_map(|uri| {
        let place = uri.strip_prefix("coap://")?.strip_prefix('[')?;
        let (address, port) = place.split_once(']')?;
        Some(match port.strip_prefix(':') {
            Some(port) => format!("[{address}] and Uri-Port: {port}"),
            None => format!("[{address}]"),
        })
    });
    let options: Vec<String> = options.collect();
    if host.contains("://") {
        return Some("write the host alone, or the URI as Proxy-Uri".to_owned());
    }
    if let Some((name, port)) = host_and_port(host) {
        return Some(format!("write {name} and Uri-Port: {port}"));
    }
    if options.is_empty() {
        let advice = "write an IPv6 address such as [2001:db8::1], whose groups have at most four hex digits";
        return is_like_ipv6(host).then(|| advice.to_owned());
    }
    Some(format!("write {}", options.join(", or ")))
}

/// The host and the port of a text that is nothing else.
fn host_and_port(text: &str) -> Option<(&str, u16)> {
    let (name, port) = text.rsplit_once(':')?;
    let uri = format!("coap://{text}");
    let is_authority = UriRef::parse(&uri).ok()?.authority()? == text;
    // What precedes an `@` may hold a password.
    (is_authority && !name.is_empty() && !text.contains('@')).then_some(())?;
    Some((name, port.parse().ok()?))
}

/// Returns a URI reference without its userinfo, for those who may not send one. `None` if it has none.
///
/// ```
/// use cri_inspect::operand::without_userinfo;
///
/// assert_eq!(without_userinfo("coap://user:secret@h/a@b").as_deref(), Some("coap://h/a@b"));
/// assert_eq!(without_userinfo("coap://h/a@b"), None);
/// ```
#[must_use]
pub fn without_userinfo(uri: &str) -> Option<String> {
    let parsed = UriRef::parse(uri).ok()?;
    let userinfo = parsed.userinfo()?;
    let start = parsed.offset_of(userinfo);
    let end = start.saturating_add(userinfo.len()).saturating_add("@".len());
    Some([uri.get(..start)?, uri.get(end..)?].concat())
}

/// The URI of a text that begins with an IPv6 address without brackets, and has no scheme.
pub(crate) fn with_brackets(text: &str) -> Option<String> {
    let place = text.get(..text.find(['/', '?', '#']).unwrap_or(text.len()))?;
    let meant = || respelt(&format!("coap://{text}")).into_iter().next();
    (!addresses(place, "coap").is_empty()).then(meant)?
}

/// The URI of the file whose path on Windows a text is, alone or after `file:` and slashes.
pub(crate) fn windows_file(text: &str) -> Option<String> {
    const SCHEME: &str = "file:";
    let scheme = text.get(..SCHEME.len()).filter(|text| text.eq_ignore_ascii_case(SCHEME));
    let path = text.get(scheme.map_or(0, str::len)..)?;
    let path = if scheme.is_some() { path.trim_start_matches(['/', '\\']) } else { path };
    let (drive, rest) = path.split_at_checked(1)?;
    let bar = if scheme.is_some() { '|' } else { ':' };
    let path = rest.strip_prefix([':', bar])?;
    let is_path = match path.as_bytes() {
        [b'\\', ..] => true,
        [] | [b'/', ..] if scheme.is_some() => true,
        // A small letter is more likely a scheme, as in examples.
        [b'/', rest @ ..] => !rest.starts_with(b"/") && drive.starts_with(char::is_uppercase),
        _ => false,
    };
    // A drive is no user. Only an `@` tells that the path holds a password.
    let is_secret = || text.contains('@') && hides(text);
    if !drive.starts_with(|drive: char| drive.is_ascii_alphabetic()) || !is_path || is_secret() {
        return None;
    }
    let path = path.replace('\\', "/");
    Some(match scheme {
        Some(_) => format!("file:///{drive}:{}", path.replace(' ', "%20")),
        None => format!("file:///{drive}:{}", pct::encode(&path, Subcomponent::Path)),
    })
}

/// The text with its authority as RFC 3986 writes it, and with slashes.
fn with_other_authority(text: &str) -> Vec<String> {
    let parts = || {
        let (before, after) = text.split_once("//").or_else(|| text.split_once(r"\\"))?;
        // Two slashes further on are in a path, a query or a fragment.
        let scheme = before.strip_suffix(':').unwrap_or(before);
        let has_authority =
            before.is_empty() || before.ends_with(':') && !scheme.contains(['/', '?', '#', '\\']);
        // A zone may have the name of an interface such as `ge-0/0/0`.
        let zone = after.find('[').and_then(|open| find_zone(after.as_bytes(), open));
        let start = zone.filter(|_| !hides(text)).map_or(0, |zone| zone.end);
        let end = after.get(start..)?.find(['/', '?', '#', '\\']);
        let end = end.map_or(after.len(), |end| start.saturating_add(end));
        let (authority, path) = after.split_at_checked(end).filter(|_| has_authority)?;
        Some((scheme, before, authority, path))
    };
    let Some((scheme, before, authority, path)) = parts() else { return Vec::new() };
    let (userinfo, place) = match authority.rsplit_once('@') {
        Some((userinfo, place)) => (format!("{userinfo}@"), place),
        None => (String::new(), authority),
    };
    let path = if path.starts_with('\\') { path.replace('\\', "/") } else { path.to_owned() };
    let places = match place.split_once(']') {
        Some(_) => in_brackets(place).into_iter().collect(),
        None if place.starts_with('[') => in_brackets(place).into_iter().collect(),
        None if is_like_ipv6(place) => addresses(place, scheme),
        None => vec![place.to_owned()],
    };
    let meant = places.into_iter().map(|place| format!("{before}//{userinfo}{place}{path}"));
    // The path of a file on a server, as Windows writes it.
    let is_share = text.starts_with(r"\\") && path.len() > 1;
    let meant = meant.flat_map(|meant| {
        let file = is_share.then(|| format!("file:{meant}"));
        [Some(meant), file].into_iter().flatten()
    });
    meant.filter(|meant| meant != text).collect()
}

/// The host and the port of an authority in which one or two brackets are.
fn in_brackets(place: &str) -> Option<String> {
    let inside = place.strip_prefix('[').unwrap_or(place);
    let (host, port) = inside.split_once(']').unwrap_or((inside, ""));
    let is_name = || place.starts_with('[') && !host.is_empty() && !host.contains(':');
    // A zone identifier that is cut off may be a password.
    let is_cut_off = !place.contains(']') && host.contains('%');
    if !port.is_empty() && !port.starts_with(':') || is_cut_off {
        return None;
    }
    match is_ipv6(host) {
        true => Some(format!("{}{port}", bracketed(host))),
        false => is_name().then(|| format!("{host}{port}")),
    }
}

/// The IPv6 address without brackets that an authority is, and the address with a port, the more likely one first. None of
/// them, if the text may be a user name and a password that were cut off, as in `//dad::cafe`. No advice shows a password.
fn addresses(place: &str, scheme: &str) -> Vec<String> {
    const GROUPS: usize = 3;
    let whole = Some(place).filter(|place| is_ipv6(place));
    let with_port = place.rsplit_once(':').filter(|(address, port)| {
        let is_number = port.starts_with(|first: char| matches!(first, '1'..='9'))
            && port.parse::<u16>().is_ok();
        // One digit is more likely the end of the address.
        is_ipv6(address) && is_number && (whole.is_none() || port.len() > 1)
    });
    let groups = place.split('%').next().unwrap_or_default().split(':');
    let is_shown = groups.filter(|group| !group.is_empty()).count() >= GROUPS
        || [whole, with_port.map(|(address, _)| address)].into_iter().flatten().any(is_assigned);
    if !is_shown {
        return Vec::new();
    }
    let default = Table::DRAFT_16.by_name(scheme.to_ascii_lowercase());
    let default = default.and_then(|scheme| scheme.default_port);
    let is_default = with_port.is_some_and(|(_, port)| port.parse().ok() == default);
    let with_port = with_port.map(|(address, port)| format!("{}:{port}", bracketed(address)));
    let whole = whole.map(bracketed);
    let both = if is_default { [with_port, whole] } else { [whole, with_port] };
    both.into_iter().flatten().collect()
}

/// An IPv6 address in brackets, with its zone identifier after `%25`.
fn bracketed(host: &str) -> String {
    match host.split_once('%') {
        None => format!("[{host}]"),
        Some((address, "" | "25")) => format!("[{address}]"),
        Some((address, zone)) => {
            let zone: Vec<u8> = pct::decode(zone.strip_prefix("25").unwrap_or(zone)).collect();
            format!("[{address}%25{}]", pct::encode(&zone, Subcomponent::ZoneId))
        }
    }
}

/// The text with slashes in its path for backslashes, and the text with percent-encoded backslashes.
fn with_other_path(text: &str) -> Vec<String> {
    let end = text.find(['?', '#']).unwrap_or(text.len());
    // Bytes in a program's text, such as `b'\x83\x20'`.
    let are_bytes = text.contains(r"\x") && text.contains(['\'', '"']);
    match text.split_at_checked(end).filter(|(path, _)| path.contains('\\')) {
        Some((path, rest)) if !are_bytes && !hides(text) => {
            ["/", "%5C"].map(|by| format!("{}{rest}", path.replace('\\', by))).into()
        }
        _ => Vec::new(),
    }
}

/// Whether a text may have a password, which would not be found in the text with other characters.
fn hides(text: &str) -> bool {
    password::find_in_operand(text.as_bytes()).next().is_some()
}

/// Whether more than a port follows the first colon, and nothing but the characters of an IPv6 address.
fn is_like_ipv6(place: &str) -> bool {
    let (address, _zone) = place.split_once('%').unwrap_or((place, ""));
    address.bytes().filter(|byte| *byte == b':').count() > 1
        && address.bytes().all(|byte| byte.is_ascii_hexdigit() || b":.".contains(&byte))
}

/// Whether a text is an IPv6 address, which a zone may follow.
fn is_ipv6(host: &str) -> bool {
    address(host).is_some()
}

/// The address before a zone. A colon in the zone may begin a port, or a password.
fn address(host: &str) -> Option<Ipv6Addr> {
    let (address, zone) = host.split_once('%').unwrap_or((host, ""));
    address.parse().ok().filter(|_| !zone.contains(':'))
}

/// Whether an IPv6 address, which a zone may follow, is the loopback address, one that holds an IPv4 address, or in a block
/// that hosts have addresses of (RFC 4291 section 2.4, RFC 4193, and the registry of global unicast addresses).
fn is_assigned(host: &str) -> bool {
    address(host).is_some_and(|address| match address.segments() {
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
            ("http://face:b00c::1", "http://[face:b00c::1]"),
            ("coap://2001:db8::1]:5683/", "coap://[2001:db8::1]:5683/"),
            ("coap://[1.2.3.4]:5/", "coap://1.2.3.4:5/"),
            ("coap://[example.com]", "coap://example.com"),
            ("coap://[::1", "coap://[::1]"),
            ("coap://[::1/a", "coap://[::1]/a"),
            ("coap://::ffff:192.0.2.1", "coap://[::ffff:192.0.2.1]"),
            (r"coap:\\h\a\b", "coap://h/a/b"),
            (r"coap://h:1\a", "coap://h:1/a"),
            (r"http:/\h\a", "http://h/a|http:/%5Ch%5Ca"),
            (r"\\h", "//h"),
            (r"\\h\a", "//h/a|file://h/a"),
            ("coap://2001:db8::1/é", "coap://[2001:db8::1]/%C3%A9"),
        ] {
            assert_eq!(respelt(text).join("|"), meant, "{text}");
        }
        for text in [
            "",
            "a",
            "coap://h",
            "coap://[::1]/",
            "coap://[fe80::1%25eth0]/",
            "coap://[::g]/",
            "coap://[]x",
            "a//::1/",
            "s:/x//::1",
            "coap://h:x/",
            "coap://h h/",
            "coap://h/?//::1|",
            r"coap://h/?a\b",
            "coap://[u:secret",
            "http://u:secret]",
            "http://[::1%secret",
            "http://[::1%u:secret]",
            "http://dad::cafe",
            "http://ada:cafe::",
            "http://beef::cafe%1",
            "http://::cafe",
        ] {
            assert_eq!(respelt(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn the_last_group_of_an_address_may_be_a_port() {
        for (text, meant) in [
            ("https://::1:443/", "https://[::1]:443/|https://[::1:443]/"),
            ("https://::1:80/", "https://[::1:80]/|https://[::1]:80/"),
            (
                "coap://aaaa::212:7407:7:707:5683/test",
                "coap://[aaaa::212:7407:7:707]:5683/test|coap://[aaaa::212:7407:7:707:5683]/test",
            ),
            ("coap://2001:db8::1:2", "coap://[2001:db8::1:2]"),
            ("coap://2001:db8::1:61616", "coap://[2001:db8::1]:61616"),
            ("coap://2001:db8:0:0:0:0:0:1:80", "coap://[2001:db8:0:0:0:0:0:1]:80"),
            ("coap://fe80::1%eth0:5683", "coap://[fe80::1%25eth0]:5683"),
            ("coap://2001:db8::1:99999", ""),
        ] {
            assert_eq!(respelt(text).join("|"), meant, "{text}");
        }
    }

    // shows: R3986-3.2.2-08
    #[test]
    fn a_zone_follows_a_percent_sign_that_is_encoded() {
        for (text, meant) in [
            ("coap://fe80::1%eth0/", "coap://[fe80::1%25eth0]/"),
            ("coap://[fe80::1%eth0]:1/%41", "coap://[fe80::1%25eth0]:1/%41"),
            ("coap://[fe80::1%5]/", "coap://[fe80::1%255]/"),
            ("coap://[fe80::1%25eth 0]/", "coap://[fe80::1%25eth%200]/"),
            ("coap://[fe80::1%eth 0]/", "coap://[fe80::1%25eth%200]/"),
            ("coap://[fe80::1%ge-0/0#0]/a", "coap://[fe80::1%25ge-0%2F0%230]/a"),
            ("coap://[fe80::1%25a%20+]/", "coap://[fe80::1%25a%20%2B]/"),
            ("coap://[fe80::1%25ä]/", "coap://[fe80::1%25%C3%A4]/"),
            ("coap://[fe80::1%]/", "coap://[fe80::1]/"),
            ("coap://[fe80::1%25]/", "coap://[fe80::1]/"),
        ] {
            assert_eq!(respelt(text), [meant], "{text}");
        }
    }

    #[test]
    fn backslashes_are_slashes() {
        for (text, meant) in [
            (r"..\y", "../y|..%5Cy"),
            (r"coap://h/a\b?c", "coap://h/a/b?c|coap://h/a%5Cb?c"),
            (r"a\b#\", ""),
            (r"u:secret\y@h", ""),
            (r"b'\x83\x20'", ""),
            ("s:/a b", ""),
            ("S://a b", ""),
            (r"C:\x", "file:///C:/x"),
            (r"c:\Program Files\100%", "file:///c:/Program%20Files/100%25"),
            ("C:/a b", "file:///C:/a%20b"),
            ("file://C:/x", "file:///C:/x"),
            (r"file:\\C:\x", "file:///C:/x"),
            ("file://C|/x y", "file:///C:/x%20y"),
            ("FILE:C:\\", "file:///C:/"),
            ("file://c:", "file:///c:"),
            ("file:///C:/x", ""),
            ("C:x", ""),
            (r"C:\u:secret@h", ""),
        ] {
            assert_eq!(respelt(text).join("|"), meant, "{text}");
        }
    }
}
