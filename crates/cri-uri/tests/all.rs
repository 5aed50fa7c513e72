//! One program, so that the crate is linked once for all its tests.

mod both_ways;
mod commutation;
mod context;
mod conversion;
mod dot_segments;
mod equivalence;
mod grammar;
mod held;
mod iri;
mod normal_forms;
mod normalization;
mod owned;
mod properties;
mod resolution;
mod rfc3986;
mod round_trip;
mod samples;
mod schemes;
mod shown;
mod sizes;
mod unicode;
mod uri_cri;
mod url;
mod vectors;
mod with_source;
mod write_into;
