//! `benches/footprint.toml`, the figures of the last run, and `benches/FOOTPRINT.md`, which shows them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::probes::{Group, Measured, Probe};
use crate::workspace::{Package, packages, read, write};

const FILE: &str = "benches/footprint.toml";
const HEADER: &str = "# `cargo xtask footprint` writes this file, and FOOTPRINT.md from it.\n";

/// The page without its figures.
const PAGE: &str = include_str!("FOOTPRINT.md");

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
        write("benches/FOOTPRINT.md", &self.page(probes))
    }

    /// The text of the page.
    fn page(&self, probes: &[Probe]) -> String {
        let panics = |probe: &Probe| {
            let panics = &self.probes.get(&probe.name)?.image.panics;
            let is_none = panics.is_empty();
            (!is_none).then(|| format!("- {}: `{}`\n", probe.name, panics.join("`, `")))
        };
        let in_c = [Group::C, Group::CInRust, Group::CPeer];
        [
            ("{toolchain}", self.toolchain.clone()),
            ("{emulator}", self.emulator.clone()),
            ("{peers}", self.peers.clone()),
            ("{c compiler}", self.c_compiler.clone()),
            ("{libcoap}", self.libcoap.clone()),
            ("{our rows}", self.rows(probes, &[Group::Ours])),
            ("{rows of c}", self.rows(probes, &in_c)),
            ("{rows of peers}", self.rows(probes, &[Group::Peers])),
            ("{panics}", probes.iter().filter_map(panics).collect()),
        ]
        .into_iter()
        .fold(PAGE.to_owned(), |page, (place, text)| page.replace(place, text.trim_end()))
    }

    fn rows(&self, probes: &[Probe], groups: &[Group]) -> String {
        let row = |probe: &Probe| {
            let figures = self.probes.get(&probe.name)?.figures().into_iter();
            let cells = figures.map(|(_, figure)| figure.map(grouped).unwrap_or_default());
            let cells = cells.collect::<Vec<_>>().join(" | ");
            Some(format!("| {} | {} | {cells} |\n", probe.name, probe.does))
        };
        probes.iter().filter(|probe| groups.contains(&probe.group)).filter_map(row).collect()
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
        assert!(record.page(&probes) == read("benches/FOOTPRINT.md").expect("a page"));
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
