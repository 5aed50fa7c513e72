//! Tests that take too long for the crates' own: all short inputs, and answers of other implementations.

mod answers;
mod bytes;
mod cases;
mod differential;
mod distinct;
mod equivalent_uris;
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
