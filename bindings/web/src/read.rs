//! Reads a text in any form into CBOR, and leads from a byte of the CBOR back to the text.

use std::ops::Range;

use cri_core::{CriRef, DecodeError};
use cri_edn::Notation;
use cri_inspect::operand::hex;
use cri_uri::{IriRef, Options, to_cri};
use serde::Deserialize;

use crate::fault::Fault;
use crate::hint::advised;
use crate::recognize::{Form, Recognized};

/// The CBOR of a text, and where it comes from.
#[derive(Debug)]
pub(crate) struct Read<'t> {
    pub(crate) recognized: Recognized<'t>,
    pub(crate) bytes: Vec<u8>,
    /// The notation that the bytes come from.
    notation: Option<Notation>,
    /// The range of the text that has the hex digits of the bytes.
    digits: Option<Range<usize>>,
}

/// A JSON object as the program `cri` writes it. Its other members do not count.
#[derive(Deserialize)]
struct Object {
    cri: String,
}

impl<'t> Read<'t> {
    /// Reads a text. The CBOR of a URI is a CRI reference. Other CBOR is not checked.
    ///
    /// # Errors
    ///
    /// The fault of the text, with its place, and a hint if there is one.
    pub(crate) fn new(recognized: Recognized<'t>, options: Options) -> Result<Self, Fault> {
        Self::parse(recognized, options).map_err(|fault| advised(fault, recognized.text))
    }

    fn parse(recognized: Recognized<'t>, options: Options) -> Result<Self, Fault> {
        let text = recognized.text;
        let (mut notation, mut digits) = (None, None);
        let bytes = match recognized.form {
            Form::Uri => to_cri(text, options, Vec::new())?.into_buffer(),
            Form::Iri => IriRef::parse(text)?.to_cri(options, Vec::new())?.into_buffer(),
            Form::Notation => {
                notation.insert(Notation::parse(text, options)?.untagged()).as_bytes().to_vec()
            }
            Form::Hex => {
                hex::decode(text.get(digits.insert(0..text.len()).clone()).unwrap_or_default())?
            }
            Form::Json => {
                let object: Object = serde_json::from_str(text).map_err(|_| {
                    let message = "this is not an object that cri --json writes; its member \"cri\" holds hex digits";
                    Fault::new("invalid-json", message).at(0..1)
                })?;
                digits = text.find(&object.cri).map(|at| at..at.saturating_add(object.cri.len()));
                let start = digits.as_ref().map_or(0, |digits| digits.start);
                hex::decode(&object.cri).map_err(|error| Fault::from(error).moved(start))?
            }
        };
        if bytes.is_empty() {
            let message = "there are no hex digits; a CRI takes at least one byte";
            return Err(Fault::new("empty-operand", message).at(text.len()..text.len()));
        }
        Ok(Self { recognized, bytes, notation, digits })
    }

    /// The CBOR as a CRI reference.
    ///
    /// # Errors
    ///
    /// The fault of the bytes, placed in the text, and a hint if there is one.
    pub(crate) fn cri(&self) -> Result<CriRef<'_>, Fault> {
        let fault = |error: DecodeError| {
            self.place(advised(error.into(), self.recognized.text), error.offset())
        };
        CriRef::decode(&self.bytes).map_err(fault)
    }

    /// A fault at this byte of the CBOR, placed in the text. Its message keeps the offset in hex digits.
    fn place(&self, fault: Fault, offset: usize) -> Fault {
        if let Some(digits) = &self.digits {
            let place =
                hex::locate(self.recognized.text.get(digits.clone()).unwrap_or_default(), offset);
            return fault.at(place).moved(digits.start);
        }
        match self.notation.as_ref().and_then(|notation| notation.locate(offset)) {
            Some(at) => fault.renumbered(offset, at).at(at..at.saturating_add(1)),
            None => fault,
        }
    }
}
