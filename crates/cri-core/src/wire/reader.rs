//! A position in untrusted bytes, and the items read there.

use crate::error::{Component, DecodeError, DecodeErrorKind};
use crate::wire::head::{Cursor, Major};

/// The result of a check. The caller records the error kind in the reader with [`Reader::fail`].
///
/// Checks return the kind, and record nothing. They are compiled into one function, so one place records the errors of all.
/// Until it has, nothing else may be read.
pub(crate) type Checked<T = ()> = Result<T, DecodeErrorKind>;

/// Reads the items of arrays in untrusted bytes, and knows which component of a CRI it reads.
///
/// The reader keeps the first error and then reports that no item is left. Loops therefore stop, and callers check
/// once, at the end. What is read after an error means nothing.
///
/// The fields that are used most come first: their offsets take shorter instructions.
#[repr(C)]
pub(crate) struct Reader<'a> {
    /// The position, and the head that was read last.
    pub(crate) cursor: Cursor<'a>,
    /// What is being read.
    pub(crate) component: Component,
    pub(crate) failed: bool,
    /// How many items are left of the array that is being read.
    pub(crate) left: usize,
    /// The first error, if the reader failed.
    pub(crate) error: DecodeError,
}

impl<'a> Reader<'a> {
    /// A reader of the one item that `bytes` begins with.
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            cursor: Cursor::new(bytes),
            component: Component::Cri,
            failed: false,
            left: 1,
            error: DecodeError::new(DecodeErrorKind::EndOfInput, Component::Cri, 0),
        }
    }

    /// Whether the head that was read last is of this major type.
    pub(crate) const fn is(&self, major: Major) -> bool {
        self.cursor.is(major)
    }

    /// The first byte of the head that was read last.
    pub(crate) const fn initial(&self) -> u8 {
        self.cursor.initial
    }

    /// The argument of the head that was read last.
    pub(crate) const fn argument(&self) -> usize {
        self.cursor.argument
    }

    /// The offset of the head that was read last, or of the place that is wrong.
    pub(crate) const fn start(&self) -> usize {
        self.cursor.start
    }

    /// Reads the head of the next item of the array, and returns whether there is one.
    pub(crate) fn next(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        match self.cursor.next() {
            Ok(()) => true,
            Err(kind) => self.fail(kind),
        }
    }

    /// Begins again at the start of `bytes`, the whole input, and passes one item of any type.
    pub(crate) fn pass_item(&mut self, bytes: &'a [u8]) {
        self.cursor.restart(bytes);
        (self.component, self.failed, self.left) = (Component::Cri, false, 1);
        while self.next() {
            let items = match Major::of(self.initial()) {
                Major::Array => self.argument(),
                Major::Map => self.argument().saturating_mul(2),
                Major::Tag => 1,
                Major::Bytes | Major::Text => {
                    self.body();
                    0
                }
                Major::Unsigned | Major::Negative | Major::Simple => 0,
            };
            // Each item takes at least one byte, so the input ends before a saturated count reaches 0.
            self.left = self.left.saturating_add(items);
        }
    }

    /// Enters the array whose head was just read. Returns how many items are left of the one around it.
    pub(crate) const fn enter_array(&mut self) -> usize {
        core::mem::replace(&mut self.left, self.cursor.argument)
    }

    /// The body of the string whose head was just read.
    pub(crate) fn body(&mut self) -> &'a [u8] {
        self.cursor.body().unwrap_or_else(|kind| {
            self.fail(kind);
            &[]
        })
    }

    /// Records an error in the body that was read last, unless `invalid` is empty: it is the rest of the body from
    /// the first invalid byte on.
    pub(crate) fn refuse(&mut self, invalid: &[u8], kind: DecodeErrorKind) {
        if !invalid.is_empty() {
            self.cursor.start = self.cursor.at.wrapping_sub(invalid.len());
            self.fail(kind);
        }
    }

    /// Names another place than the head that was read last as the wrong one, and returns `kind`.
    pub(crate) fn fault_at(
        &mut self,
        kind: DecodeErrorKind,
        component: Component,
        offset: usize,
    ) -> DecodeErrorKind {
        self.component = component;
        self.cursor.start = offset;
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
            self.error = DecodeError::found(kind, self.component, self.start(), self.initial());
            self.cursor.stop();
        }
        false
    }
}
