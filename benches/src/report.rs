//! RESULTS.md and results.svg.

use std::fs;
use std::path::Path;

use crate::bulk::{self, Bulk};
use crate::figure;
use crate::growth::{self, Growth};
use crate::ratios::{Measured, ratio_table, time_table};

/// What stands behind this in RESULTS.md is written by hand, and stays.
const BY_HAND: &str = "<!-- What follows is written by hand, and kept. -->";

pub(crate) fn write(
    on: &str,
    about: &str,
    measured: &[Measured],
    growths: &[Growth],
    bulks: &[Bulk],
) -> Result<(), String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = directory.join("RESULTS.md");
    let before = fs::read_to_string(&results).unwrap_or_default();
    let by_hand = before.split_once(BY_HAND).map_or("\n", |(_, by_hand)| by_hand);
    let text = format!(
        "# Results

![How many times as fast as the best peer](results.svg)

Written by `cargo bench -p benches`. Absolute times belong to the machine; ratios are those of one run.

{on}
{about}
## Ratios

How many times as fast as the fastest peer that takes all inputs: the median of 101 interleaved rounds, as times are. A
row holds within 3 %.

{ratios}
## All times

Nanoseconds of one operation. `(140 of 200)`: the library refuses the other inputs, and is compared with nothing.

{times}
## Growth

{growth}
## Bulk

Programs that read a file and write one; the median of 5 runs each. What `cri` writes is compared with what the library
makes of each line, in order.

{bulk}
{BY_HAND}{by_hand}",
        ratios = ratio_table(measured),
        times = time_table(measured),
        growth = growth::table(growths),
        bulk = bulk::table(bulks),
    );
    let picture = directory.join("results.svg");
    fs::write(&results, text).map_err(|error| format!("{}: {error}", results.display()))?;
    fs::write(&picture, figure::draw(measured)).map_err(|error| format!("{}: {error}", picture.display()))?;
    println!("{} and {} are written", results.display(), picture.display());
    Ok(())
}
