//! Constant texts for C, found by their numbers, and NULs in other texts.

use core::ffi::c_char;

/// Returns text number `index` of several that each end with a NUL, or number `otherwise` if there are fewer.
///
/// The texts are one constant. The linker leaves it out of programs that do not call the function which reads it. It would
/// keep single texts that end with a NUL, because compilers merge those of a whole library.
pub(crate) fn nth(texts: &'static str, index: usize, otherwise: usize) -> *const c_char {
    let text = from(texts.as_bytes(), index).or_else(|| from(texts.as_bytes(), otherwise));
    text.unwrap_or(b"\0").as_ptr().cast()
}

/// The texts from number `index` on. `None` if there are fewer.
fn from(mut texts: &[u8], index: usize) -> Option<&[u8]> {
    // Iterators that split at a byte have a panic in them.
    for _ in 0..index {
        let end = texts.iter().position(|&byte| byte == 0)?;
        texts = texts.get(end.wrapping_add(1)..)?;
    }
    (!texts.is_empty()).then_some(texts)
}

/// Whether a NUL is in a text. A C program that copies the text up to its first NUL would have another one.
pub(crate) fn has_nul(text: &str) -> bool {
    // The search of `core` takes 156 bytes on a microcontroller.
    text.bytes().any(|byte| byte == 0)
}
