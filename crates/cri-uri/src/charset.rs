//! Which characters may stand in which component of a URI (RFC 3986 appendix A).

/// A set of ASCII characters. Percent-encoding is no matter of these sets: `%` is in none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Charset(u8);

const UNRESERVED: u8 = 1;
/// The sub-delims but `&`.
const SUB_DELIM: u8 = 2;
const AMPERSAND: u8 = 4;
const COLON: u8 = 8;
const AT: u8 = 16;
const SLASH: u8 = 32;
const QUESTION: u8 = 64;

impl Charset {
    /// No character at all.
    pub(crate) const NONE: Self = Self(0);
    /// RFC 3986 section 2.3.
    pub(crate) const UNRESERVED: Self = Self(UNRESERVED);
    /// A registered name, and a userinfo but for its colon.
    pub(crate) const REG_NAME: Self = Self(UNRESERVED | SUB_DELIM | AMPERSAND);
    /// A userinfo.
    pub(crate) const USERINFO: Self = Self(Self::REG_NAME.0 | COLON);
    /// A path segment.
    pub(crate) const SEGMENT: Self = Self(Self::USERINFO.0 | AT);
    /// A path: segments and what separates them.
    pub(crate) const PATH: Self = Self(Self::SEGMENT.0 | SLASH);
    /// A query, or a fragment.
    pub(crate) const QUERY: Self = Self(Self::PATH.0 | QUESTION);
    /// A parameter: what the query holds but `&`, which separates parameters (section 6.1 of the draft).
    pub(crate) const PARAMETER: Self = Self(Self::QUERY.0 & !AMPERSAND);

    /// Whether `byte` is one of these characters.
    #[inline]
    pub(crate) fn has(self, byte: u8) -> bool {
        // INVARIANT: there are 256 kinds, one for each byte.
        KINDS.get(usize::from(byte)).copied().unwrap_or_default() & self.0 != 0
    }
}

/// Whether `byte` may stand in a scheme behind its first letter (RFC 3986 section 3.1).
pub(crate) const fn is_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}

/// The kind of each byte: one bit, or none where it stands in no component.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        // At most 127 here, and as an index in range: this runs when the crate is built.
        #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
        {
            kinds[byte] = kind(byte as u8);
            byte += 1;
        }
    }
    kinds
};

const fn kind(byte: u8) -> u8 {
    match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => UNRESERVED,
        b'!' | b'$' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => SUB_DELIM,
        b'&' => AMPERSAND,
        b':' => COLON,
        b'@' => AT,
        b'/' => SLASH,
        b'?' => QUESTION,
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
        let all: String = (0..=255).filter(|&byte| is_scheme(byte)).map(char::from).collect();
        assert_eq!(all, "+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
    }
}
