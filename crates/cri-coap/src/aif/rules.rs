//! Lists of access rules: `AIF-CRI`.

use core::fmt;

use cri_core::wire::{Major, write_head};
use cri_core::{Buffer, Component, Sections};

use crate::aif::error::AifError;
use crate::aif::local_part::{LocalPart, write_local_part};
use crate::aif::method::MethodSet;
use crate::aif::reader::Reader;

/// A list of rules, `AIF-CRI`, checked as a whole, borrowed and still encoded.
///
/// ```
/// use cri_coap::aif::{Aif, Method};
///
/// let rules = Aif::decode(b"\x81\x82\x81\x81\x61s\x05")?; // [[[["s"]], 5]]
/// let options = [(cri_coap::option::URI_PATH, &b"s"[..])];
/// assert!(rules.allows(Method::Put, options) && !rules.allows(Method::Post, options));
/// assert_eq!(format!("{rules:?}"), r#"[([["s"]], MethodSet(0x5))]"#);
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Aif<'a> {
    /// INVARIANT: whole rules, each of them valid.
    bytes: &'a [u8],
    /// The number of rules.
    count: u64,
}

impl<'a> Aif<'a> {
    /// Decodes all of `bytes` as one list of rules.
    ///
    /// One wrong rule makes the whole list an error. A part of a list might permit less, or more, than its author meant.
    ///
    /// # Errors
    ///
    /// `Decode`, `ItemCount` and `Pet`.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, AifError> {
        let mut reader = Reader::new(bytes);
        let count = reader.argument(Major::Array, Component::Cri)?;
        let bytes = reader.rest();
        // Each rule takes at least a byte, so the loop ends with the input, whatever count is declared.
        for _ in 0..count {
            read_rule(&mut reader)?;
        }
        reader.end()?;
        Ok(Self { bytes, count })
    }

    /// The rules in order: a resource, and the methods that are permitted on it.
    pub fn rules(&self) -> impl Iterator<Item = (LocalPart<'a>, MethodSet)> + Clone + use<'a> {
        let mut reader = Reader::new(self.bytes);
        (0..self.count).map_while(move |_| {
            let rule = read_rule(&mut reader);
            // INVARIANT of `Aif`: only valid rules are left.
            debug_assert!(rule.is_ok());
            rule.ok()
        })
    }
}

/// Reads `[CRI-local-part, REST-method-set]`.
fn read_rule<'a>(reader: &mut Reader<'a>) -> Result<(LocalPart<'a>, MethodSet), AifError> {
    reader.array_of(2..=2)?;
    let local_part = LocalPart::read(reader)?;
    let methods = reader.argument(Major::Unsigned, Component::Cri)?;
    Ok((local_part, MethodSet::from_bits(methods)))
}

/// Shows the rules.
impl fmt::Debug for Aif<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rules()).finish()
    }
}

/// Appends a list of rules about the local parts of these CRIs, or of CRI references that begin with a discard of `true`.
///
/// ```
/// use cri_coap::aif::{Method, encode};
/// use cri_core::{ArrayBuffer, Buffer, Cri};
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61s")?; // [-1, ["h"], ["s"]]
/// let mut buffer = ArrayBuffer::<16>::new();
/// encode([(cri.sections(), Method::Get.into())], &mut buffer)?;
/// assert_eq!(buffer.as_slice(), b"\x81\x82\x81\x81\x61s\x01"); // [[[["s"]], 1]]
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `Pet`; `NoPath` for a reference without a path from the root; and `BufferFull`. After an error, the buffer holds
/// what it held before.
pub fn encode<'a, B: Buffer>(
    rules: impl IntoIterator<Item = (Sections<'a>, MethodSet), IntoIter: ExactSizeIterator>,
    buffer: &mut B,
) -> Result<(), AifError> {
    let start = buffer.len();
    write(rules.into_iter(), buffer).inspect_err(|_| buffer.truncate(start))
}

fn write<'a, B: Buffer>(
    rules: impl ExactSizeIterator<Item = (Sections<'a>, MethodSet)>,
    buffer: &mut B,
) -> Result<(), AifError> {
    write_head(buffer, Major::Array, rules.len() as u64)?;
    for (sections, methods) in rules {
        write_head(buffer, Major::Array, 2)?;
        write_local_part(&sections, buffer)?;
        write_head(buffer, Major::Unsigned, methods.bits())?;
    }
    Ok(())
}
