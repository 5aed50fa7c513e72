//! Many cases, on several threads.

use std::fmt::Write as _;
use std::thread;

use crate::case;
use crate::reached::Reached;

/// Seeds of cases that failed before.
const KEPT: &str = include_str!("../../seeds.txt");

/// How many differences a run reports before it ends.
const ENOUGH: usize = 8;

/// The seed of the case with this number.
const fn seed_of(first: u64, number: u64) -> u64 {
    first.wrapping_add(number).wrapping_mul(0xd134_2543_de82_ef95) ^ 0x5851_f42d_4c95_7f2d
}

/// The difference that the case of a seed shows, as text that says how to repeat it.
fn report(seed: u64, difference: &str) -> String {
    let difference = shortened(difference);
    format!("case {seed:#018x}: {difference}\n  repeat: cargo xtask model --case {seed:#018x}\n")
}

/// The text with `l{1000}` in place of a thousand letters, since some inputs have a megabyte.
fn shortened(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut short = String::new();
    for run in characters.chunk_by(|a, b| a == b) {
        match run {
            [letter, ..] if run.len() > 16 => short.push_str(&format!("{letter}{{{}}}", run.len())),
            _ => short.extend(run),
        }
    }
    short.chars().take(4000).collect()
}

/// Runs the case of one seed.
pub(crate) fn one(seed: u64) -> Result<String, String> {
    match case::run(seed, &mut Reached::default()) {
        Ok(()) => Ok("no difference".into()),
        Err(difference) => Err(report(seed, &difference)),
    }
}

/// Runs the kept cases, and then `cases` more.
pub(crate) fn many(first: u64, cases: u64, threads: u64) -> Result<String, String> {
    let mut differences = Vec::new();
    for line in KEPT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let digits = line.split_whitespace().next().unwrap_or_default().trim_start_matches("0x");
        let seed = u64::from_str_radix(digits, 16)
            .map_err(|error| format!("model/seeds.txt: {line}: {error}"))?;
        differences.extend(one(seed).err());
    }
    let part = |thread: u64| {
        let mut reached = Reached::default();
        let mut differences = Vec::new();
        for number in (thread..cases).step_by(usize::try_from(threads).unwrap_or(1)) {
            let seed = seed_of(first, number);
            if let Err(difference) = case::run(seed, &mut reached) {
                differences.push(report(seed, &difference));
                if differences.len() >= ENOUGH {
                    break;
                }
            }
        }
        (reached, differences)
    };
    let mut reached = Reached::default();
    thread::scope(|scope| {
        let handles: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        for handle in handles {
            match handle.join() {
                Ok((found, more)) => {
                    reached.add(&found);
                    differences.extend(more);
                }
                Err(_) => differences.push("a thread ended early".into()),
            }
        }
    });
    if !differences.is_empty() {
        return Err(differences.concat());
    }
    let missing = reached.missing(cases);
    if !missing.is_empty() {
        return Err(format!(
            "the generators reach too little in {cases} cases:\n{}",
            missing.join("\n")
        ));
    }
    let mut text = String::new();
    for line in reached.lines() {
        let _ = writeln!(text, "{line}");
    }
    Ok(format!("{text}{cases} cases from seed {first}: no difference"))
}
