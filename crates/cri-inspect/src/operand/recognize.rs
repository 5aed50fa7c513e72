//! The form of a text: a URI reference, hex digits, notation, or a JSON object.

use std::net::Ipv6Addr;

use cri_core::wire::skip;

use crate::operand::hex::{decode, unquoted};

/// The form of a text, and whether that form is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recognized {
    /// The form in which to read the text.
    pub form: Form,
    /// Why the text could be meant in another form. `None` if it could not.
    pub doubt: Option<Doubt>,
}

/// A way to write a CRI reference as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// A URI reference, or an IRI reference if it has a character beyond ASCII. Text that has none of the other forms
    /// has this one, so it may be invalid.
    Uri,
    /// The hex digits of CBOR, in one of the forms that [`hex`](crate::operand::hex) reads.
    Hex,
    /// Diagnostic notation, which `cri_edn::Notation` reads.
    Notation,
    /// A JSON object, such as the program `cri` writes. The hex digits of the CRI are its member `cri`.
    Json,
}

/// Why a text could be meant in another form than the recognized one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Doubt {
    /// The text is read as hex digits. It is also a relative reference with one path segment, such as `80`.
    AlsoUri,
    /// The text is read as a URI reference. It consists of hex digits that begin like a CRI, but they are not exactly
    /// one array: digits are missing, or more digits follow.
    AlmostHex,
}

/// Recognizes how a text is written.
///
/// Blanks around the text do not matter.
///
/// | text | form |
/// |---|---|
/// | begins with an IPv6 address in brackets, and goes on like a URI | [`Uri`](Form::Uri), which lacks a scheme |
/// | begins with `[`, `cri'`, `CRI'` or `99([`, or with a backquote, `<` or `"` in place of the apostrophe | [`Notation`](Form::Notation) |
/// | is another literal of notation, such as `ip'192.0.2.1'` or `b64'gCA'` | [`Notation`](Form::Notation), which is no CRI |
/// | begins with `{` | [`Json`](Form::Json) |
/// | begins with `0x`, and has none of the characters `.`, `/`, `:`, `?` and `#` | [`Hex`](Form::Hex) |
/// | begins like `\x82\x20` | [`Hex`](Form::Hex) |
/// | is the hex digits of one whole CBOR array of definite length | [`Hex`](Form::Hex) |
/// | everything else | [`Uri`](Form::Uri) |
///
/// The text may be invalid in its form: a reader of that form names what is wrong. Most URIs are recognized by their first
/// two characters.
///
/// ```
/// use cri_inspect::operand::{Doubt, Form, recognize};
///
/// assert_eq!(recognize("coap://h/a").form, Form::Uri);
/// assert_eq!(recognize("0x8320816168816161").form, Form::Hex);
/// assert_eq!(recognize("cri'coap://h/a'").form, Form::Notation);
///
/// let bare = recognize("8320816168816161");
/// assert_eq!((bare.form, bare.doubt), (Form::Hex, Some(Doubt::AlsoUri)));
/// let cut_off = recognize("832081616881616");
/// assert_eq!((cut_off.form, cut_off.doubt), (Form::Uri, Some(Doubt::AlmostHex)));
/// ```
#[must_use]
#[inline]
pub fn recognize(text: impl AsRef<[u8]>) -> Recognized {
    let text = text.as_ref();
    // The first characters of most URIs, which begin no other form but literals such as `h'8220'` and `b64'gCA'`.
    if !matches!(text, [_, b'\'', ..] | [_, _, b'\'', ..] | [_, _, _, b'\'', ..])
        && matches!(text, [b'a' | b'b' | b'e'..=b'z' | b'.' | b'/', ..] | [b'c', b'a'..=b'q', ..])
    {
        return certain(Form::Uri);
    }
    by_all(text)
}

