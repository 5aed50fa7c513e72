//! Links with the script of `cortex-m-rt`, which includes `memory.x`.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=memory.x");
    println!("cargo::rustc-link-search={}", env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
}
