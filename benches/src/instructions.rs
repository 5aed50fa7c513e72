//! Instructions of each row under callgrind, compared with a committed baseline.
//!
//! Counts do not depend on the machine's load. They depend on the compiler, so the baseline names its toolchain.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::contender::Contender;
use crate::machine;
use crate::ours;
use crate::peers::fluent::Fluent;
use crate::peers::{self, Peer};
use crate::ratios::SLACK;
use crate::row::Row;
use crate::work::Work;

/// The argument that makes this program do the counted work, under callgrind.
const COUNTED: &str = "counted";
const HEAD: &str = "# Instructions per operation, on average. `cargo bench -p benches --bench peers -- instructions --update` writes this file.\n";

/// The committed counts: instructions per operation, by set of inputs, then by row.
#[derive(Default, Deserialize, Serialize)]
struct Baseline {
    /// Empty where there is no baseline.
    toolchain: String,
    instructions: BTreeMap<String, BTreeMap<String, f64>>,
}

/// Runs the task. Returns whether each row is in the baseline, and takes no more instructions than there.
pub(crate) fn run(update: bool) -> Result<bool> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.toml");
    let shown = path.display();
    let before = match fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).with_context(|| shown.to_string())?,
        Err(_) => Baseline::default(),
    };
    let mut now = Baseline { toolchain: machine::toolchain(), ..Baseline::default() };
    let is_comparable = before.toolchain == now.toolchain;
    let (mut more, mut less, mut missing) = (0, 0, 0);
    let mut set = "";
    let directory = tempfile::tempdir()?;
    let profile = directory.path().join("profile");
    count(&profile)?;
    // Callgrind numbers profiles from 1. The first covers everything before the first pass.
    let mut numbers = (2..).step_by(2);
    let mut read = |contender: &Contender<'_>| -> Result<f64> {
        let number: usize = numbers.next().unwrap_or_default();
        let total = total(&profile.with_extension(number.to_string()))?;
        Ok(total as f64 / contender.inputs as f64)
    };
    let works = works();
    for (work, row, [ours, peer]) in works.iter().flat_map(passes) {
        let (ours, peer) = (read(&ours)?, read(&peer)?);
        if work != set {
            let (us, them) = (ours::NAME, Fluent::NAME);
            println!("\n{work:<24}{us:>10}{:>10}{:>10}{them:>14}", "baseline", "change");
            set = work;
        }
        let name = row.name();
        let rounded = (ours * 10.0).round() / 10.0;
        print!("  {name:<22}{ours:>10.1}");
        let was = before.instructions.get(work).and_then(|rows| rows.get(&name));
        missing += usize::from(was.is_none());
        if let Some(was) = was.filter(|_| is_comparable) {
            let change = rounded / was - 1.0;
            more += usize::from(change > SLACK);
            less += usize::from(change < -SLACK);
            print!("{was:>10.1}{:>+8.1} %", change * 100.0);
        } else {
            print!("{:>10}{:>10}", "–", "–");
        }
        println!("{peer:>14.1}");
        now.instructions.entry(work.into()).or_default().insert(name, rounded);
    }
    println!();
    if update {
        let text = toml::to_string(&now)?;
        fs::write(&path, format!("{HEAD}{text}")).with_context(|| shown.to_string())?;
        println!("wrote {shown}");
        return Ok(true);
    }
    println!(
        "{more} rows take over {percent:.0} % more instructions than the baseline, and {less} over {percent:.0} % fewer",
        percent = SLACK * 100.0
    );
    if !is_comparable {
        let (was, is) = (before.toolchain, now.toolchain);
        println!("NOT CHECKED: instructions.toml was counted with `{was}`, and this is {is}");
    } else if less > 0 {
        println!("write the new counts with `--update`");
    }
    if missing > 0 {
        println!("the baseline has no counts of {missing} rows: write them with `--update`");
    }
    Ok(more == 0 && missing == 0)
}

/// Runs this program under callgrind, which writes a profile before and after each counted pass.
fn count(profile: &Path) -> Result<()> {
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .args(["--dump-before=*counted_pass*", "--dump-before=*after_counting*"])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(env::current_exe()?)
        .arg(COUNTED)
        .output()
        .context("valgrind")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

fn works() -> Vec<Work> {
    [Work::corpus(), Work::coap()].into_iter().chain(Work::long()).collect()
}

/// Each row on a set of inputs: a pass of our library, and one of the fastest peer.
fn passes(work: &Work) -> impl Iterator<Item = (&'static str, Row, [Contender<'_>; 2])> {
    Row::all().filter(|row| work.suits(*row)).filter_map(|row| {
        let peer = peers::contender::<Fluent>(row, work)?;
        Some((work.name, row, [ours::contender(row, work)?, peer]))
    })
}

/// The instructions that a profile counts.
fn total(profile: &Path) -> Result<u64> {
    let text = fs::read_to_string(profile).with_context(|| profile.display().to_string())?;
    let total = text
        .lines()
        .find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
    let total = total.and_then(|total| total.trim().parse().ok());
    total.with_context(|| format!("{}: the profile has no total", profile.display()))
}

/// The work that is counted, run under callgrind.
pub(crate) fn counted() {
    for work in &works() {
        for mut contender in passes(work).flat_map(|(_, _, contenders)| contenders) {
            // The first call of a function in a shared library searches for it, which must not be counted.
            (contender.pass)();
            counted_pass(&mut contender.pass);
            after_counting(contender.inputs);
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
