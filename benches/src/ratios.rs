//! The table of ratios: how many times as fast as the best peer our library is.

use std::fmt::Write as _;

use anyhow::{Result, ensure};

use crate::contender::Contender;
use crate::contenders::contenders;
use crate::ours;
use crate::row::Row;
use crate::timing::{interleaved, median};
use crate::work::Work;

const ROUNDS: usize = 101;
/// A row holds if it is below its floor by no more than this.
pub(crate) const SLACK: f64 = 0.03;

/// The times of one row on one set of inputs.
pub(crate) struct Measured {
    pub(crate) row: Row,
    pub(crate) work: &'static str,
    /// Our library first.
    pub(crate) times: Vec<Time>,
}

/// The times of one library.
pub(crate) struct Time {
    pub(crate) name: &'static str,
    /// Number of inputs that the library accepts.
    pub(crate) inputs: usize,
    /// Whether the library does all of the row's work.
    pub(crate) does_all: bool,
    /// Nanoseconds per operation, by round.
    rounds: Vec<f64>,
}

impl Time {
    /// Nanoseconds per operation: the median.
    fn nanoseconds(&self) -> f64 {
        median(self.rounds.iter().copied())
    }
}

impl Measured {
    pub(crate) fn ours(&self) -> &Time {
        &self.times[0]
    }

    /// The fastest of the peers that do all of the work on all inputs.
    pub(crate) fn best(&self) -> &Time {
        self.times[1..]
            .iter()
            .filter(|time| time.does_all && time.inputs == self.ours().inputs)
            .min_by(|one, other| one.nanoseconds().total_cmp(&other.nanoseconds()))
            .expect("a peer that does all of the work")
    }

    /// How many times as fast as the best peer our library is: the median over the rounds. Within a round, both are
    /// timed within milliseconds.
    pub(crate) fn ratio(&self) -> f64 {
        let rounds = self.best().rounds.iter().zip(&self.ours().rounds);
        median(rounds.map(|(best, ours)| best / ours))
    }
}

/// Checks that a library is in no ratio if it refuses inputs or does less than the row's work.
pub(crate) fn check() -> Result<()> {
    let time = |name, inputs, does_all, nanoseconds| Time {
        name,
        inputs,
        does_all,
        rounds: vec![nanoseconds; 3],
    };
    let times = vec![
        time("cri", 2, true, 4.0),
        time("slow", 2, true, 10.0),
        time("peer", 2, true, 8.0),
        time("refuses", 1, true, 1.0),
        time("reads no path", 2, false, 1.0),
    ];
    let measured = Measured { row: Row::Decode, work: "corpus", times };
    ensure!(measured.best().name == "peer" && measured.ratio() == 2.0, "the best peer is wrong");
    let table = table(&[measured]);
    let cells = "| 2.00 | 4.0 | 10.0 | **8.0** | 1.0 (1 of 2) | 1.0 (less work) |";
    ensure!(table.contains(cells), "{table}");
    Ok(())
}

/// A line for each ratio below its floor.
pub(crate) fn below_floor(measured: &[Measured]) -> String {
    let mut lines = String::new();
    for measured in measured {
        let (ratio, floor) = (measured.ratio(), measured.row.about().floor(measured.work));
        if ratio < floor * (1.0 - SLACK) {
            let _ = writeln!(
                lines,
                "{} on {}: {ratio:.2}, below {floor:.2}",
                measured.row.about().title,
                measured.work
            );
        }
    }
    lines
}

/// Measures the rows on all sets of inputs.
pub(crate) fn measure(rows: &[Row], works: &[Work]) -> Vec<Measured> {
    let mut measured = Vec::new();
    for &row in rows {
        for work in works.iter().filter(|work| work.suits(row)) {
            let (libraries, mut passes): (Vec<_>, Vec<_>) = contenders(row, work)
                .into_iter()
                .map(|Contender { name, inputs, does_all, pass }| ((name, inputs, does_all), pass))
                .unzip();
            let times = libraries.into_iter().zip(interleaved(ROUNDS, &mut passes)).map(
                |((name, inputs, does_all), passes)| {
                    let rounds = passes.into_iter().map(|pass| pass / inputs as f64).collect();
                    Time { name, inputs, does_all, rounds }
                },
            );
            measured.push(Measured { row, work: work.name, times: times.collect() });
            eprint!(".");
        }
    }
    eprintln!();
    measured
}

/// The ratios, and the times of every library, as a table of Markdown. The time of the best peer is bold.
pub(crate) fn table(measured: &[Measured]) -> String {
    let mut names = vec![ours::NAME];
    for time in measured.iter().flat_map(|measured| &measured.times) {
        if !names.contains(&time.name) {
            names.push(time.name);
        }
    }
    let mut table = format!(
        "| work, against | inputs | ratio | {} |\n|---|---|--:|{}\n",
        names.join(" | "),
        "--:|".repeat(names.len())
    );
    for measured in measured {
        let Measured { row, work, .. } = measured;
        let (about, best, ratio) = (row.about(), measured.best(), measured.ratio());
        let _ = write!(table, "| {}, {} | {work} | {ratio:.2} |", about.title, about.peers);
        for name in &names {
            let Some(time) = measured.times.iter().find(|time| time.name == *name) else {
                table.push_str(" – |");
                continue;
            };
            let bold = if *name == best.name { "**" } else { "" };
            let _ = write!(table, " {bold}{:.1}{bold}", time.nanoseconds());
            let all = measured.ours().inputs;
            let refuses = (time.inputs < all).then(|| format!("{} of {all}", time.inputs));
            let does_less = (!time.does_all).then(|| "less work".to_owned());
            let notes: Vec<String> = refuses.into_iter().chain(does_less).collect();
            if !notes.is_empty() {
                let _ = write!(table, " ({})", notes.join(", "));
            }
            table.push_str(" |");
        }
        table.push('\n');
    }
    table
}
