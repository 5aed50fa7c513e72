//! The errors of this crate: one small `Copy` type per direction.
//!
//! The errors of conversions between CRIs and options have no byte offset, because sections need not lie in one run of
//! bytes, and neither do options. The component or the option number says where the error is.

mod compose;
mod decompose;
mod proxy;
pub(crate) mod wire;

pub use compose::{ComposeError, ComposeErrorKind};
pub use decompose::{DecomposeError, DecomposeErrorKind};
pub use proxy::{ProxyError, ProxyErrorKind};
