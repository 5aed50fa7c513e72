//! The cost of a byte in URIs from 1 KB to 1 MB. If an operation is linear, the cost does not grow.

use std::fmt::Write as _;
use std::hint::black_box;
use std::iter::repeat_n;

use cri_core::{Cri, SliceBuffer};
use cri_uri::{Options, ToUri, to_cri};
use fluent_uri::Uri;

use crate::ratios::SLACK;
use crate::text_buffer::TextBuffer;
use crate::timing::{interleaved, median};

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

/// Makes the work on a URI and its CRI.
type Pass = for<'a> fn(&'a str, &'a [u8]) -> Box<dyn FnMut() + 'a>;

/// The name of each kind of work, and whether our library does it, which must be linear.
const WORKS: [(&str, bool, Pass); 4] = [
    (TO_CRI, true, |uri, _| {
        let mut space = vec![0; 2 * uri.len()];
        Box::new(move || {
            let cri = to_cri(black_box(uri), Options::default(), SliceBuffer::new(&mut space));
            black_box(cri.ok());
        })
    }),
    ("decode a CRI", true, |_, cri| {
        Box::new(move || {
            black_box(Cri::decode(black_box(cri)).ok());
        })
    }),
    ("decode, then CRI to URI", true, |uri, cri| {
        let mut space = vec![0; 2 * uri.len()];
        Box::new(move || {
            let mut text = TextBuffer::new(&mut space);
            let cri = Cri::decode(cri).ok();
            let uri = cri.and_then(|cri| black_box(cri).to_uri(Options::default()).ok());
            black_box(uri.and_then(|uri| uri.write_to(&mut text).ok()));
            black_box(text.as_bytes());
        })
    }),
    ("fluent-uri: parse and normalise", false, |uri, _| {
        Box::new(move || {
            black_box(Uri::parse(black_box(uri)).ok().map(|uri| uri.normalize()));
        })
    }),
];

const TO_CRI: &str = "URI to CRI";

/// The cost of one kind of work on one shape of URI.
pub(crate) struct Growth {
    shape: &'static str,
    work: &'static str,
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
        let inputs = LENGTHS.map(make).map(|uri| {
            let cri = to_cri(&uri, Options::default(), Vec::new()).expect("a CRI").into_buffer();
            (uri, cri)
        });
        for (work, ours, pass) in WORKS {
            // Where dot-segments removed the path, the CRI is too short to measure.
            if ours && work != TO_CRI && inputs[0].1.len() < LENGTHS[0] / 2 {
                continue;
            }
            let mut passes: Vec<_> = inputs.iter().map(|(uri, cri)| pass(uri, cri)).collect();
            let times = interleaved(ROUNDS, &mut passes).into_iter().map(median);
            let costs = times.zip(&inputs).map(|(time, (uri, _))| time / uri.len() as f64);
            growths.push(Growth { shape, work, costs: costs.collect(), ours });
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
