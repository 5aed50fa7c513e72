//! Which characters may stand in which component of a URI (RFC 3986 appendix A).

use crate::text::machine::IS_64_BIT;

/// A set of ASCII characters. Percent-encoding is no matter of these sets: `%` is in none.
///
/// INVARIANT: one bit, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Charset(u8);

impl Charset {
    /// No character at all.
    pub(crate) const NONE: Self = Self(0);
    /// RFC 3986 section 2.3.
    pub(crate) const UNRESERVED: Self = Self(1);
    /// A registered name, and a userinfo but for its colon.
    pub(crate) const REG_NAME: Self = Self(2);
    /// A userinfo.
    pub(crate) const USERINFO: Self = Self(4);
    /// A path segment.
    pub(crate) const SEGMENT: Self = Self(8);
    /// A path: segments and what separates them.
    pub(crate) const PATH: Self = Self(16);
    /// A query, or a fragment.
    pub(crate) const QUERY: Self = Self(32);
    /// A parameter: what the query holds but `&`, which separates parameters (section 6.1 of the draft).
    pub(crate) const PARAMETER: Self = Self(64);
    /// A scheme behind its first letter (RFC 3986 section 3.1).
    pub(crate) const SCHEME: Self = Self(128);

    /// Whether `byte` is one of these characters.
    #[inline]
    pub(crate) fn has(self, byte: u8) -> bool {
        sets_of(byte) & self.0 != 0
    }

    /// Whether text of a CRI can hold a byte that a URI percent-encodes, in a component where text keeps this set as it
    /// is (section 7.1 of the draft). Other bytes are not UTF-8 by themselves, or would come out as another URI.
    #[inline(always)]
    pub(crate) fn is_text(self, byte: u8) -> bool {
        byte.is_ascii() && (!self.has(byte) || Self::UNRESERVED.has(byte))
    }

    /// [`has`](Self::has), for tables that are made when the crate is built.
    pub(crate) const fn has_at_build(self, byte: u8) -> bool {
        sets_with(byte) & self.0 != 0
    }

    /// Whether all of `text` is these characters.
    #[inline(always)]
    pub(crate) fn has_all(self, text: &[u8]) -> bool {
        // The bit stays where all have it.
        let and_all = |bit: u8, bytes: &[u8]| bytes.iter().fold(bit, |bit, &byte| bit & sets_of(byte));
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

    /// How many bytes at the front of `text` are these characters.
    #[inline]
    pub(crate) fn run_len(self, text: &[u8]) -> usize {
        let len = if IS_64_BIT { self.words_len(text) } else { 0 };
        let rest = text.get(len..).unwrap_or_default();
        len.wrapping_add(rest.iter().position(|&byte| !self.has(byte)).unwrap_or(rest.len()))
    }

    /// How many bytes at the start of `text` are these characters, in whole words of four bytes.
    #[inline]
    fn words_len(self, text: &[u8]) -> usize {
        let (words, _) = text.as_chunks::<4>();
        // The bit stays where all four have it.
        let in_all = |word: &[u8; 4]| word.iter().fold(self.0, |bit, &byte| bit & sets_of(byte)) != 0;
        words.iter().take_while(|word| in_all(word)).count().saturating_mul(4)
    }
}

/// The sets that `byte` is in, a bit each.
#[inline]
fn sets_of(byte: u8) -> u8 {
    // What is beyond the end is in none.
    SETS.get(usize::from(byte)).copied().unwrap_or_default()
}

/// Where there is one for each byte, no comparison is left of looking it up.
const BYTES: usize = if IS_64_BIT { 256 } else { 128 };

static SETS: [u8; BYTES] = {
    let mut sets = [0; BYTES];
    let mut byte = 0;
    while byte < 128 {
        #[allow(
            clippy::indexing_slicing,
            clippy::arithmetic_side_effects,
            reason = "at most 127 here, and as an index in range: this runs when the crate is built"
        )]
        {
            sets[byte] = sets_with(byte as u8);
            byte += 1;
        }
    }
    sets
};

const fn sets_with(byte: u8) -> u8 {
    const PARAMETER: u8 = Charset::PARAMETER.0;
    const QUERY: u8 = Charset::QUERY.0;
    const PATH: u8 = Charset::PATH.0 | QUERY;
    const SEGMENT: u8 = Charset::SEGMENT.0 | PATH;
    const USERINFO: u8 = Charset::USERINFO.0 | SEGMENT;
    const REG_NAME: u8 = Charset::REG_NAME.0 | USERINFO;
    const UNRESERVED: u8 = Charset::UNRESERVED.0 | REG_NAME | PARAMETER;
    const SCHEME: u8 = Charset::SCHEME.0;
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' => UNRESERVED | SCHEME,
        b'_' | b'~' => UNRESERVED,
        b'+' => REG_NAME | PARAMETER | SCHEME,
        b'!' | b'$' | b'\'' | b'(' | b')' | b'*' | b',' | b';' | b'=' => REG_NAME | PARAMETER,
        b'&' => REG_NAME,
        b':' => USERINFO | PARAMETER,
        b'@' => SEGMENT | PARAMETER,
        b'/' => PATH | PARAMETER,
        b'?' => QUERY | PARAMETER,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    fn members(set: Charset) -> String {
        (0..=255).filter(|&byte| set.has(byte)).map(char::from).collect()
    }

    const UNRESERVED: &str = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~";

    // shows: R3986-2.2-01, R3986-2.3-01
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
        assert_eq!(members(Charset::SCHEME), "+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    }
}
