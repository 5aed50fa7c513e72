//! `benches/footprint.toml`, the figures of the last run, and the tables of `benches/FOOTPRINT.md`, which show them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::probes::{Group, Measured, Probe};
use crate::workspace::{Package, fill, packages, read, write};

const FILE: &str = "benches/footprint.toml";
const HEADER: &str =
    "# `cargo xtask footprint` writes this file, and the tables of FOOTPRINT.md.\n";

const PAGE: &str = "benches/FOOTPRINT.md";
const HEAD: &str = "\
| probe | what it does | flash | panics | static RAM | heap | stack | instructions | at most |
|---|---|--:|--:|--:|--:|--:|--:|--:|
";

/// The figures of the last run, and the tools that they belong to.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) toolchain: String,
    pub(super) emulator: String,
    /// The names and versions of other crates.
    pub(super) peers: String,
    pub(super) c_compiler: String,
    /// The version of libcoap.
    pub(super) libcoap: String,
    pub(super) probes: BTreeMap<String, Measured>,
}

impl Record {
    pub(super) fn read() -> Result<Self, String> {
        toml::from_str(&read(FILE)?).map_err(|error| format!("{FILE}: {error}"))
    }

    /// Puts the figures of probes in the place of earlier ones.
    pub(super) fn add(&mut self, measured: Vec<Measured>) {
        self.probes.extend(measured.into_iter().map(|one| (one.name.clone(), one)));
    }

    /// Writes both files.
    pub(super) fn write(&self, probes: &[Probe]) -> Result<(), String> {
        let text = toml::to_string(self).map_err(|error| format!("{FILE}: {error}"))?;
        write(FILE, &format!("{HEADER}{text}"))?;
        write(PAGE, &self.page(probes, read(PAGE)?)?)
    }

    /// The page with the figures of this record.
    fn page(&self, probes: &[Probe], page: String) -> Result<String, String> {
        let Self { toolchain, emulator, peers, c_compiler, libcoap, .. } = self;
        let panics = |probe: &Probe| {
            let panics = &self.probes.get(&probe.name)?.image.panics;
            let is_none = panics.is_empty();
            (!is_none).then(|| format!("- {}: `{}`\n", probe.name, panics.join("`, `")))
        };
        let tools = format!(
            "- target: thumbv7em-none-eabi (a Cortex-M4 without a floating-point unit)\n\
             - toolchain: {toolchain}\n\
             - emulator: {emulator}, machine mps2-an386\n\
             - peers: {peers}"
        );
        [
            ("tools", tools),
            ("our probes", self.rows(probes, &[Group::Ours])),
            (
                "tools for C",
                format!("The C compiler is {c_compiler}.\nThe peer is libcoap {libcoap}."),
            ),
            ("from C", self.rows(probes, &[Group::C, Group::CInRust, Group::CPeer])),
            ("peers", self.rows(probes, &[Group::Peers])),
            ("panics", probes.iter().filter_map(panics).collect()),
        ]
        .into_iter()
        .try_fold(page, |page, (place, lines)| fill(&page, place, &lines))
    }

    fn rows(&self, probes: &[Probe], groups: &[Group]) -> String {
        let row = |probe: &Probe| {
            let figures = self.probes.get(&probe.name)?.figures().into_iter();
            let cells = figures.map(|(_, figure)| figure.map(grouped).unwrap_or_default());
            let cells = cells.collect::<Vec<_>>().join(" | ");
            Some(format!("| {} | {} | {cells} |\n", probe.name, probe.does))
        };
        let rows = probes.iter().filter(|probe| groups.contains(&probe.group)).filter_map(row);
        HEAD.to_owned() + &rows.collect::<String>()
    }
}

/// A number with commas between thousands.
pub(super) fn grouped(number: u64) -> String {
    match (number / 1000, number % 1000) {
        (0, rest) => rest.to_string(),
        (thousands, rest) => format!("{},{rest:03}", grouped(thousands)),
    }
}

/// Names and versions of the peers.
pub(super) fn peer_versions() -> Result<String, String> {
    let mut peers = packages("checks/firmware", "--all-features")?;
    peers.retain(|package| ["fluent-uri", "iri-string", "minicbor"].contains(&&*package.name));
    let versions = peers.iter().map(|Package { name, version, .. }| format!("{name} {version}"));
    Ok(versions.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::footprint::probes;
    use crate::workspace::root;

    #[test]
    fn thousands_are_grouped() {
        let shown = [0, 999, 1000, 12_034, 5_000_006].map(grouped);
        assert_eq!(shown, ["0", "999", "1,000", "12,034", "5,000,006"]);
    }

    #[test]
    fn the_page_shows_the_record() {
        let record = Record::read().expect("a record");
        let probes = probes::read().expect("probes");
        let page = read(PAGE).expect("a page");
        assert!(record.page(&probes, page.clone()) == Ok(page));
        // Each probe that is built has a row.
        assert!(
            record.probes.keys().eq(probes
                .iter()
                .map(|probe| &probe.name)
                .collect::<std::collections::BTreeSet<_>>())
        );
        let ours =
            std::fs::read_dir(root().join("checks/firmware/footprint/src/bin")).expect("a folder");
        for program in ours {
            let name = program.expect("a file").path().with_extension("");
            let name = name.file_name().and_then(|name| name.to_str()).expect("a name");
            assert!(record.probes.contains_key(name), "{name}");
        }
    }
}
