//! A position in untrusted bytes, and the items read there.

use crate::decode::Checked;
use crate::error::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::features::{Feature, Features};
use crate::layout::{LastSegment, Offsets};
use crate::utf8;
use crate::wire::head::Major;

/// Reads untrusted bytes from the front, and remembers what it reads.
///
/// The first error stays, and behind it there is nothing to read: no array has another item, so that every loop ends.
/// Whoever reads need not ask after each item, then, but only at the end; what is found before that means nothing.
/// It makes the decoder a third smaller than handing each error up. Within a function that is cheaper: see [`Checked`].
///
/// The bytes are in front: what is near takes shorter instructions to read.
#[repr(C)]
pub(crate) struct Reader<'a> {
    /// The first byte of the head that was read last.
    pub(crate) initial: u8,
    /// What is being read.
    pub(crate) component: Component,
    /// Whether every head so far was the shortest possible.
    pub(crate) shortest: bool,
    features: Features,
    /// Whether a scheme was read.
    pub(crate) full: bool,
    /// Whether something was wrong: `error`, which stays when the reader goes back.
    failed: bool,
    bytes: &'a [u8],
    /// The offset of what is read next.
    at: usize,
    /// The offset of the head that was read last, and of what is wrong once something is.
    pub(crate) start: usize,
    /// The argument of that head. One that no `usize` holds is `usize::MAX`: more than any input has.
    pub(crate) argument: usize,
    /// How many items are left of the array that is being read.
    pub(crate) left: usize,
    /// The offset of the text or sequence that was read last.
    pub(crate) last: LastSegment,
    /// Where the sections begin that were read. Here they take no more room than the decoder would need for them.
    pub(crate) offsets: Offsets,
    error: DecodeError,
}

impl<'a> Reader<'a> {
    /// A reader of the one item that `bytes` begins with.
    pub(crate) const fn new(bytes: &'a [u8], features: Features) -> Self {
        Self {
            initial: 0,
            component: Component::Cri,
            shortest: true,
            features,
            full: false,
            failed: false,
            bytes,
            at: 0,
            start: 0,
            argument: 0,
            left: 1,
            last: LastSegment::at(0),
            offsets: Offsets::before(bytes.len() as u32),
            error: DecodeError::new(DecodeErrorKind::EndOfInput, Component::Cri, 0),
        }
    }

    /// Goes back to where the one item of `bytes` begins, for another error to take the place of the first.
    pub(crate) const fn restart(&mut self, bytes: &'a [u8]) {
        self.bytes = bytes;
        self.at = 0;
        self.left = 1;
        self.component = Component::Cri;
        self.initial = 0;
        self.failed = false;
    }

    /// The offset of what is read next.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Whether there was an error.
    pub(crate) const fn failed(&self) -> bool {
        self.failed
    }

    /// The first error since the reader went back, or else the one before.
    pub(crate) const fn error(&self) -> DecodeError {
        self.error
    }

    /// Reads the head of the next item; says whether there is one, as far as there is no error.
    pub(crate) fn next(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.start = self.at;
        let Some(&initial) = self.bytes.get(self.at) else {
            return self.fail(DecodeErrorKind::EndOfInput);
        };
        self.at = self.at.wrapping_add(1);
        self.initial = initial;
        self.argument = usize::from(initial & 0x1f);
        self.argument < 24 || self.long_head()
    }

    /// Reads the argument of a head whose additional information is not the argument itself.
    #[cold]
    #[inline(never)]
    fn long_head(&mut self) -> bool {
        match self.long_argument() {
            Ok(argument) => {
                self.argument = argument;
                true
            }
            Err(kind) => self.fail(kind),
        }
    }

    fn long_argument(&mut self) -> Checked<usize> {
        let info = self.initial & 0x1f;
        if info > 27 {
            // Additional information 31 starts an indefinite length in major types 2 to 5 and is the
            // break in 7; elsewhere it is as reserved as 28 to 30 (RFC 8949 section 3, 3.2.1).
            let is_indefinite = info == 31 && matches!(self.initial >> 5, 2..=5 | 7);
            return Err(if is_indefinite { DecodeErrorKind::IndefiniteLength } else { DecodeErrorKind::ReservedHead });
        }
        self.argument = 1_usize.wrapping_shl((info & 3).into());
        let bytes = self.body();
        let (mut argument, mut beyond) = (0, 0);
        for &byte in bytes {
            beyond |= argument >> (usize::BITS - 8);
            argument = argument << 8 | usize::from(byte);
        }
        // RFC 8949 section 3.3: a two-byte simple value below 32 is not well-formed.
        if self.initial == 0xf8 && argument < 32 {
            return Err(DecodeErrorKind::InvalidSimple);
        }
        if beyond != 0 {
            return Ok(usize::MAX);
        }
        // Section 4.1: the upper half of the bytes is needed. Of one byte there is none.
        let least = 1_usize.checked_shl((bytes.len() as u32).wrapping_mul(4));
        self.shortest &= least.is_some_and(|least| argument >= least.max(24));
        Ok(argument)
    }

