//! Tests that take too long for the crates' own: all short inputs, and answers of other implementations.

mod answers;
mod bytes;
mod cases;
mod differential;
mod distinct;
mod equivalent_uris;
mod literals;
mod notation;
mod paths;
mod relativize;
mod schema;

// The tests of cri-uri, whose functions judge one input.
#[path = "../../../crates/cri-uri/tests/commutation.rs"]
mod commutation;
#[path = "../../../crates/cri-uri/tests/conversion/mod.rs"]
mod conversion;
#[path = "../../../crates/cri-uri/tests/equivalence.rs"]
mod equivalence;
#[path = "../../../crates/cri-uri/tests/rfc3986/mod.rs"]
mod rfc3986;
#[expect(dead_code, reason = "the tests of cri-uri alone generate CRIs")]
#[path = "../../../crates/cri-uri/tests/samples/mod.rs"]
mod samples;

// A crate of procedural macros has no function that a test of another crate can call. Its own tests would compile the corpus, and
// what that needs, for the compiler again.
#[path = "../../../crates/cri-literal-macros/src/expand.rs"]
mod expand;
#[path = "../../../crates/cri-literal-macros/src/input.rs"]
mod input;
#[path = "../../../crates/cri-literal-macros/src/path.rs"]
mod path;
#[path = "../../../crates/cri-literal-macros/src/text.rs"]
mod text;
