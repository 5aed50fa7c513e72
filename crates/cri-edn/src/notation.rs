//! Diagnostic notation of one item, read.

use std::iter;
use std::ops::Range;

use cbor_edn::StandaloneItem;
use cri_inspect::heads;
use cri_uri::Options;

use crate::error::{ParseError, ParseErrorKind};
use crate::literal;
use crate::scan;

/// The CBOR of one item that was read from diagnostic notation.
///
/// ```
/// use cri_edn::Notation;
/// use cri_uri::Options;
///
/// let notation = Notation::parse("[1, [\"a\", cri'//h']]", Options::default())?;
/// assert_eq!(notation.as_bytes(), b"\x82\x01\x82\x61a\x82\xf6\x81\x61h");
/// assert_eq!(notation.locate(5), Some(10)); // the literal
/// # Ok::<(), cri_edn::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Notation {
    cbor: Vec<u8>,
    /// The offset in the notation of the item that each head of the CBOR comes from.
    heads: Vec<usize>,
}

impl Notation {
    /// Reads one item. A `cri'…'` literal becomes a CRI in the form of `options`' revision.
    ///
    /// It takes time linear in the length of the text.
    ///
    /// ```
    /// use cri_edn::{Notation, ParseErrorKind};
    /// use cri_uri::Options;
    ///
    /// let notation = Notation::parse("cri'coap://h' / a comment /", Options::default())?;
    /// assert_eq!(notation.as_bytes(), b"\x83\x20\x81\x61h\x80"); // [-1, ["h"], []]
    /// let error = Notation::parse("", Options::default()).unwrap_err();
    /// assert_eq!(error.kind(), ParseErrorKind::Empty);
    /// # Ok::<(), cri_edn::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All kinds of [`ParseErrorKind`].
    pub fn parse(text: &str, options: Options) -> Result<Self, ParseError> {
        if text.trim_ascii().is_empty() {
            return Err(ParseError::new(ParseErrorKind::Empty, 0));
        }
        let plain = Plain::of(text, options)?;
        let item = StandaloneItem::parse(&plain.text).map_err(|error| {
            let offset = plain.origin(error.offset());
            let found = text.get(offset..).and_then(|rest| rest.chars().next());
            ParseError::new(ParseErrorKind::Syntax(found), offset)
        })?;
        let cbor = item
            .to_cbor()
            .map_err(|error| ParseError::not_encodable(reason(&error.to_string())))?;
        Ok(Self { cbor, heads: plain.heads })
    }

    /// The CBOR of the item.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.cbor
    }

    /// The CBOR of the item.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.cbor
    }

    /// The offset in the notation of the item that the byte at `offset` in the CBOR belongs to.
    ///
    /// A literal is one item: bytes inside of its CRI lead to its first character. `None` for an offset that no item of
    /// the notation has.
    ///
    /// ```
    /// use cri_core::CriRef;
    /// use cri_edn::Notation;
    /// use cri_uri::Options;
    ///
    /// let text = r#"[ 1, ["a", ".."] ]"#;
    /// let notation = Notation::parse(text, Options::default())?;
    /// let error = CriRef::decode(notation.as_bytes()).unwrap_err();
    /// let place = notation.locate(error.offset()).expect("an item");
    /// assert_eq!((error.offset(), &text[place..place + 4]), (5, r#""..""#));
    /// # Ok::<(), cri_edn::ParseError>(())
    /// ```
    #[must_use]
    pub fn locate(&self, offset: usize) -> Option<usize> {
        let mut end = 0;
        let until = heads(&self.cbor).take_while(|head| head.offset <= offset);
        let count = until.inspect(|head| end = head.end()).count();
        // Bytes that begin no head, such as those of an indefinite length, follow the last head.
        let index = if end == offset { count } else { count.saturating_sub(1) };
        self.heads.get(index).copied()
    }
}

