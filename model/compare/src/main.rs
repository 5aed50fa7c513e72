//! Compares the crates with the model, on generated and mutated inputs.
//!
//! `cargo xtask model --help` explains the arguments. The tests of this program are the short run.

mod agreement;
mod case;
mod exhaustive;
mod generate;
mod operation;
mod ours;
mod random;
mod reached;
mod run;

use std::process::ExitCode;

const HELP: &str = "\
Compares the crates with an independent model of the draft, on generated and mutated inputs

  --cases N       the number of generated cases (default 1000000)
  --threads N     the number of threads (default 1)
  --seed N        where the seeds of the cases begin (default 0)
  --case SEED     runs one case, by the seed that a failure names
  --bytes N       instead, decodes all inputs of up to N bytes; from 4 bytes, those that begin with the head of an array
  --uris N        instead, parses and converts all texts of up to N characters of an alphabet of 14

Cases that failed before are in model/seeds.txt, and run first. Exit status: 0 no difference, 1 differences, 2 wrong usage.
";

/// The arguments of the program.
struct Arguments {
    cases: u64,
    threads: u64,
    seed: u64,
    case: Option<u64>,
    bytes: Option<usize>,
    uris: Option<usize>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| matches!(argument.as_str(), "-h" | "--help")) {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    let arguments = match read(&arguments) {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}\nsee --help");
            return ExitCode::from(2);
        }
    };
    let result = if let Some(seed) = arguments.case {
        run::one(seed)
    } else if let Some(length) = arguments.bytes {
        exhaustive::bytes(length, arguments.threads)
    } else if let Some(length) = arguments.uris {
        exhaustive::uris(length, arguments.threads)
    } else {
        run::many(arguments.seed, arguments.cases, arguments.threads)
    };
    match result {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(differences) => {
            eprintln!("{differences}");
            ExitCode::FAILURE
        }
    }
}

fn read(arguments: &[String]) -> Result<Arguments, String> {
    let mut read =
        Arguments { cases: 1_000_000, threads: 1, seed: 0, case: None, bytes: None, uris: None };
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        let text = rest.next().ok_or_else(|| format!("{name} needs a number"))?;
        let digits = text.replace('_', "");
        let number = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16),
            None => digits.parse(),
        };
        let number = number.map_err(|error| format!("{name} {text}: {error}"))?;
        let length = usize::try_from(number).map_err(|error| format!("{name} {text}: {error}"))?;
        match name.as_str() {
            "--cases" => read.cases = number,
            "--threads" => read.threads = number.max(1),
            "--seed" => read.seed = number,
            "--case" => read.case = Some(number),
            "--bytes" => read.bytes = Some(length),
            "--uris" => read.uris = Some(length),
            other => return Err(format!("there is no argument {other}")),
        }
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::{exhaustive, run};

    /// Cases in a test. An optimised build runs more of them in the same seconds.
    const CASES: u64 = if cfg!(debug_assertions) { 20_000 } else { 200_000 };

    #[test]
    fn crates_and_model_agree_on_generated_inputs() {
        run::many(0, CASES, 2).unwrap_or_else(|differences| panic!("{differences}"));
    }

    #[test]
    fn crates_and_model_agree_on_all_short_bytes() {
        exhaustive::bytes(2, 2).unwrap_or_else(|differences| panic!("{differences}"));
    }

    #[test]
    fn crates_and_model_agree_on_all_short_uris() {
        exhaustive::uris(3, 2).unwrap_or_else(|differences| panic!("{differences}"));
    }
}
