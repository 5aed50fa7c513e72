//! The version of the library.

use core::ffi::c_char;

/// Returns the version of the library, such as "0.1.0". It differs from CRI_VERSION if the program was compiled with the header
/// of another version. The text is constant and ends with a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn cri_version() -> *const c_char {
    // Compilers merge texts that end with one NUL, and a linker then keeps all or none of them.
    concat!(env!("CARGO_PKG_VERSION"), "\0\0").as_ptr().cast()
}