/// The reason of `cbor-edn` for refusing an item, in words for the author of the notation.
fn reason(error: &str) -> &'static str {
    match error {
        "Attempted to serialize EDN with ellipsis present"
        | "Ellipsis or other error in hex string" => {
            "an ellipsis stands for bytes that are not there"
        }
        "Concatenated text string is not valid UTF-8" => "the parts of a text are not UTF-8",
        "Indefinite-length encoding used with single non-empty string item."
        | "Item in indefinite length string has different encoding than head element"
        | "Item in indefinite length string that is neither bytes nor string" => {
            "the chunks of a string must be strings of one type"
        }
        "Items inside simple() need to be numbers for serialization."
        | "Non-positive numbers can not be in a Simple"
        | "Spec exceeds valid range of 0..=255" => "simple() holds a number from 0 to 255",
        "b32 input is not base32" => "b32'…' holds no base32",
        "b64 input is neither base64 nor base64url" => "b64'…' holds no base64",
        "h32 input is not base32hex" => "h32'…' holds no base32hex",
        error if error.contains("ncoding") || error.contains("encod") || error.contains("Spec") => {
            "an encoding indicator does not fit its item"
        }
        error if error.contains("literal") || error.contains("dentifier") => "a literal is unknown",
        _ => "a number is out of range",
    }
}

/// A notation in which plain notation replaces the literals.
struct Plain {
    text: String,
    /// The range of what replaces each literal, and the range of the literal.
    replaced: Vec<(Range<usize>, Range<usize>)>,
    /// The offset in the original notation of the item that each head of the CBOR comes from.
    heads: Vec<usize>,
}

impl Plain {
    fn of(text: &str, options: Options) -> Result<Self, ParseError> {
        let mut plain = Self {
            text: String::with_capacity(text.len()),
            replaced: Vec::new(),
            heads: Vec::new(),
        };
        let mut from = 0;
        for token in scan::tokens(text)? {
            let Some(quoted) = token.literal else {
                plain.heads.extend(iter::repeat_n(token.at, token.heads));
                continue;
            };
            // The closing quotation mark is part of the literal.
            let end = quoted.end.saturating_add(1);
            let cri = literal::read(text, quoted, options)?;
            let cri = cri.as_cri_ref();
            plain.text.push_str(text.get(from..token.at).unwrap_or_default());
            let start = plain.text.len();
            plain.text.push_str(&cri.diagnostic().to_string());
            plain.replaced.push((start..plain.text.len(), token.at..end));
            let count = if token.heads == 0 { 0 } else { heads(cri.as_bytes()).count() };
            plain.heads.extend(iter::repeat_n(token.at, count));
            from = end;
        }
        plain.text.push_str(text.get(from..).unwrap_or_default());
        Ok(plain)
    }

    /// The offset in the original notation of a byte of this one. All of a literal is at its first character.
    fn origin(&self, offset: usize) -> usize {
        let (mut plain_end, mut literal_end) = (0, 0);
        for (plain, literal) in &self.replaced {
            if offset < plain.start {
                break;
            }
            if offset < plain.end {
                return literal.start;
            }
            (plain_end, literal_end) = (plain.end, literal.end);
        }
        offset.saturating_sub(plain_end).saturating_add(literal_end)
    }
}

#[cfg(test)]
mod tests {
    use cri_core::{CriRef, Revision};
    use cri_uri::Options;
    use proptest::prelude::*;

    use super::Notation;

    fn encoded(text: &str, revision: Revision) -> Vec<u8> {
        let notation = Notation::parse(text, Options::new(revision));
        notation.unwrap_or_else(|error| panic!("{text}: {error}")).into_bytes()
    }

    /// The kind and the offset of the error, which is in the notation or in its CRI.
    fn wrong(text: &str) -> (&'static str, Option<usize>) {
        match Notation::parse(text, Options::new(Revision::Draft16)) {
            Err(error) => (error.kind().name(), error.offset()),
            Ok(notation) => {
                let error = CriRef::decode(notation.as_bytes()).expect_err(text);
                (error.kind().name(), notation.locate(error.offset()))
            }
        }
    }

