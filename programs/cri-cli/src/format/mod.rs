//! How operands are read: the forms of `--from`.

pub(crate) mod array;
pub(crate) mod json;

use clap::ValueEnum;
use cri_core::{Component, CriRef, CriRefBuf};
use cri_edn::Notation;
use cri_uri::__private::with_plain_port;
use cri_uri::{IriRef, Options, to_cri, to_request_cri};

use crate::failure::Failure;
use crate::hex;

/// A way to write a CRI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A URI reference (RFC 3986)
    Uri,
    /// An IRI reference (RFC 3987): a URI reference with characters beyond ASCII
    Iri,
    /// Hex digits of the CBOR: 8220, 82:20, 0x82, 0x20, \x82\x20 or h'8220'
    Hex,
    /// CBOR diagnostic notation, with cri'…' literals
    Edn,
    /// The bytes of the CBOR as an array in C: {0x82, 0x20}
    C,
    /// CBOR itself; read from standard input only, as a CBOR sequence
    Cbor,
    /// The JSON objects that --json writes, one per line
    Json,
}

/// A CRI reference, encoded in a buffer that the caller owns.
pub(crate) type Read<'b> = CriRefBuf<&'b mut Vec<u8>>;

impl Format {
    /// Whether a CRI reference in this format is text, without any CBOR.
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Uri | Self::Iri)
    }

    /// Reads an operand into `buffer`.
    ///
    /// A URI becomes a CRI in the form of `options`' revision. A CRI stays as it is.
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
        CriRefBuf::decode(buffer).map_err(|error| self.place(operand, options, error.into()))
    }

    /// Reads an operand into `buffer` as the CRI of a CoAP request.
    ///
    /// A URI becomes the CRI whose options it has (RFC 7252 section 6.4). A CRI stays as it is.
    pub(crate) fn read_request<'b>(
        self,
        operand: &[u8],
        options: Options,
        buffer: &'b mut Vec<u8>,
    ) -> Result<Read<'b>, Failure> {
        match self {
            Self::Uri => Ok(to_request_cri(text(operand)?, options, buffer)?),
            Self::Iri => Ok(IriRef::parse(text(operand)?)?.to_request_cri(options, buffer)?),
            _ => self.read(operand, options, buffer),
        }
    }

    /// Reads an operand into `buffer`. The port of a URI may be empty, or have zeros before its number.
    pub(crate) fn read_any_port<'b>(
        self,
        operand: &[u8],
        options: Options,
        buffer: &'b mut Vec<u8>,
    ) -> Result<Read<'b>, Failure> {
        if !self.is_text() {
            return self.read(operand, options, buffer);
        }
        let uri = |uri: &str| to_cri(uri, options, Vec::new());
        let iri = |iri: &str| IriRef::parse(iri)?.to_cri(options, Vec::new());
        let text = text(operand)?;
        let cri = match self {
            Self::Iri => with_plain_port(text, iri)?,
            _ => with_plain_port(text, uri)?,
        };
        *buffer = cri.into_buffer();
        Ok(CriRefBuf::decode(buffer)?)
    }

    /// Reads the CBOR of an operand into `buffer`. It need not be a CRI.
    pub(crate) fn read_cbor(
        self,
        operand: &[u8],
        options: Options,
        buffer: &mut Vec<u8>,
    ) -> Result<(), Failure> {
        buffer.clear();
        match self {
            Self::Uri | Self::Iri => return self.read(operand, options, buffer).map(drop),
            Self::Hex => read_hex(text(operand)?, buffer)?,
            Self::Edn => *buffer = notation(operand, options)?.into_bytes(),
            Self::C => *buffer = array::read(text(operand)?)?,
            Self::Json => json::read(text(operand)?, buffer)?,
            Self::Cbor => buffer.extend_from_slice(operand),
        }
        Ok(())
    }

    /// A failure with an offset into the CBOR of an operand, placed where that byte comes from in the operand.
    ///
    /// With text, only resolving fails in this way, and its offset is that of the path.
    pub(crate) fn place(self, operand: &[u8], options: Options, failure: Failure) -> Failure {
        let (Ok(text), Some(offset)) = (text(operand), failure.offset) else { return failure };
        match self {
            Self::Uri | Self::Iri => match IriRef::parse(text) {
                Ok(iri) => failure.at(path_offset(iri)).in_text().without_offset_in_message(),
                Err(_) => failure,
            },
            Self::Hex => failure.marking(hex::locate(text, offset)),
            Self::Edn => match notation(operand, options).map(|read| read.locate(offset)) {
                Ok(Some(at)) => failure.at(at).in_text(),
                Ok(None) => failure.nowhere(),
                Err(_) => failure,
            },
            Self::C => failure.marking(array::locate(text, offset)),
            Self::Json => json::place(text, failure),
            Self::Cbor => failure,
        }
    }

    /// A failure of a component of the CRI that an operand became, placed where that component is in the operand.
    pub(crate) fn place_part(
        self,
        operand: &[u8],
        cri: CriRef<'_>,
        options: Options,
        failure: Failure,
    ) -> Failure {
        if !self.is_text() {
            return self.place(operand, options, failure.within(cri));
        }
        let iri = text(operand).ok().and_then(|text| IriRef::parse(text).ok());
        match iri.zip(failure.component) {
            Some((iri, component)) => failure.at(part_offset(iri, component)).in_text(),
            None => failure,
        }
    }
}

