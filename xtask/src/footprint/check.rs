//! Comparing what was measured with the limits, and with `benches/FOOTPRINT.md`.

use super::build::Toolchain;
use super::measured::{Figure, Measured, grouped};
use super::report::{COMPILER, FILE, TOOLCHAIN, row};
use crate::failure::Failure;

/// A figure may exceed the report by this many per cent.
const MARGIN: u64 = 3;

/// The most that a probe may take. `""` stands for each of our own probes.
const LIMITS: [(&str, Figure, u64); 9] = [
    ("decode-resolve-iterate", Figure::Flash, 3_600),
    ("decode-resolve-iterate-options", Figure::Flash, 5_150),
    ("uri-to-cri-and-back", Figure::Flash, 12_000),
    ("decode", Figure::Mean, 800),
    ("decode-resolve-encode", Figure::Stack, 512),
    ("", Figure::Stack, 656),
    ("", Figure::Panics, 0),
    ("", Figure::Ram, 0),
    ("", Figure::Heap, 0),
];

/// A probe, and one that it must not exceed: a literal costs no flash beyond the bytes of its CRI.
const NOT_LARGER: [&str; 2] = ["literal", "bytes"];

/// Fails where one of our own probes exceeds its limit.
pub(super) fn limits(ours: &[Measured]) -> Result<(), Failure> {
    fail(&exceeded(ours))
}

/// Fails where one of our own probes exceeds its limit or the report.
pub(super) fn report(
    report: &str,
    toolchain: &Toolchain,
    ours: &[Measured],
) -> Result<(), Failure> {
    let mut problems = exceeded(ours);
    let name = report.lines().find_map(|line| line.strip_prefix(TOOLCHAIN));
    if name == Some(&toolchain.name) {
        problems.extend(ours.iter().flat_map(|measured| compare(report, measured)));
    } else {
        let name = name.unwrap_or("not named");
        println!(
            "{FILE}: not compared; its toolchain is {name}, and this one is {}",
            toolchain.name
        );
    }
    fail(&problems)?;
    println!("{} probes checked", ours.len());
    Ok(())
}

/// Fails where a probe of the C library takes more than the report says, or has static memory or a panic.
pub(super) fn report_c(report: &str, compiler: &str, ours: &[Measured]) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for measured in ours {
        for figure in [Figure::Panics, Figure::Ram, Figure::Heap] {
            if figure.of(measured).is_some_and(|found| found > 0) {
                problems.push(format!(
                    "{}: {} {}",
                    measured.name,
                    figure.cell(measured),
                    figure.unit()
                ));
            }
        }
    }
    let name = report.lines().find_map(|line| line.strip_prefix(COMPILER));
    if name == Some(compiler) {
        problems.extend(ours.iter().flat_map(|measured| compare(report, measured)));
    } else {
        let name = name.unwrap_or("not named");
        println!("{FILE}: not compared; its C compiler is {name}, and this one is {compiler}");
    }
    fail(&problems)
}

fn fail(problems: &[String]) -> Result<(), Failure> {
    if problems.is_empty() { Ok(()) } else { Err(Failure::Task(problems.join("\n"))) }
}

fn exceeded(ours: &[Measured]) -> Vec<String> {
    let mut problems = Vec::new();
    for (probe, figure, limit) in LIMITS {
        for measured in ours.iter().filter(|measured| probe.is_empty() || measured.name == probe) {
            if figure.of(measured).is_some_and(|found| found > limit) {
                let (name, found, unit) = (measured.name, figure.cell(measured), figure.unit());
                problems.push(format!("{name}: {found} {unit}, the limit is {}", grouped(limit)));
            }
        }
    }
    let flash =
        |name| ours.iter().find(|measured| measured.name == name).map(|measured| measured.code);
    if let [Some(found), Some(limit)] = NOT_LARGER.map(flash)
        && found > limit
    {
        let [name, other] = NOT_LARGER;
        problems.push(format!("{name}: {found} bytes of flash, and {other} takes {limit}"));
    }
    problems
}

fn compare(report: &str, measured: &Measured) -> Vec<String> {
    let name = measured.name;
    let Some(row) = row(report, name) else {
        return vec![format!("{FILE} has no row `{name}`; `cargo xtask footprint` writes it")];
    };
    let columns = Figure::ALL.into_iter().zip(row);
    let more = columns.filter_map(|(figure, before)| {
        let (now, before) = figure.of(measured).zip(before)?;
        exceeds(now, before).then(|| {
            let (now, unit, before) = (grouped(now), figure.unit(), grouped(before));
            format!("{name}: {now} {unit}, over {MARGIN} % more than the {before} in {FILE}")
        })
    });
    more.collect()
}

fn exceeds(found: u64, limit: u64) -> bool {
    found * 100 > limit * (100 + MARGIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(code: u64, panics: &[&str]) -> [Measured; 1] {
        let panics = panics.iter().map(|&name| name.to_owned()).collect();
        [Measured { name: "decode", does: "", code, ram: 0, panics, run: None }]
    }

    #[test]
    fn a_figure_may_grow_by_the_margin_under_one_toolchain() {
        let toolchain = |name: &str| Toolchain::named(name);
        let held =
            "- toolchain: rustc 1\n| decode | decode a CRI | 1,000 | 0 | 0 | 0 | 9 | 9 | 9 |\n";
        assert!(report(held, &toolchain("rustc 1"), &decode(1030, &[])).is_ok());
        assert!(report(held, &toolchain("rustc 1"), &decode(1031, &[])).is_err());
        assert!(report(held, &toolchain("rustc 2"), &decode(1031, &[])).is_ok());
        assert!(
            report(held, &toolchain("rustc 2"), &decode(1, &["core::panicking::panic"])).is_err()
        );
    }

    #[test]
    fn a_literal_takes_no_more_than_its_bytes() {
        let probe = |name, code| {
            let [decode] = decode(code, &[]);
            Measured { name, ..decode }
        };
        assert!(limits(&[probe("bytes", 61), probe("literal", 61)]).is_ok());
        let Err(Failure::Task(message)) = limits(&[probe("bytes", 61), probe("literal", 62)])
        else {
            panic!("the literal takes more")
        };
        assert_eq!(message, "literal: 62 bytes of flash, and bytes takes 61");
    }

    #[test]
    fn limits_hold_under_any_toolchain() {
        let mut measured = decode(5_150, &[]);
        measured[0].name = "decode-resolve-iterate-options";
        assert!(limits(&measured).is_ok());
        measured[0].code += 1;
        let Err(Failure::Task(message)) = limits(&measured) else {
            panic!("the limit is exceeded")
        };
        assert_eq!(
            message,
            "decode-resolve-iterate-options: 5,151 bytes of flash, the limit is 5,150"
        );
    }
}
