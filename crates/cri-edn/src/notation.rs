//! CBOR diagnostic notation (RFC 8949 section 8), with `cri'…'` literals (appendix C of the draft).

mod literal;
mod secrets;
mod tokens;

use std::ops::Range;

use cbor_edn::StandaloneItem;
use cri_core::CriRef;
use cri_uri::{Options, ToUri};

use super::empty;
use crate::failure::Failure;
use crate::heads::heads;

pub(crate) use secrets::{Notation, notation};

/// Reads one item. Literals become CRIs in the form of `options`' revision.
pub(super) fn read(text: &str, options: Options, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    if text.trim_ascii().is_empty() {
        return Err(empty());
    }
    let plain = Plain::of(text, options)?;
    let item = StandaloneItem::parse(&plain.text).map_err(|error| {
        let offset = plain.origin(error.offset());
        tokens::invalid(offset, "expected diagnostic notation of one item, found something else")
    })?;
    // What is left to go wrong is known by its reason only, not by its place.
    *buffer = item.to_cbor().map_err(|error| {
        Failure::new("invalid-edn", format_args!("expected an item that CBOR has, found another: {error}"))
    })?;
    Ok(())
}

/// Puts a failure with an offset into the CBOR where the item stands in the notation.
pub(super) fn place(text: &str, options: Options, cbor: &[u8], failure: Failure) -> Failure {
    match Plain::of(text, options) {
        Ok(plain) => plain.place(cbor, failure),
        Err(_) => failure,
    }
}

/// A CRI reference as a `cri'…'` literal where that reads as the same bytes again, and in plain notation otherwise.
pub(crate) fn pretty(cri: CriRef<'_>, options: Options) -> String {
    let plain = || cri.diagnostic().to_string();
    let Ok(uri) = cri.to_uri(options) else { return plain() };
    let literal = format!("cri'{}'", uri.to_string().replace('\'', "\\'"));
    let mut again = Vec::new();
    match read(&literal, options, &mut again) {
        Ok(()) if again == cri.as_bytes() => literal,
        _ => plain(),
    }
}

/// A notation without literals.
struct Plain {
    text: String,
    /// What each literal was replaced with, and where it stood.
    replaced: Vec<(Range<usize>, Range<usize>)>,
    /// Where in the original notation each head of the CBOR comes from.
    heads: Vec<usize>,
}

impl Plain {
    fn of(text: &str, options: Options) -> Result<Self, Failure> {
        let mut plain = Self { text: String::with_capacity(text.len()), replaced: Vec::new(), heads: Vec::new() };
        let mut from = 0;
        for token in tokens::tokens(text)? {
            let Some(quoted) = token.literal else {
                plain.heads.extend(std::iter::repeat_n(token.at, token.heads));
                continue;
            };
            let cri = literal::read(&text[quoted.clone()], quoted.start, options)?;
            let cri = cri.as_cri_ref();
            plain.text.push_str(&text[from..token.at]);
            let start = plain.text.len();
            plain.text.push_str(&cri.diagnostic().to_string());
            // The closing quote is the literal's, too.
            from = quoted.end + 1;
            plain.replaced.push((start..plain.text.len(), token.at..from));
            let count = if token.heads == 0 { 0 } else { heads(cri.as_bytes()).count() };
            plain.heads.extend(std::iter::repeat_n(token.at, count));
        }
        plain.text.push_str(&text[from..]);
        Ok(plain)
    }

    /// Where in the original notation something stands; a literal is one thing.
    fn origin(&self, offset: usize) -> usize {
        let (mut here, mut there) = (0, 0);
        for (new, old) in &self.replaced {
            if offset < new.start {
                break;
            }
            if offset < new.end {
                return old.start;
            }
            (here, there) = (new.end, old.end);
        }
        there + (offset - here)
    }

    /// Puts a failure with an offset into the CBOR where the item stands: that is the n-th head in both.
    fn place(&self, cbor: &[u8], failure: Failure) -> Failure {
        let Some(offset) = failure.offset else { return failure };
        let mut behind = 0;
        let before = heads(cbor).take_while(|head| head.start <= offset).inspect(|head| behind = head.body.end).count();
        // What is malformed is no head: it stands behind the last.
        let index = if behind == offset { before } else { before.saturating_sub(1) };
        match self.heads.get(index) {
            Some(&at) => failure.at(at).in_text(),
            None => failure.nowhere(),
        }
    }
}

#[cfg(test)]
mod tests {
    use cri_core::{CriRef, Revision};
    use cri_uri::Options;

    use super::{pretty, read};
    use crate::format::Format;

    fn encoded(text: &str, revision: Revision) -> Vec<u8> {
        let mut buffer = Vec::new();
        read(text, Options::new(revision), &mut buffer).unwrap_or_else(|failure| panic!("{text}: {failure:?}"));
        buffer
    }

    fn wrong(text: &str) -> (&'static str, Option<usize>) {
        let options = Options::new(Revision::Draft16);
        let failure = Format::Edn.read(text.as_bytes(), options, &mut Vec::new()).expect_err(text);
        (failure.kind, failure.offset)
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
        assert_eq!(encoded("/ a / cri'coap://h'", Revision::Draft27), b"\x82\x20\x81\x61h");
        assert_eq!(encoded("cri''", Revision::Draft16), b"\x80");
    }

    // shows: D16-C-05
    #[test]
    fn a_literal_is_written_where_it_says_the_same() {
        for (notation, shown) in [
            ("[0, [\"p\"]]", "[0, [\"p\"]]"),
            ("[-1, [\"h\"], [\"a\"]]", "cri'coap://h/a'"),
            ("[1, [\"it's\"]]", "cri'it\\'s'"),
            ("[]", "cri''"),
            // Not as it would be written, not in the registry, and not what its URI says.
            ("[-1, [\"h\"]]", "[-1, [\"h\"]]"),
            ("[-99999, [\"h\"], []]", "[-99999, [\"h\"], []]"),
            ("[\"coap\", [\"h\"], []]", "[\"coap\", [\"h\"], []]"),
        ] {
            let bytes = encoded(notation, Revision::Draft16);
            let cri = CriRef::decode(&bytes).expect(notation);
            assert_eq!(pretty(cri, Options::new(Revision::Draft16)), shown);
        }
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
    fn what_is_no_notation_is_placed_behind_literals_too() {
        assert_eq!(wrong("[cri'a/b/c', ;]"), ("invalid-edn", Some(13)));
        assert_eq!(wrong("cri'a' cri'b'"), ("invalid-edn", Some(7)));
    }
}
