//! Advice on a wrong text: a change that would make it work.

use std::fmt::Display;

use crate::operand::mistake::{advice_on_tag, with_scheme, without_delimiters};
use crate::operand::respelt::respelt;

/// A change that would make a wrong text work.
///
/// ```
/// use cri_inspect::operand::Advice;
///
/// let advice = Advice::find("<coap://h>", "unexpected-character").expect("advice");
/// assert_eq!(advice, Advice::Undelimited("coap://h"));
/// assert_eq!(advice.message(str::to_owned), "for the URI alone, write coap://h");
/// assert_eq!(Advice::find("coap://h h", "unexpected-character"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice<'t> {
    /// The revision of RFC 9988 allows the text.
    Rfc9988,
    /// The text without tag 99. This is the message.
    Untagged(&'static str),
    /// The text with a scheme before its host, in place of a relative reference.
    Full(String),
    /// The text with a scheme before its host, in place of a text whose start is wrong.
    WithScheme(String),
    /// The URI reference without the blanks, quotation marks or angle brackets around it.
    Undelimited(&'t str),
    /// The URI reference with its authority as RFC 3986 writes it: brackets around IPv6 addresses alone, `%25` before a
    /// zone identifier, and slashes.
    Respelt(String),
}

impl<'t> Advice<'t> {
    /// Finds advice on a text and the kind of its error, by the names that the kinds of this project's errors have.
    #[must_use]
    pub fn find(text: &'t (impl AsRef<[u8]> + ?Sized), kind: &str) -> Option<Self> {
        let bytes = text.as_ref();
        let text = str::from_utf8(bytes).ok();
        match kind {
            "colon-in-userinfo" => return Some(Self::Rfc9988),
            "base-not-full" | "target-not-full" | "not-full" => {
                return text.and_then(with_scheme).map(Self::Full);
            }
            _ => {}
        }
        let tagged = || advice_on_tag(bytes).filter(|_| kind == "not-an-array");
        let host = |text: &&str| text.starts_with('[') || kind == "invalid-scheme";
        let with_scheme = || text.filter(host).and_then(with_scheme).map(Self::WithScheme);
        let undelimited = || text.and_then(without_delimiters).map(Self::Undelimited);
        let respelt = || text.filter(|_| is_spelling(kind)).and_then(respelt).map(Self::Respelt);
        tagged().map(Self::Untagged).or_else(with_scheme).or_else(undelimited).or_else(respelt)
    }

    /// Whether to show this advice in place of the error's own, which assumes that the text is what the person meant.
    #[must_use]
    pub const fn replaces_another(&self) -> bool {
        matches!(self, Self::WithScheme(_) | Self::Undelimited(_) | Self::Respelt(_))
    }

    /// Returns the message for people. `show` makes the text that shows a URI, because the URI may hold a password or be
    /// long.
    #[must_use]
    pub fn message<D: Display>(&self, show: impl FnOnce(&str) -> D) -> String {
        match self {
            Self::Rfc9988 => "RFC 9988 allows it".to_owned(),
            Self::Untagged(message) => (*message).to_owned(),
            Self::Full(uri) | Self::WithScheme(uri) => format!("for a host, write {}", show(uri)),
            Self::Undelimited(uri) => format!("for the URI alone, write {}", show(uri)),
            Self::Respelt(uri) => format!("write {}", show(uri)),
        }
    }
}

/// Whether an error of this kind may come from an authority that is spelled as other software does.
fn is_spelling(kind: &str) -> bool {
    matches!(kind, "unexpected-character" | "invalid-ip-literal")
}

#[cfg(test)]
mod tests {
    use super::Advice;

    #[test]
    fn advice_depends_on_the_error_and_the_text() {
        let uri = || "coap://[::1]".to_owned();
        for (text, kind, advice) in [
            ("http://u:p@h", "colon-in-userinfo", Some(Advice::Rfc9988)),
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
            ("s://::1", "unexpected-character", Some(Advice::Respelt("s://[::1]".into()))),
            ("s://::1", "empty-port", None),
        ] {
            assert_eq!(Advice::find(text, kind), advice, "{text} {kind}");
        }
        assert!(matches!(Advice::find(b"\xd8\x63\x80", "not-an-array"), Some(Advice::Untagged(_))));
    }
}
