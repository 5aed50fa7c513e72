//! RESULTS.md and results.svg: what was measured.

use std::fs;
use std::path::Path;

use crate::bulk::{self, Bulk};
use crate::figure;
use crate::growth::{self, Growth};
use crate::ratios::{Measured, ratio_table, time_table};

pub(crate) fn write(
    on: &str,
    about: &str,
    measured: &[Measured],
    growths: &[Growth],
    bulks: &[Bulk],
) -> Result<(), String> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR"));
    let results = directory.join("RESULTS.md");
    let text = format!(
        "# Results

![How many times as fast as the best peer](results.svg)

`cargo bench -p benches` writes this page. Absolute times belong to the machine; ratios compare times of one run.
[NOTES.md](NOTES.md) lists what was tried for speed, and what it brought.

{on}
{about}
## Ratios

How many times as fast as the fastest peer that accepts all inputs. Ratios and times are medians of 101 interleaved
rounds.

{ratios}
## All times

Nanoseconds per operation. `(140 of 200)` means that the library refuses the other inputs; its time is in no ratio.

{times}
## Growth

Nanoseconds per byte of the URI, and the cost in the longest URI divided by the cost in the shortest.

{growth}
## Bulk

Programs that read a file and write one: the median of 5 runs each. The output of `cri` is compared with what the
library makes of each line, in order.

{bulk}",
        ratios = ratio_table(measured),
        times = time_table(measured),
        growth = growth::table(growths),
        bulk = bulk::table(bulks),
    );
    let picture = directory.join("results.svg");
    fs::write(&results, text).map_err(|error| format!("{}: {error}", results.display()))?;
    fs::write(&picture, figure::draw(measured))
        .map_err(|error| format!("{}: {error}", picture.display()))?;
    println!("wrote {} and {}", results.display(), picture.display());
    Ok(())
}
