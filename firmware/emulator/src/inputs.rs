//! What the probes work on: the corpus of the benchmarks, and every test vector that has such inputs.

/// A base and a reference, each as CRI and as URI. What there is no input for is empty.
pub struct Input {
    /// Whether its instructions count: a CoAP URI of the corpus, or a pair with such a base. The others are there for
    /// the deepest stack only, and many of them are refused.
    pub counted: bool,
    pub base: &'static [u8],
    pub base_uri: &'static str,
    pub reference: &'static [u8],
    pub reference_uri: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/inputs.rs"));
