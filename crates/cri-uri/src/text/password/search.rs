//! Signs of an authority in text that arrives byte by byte.

use core::ops::Range;

use crate::text::password::authority::Authority;
use crate::text::password::name::Name;
use crate::text::password::within::Within;

/// The search for passwords after signs of an authority, by rules 1 and 2, in text that arrives byte by byte.
#[derive(Default)]
pub(crate) struct Search {
    /// The number of bytes that were taken so far.
    at: usize,
    within: Within,
    /// The end of the text before the next byte.
    before: Before,
    /// The authority that the text is in.
    authority: Option<Authority>,
    /// A password that was found after the one that was returned last.
    second: Option<Range<usize>>,
}

impl Search {
    /// A search in text that arrives in pieces.
    pub(crate) fn new(within: Within) -> Self {
        Self { within, ..Self::default() }
    }

    /// A search in text that begins with an authority.
    pub(super) fn in_authority() -> Self {
        Self { authority: Some(Authority::default()), ..Self::default() }
    }

    /// The places of the passwords in the text.
    pub(super) fn find(mut self, text: &[u8]) -> impl Iterator<Item = Range<usize>> {
        let mut bytes = text.iter();
        core::iter::from_fn(move || {
            let second = self.second();
            second.or_else(|| bytes.find_map(|&byte| self.push(byte))).or_else(|| self.end())
        })
    }

    /// Takes the next byte. Returns a password if an authority with one ends before this byte. [`Self::second`] may return
    /// another.
    pub(crate) fn push(&mut self, byte: u8) -> Option<Range<usize>> {
        let mut found = None;
        if self
            .authority
            .as_mut()
            .is_some_and(|authority| authority.ends(byte, self.at, self.within))
        {
            found = self.end();
        }
        let begins = self.before.begins_authority(byte);
        if self.authority.is_none() && begins {
            self.authority = Some(Authority::default());
        }
        if let Some(authority) = &mut self.authority {
            // After one slash, this would be the path of an authority with an empty port.
            if begins && (self.before.slashes != 1) {
                authority.begin_another();
            }
            authority.push(byte, self.at, self.within);
        }
        self.before.push(byte);
        self.at = self.at.saturating_add(1);
        found
    }

    /// The password of the authority that the text ends in. [`Self::second`] may return another.
    pub(crate) fn end(&mut self) -> Option<Range<usize>> {
        let authority = self.authority.take()?;
        let cut_off = authority.cut_off(self.at, self.within);
        let Some(password) = authority.password() else {
            return cut_off;
        };
        self.second = cut_off;
        Some(password)
    }

    /// The password that follows the one that was returned last, in the same authority.
    pub(crate) fn second(&mut self) -> Option<Range<usize>> {
        self.second.take()
    }
}

/// The end of the text before a byte. It decides whether an authority begins with that byte.
#[derive(Default)]
struct Before {
    /// The number of slashes and backslashes at the end of the text.
    slashes: usize,
    /// How many more slashes the text before these stands for: a scheme and its colon for one, those of browsers for both.
    implied: usize,
    /// The name at the end of the text, which may be a scheme.
    name: Name,
    /// The name at the end of the text if tabs and line ends are ignored.
    joined: Name,
}

impl Before {
    /// Whether an authority begins with this byte.
    fn begins_authority(&self, byte: u8) -> bool {
        self.slashes.saturating_add(self.implied) >= 2 && !is_slash(byte) && !is_ignored(byte)
    }

    fn push(&mut self, byte: u8) {
        if is_ignored(byte) {
            self.name = Name::default();
        } else if is_slash(byte) {
            self.slashes = self.slashes.saturating_add(1);
            (self.name, self.joined) = Default::default();
        } else {
            self.implied = match () {
                () if byte != b':' || self.joined.is_empty() => 0,
                () if self.name.is_special() || self.joined.is_special() => 2,
                () => 1,
            };
            self.slashes = 0;
            self.name.push(byte);
            self.joined.push(byte);
        }
    }
}

pub(super) const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

/// Whether browsers drop this byte from a URL.
const fn is_ignored(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}
