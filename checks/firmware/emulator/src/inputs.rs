//! The inputs of the probes: the corpus of the benchmarks, and all suitable test vectors.

/// A base and a reference, each as CRI and as URI. A missing one is empty.
pub struct Input {
    /// Whether its instructions count: it is a CoAP URI of the corpus, or a pair with such a base. The other inputs only
    /// search for the deepest stack, and the probes refuse many of them.
    pub counted: bool,
    pub base: &'static [u8],
    pub base_uri: &'static str,
    pub reference: &'static [u8],
    pub reference_uri: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/inputs.rs"));
