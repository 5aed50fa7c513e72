//! The program `cri`.
fn main() {}
