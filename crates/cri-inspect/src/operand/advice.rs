//! Advice on a wrong text: a change that would make it work.

use std::fmt::Display;

use cri_uri::__private::find_zone;
use cri_uri::UriRef;

use crate::operand::delimiters::{between_delimiters, without_delimiters};
use crate::operand::fault::Fault;
use crate::operand::mistake::{advice_on_tag, with_scheme};
use crate::operand::recognize::is_literal;
use crate::operand::respelt::respelt;
use crate::operand::scheme::with_host;

/// A change that would make a wrong text work.
///
/// ```
/// use cri_inspect::operand::{Advice, Fault};
///
/// let advice = Advice::find("<coap://h>", Fault::Character).expect("advice");
/// assert_eq!(advice, Advice::Undelimited("coap://h"));
/// assert_eq!(advice.message(str::to_owned), "for the URI alone, write coap://h");
/// assert_eq!(Advice::find("coap://h h", Fault::Character), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice<'t> {
    /// The text without tag 99. This is the message.
    Untagged(&'static str),
    /// The text with a scheme before its host, in place of a relative reference.
    Full(String),
    /// The text with a scheme before its host, in place of a text whose start is wrong.
    WithScheme(String),
    /// The URI reference without the blanks, quotation marks or angle brackets around it.
    Undelimited(&'t str),
    /// The URI references that [`respelt`](crate::operand::respelt) returns: as RFC 3986 writes them.
    Respelt(Vec<String>),
    /// The URI references that [`respelt`](crate::operand::respelt) returns, in which an IPv6 address got its brackets.
    Bracketed(Vec<String>),
    /// The URI with its zone identifier after `%25`, or without a zone identifier that is empty.
    Zoned(String),
    /// The URI reference in a literal `cri"…"`, which has apostrophes.
    Requoted(&'t str),
    /// What to write for a literal of diagnostic notation that is no CRI. This is the message.
    Literal(&'static str),
    /// The userinfo, if a userinfo is what precedes the `@` in the path, query or fragment.
    Userinfo,
}

impl<'t> Advice<'t> {
    /// Finds advice on a text that has this fault.
    #[must_use]
    pub fn find(text: &'t (impl AsRef<[u8]> + ?Sized), fault: Fault) -> Option<Self> {
        let bytes = text.as_ref();
        let text = str::from_utf8(bytes).ok();
        let (is_character, is_no_array) = (fault == Fault::Character, fault == Fault::NotAnArray);
        match fault {
            Fault::Relative => return text.and_then(with_scheme).map(Self::Full),
            Fault::Hostless => return text.and_then(with_host).map(Self::Full),
            _ => {}
        }
        let is_host_alone =
            |text: &&str| text.starts_with('[') || matches!(fault, Fault::Scheme | Fault::Percent);
        let with_scheme = || text.filter(is_host_alone).and_then(with_scheme).map(Self::WithScheme);
        let undelimited = || text.and_then(without_delimiters).map(Self::Undelimited);
        let respelt = || text.filter(|_| fault.is_spelling()).and_then(Self::respelt);
        let hostless = || text.filter(|_| is_character).and_then(with_host);
        let late = || text.filter(|text| is_character && has_late_at_sign(text));
        let tagged = advice_on_tag(bytes).filter(|_| is_no_array).map(Self::Untagged);
        let requoted = || text.filter(|_| fault == Fault::Notation).and_then(requoted);
        let literal = || text.filter(|_| is_no_array).and_then(on_literal);
        tagged
            .or_else(|| literal().map(Self::Literal))
            .or_else(|| requoted().map(Self::Requoted))
            .or_else(with_scheme)
            .or_else(undelimited)
            .or_else(respelt)
            .or_else(|| hostless().map(Self::WithScheme))
            .or_else(|| late().map(|_| Self::Userinfo))
    }

    fn respelt(text: &str) -> Option<Self> {
        let text = between_delimiters(text);
        // The authority may be a user and a password.
        let meant = if has_late_at_sign(text) { Vec::new() } else { respelt(text) };
        let has_zone = || text.find('[').and_then(|at| find_zone(text.as_bytes(), at)).is_some();
        Some(match &meant[..] {
            [] => return None,
            [zoned] if has_zone() => Self::Zoned(zoned.clone()),
            [first, ..] if first.contains('[') && !text.contains('[') => Self::Bracketed(meant),
            _ => Self::Respelt(meant),
        })
    }

    /// Whether to show this advice in place of the error's own, which assumes that the text is what the person meant.
    #[must_use]
    pub const fn replaces_another(&self) -> bool {
        !matches!(self, Self::Untagged(_) | Self::Literal(_) | Self::Full(_) | Self::Userinfo)
    }

    /// Returns the message of an error with this advice, in place of the advice of the error if this one replaces it. `show`
    /// is as for [`message`](Self::message).
    ///
    /// ```
    /// use cri_inspect::operand::{Advice, Fault};
    /// use cri_uri::UriRef;
    ///
    /// let text = "coap://2001:db8::1/";
    /// let error = UriRef::parse(text).unwrap_err();
    /// let advice = Advice::find(text, Fault::named(error.name())).expect("advice");
    /// assert_eq!(
    ///     advice.added_to(&error.to_string(), str::to_owned),
    ///     "this character cannot stand in a port, at byte 12; \
    ///      an IPv6 address has brackets around it: write coap://[2001:db8::1]/"
    /// );
    /// ```
    #[must_use]
    pub fn added_to<D: Display>(&self, error: &str, show: impl Fn(&str) -> D) -> String {
        let what = error.split_once("; ").filter(|_| self.replaces_another());
        let what = what.map_or(error, |(what, _)| what);
        format!("{what}; {}", self.message(show))
    }

    /// Returns the message for people. `show` makes the text that shows a URI, because the URI may hold a password or be
    /// long.
    #[must_use]
    pub fn message<D: Display>(&self, show: impl Fn(&str) -> D) -> String {
        let all = |uris: &[String]| {
            let shown: Vec<String> = uris.iter().map(|uri| show(uri).to_string()).collect();
            shown.join(", or ")
        };
        match self {
            Self::Untagged(message) | Self::Literal(message) => (*message).to_owned(),
            Self::Requoted(uri) => {
                format!("a literal has apostrophes: write cri'{}'", show(uri))
            }
            Self::Full(uri) | Self::WithScheme(uri) => format!("for a host, write {}", show(uri)),
            Self::Undelimited(uri) => format!("for the URI alone, write {}", show(uri)),
            Self::Respelt(uris) => format!("write {}", all(uris)),
            Self::Bracketed(uris) => {
                format!("an IPv6 address has brackets around it: write {}", all(uris))
            }
            Self::Zoned(uri) if uri.contains("%25") => {
                format!("a zone identifier is written as in %25eth0: write {}", show(uri))
            }
            Self::Zoned(uri) => {
                format!(
                    "a zone identifier is written as in %25eth0; without one, write {}",
                    show(uri)
                )
            }
            Self::Userinfo => {
                "in a userinfo, write %2F, %3F and %23 for '/', '?' and '#'".to_owned()
            }
        }
    }
}

/// The URI reference in a literal `cri"…"`.
fn requoted(text: &str) -> Option<&str> {
    const NAME: &str = "cri";
    let (name, rest) = text.trim().split_at_checked(NAME.len())?;
    let uri = rest.strip_prefix('"')?.strip_suffix('"')?;
    let is_literal = name.eq_ignore_ascii_case(NAME) && !uri.contains('\'');
    (is_literal && UriRef::parse(uri).is_ok()).then_some(uri)
}

/// What to write for a literal that is no CRI.
fn on_literal(text: &str) -> Option<&'static str> {
    let text = text.trim();
    if !is_literal(text.as_bytes()) {
        return None;
    }
    let is_address = text.get(..2).is_some_and(|name| name.eq_ignore_ascii_case("ip"));
    Some(match is_address {
        true => "an address is the host of a CRI, as in [-1, [ip'192.0.2.1']]",
        false => "the literal is a byte string; write the bytes that it holds in hex digits",
    })
}

/// Whether the text after the last colon is no port, and an `@` comes later in the URI. Then a `/`, `?` or `#` may belong to a
/// password.
fn has_late_at_sign(text: &str) -> bool {
    let late = || {
        let (_, after) = text.split_once("//")?;
        let (authority, rest) = after.split_at_checked(after.find(['/', '?', '#'])?)?;
        let (_, port) = authority.rsplit_once(':')?;
        let is_port = port.bytes().all(|digit| digit.is_ascii_digit());
        Some(!is_port && !authority.contains('@') && rest.contains('@'))
    };
    late().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::{Advice, Fault};

    #[test]
    fn advice_depends_on_the_error_and_the_text() {
        let uri = || "coap://[::1]".to_owned();
        for (text, kind, advice) in [
            ("[::1]", "unexpected-character", Some(Advice::WithScheme(uri()))),
            ("[::1]", "base-not-full", Some(Advice::Full(uri()))),
            (
                "1.example:1",
                "invalid-scheme",
                Some(Advice::WithScheme("coap://1.example:1".into())),
            ),
            ("1.example:1", "port-range", None),
            ("\"a/b\"", "invalid-scheme", Some(Advice::Undelimited("a/b"))),
            ("\"a/b\"", "base-not-full", None),
            ("d86380", "end-of-input", None),
            ("s://::1", "unexpected-character", Some(Advice::Bracketed(vec!["s://[::1]".into()]))),
            (
                "s://[::1%5]/%25",
                "invalid-ip-literal",
                Some(Advice::Zoned("s://[::1%255]/%25".into())),
            ),
            ("<s://::1>", "invalid-scheme", Some(Advice::Bracketed(vec!["s://[::1]".into()]))),
            ("http://u:p/w@h", "unexpected-character", Some(Advice::Userinfo)),
            ("http://a:b::c/@h", "unexpected-character", Some(Advice::Userinfo)),
            ("http://u:80/ @h", "unexpected-character", None),
            ("s://::1", "port-range", None),
            ("cri\"s:a\"", "syntax", Some(Advice::Requoted("s:a"))),
            ("cri\"s:'\"", "syntax", None),
            ("coap:/h", "no-authority", Some(Advice::Full("coap://h".into()))),
            ("coap//h", "not-full", Some(Advice::Full("coap://h".into()))),
            ("coap:?q", "no-authority", None),
            (
                "coap:[::1]/x",
                "unexpected-character",
                Some(Advice::WithScheme("coap://[::1]/x".into())),
            ),
            ("coap:h/x|", "unexpected-character", None),
        ] {
            assert_eq!(Advice::find(text, Fault::named(kind)), advice, "{text} {kind}");
        }
        for text in ["ip'::1'", "b64'gCA'", " B32'AA'"] {
            assert!(
                matches!(Advice::find(text, Fault::NotAnArray), Some(Advice::Literal(_))),
                "{text}"
            );
        }
        assert!(matches!(
            Advice::find(b"\xd8\x63\x80", Fault::NotAnArray),
            Some(Advice::Untagged(_))
        ));
    }
}
