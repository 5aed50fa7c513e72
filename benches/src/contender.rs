//! Who does a row's work, and the loop in which it is done.

use std::hint::black_box;

use crate::row::Row;
use crate::work::Work;
use crate::{ours, peers};

/// One library doing one row's work on all of its inputs.
pub(crate) struct Contender<'w> {
    pub(crate) name: &'static str,
    /// Number of inputs that one pass goes through: those that the library takes.
    pub(crate) inputs: usize,
    pub(crate) pass: Box<dyn FnMut() + 'w>,
}

impl<'w> Contender<'w> {
    /// Does `operation` on each of the inputs, in order.
    pub(crate) fn new<T: 'w>(
        name: &'static str,
        inputs: impl IntoIterator<Item = T>,
        mut operation: impl FnMut(&T) + 'w,
    ) -> Self {
        let inputs: Vec<T> = inputs.into_iter().collect();
        let pass = {
            let inputs = inputs;
            let len = inputs.len();
            (len, move || {
                for input in black_box(&inputs) {
                    operation(input);
                }
            })
        };
        Self { name, inputs: pass.0, pass: Box::new(pass.1) }
    }
}

/// Ours first, then all peers that can do it.
pub(crate) fn contenders(row: Row, work: &Work) -> Vec<Contender<'_>> {
    let mut contenders = vec![ours::contender(row, work)];
    contenders.extend(peers::contenders(row, work));
    contenders
}
