//! The error of a task, and the arguments of tasks that take none or only `--check`.

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

/// Prints `help` if the only argument asks for it, and returns whether it did. The task takes no other arguments.
pub(crate) fn asks_for_help(args: &[String], task: &str, help: &str) -> Result<bool, Failure> {
    match args {
        [] => Ok(false),
        [arg] if arg == "-h" || arg == "--help" => {
            print!("{help}");
            Ok(true)
        }
        _ => {
            Err(Failure::Usage(format!("`{task}` takes no arguments, found `{}`", args.join(" "))))
        }
    }
}

/// Returns whether the task was asked to `--check`. Returns nothing, and prints `help`, if the arguments ask for help. The task
/// takes no other arguments.
pub(crate) fn asks_for_check(
    args: &[String],
    task: &str,
    help: &str,
) -> Result<Option<bool>, Failure> {
    match args {
        [] => Ok(Some(false)),
        [arg] if arg == "--check" => Ok(Some(true)),
        [arg] if arg == "-h" || arg == "--help" => {
            print!("{help}");
            Ok(None)
        }
        _ => Err(Failure::Usage(format!(
            "`{task}` takes `--check` or no argument, found `{}`",
            args.join(" ")
        ))),
    }
}
