//! The error of a task.

/// Why a task did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments make no sense.
    Usage(String),
    /// The task ran and found this.
    Task(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Failure::Task(message)
    }
}
