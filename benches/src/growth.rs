//! The cost of a byte in URIs from 1 KB to 1 MB. If an operation is linear, the cost does not grow.

use std::fmt::Write as _;
use std::iter::repeat_n;

use crate::contender::Contender;
use crate::ours;
use crate::peers::fluent::Fluent;
use crate::peers::{self, Peer};
use crate::ratios::SLACK;
use crate::row::Row;
use crate::timing::{interleaved, median};
use crate::work::Work;

/// A byte of the longest URI may cost this many times as much as a byte of the shortest.
const LIMIT: f64 = 1.3;
const ROUNDS: usize = 31;
/// Approximate lengths of the URIs, in bytes.
const LENGTHS: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// A URI of about `len` bytes.
type Shape = fn(len: usize) -> String;

/// A million bytes are 250,000 segments; or 250,000 `..`; or 200,000 segments followed by 200,000 `..`; or one segment.
const SHAPES: [(&str, Shape); 4] = [
    ("many segments", |len| uri(repeat_n("/abc", len / 4))),
    ("many `..`", |len| uri(repeat_n("/...", 1).chain(repeat_n("/..", len / 4)))),
    ("segments, then `..`", |len| uri(repeat_n("/a", len / 5).chain(repeat_n("/..", len / 5)))),
    ("one segment", |len| uri(repeat_n("/", 1).chain(repeat_n("abcd", len / 4)))),
];

fn uri<'a>(path: impl Iterator<Item = &'a str>) -> String {
    ["coap://h"].into_iter().chain(path).collect()
}

/// The rows that are measured, and whether our library does the work, which must be linear.
const ROWS: [(Row, bool); 4] =
    [(Row::FromUri, true), (Row::Decode, true), (Row::ToUri, true), (Row::FromUri, false)];

/// The cost of one kind of work on one shape of URI.
pub(crate) struct Growth {
    shape: &'static str,
    work: String,
    /// Nanoseconds per byte of the URI, by length.
    costs: Vec<f64>,
    ours: bool,
}

impl Growth {
    /// Cost of a byte in the longest URI, divided by the cost in the shortest.
    fn factor(&self) -> f64 {
        self.costs[self.costs.len() - 1] / self.costs[0]
    }

    /// Whether the growth is within the limit.
    pub(crate) fn holds(&self) -> bool {
        !self.ours || self.factor() <= LIMIT * (1.0 + SLACK)
    }
}

pub(crate) fn measure() -> Vec<Growth> {
    let mut growths = Vec::new();
    for (shape, make) in SHAPES {
        let works = LENGTHS.map(|len| Work::of_uri(shape, &make(len)));
        for (row, ours) in ROWS {
            // Where dot-segments removed the path, the CRI is too short to measure.
            if ours && row != Row::FromUri && works[0].uris[0].cri.len() < LENGTHS[0] / 2 {
                continue;
            }
            let contenders = works.iter().filter_map(|work| match ours {
                true => ours::contender(row, work),
                false => peers::contender::<Fluent>(row, work),
            });
            let mut passes: Vec<_> = contenders.map(|Contender { pass, .. }| pass).collect();
            let times = interleaved(ROUNDS, &mut passes).into_iter().map(median);
            let lengths = works.iter().map(|work| work.uris[0].uri.len());
            let costs = times.zip(lengths).map(|(time, len)| time / len as f64).collect();
            let work = match ours {
                true => row.about().title.clone(),
                false => format!("{}: {}", Fluent::NAME, row.about().peers),
            };
            growths.push(Growth { shape, work, costs, ours });
        }
        eprint!(".");
    }
    eprintln!();
    growths
}

/// The costs as a table of Markdown, in nanoseconds per byte of the URI.
pub(crate) fn table(growths: &[Growth]) -> String {
    let mut table = String::from("| path | work |");
    for len in LENGTHS {
        let _ = write!(table, " {} KB |", len / 1_000);
    }
    let _ = write!(table, " longest / shortest |\n|---|---|{}\n", "--:|".repeat(LENGTHS.len() + 1));
    for growth in growths {
        let _ = write!(table, "| {} | {} |", growth.shape, growth.work);
        for cost in &growth.costs {
            let _ = write!(table, " {cost:.2} |");
        }
        let _ = writeln!(table, " {:.2} |", growth.factor());
    }
    table
}
