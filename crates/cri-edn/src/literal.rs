//! `cri'…'`: a CRI reference by its URI or IRI reference (appendix C of the draft).

use std::ops::Range;

use cri_core::CriRefBuf;
use cri_uri::{IriRef, Options, ToCriError};

use crate::error::ParseError;
use crate::escape::Unescaped;

/// Reads the part of the notation between the quotation marks of a literal.
pub(crate) fn read(
    notation: &str,
    quoted: Range<usize>,
    options: Options,
) -> Result<CriRefBuf<Vec<u8>>, ParseError> {
    let unescaped = Unescaped::of(notation, quoted)?;
    let in_notation =
        |error: ToCriError| ParseError::in_literal(error, unescaped.offset(error.offset()));
    let iri = IriRef::parse(unescaped.as_str()).map_err(|error| in_notation(error.into()))?;
    iri.to_cri(options, Vec::new()).map_err(in_notation)
}

#[cfg(test)]
mod tests {
    use cri_core::Revision;
    use cri_uri::Options;

    use super::read;

    #[test]
    fn errors_stand_in_the_notation() {
        for (quoted, kind, offset) in [
            (r"\'/%", "invalid-percent-encoding", 13),
            (r"//\'h:", "empty-port", 15),
            ("é\u{202e}", "unexpected-character", 12),
            (r"a\u202e", "unexpected-character", 11),
            (r"a\ud83d", "invalid-escape", 11),
            (r"a\ud83d\u0041", "invalid-escape", 11),
            (r"\x", "invalid-escape", 10),
            (r"\u00", "invalid-escape", 10),
            (r"\u{}", "invalid-escape", 10),
            (r"a\n", "unexpected-character", 11),
        ] {
            let notation = " ".repeat(10) + quoted;
            let error = read(&notation, 10..notation.len(), Options::new(Revision::Draft16))
                .expect_err(quoted);
            assert_eq!((error.kind().name(), error.offset()), (kind, Some(offset)), "{quoted}");
            assert!(error.to_string().contains(&format!("at byte {offset}")), "{error}");
        }
    }
}
