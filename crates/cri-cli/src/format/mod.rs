//! How operands are read and answers are written: one file a format.

mod edn;
mod hex;
mod json;

use std::io::Write;

use clap::ValueEnum;
use cri_core::{Component, CriRef, CriRefBuf, Sections};
use cri_uri::{IriRef, Options, ToIri, ToUri, UriRef, to_cri};

use crate::failure::{Failure, Hint};

pub(crate) use edn::{Notation, notation, pretty as pretty_edn};
pub(crate) use hex::{decode as decode_hex, digit as digit_in_hex, places as places_in_hex, write as write_hex};
pub(crate) use json::{Failed, Input, Made, in_hex, write_line};

/// A way to write a CRI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A URI reference (RFC 3986)
    Uri,
    /// An IRI reference (RFC 3987): the same with characters beyond ASCII
    Iri,
    /// Hex digits of the CBOR; blanks and a leading 0x are ignored
    Hex,
    /// CBOR diagnostic notation, with cri'…' literals
    Edn,
    /// CBOR itself; read from standard input only, as a CBOR sequence
    Cbor,
    /// The JSON objects that --json writes, one a line
    Json,
}

/// A CRI reference, encoded in a buffer that somebody else owns.
pub(crate) type Read<'b> = CriRefBuf<&'b mut Vec<u8>>;

impl Format {
    /// What an operand looks like that may be anything that is typed: diagnostic notation begins with `[`, hex
    /// digits with `0x`, and all else is a URI.
    pub(crate) fn of(operand: &[u8]) -> Self {
        match operand {
            [b'[', ..] => Self::Edn,
            [b'0', b'x' | b'X', digits @ ..] if hex::are_bytes(digits) => Self::Hex,
            _ => Self::Uri,
        }
    }

