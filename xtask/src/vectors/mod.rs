//! The task `vectors`: writes the corpus as JSON, for implementations in any language.

mod answer;
mod basis;
mod cases;
mod document;
#[cfg(test)]
mod kinds;
mod requirements;
mod shorten;
#[cfg(test)]
mod tests;

use cri_testvectors::Corpus;

use crate::workspace::generate;
use requirements::Requirements;

/// Write testvectors/json/vectors.json from testvectors/*.toml
///
/// testvectors/README.md explains the cases.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing, and fail if the file is stale
    #[arg(long)]
    check: bool,
}

/// Runs the task.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let corpus = Corpus::load().map_err(|error| error.to_string())?;
    generate("testvectors/json/vectors.json", &text(&corpus)?, arguments.check)
}

/// The text of the file.
fn text(corpus: &Corpus) -> Result<String, String> {
    let requirements = Requirements::read()?;
    document::text(&requirements, &cases::all(corpus, &requirements)?)
}
