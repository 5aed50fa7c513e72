//! The spelling of a component: which triplets are decoded, and which letters change case (RFC 3986 section 6.2.2).

use core::fmt::{self, Write};

use crate::text::grammar::charset::Charset;
use crate::text::pct::split_triplet;

/// The spelling that a component is written in.
#[derive(Clone, Copy)]
pub(crate) struct Spelling {
    /// Triplets of unreserved characters become these characters (section 6.2.2.2).
    pub(crate) decoded: bool,
    /// The digits of triplets are in upper case (section 6.2.2.1).
    pub(crate) upper: bool,
    /// Letters are in lower case, except the digits of triplets (section 6.2.2.1).
    pub(crate) lower: bool,
}

impl Spelling {
    /// This spelling, in lower case if `lower` says so.
    pub(crate) const fn lower_if(self, lower: bool) -> Self {
        Self { lower: self.lower || lower, ..self }
    }

    /// The bytes of `text` in this spelling, all ASCII.
    pub(crate) const fn bytes(self, text: &str) -> Bytes<'_> {
        Bytes { rest: text.as_bytes(), digits: 0, spelling: self }
    }

    /// Writes `text` in this spelling.
    pub(crate) fn write(self, out: &mut impl Write, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        let changes = |byte: u8| byte == b'%' || (self.lower && byte.is_ascii_uppercase());
        if text.bytes().any(changes) {
            return self.bytes(text).try_for_each(|byte| out.write_char(byte.into()));
        }
        out.write_str(text)
    }
}

/// The bytes of a component in a spelling.
pub(crate) struct Bytes<'a> {
    rest: &'a [u8],
    /// How many bytes at the front of `rest` are digits of a triplet.
    digits: u8,
    spelling: Spelling,
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let Spelling { decoded, upper, lower } = self.spelling;
        let (&byte, rest) = self.rest.split_first()?;
        if let Some(digits) = self.digits.checked_sub(1) {
            (self.digits, self.rest) = (digits, rest);
            return Some(if upper { byte.to_ascii_uppercase() } else { byte });
        }
        let triplet =
            split_triplet(self.rest).filter(|&(byte, _)| decoded && Charset::UNRESERVED.has(byte));
        if triplet.is_none() && byte == b'%' {
            (self.digits, self.rest) = (2, rest);
            return Some(byte);
        }
        let (byte, rest) = triplet.unwrap_or((byte, rest));
        self.rest = rest;
        Some(if lower { byte.to_ascii_lowercase() } else { byte })
    }
}
