//! Comparing an answer with what is expected.

use serde_json::{Map, Value};

use super::cases::Case;

/// How much of an answer is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Level {
    /// Results, and whether there is an error.
    Outcome,
    /// Also the kind, component and offset of errors, where the case has them.
    Diagnosis,
}

/// The result of comparing an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed,
    /// The program does not have the operation.
    Unsupported,
}

/// Compares an answer with what the case expects.
pub(super) fn verdict(case: &Case, answer: &Map<String, Value>, level: Level) -> Verdict {
    if answer.get("unsupported") == Some(&Value::Bool(true)) {
        return Verdict::Unsupported;
    }
    let expected_error = case.expect.get("error");
    let error = answer.get("error").filter(|error| !error.is_null());
    let mut good = if case.operation == "decode" {
        // The outcome says whether there is an error.
        has_members(answer, &case.expect, |name| name != "error")
    } else if expected_error.is_some() {
        error.is_some_and(Value::is_object)
    } else {
        // `edn` is there for readers.
        error.is_none() && has_members(answer, &case.expect, |name| name != "edn")
    };
    if level == Level::Diagnosis
        && let Some(Value::Object(expected)) = expected_error
    {
        good &= error
            .and_then(Value::as_object)
            .is_some_and(|found| has_members(found, expected, |_| true));
    }
    if good { Verdict::Passed } else { Verdict::Failed }
}

/// Returns whether `found` has each member of `expected` that counts, with an equal value.
fn has_members(
    found: &Map<String, Value>,
    expected: &Map<String, Value>,
    counts: impl Fn(&str) -> bool,
) -> bool {
    let equal = |(name, value)| is_equal(found.get(name).unwrap_or(&Value::Null), value);
    expected.iter().filter(|(name, _)| counts(name)).all(equal)
}

/// Compares a value with the expected one. A member that is expected to be null may be missing. The recursion goes as deep
/// as the expected value, which comes from the corpus.
fn is_equal(found: &Value, expected: &Value) -> bool {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => has_members(found, expected, |_| true),
        (Value::Array(found), Value::Array(expected)) => {
            found.len() == expected.len()
                && found.iter().zip(expected).all(|(found, expected)| is_equal(found, expected))
        }
        _ => found == expected,
    }
}
