//! The runner: calls a test with each vector and reports all failures together.

use crate::corpus::Vector;
use std::{
    any::Any,
    fmt::Display,
    io::{self, Write as _},
    panic::{AssertUnwindSafe, catch_unwind},
};

/// What a test runs on: a vector, alone or paired with more inputs.
pub trait Case {
    /// The id of the vector, and its revision if it has one.
    fn name(&self) -> String;
}

impl<V: Vector> Case for &V {
    fn name(&self) -> String {
        let entry = self.entry();
        match entry.revision {
            Some(revision) => format!("{} in {}", entry.id, revision.name()),
            None => entry.id.to_owned(),
        }
    }
}

impl<C: Case, T> Case for (C, T) {
    fn name(&self) -> String {
        self.0.name()
    }
}

/// Says that a test does not check something on this machine, and why: a line that begins with `NOT CHECKED: `.
///
/// Tests print no output if they pass, so the line goes to standard error itself. The program that runs all checks
/// repeats such lines at its end.
pub fn not_checked(what: impl Display) {
    // Nothing can be said where standard error is closed.
    let _ = writeln!(io::stderr(), "NOT CHECKED: {what}");
}

/// Calls `test` with each case, and fails with a list of all cases in which `test` panicked.
///
/// The caller selects the vectors that concern it by filtering the iterator. The test uses plain assertions and need
/// not name the vector.
///
/// ```
/// use cri_testvectors::{Outcome, corpus, run};
///
/// # fn decode(_: &[u8]) -> Result<(), &'static str> { Err("not-an-array") }
/// let rejected = corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Rejected);
/// run(rejected.filter(|vector| vector.id == "map-is-no-cri"), |vector| {
///     let kind = decode(&vector.cbor).expect_err("an error");
///     vector.error.as_ref().expect("an expected error").assert_matches(kind, None, None);
/// });
/// ```
///
/// # Panics
///
/// Where `test` panicked for a case, and where there was no case at all: a filter that selects nothing tests nothing.
pub fn run<C: Case>(cases: impl IntoIterator<Item = C>, mut test: impl FnMut(C)) {
    let mut count = 0;
    let mut failures = Vec::new();
    for case in cases {
        count += 1;
        let name = case.name();
        // A test that broke its own state would fail in the following cases too: it is reported either way.
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| test(case))) {
            failures.push(format!("{name}: {}", message(&*panic)));
        }
    }
    assert!(count > 0, "no vector ran: the filter selects none");
    assert!(
        failures.is_empty(),
        "{} of {count} cases failed\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref().copied()).unwrap_or("a panic without a message")
}
