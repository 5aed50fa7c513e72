//! The fragment section: one text (C11).

use crate::text;
use crate::wire::Reader;

/// Checks the fragment section whose head was just read.
pub(crate) fn check(reader: &mut Reader<'_>) {
    text::check(reader);
}
