//! Which characters may stand in which component of a URI (RFC 3986 appendix A).

use cri_core::__private::{PREFER_SPEED, is_kept, is_scheme_byte, is_unreserved};
use cri_core::Component;

/// A set of ASCII characters. No set holds `%`: callers handle percent-encoding.
///
/// INVARIANT: at most one bit is set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Charset(u8);

impl Charset {
    /// No characters.
    pub(crate) const NONE: Self = Self(0);
    /// The unreserved characters (RFC 3986 section 2.3).
    pub(crate) const UNRESERVED: Self = Self(1);
    /// A registered name, and a userinfo without its colon.
    pub(crate) const REG_NAME: Self = Self(2);
    /// A userinfo.
    pub(crate) const USERINFO: Self = Self(4);
    /// A path segment.
    pub(crate) const SEGMENT: Self = Self(8);
    /// A query, or a fragment.
    pub(crate) const QUERY: Self = Self(16);
    /// A parameter: a query without `&`, which separates parameters (section 6.1 of the draft).
    pub(crate) const PARAMETER: Self = Self(32);
    /// A path: segments and slashes.
    pub(crate) const PATH: Self = Self(64);
    /// A scheme after its first letter (RFC 3986 section 3.1).
    pub(crate) const SCHEME: Self = Self(128);

    /// The index of the set's bit. It is 8 for no characters.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// Whether `byte` is one of these characters.
    #[inline]
    pub(crate) const fn has(self, byte: u8) -> bool {
        sets_of(byte) & self.0 != 0
    }

    /// Whether all characters of `text` are in this set.
    #[inline(always)]
    pub(crate) fn has_all(self, text: &[u8]) -> bool {
        // The bit stays set if all characters have it.
        let and_all =
            |bit: u8, bytes: &[u8]| bytes.iter().fold(bit, |bit, &byte| bit & sets_of(byte));
        let Some(last) = text.last_chunk::<8>() else {
            return and_all(self.0, text) != 0;
        };
        // The last word may overlap another one.
        let mut bit = and_all(self.0, last);
        for word in text.as_chunks::<8>().0 {
            bit = and_all(bit, word);
        }
        bit != 0
    }

    /// How many bytes at the start of `text` are these characters.
    #[inline]
    pub(crate) fn run_len(self, text: &[u8]) -> usize {
        text.iter().position(|&byte| !self.has(byte)).unwrap_or(text.len())
    }
}

/// The sets that `byte` is in, one bit each.
#[inline]
#[allow(clippy::indexing_slicing, reason = "the index is compared with the length")]
const fn sets_of(byte: u8) -> u8 {
    let index = byte as usize;
    if index < BYTES { SETS[index] } else { 0 }
}

/// With an entry for each byte, looking one up takes no comparison. The table is then twice as large.
const BYTES: usize = if PREFER_SPEED { 256 } else { 128 };

static SETS: [u8; BYTES] = {
    let mut sets = [0; BYTES];
    let mut byte = 0;
    while byte < 128 {
        #[allow(
            clippy::indexing_slicing,
            clippy::arithmetic_side_effects,
            reason = "the byte is at most 127, and this runs when the crate is built"
        )]
        {
            sets[byte] = sets_with(byte as u8);
            byte += 1;
        }
    }
    sets
};

/// The sets that the grammar puts `byte` in, one bit each.
const fn sets_with(byte: u8) -> u8 {
    const fn set(Charset(set): Charset, is_member: bool) -> u8 {
        if is_member { set } else { 0 }
    }
    set(Charset::UNRESERVED, is_unreserved(byte))
        | set(Charset::REG_NAME, is_kept(Component::Host, byte))
        | set(Charset::USERINFO, is_kept(Component::Userinfo, byte))
        | set(Charset::SEGMENT, is_kept(Component::Path, byte))
        | set(Charset::PATH, byte == b'/' || is_kept(Component::Path, byte))
        | set(Charset::QUERY, is_kept(Component::Fragment, byte))
        | set(Charset::PARAMETER, is_kept(Component::Query, byte))
        | set(Charset::SCHEME, is_scheme_byte(byte.to_ascii_lowercase(), false))
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    fn members(set: Charset) -> String {
        (0..=255).filter(|&byte| set.has(byte)).map(char::from).collect()
    }

    const UNRESERVED: &str = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";

    // shows: R3986-2.2-01, R3986-2.3-01, R1738-2.2-07
    #[test]
    fn sets_are_those_of_appendix_a() {
        let sorted = |more: &str| {
            let mut all: std::vec::Vec<char> = UNRESERVED.chars().chain(more.chars()).collect();
            all.sort_unstable();
            all.into_iter().collect::<String>()
        };
        assert_eq!(members(Charset::UNRESERVED), UNRESERVED);
        assert_eq!(members(Charset::REG_NAME), sorted("!$&'()*+,;="));
        assert_eq!(members(Charset::USERINFO), sorted("!$&'()*+,;=:"));
        assert_eq!(members(Charset::SEGMENT), sorted("!$&'()*+,;=:@"));
        assert_eq!(members(Charset::PATH), sorted("!$&'()*+,;=:@/"));
        assert_eq!(members(Charset::QUERY), sorted("!$&'()*+,;=:@/?"));
        assert_eq!(members(Charset::PARAMETER), sorted("!$'()*+,;=:@/?"));
    }

    #[test]
    fn schemes_hold_letters_digits_and_three_marks() {
        assert_eq!(
            members(Charset::SCHEME),
            "+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        );
    }
}
