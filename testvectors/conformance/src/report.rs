//! What the task prints: a table of sections, and the failures.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Value, json};

use super::cases::{Case, Requirement};
use super::verdict::Verdict;

/// The text report shows this many failures.
const SHOWN_FAILURES: usize = 100;

/// How many cases passed, failed, or are not supported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) unsupported: usize,
}

impl Counts {
    fn add(&mut self, verdict: Verdict) {
        *match verdict {
            Verdict::Passed => &mut self.passed,
            Verdict::Failed => &mut self.failed,
            Verdict::Unsupported => &mut self.unsupported,
        } += 1;
    }
}

/// A case that failed.
#[derive(Debug)]
struct Failed {
    case: Case,
    found: Value,
}

/// The results of all cases that were asked.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) all: Counts,
    /// By document and section. A case counts once in each section that it shows a requirement of.
    sections: BTreeMap<Section, Counts>,
    failures: Vec<Failed>,
    /// Why the program was not asked all cases, or what was wrong after the last one.
    pub(super) broken: Option<String>,
}

/// A section of a document. Sections are in the order of their numbers, so 10 follows 9, and appendices come last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Section {
    document: String,
    /// The number with zeros before each run of digits.
    order: String,
    number: String,
}

impl Section {
    fn new(requirement: &Requirement) -> Self {
        let Requirement { document, section, .. } = requirement.clone();
        // A space ends the last run of digits, so that all runs have the same length.
        let ended = format!("{section} ");
        let runs = ended.split_inclusive(|character: char| !character.is_ascii_digit());
        let pad = |run: &str| if run.len() > 1 { format!("{run:0>8}") } else { run.to_owned() };
        let order = runs.map(pad).collect();
        Self { document, order, number: section }
    }
}

impl Report {
    /// Counts a case with the answer to it.
    pub(super) fn add(
        &mut self,
        case: &Case,
        found: Value,
        verdict: Verdict,
        requirements: &BTreeMap<String, Requirement>,
    ) {
        self.all.add(verdict);
        let shown = case.shows.iter().filter_map(|row| requirements.get(row));
        let sections: BTreeSet<_> = shown.map(Section::new).collect();
        for section in sections {
            self.sections.entry(section).or_default().add(verdict);
        }
        if verdict == Verdict::Failed {
            self.failures.push(Failed { case: case.clone(), found });
        }
    }

    /// Whether all cases were answered, and none failed.
    pub(super) fn is_good(&self) -> bool {
        self.broken.is_none() && self.all.failed == 0
    }

    /// The report for people.
    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "{:<24}{:<14}{:>8}{:>8}{:>13}\n",
            "document", "section", "passed", "failed", "unsupported"
        );
        // Writing to a String cannot fail.
        for (section, counts) in &self.sections {
            let _ = writeln!(text, "{}", row(&section.document, &section.number, *counts));
        }
        let _ = writeln!(text, "{}\n", row("all cases", "", self.all));
        for Failed { case, found } in self.failures.iter().take(SHOWN_FAILURES) {
            let _ = writeln!(text, "failed: {} ({}, {})", case.id, case.operation, case.revision);
            let _ = writeln!(text, "  input     {}", json!(case.input));
            if !case.without.is_empty() {
                let _ = writeln!(text, "  without   {}", case.without.join(", "));
            }
            let _ = writeln!(text, "  expected  {}", json!(case.expect));
            let _ = writeln!(text, "  found     {found}");
            let _ = writeln!(text, "  shows     {}", case.shows.join(", "));
            if let Some(note) = &case.note {
                let _ = writeln!(text, "  note      {note}");
            }
        }
        if let more @ 1.. = self.failures.len().saturating_sub(SHOWN_FAILURES) {
            let _ = writeln!(text, "{more} more failures; --json lists them all");
        }
        if let Some(broken) = &self.broken {
            let _ = writeln!(text, "{broken}");
        }
        text
    }

    /// The report for programs.
    pub(super) fn json(&self) -> Value {
        let sections = self.sections.iter().map(|(section, counts)| {
            let mut row = json!(counts);
            row["document"] = json!(section.document);
            row["section"] = json!(section.number);
            row
        });
        let failures = self.failures.iter().map(|Failed { case, found }| {
            let Case { id, operation, revision, input, expect, .. } = case;
            json!({
                "id": id, "operation": operation, "revision": revision,
                "input": input, "expect": expect, "found": found,
            })
        });
        let mut report = json!(self.all);
        report["sections"] = sections.collect();
        report["failures"] = failures.collect();
        report["broken"] = json!(self.broken);
        report
    }
}

fn row(document: &str, section: &str, counts: Counts) -> String {
    format!(
        "{document:<24}{section:<14}{:>8}{:>8}{:>13}",
        counts.passed, counts.failed, counts.unsupported
    )
}
