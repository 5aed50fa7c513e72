//! The table of ratios: how many times as fast as the best peer ours are.

use std::fmt::Write as _;

use crate::contender::Contender;
use crate::contenders::contenders;
use crate::ours;
use crate::row::{Row, Target};
use crate::timing::{interleaved, median};
use crate::work::Work;

const ROUNDS: usize = 101;
/// A row holds if it is short of its target by no more than this.
const SLACK: f64 = 0.03;

/// What one row took on one set of inputs.
pub(crate) struct Measured {
    pub(crate) row: Row,
    pub(crate) work: &'static str,
    /// Ours first.
    pub(crate) times: Vec<Time>,
}

/// What one library took.
pub(crate) struct Time {
    pub(crate) name: &'static str,
    /// Number of inputs that it takes.
    pub(crate) inputs: usize,
    /// Nanoseconds of one operation, by round.
    rounds: Vec<f64>,
}

impl Time {
    /// Nanoseconds of one operation.
    fn nanoseconds(&self) -> f64 {
        median(self.rounds.iter().copied())
    }
}

impl Measured {
    pub(crate) fn ours(&self) -> &Time {
        &self.times[0]
    }

    /// The fastest peer of those that take all inputs.
    pub(crate) fn best(&self) -> &Time {
        let peers = self.times[1..].iter().filter(|time| time.inputs == self.ours().inputs);
        peers
            .min_by(|one, other| one.nanoseconds().total_cmp(&other.nanoseconds()))
            .expect("a peer that takes all inputs")
    }

    /// How many times as fast as the best peer ours are: the median over the rounds, in each of which both were timed
    /// within milliseconds.
    pub(crate) fn ratio(&self) -> f64 {
        let rounds = self.best().rounds.iter().zip(&self.ours().rounds);
        median(rounds.map(|(best, ours)| best / ours))
    }

    /// What is to be reached on these inputs.
    pub(crate) fn target(&self) -> Option<f64> {
        let Target { corpus, unpredictable, .. } = self.row.target()?;
        match self.work {
            "corpus" => Some(corpus),
            "one-change" | "unpredictable" => unpredictable,
            _ => None,
        }
    }

    /// What the target column has to say of it.
    fn verdict(&self) -> String {
        match self.target() {
            None => "–".into(),
            Some(target) if self.ratio() >= target * (1.0 - SLACK) => format!("{target:.2} holds"),
            Some(target) => {
                let short = (1.0 - self.ratio() / target) * 100.0;
                format!("{target:.2} **short by {short:.0} %**")
            }
        }
    }
}

/// Measures the rows on all of the inputs.
pub(crate) fn measure(rows: &[Row], works: &[Work]) -> Vec<Measured> {
    let mut measured = Vec::new();
    for &row in rows {
        for work in works.iter().filter(|work| work.suits(row)) {
            let (libraries, mut passes): (Vec<_>, Vec<_>) = contenders(row, work)
                .into_iter()
                .map(|Contender { name, inputs, pass }| ((name, inputs), pass))
                .unzip();
            let times = libraries.into_iter().zip(interleaved(ROUNDS, &mut passes)).map(|((name, inputs), passes)| {
                let rounds = passes.into_iter().map(|pass| pass / inputs as f64).collect();
                Time { name, inputs, rounds }
            });
            measured.push(Measured { row, work: work.name, times: times.collect() });
            eprint!(".");
        }
    }
    eprintln!();
    measured
}

/// The ratios as a table of Markdown.
pub(crate) fn ratio_table(measured: &[Measured]) -> String {
    let mut table = String::from(
        "| work | inputs | ours ns | best peer ns | ratio | to reach | beyond |\n|---|---|--:|--:|--:|--:|--:|\n",
    );
    for measured in measured {
        let Measured { row, work, .. } = measured;
        let (ours, best) = (measured.ours(), measured.best());
        let beyond = row.target().filter(|_| *work == "corpus");
        let beyond = beyond.map_or("–".into(), |target| format!("{:.2}", target.beyond));
        let _ = writeln!(
            table,
            "| {}, against {} | {work} | {:.1} | {:.1} {} | **{:.2}** | {} | {beyond} |",
            row.title(),
            row.of_peers(),
            ours.nanoseconds(),
            best.nanoseconds(),
            best.name,
            measured.ratio(),
            measured.verdict(),
        );
    }
    table
}

/// What every library took, as a table of Markdown.
pub(crate) fn time_table(measured: &[Measured]) -> String {
    let mut names = vec![ours::NAME];
    for time in measured.iter().flat_map(|measured| &measured.times) {
        if !names.contains(&time.name) {
            names.push(time.name);
        }
    }
    let mut table = format!("| row | inputs | {} |\n|---|---|{}\n", names.join(" | "), "--:|".repeat(names.len()));
    for measured in measured {
        let _ = write!(table, "| {} | {} |", measured.row.name(), measured.work);
        for name in &names {
            let Some(time) = measured.times.iter().find(|time| time.name == *name) else {
                table.push_str(" – |");
                continue;
            };
            let _ = write!(table, " {:.1}", time.nanoseconds());
            let all = measured.ours().inputs;
            if time.inputs < all {
                let _ = write!(table, " ({} of {all})", time.inputs);
            }
            table.push_str(" |");
        }
        table.push('\n');
    }
    table
}
