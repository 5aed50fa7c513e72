//! Counts of what the generated inputs reach, and how much they must reach.

use std::collections::BTreeMap;

/// The least number in each million cases. A generator that reaches less no longer tests what it is for.
const LEAST: [(&str, u64); 39] = [
    ("decode: processable", 60_000),
    ("decode: unprocessable", 40_000),
    ("decode: rejected", 20_000),
    ("decode: long heads", 20_000),
    ("decode: text-pet-sequence", 20_000),
    ("decode: without a feature", 10_000),
    ("decode: no URI", 10_000),
    ("tagged: processable", 20_000),
    ("tagged: rejected", 20_000),
    ("resolve: number as discard", 60_000),
    ("resolve: discard above the base's path", 10_000),
    ("resolve: base without authority", 10_000),
    ("resolve: query or fragment alone", 10_000),
    ("resolve: not a CRI", 1_000),
    ("resolve: base above 4,095 bytes", 200),
    ("size: around 31", 4_000),
    ("size: around 255", 4_000),
    ("size: around 4,095", 4_000),
    ("relativize: compared with all references", 40_000),
    ("relativize: empty reference", 200),
    ("compare: equal", 20_000),
    ("compare: equal, other bytes", 10_000),
    ("compare: different in one section", 20_000),
    ("canonical: another form", 10_000),
    ("canonical: equivalent, not equal", 2_000),
    ("renumber: CRI", 10_000),
    ("renumber: error", 2_000),
    ("uri: parses", 100_000),
    ("uri: has a CRI", 60_000),
    ("uri: does not parse", 20_000),
    ("uri: IPv6 address", 10_000),
    ("uri: text-pet-sequence", 20_000),
    ("uri: dot-segments", 20_000),
    ("uri: discard", 20_000),
    ("decompose: options", 10_000),
    ("decompose: error", 10_000),
    ("compose: CRI", 10_000),
    ("compose: error", 10_000),
    ("proxy: CRI", 4_000),
];

/// Counts by name.
#[derive(Default)]
pub(crate) struct Reached(BTreeMap<&'static str, u64>);

impl Reached {
    pub(crate) fn count(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    pub(crate) fn count_if(&mut self, condition: bool, what: &'static str) {
        if condition {
            self.count(what);
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (what, count) in &other.0 {
            *self.0.entry(what).or_default() += count;
        }
    }

    /// One line for each count that is below its minimum.
    pub(crate) fn missing(&self, cases: u64) -> Vec<String> {
        let missing = LEAST.iter().filter_map(|(what, least)| {
            let found = self.0.get(what).copied().unwrap_or_default();
            let least = least * cases / 1_000_000;
            (found < least).then(|| format!("{what}: {found} of at least {least}"))
        });
        let unknown = self.0.keys().filter(|what| LEAST.iter().all(|(known, _)| known != *what));
        missing.chain(unknown.map(|what| format!("{what}: has no least number"))).collect()
    }

    /// One line for each count.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.iter().map(|(what, count)| format!("{count:>12}  {what}")).collect()
    }
}
