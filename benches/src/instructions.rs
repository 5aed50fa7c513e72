//! Instructions of each row under callgrind, compared with a committed baseline.
//!
//! Counts do not depend on the machine's load. They depend on the compiler, so the baseline names its toolchain.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use serde::{Deserialize, Serialize};

use crate::contender::Contender;
use crate::machine;
use crate::ours;
use crate::peers::fluent;
use crate::row::Row;
use crate::work::Work;

/// A row fails if it takes more instructions than the baseline by this share.
const SLACK: f64 = 0.03;
/// The argument that makes this program do the counted work, under callgrind.
pub(crate) const COUNTED: &str = "counted";

/// The committed counts: instructions per operation, by set of inputs, then by row.
#[derive(Deserialize, Serialize)]
struct Baseline {
    toolchain: String,
    instructions: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Runs the task. Returns whether no row takes more instructions than the baseline.
pub(crate) fn run(args: &[String]) -> Result<bool, String> {
    let update = match args {
        [] => false,
        [arg] if arg == "--update" => true,
        _ => return Err(format!("`instructions` takes `--update` or nothing, found {args:?}")),
    };
    let found = count()?;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.toml");
    let toolchain = machine::toolchain();
    let before =
        fs::read_to_string(&path).ok().map(|text| toml::from_str::<Baseline>(&text)).transpose();
    let before = before.map_err(|error| format!("{}: {error}", path.display()))?;
    let comparable = before.as_ref().is_some_and(|before| before.toolchain == toolchain);
    let mut instructions: BTreeMap<String, BTreeMap<String, f64>> = BTreeMap::new();
    let mut more = 0;
    let mut less = 0;
    for set in found.chunk_by(|one, other| one.work == other.work) {
        println!(
            "\n{:<24}{:>10}{:>10}{:>10}{:>14}",
            set[0].work,
            ours::NAME,
            "baseline",
            "change",
            fluent::NAME
        );
        for count in set {
            let name = count.row.name();
            let was = before.as_ref().filter(|_| comparable);
            let was =
                was.and_then(|before| before.instructions.get(count.work)?.get(name)).copied();
            let change = was.map(|was| round(count.ours) / was - 1.0);
            more += usize::from(change.is_some_and(|change| change > SLACK));
            less += usize::from(change.is_some_and(|change| change < -SLACK));
            let was = was.map_or("–".into(), |was| format!("{was:.1}"));
            let percent = change.map_or("–".into(), |change| format!("{:+.1} %", change * 100.0));
            println!("  {name:<22}{:>10.1}{was:>10}{percent:>10}{:>14.1}", count.ours, count.peer);
            instructions
                .entry(count.work.into())
                .or_default()
                .insert(name.into(), round(count.ours));
        }
    }
    println!();
    if update {
        let head = "# Instructions per operation, on average. `cargo bench -p benches -- instructions --update` writes this file.\n";
        let text = toml::to_string(&Baseline { toolchain, instructions })
            .map_err(|error| error.to_string())?;
        fs::write(&path, format!("{head}{text}"))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {}", path.display());
        return Ok(true);
    }
    match before {
        None => println!("NOT COMPARED: there is no {}; write it with `--update`", path.display()),
        Some(before) if !comparable => {
            println!(
                "NOT COMPARED: instructions.toml was counted with {}, and this is {toolchain}",
                before.toolchain
            );
        }
        Some(_) if more > 0 => {
            println!(
                "{more} rows take over {:.0} % more instructions than the baseline",
                SLACK * 100.0
            );
        }
        Some(_) if less > 0 => {
            println!(
                "{less} rows take over {:.0} % fewer than the baseline; write the new counts with `--update`",
                SLACK * 100.0
            );
        }
        Some(_) => println!("all rows are within {:.0} % of the baseline", SLACK * 100.0),
    }
    Ok(more == 0)
}

fn round(count: f64) -> f64 {
    (count * 10.0).round() / 10.0
}

/// The instructions of one row on one set of inputs, per operation.
struct Count {
    work: &'static str,
    row: Row,
    ours: f64,
    peer: f64,
}

/// Runs this program under callgrind, which writes a profile before and after each counted pass.
fn count() -> Result<Vec<Count>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let directory = env::temp_dir().join(format!("cri-instructions-{}", process::id()));
    fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let profiles = directory.join("profile");
    let result = Command::new("valgrind")
        .arg("--tool=callgrind")
        .args(["--dump-before=*counted_pass*", "--dump-before=*after_counting*"])
        .arg(format!("--callgrind-out-file={}", profiles.display()))
        .arg(program)
        .arg(COUNTED)
        .output()
        .map_err(|error| format!("valgrind: {error}"))
        .and_then(|output| {
            if !output.status.success() {
                return Err(String::from_utf8_lossy(&output.stderr).into_owned());
            }
            works()
                .iter()
                .flat_map(passes)
                .enumerate()
                .map(|(at, pass)| pass.count(&profiles, at))
                .collect()
        });
    let removed =
        fs::remove_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()));
    result.and_then(|counts| removed.map(|()| counts))
}

fn works() -> Vec<Work> {
    [Work::corpus(), Work::coap()].into_iter().chain(Work::long()).collect()
}

/// One row on one set of inputs: a pass of our library, and one of the fastest peer.
struct Passes<'w> {
    work: &'static str,
    row: Row,
    ours: Contender<'w>,
    peer: Contender<'w>,
}

fn passes(work: &Work) -> impl Iterator<Item = Passes<'_>> {
    Row::ALL.into_iter().filter(|row| work.suits(*row)).map(|row| Passes {
        work: work.name,
        row,
        ours: ours::contender(row, work),
        peer: fluent::contender(row, work),
    })
}

impl Passes<'_> {
    /// Reads the counts of the row at position `at`.
    fn count(&self, profiles: &Path, at: usize) -> Result<Count, String> {
        let read = |pass: usize, inputs: usize| {
            // Callgrind numbers profiles from 1. The first covers everything before the first pass.
            let number = 2 * pass + 2;
            let mut path = profiles.as_os_str().to_owned();
            path.push(format!(".{number}"));
            total(&PathBuf::from(path)).map(|total| total as f64 / inputs as f64)
        };
        Ok(Count {
            work: self.work,
            row: self.row,
            ours: read(2 * at, self.ours.inputs)?,
            peer: read(2 * at + 1, self.peer.inputs)?,
        })
    }
}

/// The instructions that a profile counts.
fn total(profile: &Path) -> Result<u64, String> {
    let text =
        fs::read_to_string(profile).map_err(|error| format!("{}: {error}", profile.display()))?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.ok_or_else(|| format!("{}: the profile has no total", profile.display()))
}

/// The work that is counted, run under callgrind.
pub(crate) fn counted() {
    for work in &works() {
        for mut row in passes(work) {
            for contender in [&mut row.ours, &mut row.peer] {
                // The first call of a function in a shared library searches for it, which must not be counted.
                (contender.pass)();
                counted_pass(&mut contender.pass);
                after_counting(contender.inputs);
            }
        }
    }
}

#[inline(never)]
fn counted_pass(pass: &mut dyn FnMut()) {
    pass();
    // Without this, the call may become a jump and leave the profile.
    black_box(pass);
}

/// Marks the end of a pass: callgrind sees the entry of a function more reliably than its exit.
#[inline(never)]
fn after_counting(inputs: usize) {
    black_box(inputs);
}
