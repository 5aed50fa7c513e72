//! Where the workspace is.

use std::env;
use std::path::PathBuf;

/// The root folder of the workspace.
pub(crate) fn root() -> PathBuf {
    // `cargo run` sets the variable. The compiler's value may be that of another checkout with the same target folder.
    let folder =
        env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    PathBuf::from(folder).join("..")
}
