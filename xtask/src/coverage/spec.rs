//! The table of SPEC.md with what the documents leave open.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::claims::Claim;
use super::rows::Requirement;

/// The rows that no text decides, without those that are defects of the draft.
pub(super) fn table(rows: &[Requirement], claims: &[Claim]) -> String {
    let mut table =
        "| section | what is open, and what we do | shown by | row |\n|---|---|---|---|\n"
            .to_owned();
    for row in rows.iter().filter(|row| row.is_open_question() && row.defect.is_empty()) {
        let Requirement { id, source, section, requirement, .. } = row;
        let place = match source.strip_prefix("draft-ietf-core-href") {
            Some("-16") => section.clone(),
            Some(revision) => format!("{section} ({revision})"),
            None => format!("{}, {section}", source.replace("RFC", "RFC ")),
        };
        let requirement = requirement.replace('\\', "\\\\").replace('|', "\\|");
        let shown_by = witness(id, claims);
        // Writing to a String cannot fail.
        let _ = writeln!(table, "| {place} | {requirement} | {shown_by} | `{id}` |");
    }
    table
}

/// The vector that shows the fewest other rows, or the test.
fn witness(id: &str, claims: &[Claim]) -> String {
    let of_row = claims.iter().filter(|claim| claim.id == id);
    // Of several, that with the shortest name: others have more to tell.
    let best = of_row
        .min_by_key(|claim| (Reverse(claim.vector().is_some()), claim.among, claim.place.len()));
    best.map_or_else(String::new, |claim| match claim.vector() {
        Some(vector) => format!("`{vector}`"),
        None => format!("`{}`", claim.place.split(':').next().unwrap_or_default()),
    })
}
