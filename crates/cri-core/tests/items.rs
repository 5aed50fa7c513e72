//! CBOR items with heads of any length, and what several files of tests do with CRIs.

use std::hash::{DefaultHasher, Hash, Hasher};

use cri_core::{Buffer, EncodeError, Revision, Sections, SliceBuffer};

/// A data item. Strings are borrowed or, in generated items, owned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item<T = &'static str, B = &'static [u8]> {
    Unsigned(u64),
    Negative(u64),
    Bytes(B),
    Text(T),
    Array(Vec<Self>),
    Simple(u8),
}

impl<T, B> Item<T, B> {
    pub(crate) const FALSE: Self = Self::Simple(20);
    pub(crate) const TRUE: Self = Self::Simple(21);
    pub(crate) const NULL: Self = Self::Simple(22);
}

/// Appends a head that is `longer` steps longer than the shortest, up to the longest one.
pub(crate) fn write_head(major: u8, argument: u64, longer: usize, to: &mut Vec<u8>) {
    let shortest = match argument {
        0..24 => 0,
        24..0x100 => 1,
        0x100..0x1_0000 => 2,
        0x1_0000..0x1_0000_0000 => 3,
        _ => 4,
    };
    let bytes = argument.to_be_bytes();
    match (shortest + longer).min(4) {
        0 => to.push(major << 5 | bytes[7]),
        size => {
            to.push(major << 5 | (23 + size as u8));
            to.extend(&bytes[8 - (1 << (size - 1))..]);
        }
    }
}

impl<T: AsRef<str>, B: AsRef<[u8]>> Item<T, B> {
    /// Appends the item. `longer` returns for each head how many steps it is longer than the shortest.
    pub(crate) fn write(&self, longer: &mut impl FnMut() -> usize, to: &mut Vec<u8>) {
        let (major, argument) = match self {
            Self::Unsigned(value) => (0, *value),
            Self::Negative(value) => (1, *value),
            Self::Bytes(bytes) => (2, bytes.as_ref().len() as u64),
            Self::Text(text) => (3, text.as_ref().len() as u64),
            Self::Array(items) => (4, items.len() as u64),
            Self::Simple(value) => return to.push(7 << 5 | value),
        };
        write_head(major, argument, longer(), to);
        match self {
            Self::Bytes(bytes) => to.extend(bytes.as_ref()),
            Self::Text(text) => to.extend(text.as_ref().as_bytes()),
            Self::Array(items) => items.iter().for_each(|item| item.write(longer, to)),
            _ => {}
        }
    }
}

pub(crate) fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The encoding, whose length is the one that is told beforehand.
pub(crate) fn encode(sections: &Sections<'_>, revision: Revision) -> Result<Vec<u8>, EncodeError> {
    let mut space = vec![0; 1 << 18];
    let mut bytes = SliceBuffer::new(&mut space);
    sections.encode(revision, &mut bytes)?;
    assert_eq!(sections.encoded_len(revision), Ok(bytes.len()));
    Ok(bytes.as_slice().to_vec())
}
