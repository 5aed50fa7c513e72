//! Links the probes with their own linker script.

fn main() {
    println!("cargo::rerun-if-changed=probe.ld");
    // The linker runs at the root of the workspace.
    println!("cargo::rustc-link-arg-bins=-Tfootprint/probe.ld");
    println!("cargo::rustc-link-arg-bins=--gc-sections");
    println!("cargo::rustc-link-arg-bins=--entry=probe");
}