    /// Whether the head that was read last is of this major type.
    pub(crate) const fn is(&self, major: Major) -> bool {
        self.initial >> 5 == major as u8
    }

    /// The body of the string whose head was just read.
    pub(crate) fn body(&mut self) -> &'a [u8] {
        // A sum that no `usize` holds is below where it starts.
        let end = self.at.wrapping_add(self.argument);
        let Some(body) = self.bytes.get(self.at..end) else {
            self.fail(DecodeErrorKind::EndOfInput);
            return &[];
        };
        self.at = end;
        body
    }

    /// The body of the text whose head was just read, checked to be UTF-8, and to hold nothing that its component may
    /// not hold.
    pub(crate) fn text(&mut self) -> &'a [u8] {
        let text = self.body();
        self.refuse(utf8::wrong(text), DecodeErrorKind::InvalidUtf8);
        if self.component == Component::Host {
            for (index, byte) in text.iter().enumerate() {
                let kind = match byte {
                    // C5, and section 6.1.
                    b'.' => DecodeErrorKind::DotInLabel,
                    b'A'..=b'Z' => DecodeErrorKind::UpperCaseHost,
                    _ => continue,
                };
                self.refuse(text.get(index..).unwrap_or_default(), kind);
                break;
            }
        }
        text
    }

    /// Passes the item whose head was just read, and all that are left, if they are texts of ASCII with heads of one
    /// byte in which nothing has to be looked at again, as nearly all are; says whether they are.
    ///
    /// Such heads are ASCII as well, so that one look at all of it serves.
    #[inline]
    pub(crate) fn pass_plain_texts(&mut self) -> bool {
        let is_host = self.component == Component::Host;
        let mut left = self.left;
        // Four labels may be an IPv4 address.
        if is_host && left == 3 {
            return false;
        }
        let mut at = self.start;
        loop {
            let last = at;
            let Some(&initial @ 0x60..=0x77) = self.bytes.get(last) else {
                return false;
            };
            let start = last.wrapping_add(1);
            at = start.wrapping_add(usize::from(initial & 0x1f));
            let Some(text) = self.bytes.get(start..at) else {
                return false;
            };
            // A dot segment begins like this.
            if text.len() <= 2 && text.first() == Some(&b'.') {
                return false;
            }
            if is_host && text.iter().any(|byte| matches!(byte, b'.' | b'A'..=b'Z')) {
                return false;
            }
            if left == 0 {
                if self.bytes.get(self.start..at).is_none_or(|plain| !utf8::is_ascii(plain)) {
                    return false;
                }
                self.at = at;
                self.last = LastSegment::at(last as u32);
                self.left = 0;
                self.initial = initial;
                return true;
            }
            left = left.wrapping_sub(1);
        }
    }

    /// The error of the body that was just read, if `wrong`, which is its end, is not empty: its first byte is wrong.
    pub(crate) fn refuse(&mut self, wrong: &[u8], kind: DecodeErrorKind) {
        if !wrong.is_empty() {
            self.start = self.at.wrapping_sub(wrong.len());
            self.fail(kind);
        }
    }

    /// The error of another place than the head that was read last.
    #[cold]
    pub(crate) fn fail_at(&mut self, kind: DecodeErrorKind, component: Component, offset: usize) {
        let kind = self.fault_at(kind, component, offset);
        self.fail(kind);
    }

    /// Says that another place is wrong than the head that was read last; gives the kind.
    pub(crate) fn fault_at(&mut self, kind: DecodeErrorKind, component: Component, offset: usize) -> DecodeErrorKind {
        self.component = component;
        self.start = offset;
        kind
    }

    /// The error of the section whose head was just read, which is of the wrong type as a whole.
    #[cold]
    pub(crate) fn fail_section(&mut self, kind: DecodeErrorKind) -> bool {
        if !self.failed {
            self.fail(kind);
            self.error = self.error.of_section();
        }
        false
    }

    /// The error of the head that was read last; false, as for there being no item.
    #[cold]
    pub(crate) fn fail(&mut self, kind: DecodeErrorKind) -> bool {
        if !self.failed {
            self.failed = true;
            self.error = DecodeError::found(kind, self.component, self.start, self.initial);
            self.bytes = &[];
        }
        false
    }

    /// Requires a feature to be on, since what is being read uses it.
    #[inline(always)]
    pub(crate) const fn require(&self, feature: Feature) -> Checked {
        if self.features.has(feature) { Ok(()) } else { Err(DecodeErrorKind::UnsupportedFeature(feature)) }
    }

    /// Moves behind the items that are left with whatever they hold: a loop and a count, no recursion.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn skip(&mut self) {
        while self.next() {
            // How many times as many items as its argument says it holds.
            let times = match Major::of(self.initial) {
                Major::Bytes | Major::Text => {
                    self.body();
                    0
                }
                Major::Array => 1,
                Major::Map => 2,
                Major::Tag => {
                    self.argument = 1;
                    1
                }
                _ => 0,
            };
            // Each item takes a byte at least, so that a saturated count outlasts any input, and the loop
            // ends with the input however large the declared lengths are.
            for _ in 0..times {
                self.left = self.left.saturating_add(self.argument);
            }
        }
    }
}
