//! What the task prints.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use super::rows::Requirement;

/// The state of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// A vector or a test claims to show it.
    Shown,
    /// Its level says that nothing can show it.
    NotTestable,
    /// Nothing claims to show it, and its level says that something could.
    Open,
}

/// Returns the state of a row, given the rows that vectors and tests claim to show.
pub(super) fn state(row: &Requirement, shown: &HashSet<&str>) -> State {
    match (row.is_testable(), shown.contains(row.id.as_str())) {
        (false, _) => State::NotTestable,
        (true, true) => State::Shown,
        (true, false) => State::Open,
    }
}

/// The number of rows in each state, by source and layer.
pub(super) fn summary(rows: &[Requirement], shown: &HashSet<&str>) -> String {
    let mut counts: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
    for row in rows {
        counts.entry((&row.source, &row.layer)).or_default()[state(row, shown) as usize] += 1;
    }
    let all =
        counts.values().fold([0; 3], |sum, row| [0, 1, 2].map(|state| sum[state] + row[state]));
    let mut text = format!(
        "{:<26}{:<10}{:>6}{:>14}{:>6}\n",
        "source", "layer", "shown", "not testable", "open"
    );
    for ((source, layer), [shown, not_testable, open]) in
        counts.into_iter().chain([(("all", ""), all)])
    {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{source:<26}{layer:<10}{shown:>6}{not_testable:>14}{open:>6}");
    }
    text
}

/// The rows that are not testable, one per line, each with its reason.
pub(super) fn not_testable(rows: &[Requirement]) -> String {
    let rows = rows.iter().filter(|row| !row.is_testable());
    let lines: String = rows.map(|row| format!("{:<18}{}\n", row.id, row.reason)).collect();
    if lines.is_empty() { lines } else { format!("\nnot testable:\n{lines}") }
}
