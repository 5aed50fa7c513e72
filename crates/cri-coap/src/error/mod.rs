//! The errors of conversions between CRIs and options: one small `Copy` type per direction.
//!
//! These errors have no byte offset, because sections need not lie in one run of bytes, and neither do options. The
//! component or the option number says where the error is.

mod compose;
mod decompose;
mod proxy;

pub use compose::{ComposeError, ComposeErrorKind};
pub use decompose::{DecomposeError, DecomposeErrorKind};
pub use proxy::{ProxyError, ProxyErrorKind};
