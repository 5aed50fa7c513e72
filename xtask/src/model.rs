//! The task `model`: compares the crates with the independent model, on as many inputs as the arguments say.

use crate::workspace::{cargo, run as finish};

/// Compare the crates with an independent model of the draft
///
/// `cargo xtask model --help` prints the options of the comparison, which is built first.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Arguments {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    options: Vec<String>,
}

/// Builds the comparison with optimisations, and runs it with the arguments.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let compare =
        ["run", "--quiet", "--release", "--package", "model", "--example", "compare", "--"];
    finish(cargo(".", &compare).args(&arguments.options))
}
