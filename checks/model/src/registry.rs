//! Scheme numbers and default ports (section 11.1, appendix A), read from the registry's own tables.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::Revision;

const DRAFT_16: &str = include_str!("../../../crates/cri-registry/data/draft-16.csv");
const RFC_9988: &str = include_str!("../../../crates/cri-registry/data/rfc9988.csv");
const PORTS: &str = include_str!("../../../crates/cri-registry/data/default-ports.csv");

/// The rows of a table without its head: first and second column.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.lines().skip(1).filter_map(|line| {
        let mut columns = line.split(',');
        Some((columns.next()?, columns.next()?))
    })
}

/// One revision's table, both ways.
struct Table {
    names: HashMap<u64, String>,
    numbers: HashMap<String, u64>,
}

impl Table {
    fn read(table: &'static str) -> Self {
        let rows: Vec<(u64, String)> = rows(table)
            .filter_map(|(number, name)| Some((number.parse().ok()?, name.to_owned())))
            .collect();
        Self {
            names: rows.iter().cloned().collect(),
            numbers: rows.into_iter().map(|(n, name)| (name, n)).collect(),
        }
    }

    fn of(revision: Revision) -> &'static Self {
        static TABLES: LazyLock<[Table; 2]> =
            LazyLock::new(|| [DRAFT_16, RFC_9988].map(Table::read));
        match revision {
            Revision::Draft16 => &TABLES[0],
            Revision::Rfc9988 => &TABLES[1],
        }
    }
}

/// 5.1.1: the name of a scheme number.
#[must_use]
pub fn name(number: u64, revision: Revision) -> Option<&'static str> {
    Table::of(revision).names.get(&number).map(String::as_str)
}

/// 5.1.1: the number of a scheme name.
#[must_use]
pub fn number(name: &str, revision: Revision) -> Option<u64> {
    Table::of(revision).numbers.get(name).copied()
}

/// C7: the default port of a scheme, if it has one.
#[must_use]
pub fn default_port(name: &str) -> Option<u16> {
    rows(PORTS).find(|(found, _)| *found == name).and_then(|(_, port)| port.parse().ok())
}
