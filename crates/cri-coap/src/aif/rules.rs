//! Lists of rules: `AIF-CRI`.

use core::fmt;

use cri_core::wire::{Major, write_head};
use cri_core::{Buffer, Component, Sections};

use super::local_part::write_local_part;
use super::reader::Reader;
use super::{AifError, AifErrorKind, LocalPart, MethodSet};

/// One rule: what, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule<'a> {
    pub(super) local_part: LocalPart<'a>,
    pub(super) methods: MethodSet,
}

impl<'a> Rule<'a> {
    /// The resource that the rule is about.
    #[must_use]
    pub const fn local_part(&self) -> &LocalPart<'a> {
        &self.local_part
    }

    /// The methods that are permitted.
    #[must_use]
    pub const fn methods(&self) -> MethodSet {
        self.methods
    }
}

/// A list of rules, `AIF-CRI`: checked whole, borrowed, still encoded.
#[derive(Clone, Copy)]
pub struct Aif<'a> {
    /// INVARIANT: whole rules, each of them checked.
    bytes: &'a [u8],
}

impl<'a> Aif<'a> {
    /// Decodes all of `bytes` as one list of rules.
    ///
    /// One rule that is wrong makes all of them so: half of what is permitted, or more than that, is nothing to go by.
    ///
    /// # Errors
    ///
    /// `Decode`, `ItemCount` and `Pet`.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, AifError> {
        let mut reader = Reader::new(bytes);
        let mut left = reader.array(Component::Cri)?;
        let rules = reader.rest();
        while let Some(less) = left.checked_sub(1) {
            left = less;
            reader.rule()?;
        }
        reader.end()?;
        Ok(Self { bytes: rules })
    }

    /// The rules in order.
    #[must_use]
    pub fn rules(&self) -> Rules<'a> {
        Rules { reader: Reader::new(self.bytes) }
    }
}

/// Shows the rules.
impl fmt::Debug for Aif<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rules()).finish()
    }
}

/// The rules of an [`Aif`], in order.
#[derive(Clone, Debug)]
pub struct Rules<'a> {
    reader: Reader<'a>,
}

impl<'a> Iterator for Rules<'a> {
    type Item = Rule<'a>;

    fn next(&mut self) -> Option<Rule<'a>> {
        // INVARIANT of `Aif`: what is left is rules.
        self.reader.rule().ok()
    }
}

/// Appends a list of rules.
///
/// # Errors
///
/// As [`encode_local_part`](super::encode_local_part), for any of the CRIs.
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