/// Reads diagnostic notation. A CRI may be in tag 99, which only marks it, as in `CRI'…'`.
fn notation(operand: &[u8], options: Options) -> Result<Notation, Failure> {
    Ok(Notation::parse(text(operand)?, options)?.untagged())
}

/// Reads hex digits of at least one byte.
fn read_hex(digits: &str, buffer: &mut Vec<u8>) -> Result<(), Failure> {
    hex::decode(digits, buffer)?;
    if buffer.is_empty() { Err(Failure::empty()) } else { Ok(()) }
}

/// Where the path of a reference begins.
fn path_offset(iri: IriRef<'_>) -> usize {
    let scheme = iri.components().scheme.map_or(0, |scheme| scheme.len() + ":".len());
    scheme + iri.components().authority.map_or(0, |authority| "//".len() + authority.len())
}

/// Where a component of a reference begins, or would begin if it were there.
fn part_offset(iri: IriRef<'_>, part: Component) -> usize {
    let path = path_offset(iri);
    let path_end = path + iri.components().path.len();
    match part {
        Component::Cri | Component::Scheme => 0,
        Component::Path | Component::Discard => path,
        Component::Query => path_end + "?".len(),
        Component::Fragment => {
            path_end + iri.components().query.map_or(0, |query| "?".len() + query.len()) + "#".len()
        }
        // Only the host has a bracket, and the first `%25` after it begins the zone-id.
        Component::ZoneId => {
            let authority = iri.components().authority.unwrap_or_default();
            let zone = authority.find('[').and_then(|at| Some(at + authority[at..].find("%25")?));
            path - authority.len() + zone.map_or(0, |at| at + "%25".len())
        }
        // The authority, and every other component in it.
        _ => path - iri.components().authority.map_or(0, str::len),
    }
}

/// The operand as text.
pub(crate) fn text(operand: &[u8]) -> Result<&str, Failure> {
    std::str::from_utf8(operand).map_err(|error| {
        let at = error.valid_up_to();
        let found = operand.get(at).map_or(String::new(), |byte| format!("byte 0x{byte:02X} "));
        let message = format!("{found}is not UTF-8; this operand must be text");
        Failure::new("not-utf8", message).at(at).in_text()
    })
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
    use crate::input::operand::{Operand, Place};
    use crate::report;

    /// Every wrong operand is reported, at an offset inside the operand.
    fn check(operand: &[u8]) -> Result<(), TestCaseError> {
        for &format in Format::value_variants() {
            let mut buffer = Vec::new();
            let Err(failure) = format.read(operand, Options::new(Revision::Draft16), &mut buffer)
            else {
                continue;
            };
            let shown = Operand { bytes: Ok(operand), place: Place::Line(1) };
            let report = report::failure(&failure, &Echo::new(shown, format), shown.place);
            prop_assert!(report.contains(failure.kind));
            let Failure { offset, mark, .. } = failure;
            prop_assert!(
                offset.is_none_or(|offset| offset <= operand.len()),
                "{format:?} {offset:?}"
            );
            prop_assert!(mark.is_none_or(|mark| mark.start <= operand.len()), "{format:?}");
        }
        Ok(())
    }

    /// Pieces of diagnostic notation, put together at random, which is more often wrong than not.
    fn notation() -> impl Strategy<Value = String> {
        const PIECES: &str = "[ ] { } ( ) << >> (_ [_ , : + - . ... _ _0 _3 \" ' \\ \\u00 \\u{ h' b64' b32' cri' cri'' \
            cri'//u:p@h' dt' false true null undefined simple( NaN Infinity 0 1 -1 24 99( 0x 0b1 1.5 1e p3 \
            18446744073709551616 / /c/ # \"a\" \"é\" \u{1b}";
        let pieces: Vec<&str> = PIECES.split(' ').chain([" ", "\n"]).collect();
        prop::collection::vec(prop::sample::select(pieces), 0..24)
            .prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn any_bytes_are_read_or_reported(operand in prop::collection::vec(any::<u8>(), 0..40)) {
            check(&operand)?;
        }

        #[test]
        fn any_text_is_read_or_reported(operand in "\\PC{0,40}") {
            check(operand.as_bytes())?;
        }

        #[test]
        fn any_notation_is_read_or_reported(operand in notation()) {
            check(operand.as_bytes())?;
        }

        #[test]
        fn any_json_is_read_or_reported(operand in r#"\{("cri"|"uri"|false|[0-9a-f"'\\{}:,/@]){0,20}\}?"#) {
            check(operand.as_bytes())?;
        }
    }
}
