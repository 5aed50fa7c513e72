//! Compares the results of the crates with those of the model.

use std::fmt::Debug;

use model::Checked;

use crate::ours;

/// A difference, as text.
pub(crate) type Same<T = ()> = Result<T, String>;

/// Checks that both values are equal.
#[expect(clippy::needless_pass_by_value, reason = "most callers make the values for this call")]
pub(crate) fn equal<T: PartialEq + Debug>(what: &str, ours: T, model: T) -> Same {
    if ours == model {
        Ok(())
    } else {
        Err(format!("{what}\n  crates: {ours:?}\n  model:  {model:?}"))
    }
}

/// Checks that both values are equal, or that the error of the crates is one of the model's flaws. Returns the value.
pub(crate) fn agree<T: PartialEq + Debug>(
    what: &str,
    ours: Result<T, ours::Error>,
    model: Checked<T>,
) -> Same<Option<T>> {
    match (ours, model) {
        (Ok(ours), Ok(model)) => equal(what, &ours, &model).map(|()| Some(ours)),
        (Err((kind, component, offset)), Err(flaws))
            if flaws.iter().any(|flaw| flaw.matches(kind, component, offset)) =>
        {
            Ok(None)
        }
        (ours, model) => Err(format!("{what}\n  crates: {ours:?}\n  model:  {model:?}")),
    }
}

/// The name of an error's parts, as a triple.
macro_rules! parts {
    ($error:expr) => {{
        let error = $error;
        (error.kind().name(), Some(error.component().name()), None)
    }};
    ($error:expr, offset) => {{
        let error = $error;
        (error.kind().name(), Some(error.component().name()), Some(error.offset()))
    }};
}
pub(crate) use parts;
