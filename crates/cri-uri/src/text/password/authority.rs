//! An authority that is read byte by byte, and the passwords in it, by rules 1 and 2.

use core::ops::Range;

use crate::text::password::within::{LIKE_COLONS, Within};

/// The delimiters of an authority that were read so far, and those in the text after it, which may belong to its
/// password.
#[derive(Default)]
pub(super) struct Authority {
    /// The offset after the first colon, which may be percent-encoded, or a character that looks like one.
    colon: Option<usize>,
    /// The last three bytes.
    last: [u8; 3],
    /// The offset of the last `@`.
    at_sign: Option<usize>,
    /// The host after the last `@`, and its port.
    host: Host,
    /// Whether `/`, `?` or `#` was read.
    is_over: bool,
    /// Where a blank or a quotation mark ended the word, in text with URIs in it.
    word_end: Option<usize>,
}

/// The host and port that were read so far, or what stands in their place.
#[derive(Default)]
struct Host {
    brackets: Brackets,
    /// The offset after the first colon.
    colon: Option<usize>,
    /// The offset after the first colon that an address in brackets does not hold, and what follows it.
    port: Option<(usize, Port)>,
    /// Whether `/`, `?` or `#` ended the host.
    is_over: bool,
    /// Where that ended a wrong port, if no `@` and no colon followed.
    port_end: Option<usize>,
}

/// The place in the address in brackets that an authority may begin with.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Brackets {
    /// Nothing was read.
    #[default]
    Start,
    /// In the first group of digits.
    Group,
    /// After the first colon.
    Address,
    /// After a percent sign.
    Zone,
    /// After a character that no address has.
    Odd,
    /// After the closing bracket, or there is no address.
    No,
}

impl Brackets {
    fn push(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start, b'[') => Self::Group,
            (Self::Group, byte) if byte.is_ascii_hexdigit() => Self::Group,
            (Self::Group, b':') => Self::Address,
            (Self::Start | Self::Group | Self::No, _) | (_, b']') => Self::No,
            (Self::Address, b'%') => Self::Zone,
            (Self::Address, byte) if !byte.is_ascii_hexdigit() && byte != b':' && byte != b'.' => {
                Self::Odd
            }
            (inside, _) => inside,
        }
    }
}

/// The text after the colon that should be before a port.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Port {
    Empty,
    Digits,
    /// Digits or none, and marks that end a quotation or a sentence.
    Ended,
    /// Digits, and then anything else.
    Wrong,
    /// Anything else.
    Other,
}

impl Port {
    fn push(self, byte: u8, within: Within) -> Self {
        let is_mark = byte.is_ascii_whitespace() || b"\"'<>()[]{},;.!?".contains(&byte);
        match self {
            Self::Empty | Self::Digits if byte.is_ascii_digit() => Self::Digits,
            Self::Empty | Self::Digits | Self::Ended if is_mark => Self::Ended,
            // A sentence may go on.
            Self::Ended if within == Within::Prose => Self::Ended,
            Self::Digits | Self::Wrong => Self::Wrong,
            _ => Self::Other,
        }
    }

    /// Whether this may be a password that is cut off.
    const fn is_password(self) -> bool {
        matches!(self, Self::Wrong | Self::Other)
    }
}

impl Host {
    /// Where a password that is cut off begins.
    fn password(&self) -> Option<usize> {
        match self.port {
            Some((start, port)) => port.is_password().then_some(start),
            // Brackets that do not close, and hold no address.
            None => self.colon.filter(|_| self.brackets == Brackets::Odd),
        }
    }
}

impl Authority {
    /// Notes whether the byte at `at` is a delimiter. Returns whether the search for an `@` ends before this byte.
    pub(super) fn ends(&mut self, byte: u8, at: usize, within: Within) -> bool {
        if matches!(byte, b'/' | b'?' | b'#') {
            if !self.host.is_over && matches!(self.host.port, Some((_, Port::Wrong))) {
                self.host.port_end = Some(at);
            }
            (self.is_over, self.host.is_over) = (true, true);
        }
        self.is_over
            && (within.has_components() || self.word_end.is_some() || within.ends_word(byte))
    }

    /// Begins another authority in the text after this one, if there is any. An `@` in it may still end the password of
    /// this one.
    pub(super) fn begin_another(&mut self) {
        if self.host.is_over && self.host.password().is_none() {
            (self.is_over, self.host) = (false, Host::default());
        }
    }

    /// Takes the byte at `at`.
    pub(super) fn push(&mut self, byte: u8, at: usize, within: Within) {
        let [_, second, third] = self.last;
        self.last = [second, third, byte];
        let is_colon = matches!(self.last, [.., b':'] | [b'%', b'3', b'A' | b'a']);
        let is_like_colon =
            || !byte.is_ascii() && LIKE_COLONS.iter().any(|colon| self.last.ends_with(colon));
        let after = at.saturating_add(1);
        if is_colon || is_like_colon() {
            self.colon = self.colon.or(Some(after));
        }
        if self.word_end.is_none() && within.ends_word(byte) {
            self.word_end = Some(at);
        }
        let host = &mut self.host;
        if !host.is_over {
            if let Some((_, port)) = &mut host.port {
                *port = port.push(byte, within);
            }
            host.brackets = host.brackets.push(byte);
        }
        if is_colon {
            host.port_end = None;
            if !host.is_over && self.word_end.is_none() {
                host.colon = host.colon.or(Some(after));
                if host.port.is_none() && host.brackets == Brackets::No {
                    host.port = Some((after, Port::Empty));
                }
            }
        }
        if byte == b'@' {
            self.at_sign = Some(at);
            // The host follows, unless this is in a path after no userinfo.
            let is_over = host.is_over && self.colon.is_none();
            *host = Host { is_over, ..Host::default() };
            if !self.is_over {
                self.word_end = None;
            }
        }
    }

    /// The password before the last `@`, by rule 1, unless it is empty.
    pub(super) fn password(&self) -> Option<Range<usize>> {
        let (start, end) = self.colon.zip(self.at_sign)?;
        (start < end).then_some(start..end)
    }

    /// The password that is cut off, by rule 2, unless it is empty. The text that belongs to the authority ends at `end`.
    pub(super) fn cut_off(&self, end: usize, within: Within) -> Option<Range<usize>> {
        let start = self.host.password().filter(|_| within != Within::Uri)?;
        let end = self.host.port_end.unwrap_or(end);
        let end = self.word_end.filter(|word_end| *word_end > start).unwrap_or(end).min(end);
        (start < end).then_some(start..end)
    }
}
