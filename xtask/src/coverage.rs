//! The task `coverage`: the requirements that no test shows.

/// Runs the task.
pub(crate) fn run(_args: &[String]) -> Result<(), String> {
    Err("`coverage` does not exist yet".into())
}
