//! Programs with bad literals do not compile, and the compiler shows where the literal is wrong.
//!
//! The expected messages are those of the stable compiler. A nightly compiler points into the string.

#[test]
fn bad_literals_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
