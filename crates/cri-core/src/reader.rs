//! A position in untrusted bytes, and the items read there.

use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorKind};
use crate::features::{Feature, Features};
use crate::utf8;
use crate::wire::head::Head;
use crate::wire::major::Major;

/// The result of a check. The caller records the error kind in the reader with [`Reader::fail`].
///
/// Checks that are compiled into one function return this, so that one place records the errors of all.
/// Until the caller has recorded the kind, nothing else may be read.
pub(crate) type Checked<T = ()> = Result<T, DecodeErrorKind>;

/// Reads untrusted bytes from the front, and remembers what it reads.
///
/// The reader keeps the first error and then reports that no item is left. Loops therefore stop, and callers check
/// once, at the end. What is read after an error means nothing.
///
/// The fields that are used most come first: their offsets take shorter instructions.
#[repr(C)]
pub(crate) struct Reader<'a> {
    /// The first byte of the head that was read last.
    pub(crate) initial: u8,
    /// What is being read.
    pub(crate) component: Component,
    /// Whether every head so far was the shortest possible.
    pub(crate) shortest: bool,
    features: Features,
    failed: bool,
    bytes: &'a [u8],
    /// The offset of what is read next.
    at: usize,
    /// The offset of the head that was read last, or of the place that is wrong.
    pub(crate) start: usize,
    /// The argument of that head. One that no `usize` holds is `usize::MAX`: more than any input has.
    pub(crate) argument: usize,
    /// How many items are left of the array that is being read.
    pub(crate) left: usize,
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
            failed: false,
            bytes,
            at: 0,
            start: 0,
            argument: 0,
            left: 1,
            error: DecodeError::new(DecodeErrorKind::EndOfInput, Component::Cri, 0),
        }
    }

    /// The offset of what is read next.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// The first error, if there was one.
    pub(crate) const fn error(&self) -> Option<DecodeError> {
        if self.failed { Some(self.error) } else { None }
    }

    /// Whether the head that was read last is of this major type.
    pub(crate) const fn is(&self, major: Major) -> bool {
        self.initial >> 5 == major as u8
    }

    /// Reads the head of the next item of the array, and returns whether there is one.
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

    /// Reads the argument of a head that is longer than one byte.
    #[cold]
    #[inline(never)]
    fn long_head(&mut self) -> bool {
        match Head::read(self.bytes.get(self.start..).unwrap_or_default()) {
            Ok(head) => {
                self.at = self.start.wrapping_add(head.len());
                self.argument = usize::try_from(head.argument()).unwrap_or(usize::MAX);
                self.shortest &= head.is_shortest();
                true
            }
            Err(kind) => self.fail(kind),
        }
    }

    /// The body of the string whose head was just read.
    pub(crate) fn body(&mut self) -> &'a [u8] {
        // A sum that overflows is less than `at`, and no range.
        let end = self.at.wrapping_add(self.argument);
        let Some(body) = self.bytes.get(self.at..end) else {
            self.fail(DecodeErrorKind::EndOfInput);
            return &[];
        };
        self.at = end;
        body
    }

    /// The body of the text whose head was just read, checked to be UTF-8.
    pub(crate) fn text(&mut self) -> &'a [u8] {
        let text = self.body();
        self.refuse(utf8::invalid_suffix(text), DecodeErrorKind::InvalidUtf8);
        text
    }

    /// The bytes from the head that was read last to the end of the input.
    pub(crate) fn rest_from_head(&self) -> &'a [u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// Moves to `len` bytes after the head that was read last, where the array ends.
    pub(crate) const fn pass_array(&mut self, len: usize) {
        self.at = self.start.wrapping_add(len);
        self.left = 0;
    }

    /// Requires a feature to be accepted, because the item that is being read uses it.
    #[inline(always)]
    pub(crate) const fn require(&self, feature: Feature) -> Checked {
        if self.features.has(feature) { Ok(()) } else { Err(DecodeErrorKind::UnsupportedFeature(feature)) }
    }

    /// Records an error in the body that was read last, unless `invalid` is empty: it is the rest of the body from
    /// the first invalid byte on.
    pub(crate) fn refuse(&mut self, invalid: &[u8], kind: DecodeErrorKind) {
        if !invalid.is_empty() {
            self.start = self.at.wrapping_sub(invalid.len());
            self.fail(kind);
        }
    }

    /// Names another place than the head that was read last as the wrong one, and returns `kind`.
    pub(crate) fn fault_at(&mut self, kind: DecodeErrorKind, component: Component, offset: usize) -> DecodeErrorKind {
        self.component = component;
        self.start = offset;
        kind
    }

    /// Records that the section whose head was just read has the wrong type as a whole.
    #[cold]
    pub(crate) fn fail_section(&mut self) {
        if !self.failed {
            self.fail(DecodeErrorKind::UnexpectedItem);
            self.error = self.error.of_section();
        }
    }

    /// Records an error at the head that was read last, unless there was one before. Returns false: no item is left.
    #[cold]
    pub(crate) fn fail(&mut self, kind: DecodeErrorKind) -> bool {
        if !self.failed {
            self.failed = true;
            self.error = DecodeError::found(kind, self.component, self.start, self.initial);
            self.bytes = &[];
        }
        false
    }
}
