//! The fragment section: one text (C11).

use crate::text::{self, Rule};
use crate::wire::{Head, Reader};
use crate::{Component, DecodeError};

/// Checks the fragment section whose head, at `offset`, was just read.
pub(crate) fn check(reader: &mut Reader<'_>, head: Head, offset: usize) -> Result<(), DecodeError> {
    text::check(reader, head, offset, Component::Fragment, Rule::Any).map(|_| ())
}