    /// Whether a CRI reference written so is text, without any CBOR.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Uri | Self::Iri)
    }

    /// The format of an operand where this one is the default: hex digits do not begin with a brace, as JSON does.
    pub(crate) fn or_json(self, operand: &[u8]) -> Self {
        match self {
            Self::Hex if operand.trim_ascii_start().starts_with(b"{") => Self::Json,
            _ => self,
        }
    }

    /// Reads an operand into `buffer`.
    ///
    /// A URI becomes a CRI in the form of `options`' revision. A CRI stays as it is.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the operand.
    pub(crate) fn read<'b>(
        self,
        operand: &[u8],
        options: Options,
        buffer: &'b mut Vec<u8>,
    ) -> Result<Read<'b>, Failure> {
        match self {
            Self::Uri => return Ok(to_cri(text(operand)?, options, buffer)?),
            Self::Iri => return Ok(IriRef::parse(text(operand)?)?.to_cri(options, buffer)?),
            _ => self.read_cbor(operand, options, buffer)?,
        }
        // Only notation has to look at the CBOR again to tell where something stands.
        if self == Self::Edn
            && let Err(error) = CriRef::decode(buffer)
        {
            return Err(self.place(operand, buffer, options, error.into()));
        }
        CriRefBuf::from_buffer(buffer).map_err(|error| self.place(operand, &[], options, error.into()))
    }

    /// Reads an operand into `buffer` as far as it has to be understood to have its CBOR, which may be no CRI.
    ///
    /// # Errors
    ///
    /// Where it has none.
    pub(crate) fn read_cbor(self, operand: &[u8], options: Options, buffer: &mut Vec<u8>) -> Result<(), Failure> {
        buffer.clear();
        match self {
            Self::Uri | Self::Iri => return self.read(operand, options, buffer).map(drop),
            Self::Hex => {
                let digits = text(operand)?;
                hex::read(digits, buffer).map_err(|failure| match digits.trim_start() {
                    notation if notation.starts_with('[') || notation.starts_with("cri'") => {
                        failure.hinting(Hint::FromEdn)
                    }
                    _ => failure,
                })?;
            }
            Self::Edn => edn::read(text(operand)?, options, buffer)?,
            Self::Json => json::read(text(operand)?, buffer)?,
            Self::Cbor => buffer.extend_from_slice(operand),
        }
        Ok(())
    }

    /// Puts a failure of the CRI that an operand became, with an offset into the CBOR, where that stands in the
    /// operand.
    ///
    /// Of what was text, all that fails so is resolving, which points at the path.
    pub(crate) fn place(self, operand: &[u8], cbor: &[u8], options: Options, failure: Failure) -> Failure {
        let (Ok(operand), Some(offset)) = (text(operand), failure.offset) else { return failure };
        match self {
            Self::Uri | Self::Iri => match IriRef::parse(operand) {
                Ok(iri) => failure.at(path_offset(iri)).in_text().without_offset_in_message(),
                Err(_) => failure,
            },
            Self::Hex => failure.marking(hex::locate(operand, offset)),
            Self::Edn => edn::place(operand, options, cbor, failure),
            Self::Json => json::place(operand, failure),
            Self::Cbor => failure,
        }
    }

    /// Puts a failure of a part of the CRI that an operand became where that part stands in the operand.
    pub(crate) fn place_part(self, operand: &[u8], cri: CriRef<'_>, options: Options, failure: Failure) -> Failure {
        if !self.is_text() {
            return self.place(operand, cri.as_bytes(), options, failure.within(cri));
        }
        let iri = text(operand).ok().and_then(|text| IriRef::parse(text).ok());
        match iri.zip(failure.component) {
            Some((iri, component)) => failure.at(part_offset(iri, component)).in_text(),
            None => failure,
        }
    }

    /// Appends the reference as text, of this format, and the end of the line.
    ///
    /// # Errors
    ///
    /// Where there is none; nothing is written then.
    pub(crate) fn write_text(
        self,
        output: &mut Vec<u8>,
        sections: Sections<'_>,
        options: Options,
    ) -> Result<(), Failure> {
        // Writing to a vector never fails.
        let _ = match self {
            Self::Iri => writeln!(output, "{}", sections.to_iri(options)?),
            _ => writeln!(output, "{}", sections.to_uri(options)?),
        };
        Ok(())
    }

    /// The same of a URI reference.
    ///
    /// # Errors
    ///
    /// Where it is none.
    pub(crate) fn write_parsed(self, output: &mut Vec<u8>, uri: &str) -> Result<(), Failure> {
        let uri = UriRef::parse(uri)?;
        let _ = match self {
            Self::Iri => writeln!(output, "{}", uri.to_iri()),
            _ => writeln!(output, "{uri}"),
        };
        Ok(())
    }
}

/// Where the path of a reference begins.
fn path_offset(iri: IriRef<'_>) -> usize {
    let scheme = iri.scheme().map_or(0, |scheme| scheme.len() + ":".len());
    scheme + iri.authority().map_or(0, |authority| "//".len() + authority.len())
}

/// Where a part of a reference begins, or would.
fn part_offset(iri: IriRef<'_>, part: Component) -> usize {
    let path = path_offset(iri);
    let behind_path = path + iri.path().len();
    match part {
        Component::Cri | Component::Scheme => 0,
        Component::Path | Component::Discard => path,
        Component::Query => behind_path + "?".len(),
        Component::Fragment => behind_path + iri.query().map_or(0, |query| "?".len() + query.len()) + "#".len(),
        // What is in the authority, and it.
        _ => path - iri.authority().map_or(0, str::len),
    }
}

/// The operand as text.
///
/// # Errors
///
/// Where it is not UTF-8.
pub(crate) fn text(operand: &[u8]) -> Result<&str, Failure> {
    std::str::from_utf8(operand).map_err(|error| {
        Failure::new("not-utf8", "expected UTF-8, found another byte").at(error.valid_up_to()).in_text()
    })
}

/// An operand with nothing in it, where that is no CRI reference.
fn empty() -> Failure {
    Failure::new("empty-operand", "expected a CRI, found nothing").at(0).in_text()
}

