//! How operands are read and answers are written: one file a format.

mod edn;
mod hex;
mod json;

use std::io::Write;

use clap::ValueEnum;
use cri_core::{CriRef, CriRefBuf, Sections};
use cri_uri::{Options, ToUri, UriRef};

use crate::failure::Failure;

pub(crate) use hex::{locate, write as write_hex};
pub(crate) use json::{Input, Made, write_failure, write_line};

/// A way to write a CRI reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// A URI reference (RFC 3986)
    Uri,
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
    /// Reads an operand into `buffer`.
    ///
    /// A URI becomes a CRI in the form of `options`' revision. A CRI stays as it is.
    ///
    /// # Errors
    ///
    /// Whatever is wrong with the operand.
    pub(crate) fn read<'b>(self, operand: &[u8], options: Options, buffer: &'b mut Vec<u8>) -> Result<Read<'b>, Failure> {
        buffer.clear();
        match self {
            Self::Uri => Ok(UriRef::parse(text(operand)?)?.to_cri(options, buffer)?),
            Self::Hex => hex::read(text(operand)?, buffer),
            Self::Edn => edn::read(text(operand)?, options, buffer),
            Self::Json => json::read(text(operand)?, buffer),
            Self::Cbor => {
                buffer.extend_from_slice(operand);
                Ok(CriRefBuf::from_buffer(buffer)?)
            }
        }
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

/// Appends the URI reference and the end of the line.
///
/// # Errors
///
/// Where there is none; nothing is written then.
pub(crate) fn write_uri(output: &mut Vec<u8>, sections: Sections<'_>, options: Options) -> Result<(), Failure> {
    let uri = sections.to_uri(options)?;
    // Writing to a vector never fails.
    let _ = writeln!(output, "{uri}");
    Ok(())
}

/// Appends diagnostic notation and the end of the line.
pub(crate) fn write_edn(output: &mut Vec<u8>, cri: CriRef<'_>) {
    // Writing to a vector never fails.
    let _ = writeln!(output, "{}", cri.diagnostic());
}