fn by_all(text: &[u8]) -> Recognized {
    let text = text.trim_ascii();
    match text {
        [b'[', ..] if has_bracketed_address(text) => certain(Form::Uri),
        // No URI reference has a bracket in its path. Tag 99 marks a CRI.
        [b'[', ..]
        | [b'9', b'9', b'(', b'[', ..]
        | [b'c' | b'C', b'r' | b'R', b'i' | b'I', b'\'' | b'`' | b'<' | b'"', ..] => {
            certain(Form::Notation)
        }
        _ if is_literal(text) => certain(Form::Notation),
        [b'{', ..] => certain(Form::Json),
        [b'0', b'x' | b'X', digits @ ..] if !digits.iter().any(is_of_uri) => certain(Form::Hex),
        [b'\\', b'x' | b'X', a, b] | [b'\\', b'x' | b'X', a, b, b'\\', b'x' | b'X', ..]
            if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() =>
        {
            certain(Form::Hex)
        }
        _ => match hex(text) {
            // A URI has no blank, and its scheme no digit at the start.
            Hex::Array if text.iter().any(|byte| is_blank(byte) || *byte == b':') => {
                certain(Form::Hex)
            }
            Hex::Array => Recognized { form: Form::Hex, doubt: Some(Doubt::AlsoUri) },
            Hex::Almost => Recognized { form: Form::Uri, doubt: Some(Doubt::AlmostHex) },
            Hex::No => certain(Form::Uri),
        },
    }
}

