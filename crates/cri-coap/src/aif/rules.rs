//! Lists of access rules: `AIF-CRI`.

use core::fmt;
use core::iter::FusedIterator;

use cri_core::wire::{Major, write_head};
use cri_core::{Buffer, Component, Sections};

use super::error::{AifError, AifErrorKind};
use super::local_part::{LocalPart, write_local_part};
use super::method::MethodSet;
use super::reader::Reader;

/// One rule: a resource, and the methods that are permitted on it.
///
/// ```
/// use cri_coap::aif::{Aif, Method};
///
/// let rules = Aif::decode(b"\x81\x82\x81\x81\x61s\x01")?; // [[[["s"]], 1]]
/// let rule = rules.rules().next().expect("a rule");
/// assert!(rule.local_part().segments().eq(["s"]) && rule.methods().has(Method::Get));
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule<'a> {
    local_part: LocalPart<'a>,
    methods: MethodSet,
}

impl<'a> Rule<'a> {
    /// Reads `[CRI-local-part, REST-method-set]`.
    fn read(reader: &mut Reader<'a>) -> Result<Self, AifError> {
        reader.array_of(2..=2)?;
        let local_part = LocalPart::read(reader)?;
        let methods = MethodSet::from_bits(reader.unsigned()?);
        Ok(Self { local_part, methods })
    }

    /// The resource.
    #[must_use]
    pub const fn local_part(&self) -> &LocalPart<'a> {
        &self.local_part
    }

    /// The permitted methods.
    ///
    /// ```
    /// let rules = cri_coap::aif::Aif::decode(b"\x81\x82\x81\x80\x05")?; // [[[[]], 5]]
    /// assert!(rules.rules().map(|rule| rule.methods().bits()).eq([5]));
    /// # Ok::<(), cri_coap::aif::AifError>(())
    /// ```
    #[must_use]
    pub const fn methods(&self) -> MethodSet {
        self.methods
    }
}

/// A list of rules, `AIF-CRI`, checked as a whole, borrowed and still encoded.
///
/// ```
/// use cri_coap::aif::Aif;
///
/// let rules = Aif::decode(b"\x81\x82\x81\x81\x61s\x05")?; // [[[["s"]], 5]]
/// assert_eq!(format!("{rules:?}"), r#"[Rule { local_part: [["s"]], methods: MethodSet(0x5) }]"#);
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Aif<'a> {
    /// INVARIANT: whole rules, each of them valid.
    bytes: &'a [u8],
    /// The number of rules.
    count: usize,
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
        let mut left = reader.array(Component::Cri)?;
        let bytes = reader.rest();
        let mut count = 0_usize;
        while let Some(less) = left.checked_sub(1) {
            left = less;
            Rule::read(&mut reader)?;
            // Cannot overflow: each rule takes at least a byte.
            count = count.wrapping_add(1);
        }
        reader.end()?;
        Ok(Self { bytes, count })
    }

    /// The rules in order.
    #[must_use]
    pub fn rules(&self) -> Rules<'a> {
        Rules { reader: Reader::new(self.bytes), left: self.count }
    }
}

/// Shows the rules.
impl fmt::Debug for Aif<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rules()).finish()
    }
}

/// The rules of an [`Aif`], in order.
///
/// ```
/// let rules = cri_coap::aif::Aif::decode(b"\x81\x82\x81\x80\x01")?; // [[[[]], 1]]
/// assert_eq!(rules.rules().len(), 1);
/// # Ok::<(), cri_coap::aif::AifError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    reader: Reader<'a>,
    /// The number of rules in `reader`.
    left: usize,
}

impl<'a> Iterator for Rules<'a> {
    type Item = Rule<'a>;

    fn next(&mut self) -> Option<Rule<'a>> {
        self.left = self.left.checked_sub(1)?;
        // INVARIANT of `Aif`: only valid rules are left.
        Rule::read(&mut self.reader).ok()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Rules<'_> {}

impl FusedIterator for Rules<'_> {}

/// Appends a list of rules.
///
/// ```
/// use cri_coap::aif::{Method, MethodSet, encode};
/// use cri_core::{ArrayBuffer, Buffer, Cri};
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x81\x61s")?; // [-1, ["h"], ["s"]]
/// let mut buffer = ArrayBuffer::<16>::new();
/// encode([(cri.sections(), MethodSet::NONE.with(Method::Get))], &mut buffer)?;
/// assert_eq!(buffer.as_slice(), b"\x81\x82\x81\x81\x61s\x01"); // [[[["s"]], 1]]
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// Those of [`encode_local_part`](super::encode_local_part), for any of the CRIs. After an error, the buffer holds what
/// it held before.
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
    let full = |_| AifError::new(AifErrorKind::BufferFull, Component::Cri, None);
    write_head(buffer, Major::Array, rules.len() as u64).map_err(full)?;
    for (sections, methods) in rules {
        write_head(buffer, Major::Array, 2).map_err(full)?;
        write_local_part(&sections, buffer)?;
        write_head(buffer, Major::Unsigned, methods.bits()).map_err(full)?;
    }
    Ok(())
}
