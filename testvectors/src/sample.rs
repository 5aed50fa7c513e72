//! Parts of tests that would take too long.

use std::env;
use std::iter::StepBy;

/// Every `step`th item, from the first. All items, if the environment variable `EXHAUSTIVE` is set, as in
/// `.ci/run exhaustive`.
pub fn sample<I: IntoIterator>(items: I, step: usize) -> StepBy<I::IntoIter> {
    items.into_iter().step_by(self::step(step))
}

/// The step, or 1 if all items are tried.
pub(crate) fn step(step: usize) -> usize {
    if env::var_os("EXHAUSTIVE").is_some() { 1 } else { step }
}
