//! The cost of a byte in URIs from 1 KB to 1 MB. If an operation is linear, the cost does not grow.

use std::fmt::Write as _;
use std::hint::black_box;
use std::iter::repeat_n;

use cri_core::{Cri, SliceBuffer};
use cri_uri::{Options, ToUri, to_cri};
use fluent_uri::Uri;

use crate::text_buffer::TextBuffer;
use crate::timing::{interleaved, median};

/// A byte of the longest URI may cost this many times as much as a byte of the shortest.
const LIMIT: f64 = 1.3;
const SLACK: f64 = 0.03;
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

/// The cost of one kind of work on one shape of URI.
pub(crate) struct Growth {
    shape: &'static str,
    work: &'static str,
    /// Nanoseconds per byte of the URI, by length.
    costs: Vec<f64>,
    /// Whether our library does the work, which must be linear.
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
        let uris = LENGTHS.map(make);
        let cris = uris.each_ref().map(|uri| encoded(uri));
        let mut passes: Vec<Box<dyn FnMut()>> = Vec::new();
        for (uri, cri) in uris.iter().zip(&cris) {
            let (mut space, mut text_space) = (vec![0; 2 * uri.len()], vec![0; 2 * uri.len()]);
            passes.push(Box::new(move || {
                black_box(
                    to_cri(black_box(uri), Options::default(), SliceBuffer::new(&mut space)).ok(),
                );
            }));
            passes.push(Box::new(move || {
                black_box(Cri::decode(black_box(cri)).ok());
            }));
            passes.push(Box::new(move || {
                let mut text = TextBuffer::new(&mut text_space);
                let uri = Cri::decode(cri)
                    .ok()
                    .and_then(|cri| black_box(cri).to_uri(Options::default()).ok());
                black_box(uri.and_then(|uri| uri.write_to(&mut text).ok()));
                black_box(text.as_bytes());
            }));
            passes.push(Box::new(move || {
                black_box(Uri::parse(&**black_box(uri)).ok().map(|uri| uri.normalize()));
            }));
        }
        let times: Vec<f64> = interleaved(ROUNDS, &mut passes).into_iter().map(median).collect();
        let works = [
            ("URI to CRI", true),
            ("decode a CRI", true),
            ("decode, then CRI to URI", true),
            ("fluent-uri: parse and normalise", false),
        ];
        for (at, (work, ours)) in works.into_iter().enumerate() {
            // Where dot-segments removed the path, the CRI is too short to measure.
            if ours && at > 0 && cris[0].len() < LENGTHS[0] / 2 {
                continue;
            }
            let times = times.iter().skip(at).step_by(works.len());
            let costs = times.zip(&uris).map(|(time, uri)| time / uri.len() as f64).collect();
            growths.push(Growth { shape, work, costs, ours });
        }
        eprint!(".");
    }
    eprintln!();
    growths
}

fn encoded(uri: &str) -> Vec<u8> {
    to_cri(uri, Options::default(), Vec::new()).expect("a CRI").into_buffer()
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
