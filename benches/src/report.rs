//! RESULTS.md: what was measured.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::bulk::{self, Bulk};
use crate::growth::{self, Growth};
use crate::ratios::{self, Measured};

/// The page, with names in braces for what is filled in.
const PAGE: &str = include_str!("results.md");

pub(crate) fn write(
    machine: &str,
    inputs: &str,
    measured: &[Measured],
    growths: &[Growth],
    bulks: &[Bulk],
) -> Result<()> {
    let text = PAGE
        .replace("{machine}", machine)
        .replace("{inputs}", inputs)
        .replace("{ratios}", &ratios::table(measured))
        .replace("{growth}", &growth::table(growths))
        .replace("{bulk}", &bulk::table(bulks));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("RESULTS.md");
    fs::write(&path, text)?;
    println!("wrote {}", path.display());
    Ok(())
}
