//! Options that ascend, as bytes of a message.

use cri_core::{Buffer, BufferFull};

use crate::options::head::OptionHead;
use crate::options::value::CoapOption;

/// Appends the options of [`decompose`](crate::decompose()) to a buffer, which holds no other options. They ascend, so none has
/// to be inserted, as [`OptionWriter`](crate::OptionWriter) does.
///
/// # Errors
///
/// [`BufferFull`]. The options before the one that does not fit stay in the buffer.
pub fn append<'a>(
    options: impl Iterator<Item = CoapOption<'a>>,
    buffer: &mut impl Buffer,
) -> Result<(), BufferFull> {
    let mut last = 0;
    for option in options {
        let value = option.value();
        // INVARIANT: no value is longer than `MAX_TEXT`, so each has a head.
        let head = OptionHead::new(option.number().wrapping_sub(last), value.len());
        buffer.push_bytes(head.ok_or(BufferFull)?.as_bytes())?;
        value.push_to(buffer)?;
        last = option.number();
    }
    Ok(())
}