    #[test]
    fn notation_becomes_cbor() {
        assert_eq!(
            encoded(r#"/ a / [-1_0, ["h"_0], ["a" + "b"]] "#, Revision::Draft16),
            b"\x83\x38\x00\x81\x78\x01h\x81\x62ab"
        );
    }

    // shows: D16-C-01, D16-C-03
    #[test]
    fn literals_follow_the_revision() {
        assert_eq!(encoded("cri'coap://h'", Revision::Draft16), b"\x83\x20\x81\x61h\x80");
        assert_eq!(encoded("/ a / cri'coap://h'", Revision::Rfc9988), b"\x82\x20\x81\x61h");
        assert_eq!(encoded("cri''", Revision::Draft16), b"\x80");
    }

    #[test]
    fn a_broken_rule_is_placed_at_its_item() {
        for (text, kind, offset) in [
            (r#"[1, ["a" + "b", "c", <<1, 2>>]]"#, "unexpected-item", 21),
            (r#"/[/ [ 1 , [ "a" , ".." ] ]"#, "dot-segment", 18),
            ("[-18446744073709551617, 1]", "unexpected-item", 1),
            ("[-1, [\"h\"], [simple(99)]]", "unexpected-item", 13),
            ("[null, [\"é\", \"X\"]]", "upper-case-host", 14),
            ("[\"a\", cri'//h']", "unexpected-item", 6),
            ("[1, [cri'a/b', \"x\"]]", "unexpected-item", 5),
            ("[1, [\"a\"], [99(1)]]", "unexpected-item", 12),
            ("[_ 1]", "indefinite-length", 0),
            ("[1, [_ \"a\"]]", "indefinite-length", 4),
            ("[1, [\"a\", (_ \"b\")]]", "indefinite-length", 10),
        ] {
            assert_eq!(wrong(text), (kind, Some(offset)), "{text}");
        }
    }

    #[test]
    fn errors_after_literals_are_placed() {
        assert_eq!(wrong("[cri'a/b/c', ;]"), ("syntax", Some(13)));
        assert_eq!(wrong("cri'a' cri'b'"), ("syntax", Some(7)));
        assert_eq!(wrong("[cri'a', 1"), ("syntax", Some(10)));
        assert_eq!(wrong(" \n"), ("empty", Some(0)));
    }

    #[test]
    fn items_without_an_encoding_are_explained() {
        for (text, reason) in [
            ("[simple(256)]", "simple() holds a number from 0 to 255"),
            ("[simple(\"a\")]", "simple() holds a number from 0 to 255"),
            ("b64'!'", "b64'…' holds no base64"),
            ("b32'!'", "b32'…' holds no base32"),
            ("h32'!'", "h32'…' holds no base32hex"),
            ("[...]", "an ellipsis stands for bytes that are not there"),
            ("99999999999_0", "a number is out of range"),
            ("\"a\" + h'ff'", "the parts of a text are not UTF-8"),
            ("1.5_0", "an encoding indicator does not fit its item"),
            ("(_ \"a\", h'00')", "the chunks of a string must be strings of one type"),
        ] {
            let error = Notation::parse(text, Options::default()).expect_err(text);
            assert_eq!(error.to_string(), format!("CBOR has no such item: {reason}"), "{text}");
            assert_eq!(error.offset(), None);
        }
    }

    /// Pieces of diagnostic notation, put together at random, which is more often wrong than not.
    fn pieces() -> impl Strategy<Value = String> {
        const PIECES: &str = "[ ] { } ( ) << >> (_ [_ , : + - . ... _ _0 _3 \" ' \\ \\u00 \\u{ h' b64' b32' cri' cri'' \
            cri'//u:p@h' dt' false true null undefined simple( NaN Infinity 0 1 -1 24 99( 0x 0b1 1.5 1e p3 \
            18446744073709551616 / /c/ # \"a\" \"é\" \u{1b}";
        let pieces: Vec<&str> = PIECES.split(' ').chain([" ", "\n", "\r"]).collect();
        prop::collection::vec(prop::sample::select(pieces), 0..24)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn any_text_is_read_or_refused(text in prop_oneof![pieces(), "\\PC{0,40}"]) {
            match Notation::parse(&text, Options::default()) {
                Err(error) => prop_assert!(error.offset().is_none_or(|offset| offset <= text.len())),
                Ok(notation) => for offset in 0..=notation.as_bytes().len() {
                    prop_assert!(notation.locate(offset).is_none_or(|offset| offset < text.len()));
                },
            }
            for secret in crate::secrets(&text).passwords {
                prop_assert!(text.get(secret).is_some());
            }
        }
    }
}