/// Appends hex digits and the end of the line.
pub(crate) fn write_hex_line(output: &mut Vec<u8>, cri: CriRef<'_>) {
    hex::write(output, cri.as_bytes());
    output.push(b'\n');
}

/// Appends diagnostic notation and the end of the line.
pub(crate) fn write_edn_line(output: &mut Vec<u8>, cri: CriRef<'_>) {
    // Writing to a vector never fails.
    let _ = writeln!(output, "{}", cri.diagnostic());
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;
    use cri_core::Revision;
    use cri_uri::Options;
    use proptest::prelude::*;

    use super::Format;
    use crate::echo::Echo;
    use crate::failure::Failure;
    use crate::input::{Operand, Place};
    use crate::report;

    #[test]
    fn an_operand_may_be_told_by_its_beginning() {
        for (operand, format) in [
            ("[0]", Format::Edn),
            ("0x80", Format::Hex),
            ("0X82 02 8180", Format::Hex),
            ("0x8", Format::Uri),
            ("0x", Format::Uri),
            ("0x ", Format::Uri),
            ("0x7f.1", Format::Uri),
            ("80", Format::Uri),
            ("", Format::Uri),
            ("//[::1]", Format::Uri),
        ] {
            assert_eq!(Format::of(operand.as_bytes()), format, "{operand}");
        }
    }

    /// Whatever is wrong with it, an operand is reported and what it says of places is true.
    fn check(operand: &[u8]) -> Result<(), TestCaseError> {
        for &format in Format::value_variants() {
            let mut buffer = Vec::new();
            let Err(failure) = format.read(operand, Options::new(Revision::Draft16), &mut buffer) else { continue };
            let shown = Operand { bytes: Ok(operand), place: Place::Line(1) };
            let report = report::failure(&failure, &Echo::new(shown, format), shown.place);
            prop_assert!(report.contains(failure.kind));
            let Failure { offset, mark, .. } = failure;
            prop_assert!(offset.is_none_or(|offset| offset <= operand.len()), "{format:?} {offset:?}");
            prop_assert!(mark.is_none_or(|mark| mark.start <= operand.len()), "{format:?}");
        }
        Ok(())
    }

    /// Pieces of diagnostic notation, put together at random, which is more often wrong than not.
    fn notation() -> impl Strategy<Value = String> {
        const PIECES: [&str; 57] = [
            "[",
            "]",
            "{",
            "}",
            "(",
            ")",
            "<<",
            ">>",
            "(_ ",
            "[_ ",
            ",",
            " ",
            ":",
            "+",
            "-",
            ".",
            "...",
            "_",
            "_0",
            "_3",
            "\"",
            "'",
            "\\",
            "\\u00",
            "\\u{",
            "h'",
            "b64'",
            "b32'",
            "cri'",
            "cri''",
            "cri'//u:p@h'",
            "dt'",
            "false",
            "true",
            "null",
            "undefined",
            "simple(",
            "NaN",
            "Infinity",
            "0",
            "1",
            "-1",
            "24",
            "99(",
            "0x",
            "0b1",
            "1.5",
            "1e",
            "p3",
            "18446744073709551616",
            "/",
            "/ c /",
            "# c",
            "\n",
            "\"a\"",
            "\"é\"",
            "\u{1b}",
        ];
        prop::collection::vec(prop::sample::select(&PIECES[..]), 0..24).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn no_bytes_are_too_much(operand in prop::collection::vec(any::<u8>(), 0..40)) {
            check(&operand)?;
        }

        #[test]
        fn no_text_is_too_much(operand in "\\PC{0,40}") {
            check(operand.as_bytes())?;
        }

        #[test]
        fn no_notation_is_too_much(operand in notation()) {
            check(operand.as_bytes())?;
        }

        #[test]
        fn no_json_is_too_much(operand in r#"\{("cri"|"uri"|false|[0-9a-f"'\\{}:,/@]){0,20}\}?"#) {
            check(operand.as_bytes())?;
        }
    }
}
