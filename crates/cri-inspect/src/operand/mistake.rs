//! What a person probably meant by a text that is valid or nearly so: a host without a scheme, a misspelt scheme, a tag.

use std::fmt::Display;
use std::net::Ipv4Addr;

use cri_registry::Table;
use cri_uri::UriRef;

use crate::operand::recognize::has_bracketed_address;
use crate::operand::respelt::{windows_file, with_brackets};
use crate::operand::scheme::{is_registered, nearest_scheme, needs_host, with_host};

/// A guess that a person meant something else than a URI reference says.
///
/// The URI reference is valid, so a program uses it as it is, and tells the person about the guess.
///
/// ```
/// use cri_inspect::operand::Mistake;
/// use cri_registry::Table;
///
/// let mistake = |uri| Mistake::find(uri, Table::DRAFT_16);
/// assert_eq!(mistake("example.com/foo"), Some(Mistake::HostAsSegment("example.com")));
/// assert_eq!(mistake("localhost:5683"), Some(Mistake::HostAsScheme("localhost")));
/// assert_eq!(mistake("coa://h"), Some(Mistake::Scheme { written: "coa", near: "coap" }));
/// assert_eq!(mistake("a/b"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake<'u> {
    /// The first segment of a relative path, which is probably a host.
    HostAsSegment(&'u str),
    /// A scheme that is not registered, with a port after it. It is probably a host.
    HostAsScheme(&'u str),
    /// A scheme that is not registered, and is probably the first group of an IPv6 address, such as `fe80::1`.
    AddressAsScheme(&'u str),
    /// A capital letter as scheme. It is probably a drive on Windows, as in `C:/x`.
    DriveAsScheme(&'u str),
    /// A letter as host of a file, with an empty port. It is probably a drive on Windows, as in `file://C:/x`.
    DriveAsHost(&'u str),
    /// The first segment of a relative path, which is probably a scheme without its colon, as in `coap//h/x`.
    SchemeAsSegment(&'u str),
    /// A scheme whose URIs have a host, and no host after it, as in `coap:/h/x`.
    NoHost(&'u str),
    /// A scheme that is not registered, and is probably misspelt.
    Scheme {
        /// The scheme of the URI.
        written: &'u str,
        /// The registered scheme that is nearest.
        near: &'static str,
    },
}

impl<'u> Mistake<'u> {
    /// Finds what a person probably meant by a URI reference.
    ///
    /// This compares a scheme that is not registered with all registered ones. In bulk work,
    /// [`missing_scheme`](Self::missing_scheme) is faster.
    #[must_use]
    pub fn find(uri: &'u (impl AsRef<[u8]> + ?Sized), schemes: Table) -> Option<Self> {
        let uri = uri.as_ref();
        Self::missing_scheme(uri, schemes).or_else(|| {
            let (written, rest) = split(uri);
            let written = str::from_utf8(written).ok().filter(|_| rest.starts_with(b"://"))?;
            let near = nearest_scheme(written, schemes)?;
            (!is_registered(written, schemes)).then_some(Self::Scheme { written, near })
        })
    }

    /// Finds a host that a URI reference begins with where a scheme should be.
    #[must_use]
    #[inline]
    pub fn missing_scheme(uri: &'u (impl AsRef<[u8]> + ?Sized), schemes: Table) -> Option<Self> {
        let (first, rest) = split(uri.as_ref());
        match rest.strip_prefix(b":") {
            Some(path) => {
                let first = str::from_utf8(first).ok()?;
                if first.eq_ignore_ascii_case("file") {
                    let uri = str::from_utf8(uri.as_ref()).ok()?;
                    let drive = path.strip_prefix(b"//")?.get(..1)?;
                    let drive = str::from_utf8(drive).ok()?;
                    let is_other = windows_file(uri).is_some_and(|meant| meant != uri);
                    return is_other.then_some(Self::DriveAsHost(drive));
                }
                if needs_host(first) {
                    let meant = || with_host(str::from_utf8(uri.as_ref()).ok()?);
                    return meant().map(|_| Self::NoHost(first));
                }
                if is_registered(first, schemes) {
                    return None;
                }
                let mistake = if matches!((first.as_bytes(), path), ([b'A'..=b'Z'], [b'/', ..])) {
                    Self::DriveAsScheme(first)
                } else if has_address(uri.as_ref()) {
                    Self::AddressAsScheme(first)
                } else if is_port(path) {
                    Self::HostAsScheme(first)
                } else {
                    return None;
                };
                Some(mistake)
            }
            None => {
                let has_host = || str::from_utf8(uri.as_ref()).ok().and_then(with_host).is_some();
                let scheme =
                    || str::from_utf8(first).ok().filter(|_| rest.starts_with(b"//") && has_host());
                let host = host(first, rest).map(Self::HostAsSegment);
                host.or_else(|| scheme().map(Self::SchemeAsSegment))
            }
        }
    }

    /// Returns the message for people about `uri`, in which the mistake was found. `show` makes the text that shows a URI,
    /// because the URI may hold a password or be long.
    ///
    /// ```
    /// use cri_inspect::operand::Mistake;
    /// use cri_registry::Table;
    ///
    /// let uri = "example.com/foo";
    /// let mistake = Mistake::find(uri, Table::DRAFT_16).expect("a mistake");
    /// let message = mistake.message(uri, str::to_owned);
    /// assert_eq!(message, "example.com is a segment of a path; for a host, write coap://example.com/foo");
    /// ```
    #[must_use]
    pub fn message<D: Display>(
        self,
        uri: impl AsRef<[u8]>,
        show: impl FnOnce(&str) -> D,
    ) -> String {
        let uri = String::from_utf8_lossy(uri.as_ref());
        let respelt = match self {
            Self::AddressAsScheme(_) => with_brackets(&uri),
            Self::DriveAsScheme(_) | Self::DriveAsHost(_) => windows_file(&uri),
            Self::SchemeAsSegment(_) | Self::NoHost(_) => with_host(&uri),
            _ => None,
        };
        let full = || show(&respelt.unwrap_or_else(|| format!("coap://{uri}")));
        match self {
            Self::HostAsSegment(host) => {
                format!("{host} is a segment of a path; for a host, write {}", full())
            }
            Self::HostAsScheme(host) => {
                format!("{host} is read as a scheme; for a host, write {}", full())
            }
            Self::AddressAsScheme(group) => {
                format!("{group} is read as a scheme; for an IPv6 address, write {}", full())
            }
            Self::DriveAsScheme(drive) => {
                format!("{drive} is read as a scheme; for a file, write {}", full())
            }
            Self::DriveAsHost(drive) => {
                format!("{drive} is read as a host; for a file, write {}", full())
            }
            Self::SchemeAsSegment(scheme) => {
                format!("{scheme} is a segment of a path; for a scheme, write {}", full())
            }
            Self::NoHost(scheme) => {
                format!("{scheme} needs a host, and the URI has none; for a host, write {}", full())
            }
            Self::Scheme { written, near } => {
                format!("the scheme {written} is not registered; did you mean {near}?")
            }
        }
    }
}

/// Returns the text with the scheme `coap` before it, if the text begins with a host: an address, a name, or a name and a
/// port. An IPv6 address gets the brackets that it lacks. A text that is a name as a whole, such as `example.com` or
/// `localhost`, could be a path too, so call this where only a full CRI is allowed.
///
/// ```
/// assert_eq!(cri_inspect::operand::with_scheme("example.com/foo").as_deref(), Some("coap://example.com/foo"));
/// assert_eq!(cri_inspect::operand::with_scheme("[2001:db8::1]:5683/a").as_deref(), Some("coap://[2001:db8::1]:5683/a"));
/// assert_eq!(cri_inspect::operand::with_scheme("../foo"), None);
/// ```
#[must_use]
pub fn with_scheme(text: &str) -> Option<String> {
    let is_host = || {
        let (first, rest) = split(text.as_bytes());
        !rest.starts_with(b":")
            && (first.eq_ignore_ascii_case(b"localhost") || host(first, b"/").is_some())
    };
    let has_host = || match Mistake::missing_scheme(text, Table::DRAFT_16) {
        Some(mistake) => matches!(mistake, Mistake::HostAsSegment(_) | Mistake::HostAsScheme(_)),
        None => is_host() || has_bracketed_address(text.as_bytes()),
    };
    let full = || format!("coap://{text}");
    with_brackets(text)
        .or_else(|| with_host(text))
        .or_else(|| has_host().then(full))
        .filter(|uri| UriRef::parse(uri).is_ok())
}

/// Whether a text begins with an IPv6 address without brackets.
fn has_address(text: &[u8]) -> bool {
    // `::` or a second colon is in every address.
    let colons = text.iter().filter(|byte| **byte == b':').count();
    colons > 1 && str::from_utf8(text).ok().and_then(with_brackets).is_some()
}

/// Returns advice for a text whose CBOR is not an array, if it begins with tag 99 or tag 55799: in hex digits, in JSON, as
/// an array in C, in diagnostic notation, or as CBOR itself.
///
/// ```
/// assert!(cri_inspect::operand::advice_on_tag("d8638220816168").is_some());
/// assert_eq!(cri_inspect::operand::advice_on_tag("a0"), None);
/// ```
#[must_use]
pub fn advice_on_tag(text: impl AsRef<[u8]>) -> Option<&'static str> {
    const TAGS: [(&[u8], &str, &str, &str); 2] = [
        (&[0xd8, 0x63], "d863", "99(", "leave out tag 99 (d863 in hex), which only marks a CRI"),
        (
            &[0xd9, 0xd9, 0xf7],
            "d9d9f7",
            "55799(",
            "leave out tag 55799 (d9d9f7 in hex), which only marks CBOR",
        ),
    ];
    let bytes = text.as_ref();
    let text = str::from_utf8(bytes).unwrap_or_default().trim_start();
    let value = text.split_once("\"cri\"").map_or(text, |(_, value)| value);
    let digits: String = value
        .split(|mark: char| mark.is_whitespace() || "{:\",".contains(mark))
        .map(|word| word.strip_prefix("0x").or(word.strip_prefix("0X")).unwrap_or(word))
        .flat_map(str::chars)
        .map(|digit| digit.to_ascii_lowercase())
        .take(6)
        .collect();
    TAGS.into_iter().find_map(|(tag, hex, notation, advice)| {
        let is_tagged =
            bytes.starts_with(tag) || digits.starts_with(hex) || text.starts_with(notation);
        is_tagged.then_some(advice)
    })
}

/// The scheme or the first segment of a relative path, and what follows it.
fn split(uri: &[u8]) -> (&[u8], &[u8]) {
    let delimiter = uri.iter().position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
    uri.split_at_checked(delimiter.unwrap_or(uri.len())).unwrap_or((uri, &[]))
}

/// Whether the text after the first colon of a URI begins with a port.
fn is_port(path: &[u8]) -> bool {
    path.first().is_some_and(u8::is_ascii_digit)
        && str::from_utf8(split(path).0).is_ok_and(|port| port.parse::<u16>().is_ok())
}

/// The first segment of a path, if it is more likely a host: an address, or a name of several labels with more after
/// it. A single name with a dot may be that of a file.
fn host<'u>(first: &'u [u8], rest: &[u8]) -> Option<&'u str> {
    if !first.first().is_some_and(u8::is_ascii_alphanumeric) || !first.contains(&b'.') {
        return None;
    }
    let first = str::from_utf8(first).ok()?;
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let last = first.rsplit('.').next().unwrap_or_default();
    let is_name = last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    let has_more = rest.starts_with(b"/") || first.starts_with("www.");
    let is_host =
        first.parse::<Ipv4Addr>().is_ok() || is_name && has_more && first.split('.').all(is_label);
    is_host.then_some(first)
}

#[cfg(test)]
mod tests {
    use cri_registry::Table;

    use super::{Mistake, advice_on_tag, with_scheme};

    #[test]
    fn a_host_without_a_scheme_is_noticed() {
        let find = |uri| Mistake::find(uri, Table::DRAFT_16);
        for uri in
            ["example.com/foo", "192.0.2.1", "192.0.2.1/a", "www.example.com", "a.example.org/?q"]
        {
            assert!(matches!(find(uri), Some(Mistake::HostAsSegment(_))), "{uri}");
        }
        for uri in ["localhost:5683", "example.com:5683/x", "h:1?q"] {
            assert!(matches!(find(uri), Some(Mistake::HostAsScheme(_))), "{uri}");
        }
        for uri in ["fe80::1", "fe80::1/a", "fd00:0:0:1::1?q", "fe80:1::2"] {
            assert!(matches!(find(uri), Some(Mistake::AddressAsScheme(_))), "{uri}");
        }
        for uri in ["C:/x", "Z:/"] {
            assert!(matches!(find(uri), Some(Mistake::DriveAsScheme(_))), "{uri}");
        }
        let message = |uri| find(uri).expect(uri).message(uri, str::to_owned);
        assert!(message("fe80::1/a").ends_with("for an IPv6 address, write coap://[fe80::1]/a"));
        assert!(message("C:/x").ends_with("for a file, write file:///C:/x"));
        for uri in ["file://C:/x", "file://c:", "FILE://C:/"] {
            assert!(matches!(find(uri), Some(Mistake::DriveAsHost(_))), "{uri}");
        }
        for (text, meant) in [
            ("http;//h/x", "http://h/x"),
            ("http ://h", "http://h"),
            ("http: //h", "http://h"),
            ("http : // h", "http://h"),
            ("http\u{ff1a}//h", "http://h"),
            ("http:://h", "http://h"),
        ] {
            assert_eq!(with_scheme(text).as_deref(), Some(meant), "{text}");
        }
        assert!(message("http;//h/x").ends_with("for a scheme, write http://h/x"));
        for uri in ["coap//h/x", "COAPS//h", "http//example.com:80/", "coap+tcp//[::1]/"] {
            assert!(matches!(find(uri), Some(Mistake::SchemeAsSegment(_))), "{uri}");
        }
        for uri in [
            "coap:/h/x",
            "coap:h",
            "coap:///h/x",
            "HTTPS:/h?q",
            "coap:h:5683/x",
            "coap:2001:db8::1/x",
        ] {
            assert!(matches!(find(uri), Some(Mistake::NoHost(_))), "{uri}");
        }
        assert!(message("file://C:/x").ends_with("for a file, write file:///C:/x"));
        assert!(message("coap//h/x").ends_with("for a scheme, write coap://h/x"));
        assert!(message("coap:2001:db8::1/x").ends_with("write coap://[2001:db8::1]/x"));
        for uri in ["coap:/h/x", "coap:h/x", "coap:///h/x"] {
            assert!(message(uri).ends_with("for a host, write coap://h/x"), "{uri}");
        }
        for uri in ["coa://h", "htp://h", "coapss://h"] {
            assert!(matches!(find(uri), Some(Mistake::Scheme { .. })), "{uri}");
            assert_eq!(Mistake::missing_scheme(uri, Table::DRAFT_16), None, "{uri}");
        }
        for uri in
            "|a|a/b|index.html|../a.b/c|./a.b/c|1.2.3/x|a.b/c|..|a..com/b|h:x|x-test://h|h:70000|\
            coa:h|coap://h|COAP://h|coap:like:urn|coap:5683|coap:5683/x|http:/80|coap:|coap:?q|coap:////|coap//|a//b|file:///C:/x|file://h/x|sms:5683|/a.com/b|?a.com/b|c:/x|C:x|dad::cafe|a::b|s:a:b:c"
                .split('|')
        {
            assert_eq!(find(uri), None, "{uri}");
        }
        assert_eq!(Mistake::find(b"\xff.com/a", Table::DRAFT_16), None);
    }

    #[test]
    fn a_host_gets_a_scheme() {
        for text in "example.com/foo|h:1|example.com|localhost|localhost/a|192.0.2.1:5683/a|[::1]|\
            [2001:db8::1]|[::1]:5683/a|[::1]/a|[::1]?q|[fe80::1%25eth0]#f"
            .split('|')
        {
            assert_eq!(with_scheme(text), Some(format!("coap://{text}")), "{text}");
        }
        for (text, full) in [
            ("2001:db8::1", "coap://[2001:db8::1]"),
            ("::1/a", "coap://[::1]/a"),
            ("fe80::1%eth0", "coap://[fe80::1%25eth0]"),
            ("2001:db8::1:5683?q", "coap://[2001:db8::1]:5683?q"),
        ] {
            assert_eq!(with_scheme(text).as_deref(), Some(full), "{text}");
        }
        for text in
            "../foo|a|a:b|localhost:x|[]|[0]|[::1|[::1]a|[::1], 1|[0:5|%zz:80|dad::cafe|C:/x"
                .split('|')
        {
            assert_eq!(with_scheme(text), None, "{text}");
        }
    }

    #[test]
    fn a_tag_is_noticed_in_hex_and_in_cbor() {
        let tagged: [&[u8]; 9] = [
            b"d86380",
            b" 0xD86380",
            b"0X d8 63 80",
            b"{0xd8, 0x63, 0x80}",
            b"{\"cri\": \"D86380\"}",
            &[0xd8, 0x63, 0x80],
            b"d9d9f780",
            b"55799([])",
            &[0xd9, 0xd9, 0xf7, 0x80],
        ];
        for text in tagged {
            assert!(advice_on_tag(text).is_some(), "{text:?}");
        }
        for text in ["d8", "d864", "[99]", "98([])", "", "0xd9d9", "{\"cri\":\"80\"}"] {
            assert_eq!(advice_on_tag(text), None, "{text}");
        }
    }
}
