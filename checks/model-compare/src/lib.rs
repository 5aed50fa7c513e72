//! Compares the crates with the independent model.
//!
//! Each function runs operations of both on its arguments, and panics at the first difference. The
//! fuzz targets call these functions, and so does `cargo xtask model`.

pub mod coap;
pub mod cri;
mod ours;
pub mod pair;
pub mod uri;

use std::fmt::Debug;

use model::Checked;

/// Both revisions, as the crates and the model name them.
const REVISIONS: [(cri_core::Revision, model::Revision); 2] = [
    (cri_core::Revision::Draft16, model::Revision::Draft16),
    (cri_core::Revision::Rfc9988, model::Revision::Rfc9988),
];

/// Checks that both values are equal, or that the model knows the error of the crates as a flaw.
/// Returns the value.
fn agree<T: PartialEq + Debug>(
    what: &str,
    ours: Result<T, ours::Error>,
    model: Checked<T>,
) -> Option<T> {
    match (ours, model) {
        (Ok(ours), Ok(model)) if ours == model => Some(ours),
        (Err((kind, component, offset)), Err(flaws))
            if flaws.iter().any(|flaw| flaw.matches(kind, component, offset)) =>
        {
            None
        }
        (ours, model) => panic!("{what}\n  crates: {ours:?}\n  model:  {model:?}"),
    }
}
