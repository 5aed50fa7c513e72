//! Development tasks, run as `cargo xtask TASK`.

mod c_library;
mod coverage;
mod delegate;
mod dist;
mod footprint;
mod fuzz_seeds;
mod header;
mod licences;
mod modules;
mod registry;
mod upper_case;
mod vectors;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

/// Development tasks
#[derive(Parser)]
#[command(
    bin_name = "cargo xtask",
    after_help = "Exit status: 0 done, 1 failed, stale or incomplete, 2 wrong usage."
)]
enum Task {
    CLibrary(c_library::Arguments),
    Registry(registry::Arguments),
    Coverage(coverage::Arguments),
    /// Write the C library as an archive, target/dist/cri-c-VERSION.tar.gz
    ///
    /// Whoever has the archive needs no Rust toolchain. The task builds the library for each target
    /// of the archive, and adds the targets by rustup. It needs git, binutils, GNU tar and gzip.
    Dist,
    Footprint(footprint::Arguments),
    /// Write the inputs that fuzzing starts from
    ///
    /// The task writes checks/fuzz/seeds/TARGET/* from the vectors in testvectors/. The folder is not kept
    /// in the repository. Seeds of an earlier run are removed first. The task fails if a target of
    /// checks/fuzz/Cargo.toml would have no seed.
    FuzzSeeds,
    Header(header::Arguments),
    /// Check the licence of every dependency against deny.toml
    ///
    /// The task reads the licences that packages name, in this workspace, in bindings/web/build and in bindings/python.
    Licences,
    /// Compare the crates with an independent model of the draft
    Model(delegate::Arguments),
    Modules(modules::Arguments),
    UpperCase(upper_case::Arguments),
    Vectors(vectors::Arguments),
    /// Build the page of bindings/web into one file, target/web/index.html
    ///
    /// Open the file in a browser from the disk, or put it on any file server. The task adds the
    /// target wasm32-unknown-unknown by rustup, and fails if the page has more than 250,000 bytes
    /// compressed. It also writes target/web/answers.jsonl, which the tests in bindings/web/tests/ compare
    /// with the answers of the page.
    Web,
}

fn main() -> ExitCode {
    let result = match Task::parse() {
        Task::CLibrary(arguments) => c_library::run(&arguments),
        Task::Registry(arguments) => registry::run(&arguments),
        Task::Coverage(arguments) => coverage::run(&arguments),
        Task::Dist => dist::run(),
        Task::Footprint(arguments) => footprint::run(&arguments),
        Task::FuzzSeeds => fuzz_seeds::run(),
        Task::Header(arguments) => header::run(&arguments),
        Task::Licences => licences::run(),
        Task::Model(_) => delegate::run(&["--release", "--package", "model-compare"]),
        Task::Modules(arguments) => modules::run(&arguments),
        Task::UpperCase(arguments) => upper_case::run(&arguments),
        Task::Vectors(arguments) => vectors::run(&arguments),
        Task::Web => web::run(),
    };
    if let Err(message) = result {
        eprintln!("{message}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Task::command().debug_assert();
    }
}