/// Whether a text is a literal of diagnostic notation that is no CRI: an address, a date, or bytes in base64 or base32.
pub(crate) fn is_literal(text: &[u8]) -> bool {
    const NAMES: [&[u8]; 5] = [b"ip", b"dt", b"b64", b"b32", b"h32"];
    let inside = text.strip_suffix(b"'").unwrap_or_default();
    let quote = inside.iter().take(4).position(|byte| *byte == b'\'');
    let name = quote.and_then(|at| text.get(..at)).unwrap_or_default();
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

const fn certain(form: Form) -> Recognized {
    Recognized { form, doubt: None }
}

/// Whether a character delimits the components of a URI reference, or the labels of a host. No text around hex digits
/// has one.
const fn is_of_uri(byte: &u8) -> bool {
    matches!(byte, b'.' | b'/' | b':' | b'?' | b'#')
}

const fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// How close a text is to the hex digits of a CRI.
enum Hex {
    /// The digits of one whole array.
    Array,
    /// Digits that begin like an array, or like tag 99, which marks a CRI.
    Almost,
    /// Other text.
    No,
}

fn hex(text: &[u8]) -> Hex {
    let quoted = str::from_utf8(text).ok().and_then(unquoted).map(str::as_bytes);
    let text = quoted.unwrap_or(text);
    let text = text.strip_prefix(b"0x").unwrap_or(text);
    // Major type 4, an array, is the first digit 8 or 9.
    let is_array = matches!(text, [b'8' | b'9', ..]);
    let is_tagged = matches!(text, [b'd' | b'D', b'8', b'6', b'3', ..]);
    if !is_array && !is_tagged {
        return Hex::No;
    }
    let is_plain = text.iter().all(|byte| byte.is_ascii_hexdigit() || is_blank(byte));
    // Digits with other marks are read if they are one array. Text with colons is no URI.
    let has_marks =
        || text.iter().all(|byte| byte.is_ascii_hexdigit() || b" \t:,-xX".contains(byte));
    if !is_plain && (is_tagged || !has_marks()) {
        return Hex::No;
    }
    match str::from_utf8(text).map(decode) {
        Ok(Ok(bytes)) if is_array && skip(&bytes) == Ok(bytes.len()) => Hex::Array,
        _ if is_plain || matches!(text, [_, _, b':', _, _, b':', ..]) => Hex::Almost,
        _ => Hex::No,
    }
}

/// Whether a text begins with an IPv6 address in brackets, and goes on as a URI does after its host (RFC 3986 section
/// 3.2.2).
pub(super) fn has_bracketed_address(text: &[u8]) -> bool {
    let inside = || {
        let (address, rest) = str::from_utf8(text).ok()?.strip_prefix('[')?.split_once(']')?;
        let (address, _zone) = address.split_once('%').unwrap_or((address, ""));
        Some(
            address.parse::<Ipv6Addr>().is_ok()
                && (rest.is_empty() || rest.starts_with([':', '/', '?', '#'])),
        )
    };
    inside().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Doubt, Form, recognize};
    use cri_edn::write;

    fn check(form: Form, doubt: Option<Doubt>, texts: &[&str]) {
        for text in texts {
            let found = recognize(text);
            assert_eq!((found.form, found.doubt), (form, doubt), "{text:?}");
        }
    }

    #[test]
    fn plain_cases_are_recognized() {
        let notation = [
            "[",
            "[0]",
            "[-1, [\"h\"]]",
            " \t[0]",
            "[::1",
            "[::1]a",
            "cri'coap://h'",
            "cri'",
            "CRI'a'",
            " cri'a'",
            "cri`a`",
            "CRI``a``",
            "cri<<'a'>>",
            "CRI<<",
            "99([0])",
            "cri\"a\"",
            "ip'192.0.2.1'",
            "IP'::1'",
            "dt'2024-01-01T00:00:00Z'",
            "b64'gCA'",
            " b32'AA' ",
            "h32''",
        ];
        check(Form::Notation, None, &notation);
        check(Form::Json, None, &["{", "{}", r#"{"cri":"80"}"#, "\n{"]);
        check(
            Form::Hex,
            None,
            &["0x80", "0X80", " 0x82 20 81 61 68 80", "0x", "0x8", "0x8220zz", "0x82,0x20"],
        );
        check(Form::Hex, None, &["82 20 81 61 68", "8220 816168 ", "8 0", "82\t20 81 6168"]);
        check(
            Form::Hex,
            None,
            &["82:20:81:61:68", "82, 20, 81, 61, 68", r"\x82\x20", "0x82:0x20:0x81:0x61:0x68"],
        );
    }

    #[test]
    fn bare_hex_is_one_whole_array() {
        check(
            Form::Hex,
            Some(Doubt::AlsoUri),
            &[
                "80",
                "8100",
                "8220816168",
                "8220816168\n",
                "826161F6",
                "h'8220816168'",
                "82-20-81-61-68",
                "82,20,81,61,68",
            ],
        );
        // A digit missing, a byte missing, two items, an indefinite length, and a tag.
        let almost =
            ["8", "9", "822081616", "82208161", "8080", "8000", "9fff", "D8638220816168", "90"];
        check(Form::Uri, Some(Doubt::AlmostHex), &almost);
        check(Form::Uri, Some(Doubt::AlmostHex), &["82 20 81", "82:20:81", "h'8220'"]);
        check(
            Form::Uri,
            None,
            &[r"\x", r"\x\y", r"\xab\cd", "8-9", "80,90", "8a:b", "h'a'", "x'8z'", "8:0"],
        );
    }

    #[test]
    fn everything_else_is_a_uri() {
        let uris = [
            "", " ", "a", "coap://h", "dead", "data:,x", "dav:", "8:", "80/", "80.1", "8g", "2080",
            "00", "cri:'a'", "ip'", "ip'a", "it's", "t1'x'", "b64", "b64'a'/b", "abcd'x'",
        ];
        check(Form::Uri, None, &uris);
        check(
            Form::Uri,
            None,
            &["[::1]", "[::1]:5683/a", "[2001:db8::1]/a", "[::1]?q", "[::1]#f", "[fe80::1%25eth0]"],
        );
        check(
            Form::Uri,
            None,
            &["0x7f.1", "0x80/a", "0x80?a", "0x80#a", "0x80:a", "//[::1]", "99(a)", "ä", "<80>"],
        );
        assert_eq!(recognize([0x80]).form, Form::Uri);
        assert_eq!(recognize([b'8', 0xff]).form, Form::Uri);
    }

    proptest! {
        #[test]
        fn all_forms_of_a_cri_are_recognized(uri in "coap://[a-z]{1,8}(/[a-z0-9]{0,4}){0,4}(\\?[a-z=]{0,4})?") {
            let options = cri_uri::Options::default();
            let cri = cri_uri::to_cri(&uri, options, Vec::new()).expect("a CRI");
            let cri = cri.as_cri_ref();
            let hex: String = cri.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
            prop_assert_eq!(recognize(&uri).form, Form::Uri);
            prop_assert_eq!(recognize(&hex).form, Form::Hex);
            prop_assert_eq!(recognize(hex.to_uppercase()).form, Form::Hex);
            prop_assert_eq!(recognize(format!("0x{hex}")).form, Form::Hex);
            prop_assert_eq!(recognize(write(cri, options)).form, Form::Notation);
            prop_assert_eq!(recognize(cri.diagnostic().to_string()).form, Form::Notation);
            // No shorter and no longer run of digits is one array.
            for end in 1..hex.len() {
                prop_assert_eq!(recognize(&hex[..end]).form, Form::Uri);
            }
        }
    }
}
