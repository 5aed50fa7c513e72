//! The loop in which one library does a row's work.

use std::hint::black_box;

/// One library doing one row's work on all of its inputs.
pub(crate) struct Contender<'w> {
    pub(crate) name: &'static str,
    /// Number of inputs in one pass: those that the library accepts.
    pub(crate) inputs: usize,
    /// Whether the library does all of the row's work. If not, its time is shown, and is in no ratio.
    pub(crate) does_all: bool,
    /// Does the work once on each input.
    pub(crate) pass: Box<dyn FnMut() + 'w>,
}

impl<'w> Contender<'w> {
    /// A library that does `operation` on each of the inputs, in order.
    pub(crate) fn new<T: 'w>(
        name: &'static str,
        inputs: impl IntoIterator<Item = T>,
        mut operation: impl FnMut(&T) + 'w,
    ) -> Self {
        let inputs: Vec<T> = inputs.into_iter().collect();
        let len = inputs.len();
        let pass = move || {
            for input in black_box(&inputs) {
                operation(input);
            }
        };
        Self { name, inputs: len, does_all: true, pass: Box::new(pass) }
    }
}

/// The name of a library, and whether it accepts a URI.
pub(crate) type Judge = (&'static str, fn(&str) -> bool);
