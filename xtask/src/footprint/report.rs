//! `benches/FOOTPRINT.md`: written, and compared with.

use std::fmt::Write;
use std::fs;

use serde::Deserialize;

use super::build::{TARGET, Toolchain};
use super::emulator::{Emulator, Run};
use super::{FILE, Measured, root};
use crate::failure::Failure;

/// By how many per cent a figure may be above what is committed.
const MARGIN: u64 = 3;

/// What a line of the file begins with that names the toolchain.
const TOOLCHAIN: &str = "- toolchain: ";

/// What the figures mean, and what they do not.
const METHOD: &str = "\
## How it is measured

The probes are in `firmware/footprint`: each is one function that does one operation, on operands that come from outside
and to results that go there, so that nothing of it can be left out. They are compiled with `opt-level = \"z\"`, fat link-time
optimisation, one codegen unit, `panic = \"abort\"` and `--gc-sections`.

- *Flash* is the sections `.text` and `.rodata` of a probe that is linked alone: with `memcpy` and whatever else of
  `core` it needs, without a start-up, and without the operands.
- *Static RAM* is `.data` and `.bss`; *heap* is the bytes that a call takes from an allocator, of which none is linked
  to our own probes.
- *Panics* are the functions, by their names in the symbol table, that are there to panic.
- *Stack* and *instructions* are those of the very same image in an emulated Cortex-M4, whose timer advances with the
  instructions; `firmware/emulator` is loaded beside it. The stack is painted before each call; its depth is the deepest of all inputs: the corpus of the
  benchmarks, and the test vectors, whether refused or not. Instructions are those of the corpus's CoAP URIs, or of its
  pairs of a CoAP URI and a reference, one by one, the mean and the most; each is called a hundred times at each
  alignment that operands may have, and calling an empty function is taken off. What resolving takes by itself is by how much `decode-resolve` is above `decode-two`.

Peers have URIs for operands, where ours have the CRIs of these. `fluent-uri` needs an allocator to resolve and to
normalise: it has the smallest there is, one that takes nothing back, whose code counts and whose memory does not.
`iri-string` writes to a slice. In `decode-resolve-iterate-options`, options are written to a slice.
";

/// Prints a line for each probe.
pub(super) fn print(measured: &[Measured]) {
    for Measured { name, code, ram, panics, run, .. } in measured {
        print!("{name:<30} {code:>6} bytes {ram:>5} static {:>2} panics", panics.len());
        if let Some(Run { stack, heap, mean, most }) = run {
            print!(" {heap:>4} heap {stack:>5} stack {mean:>6} instructions, at most {most:>6}");
        }
        println!();
    }
}

/// The text of the file.
pub(super) fn write(
    toolchain: &Toolchain,
    emulator: &Emulator,
    ours: &[Measured],
    peers: &[Measured],
) -> Result<String, String> {
    let mut text = String::from(
        "# Footprint on a microcontroller\n\n\
         Written by `cargo xtask footprint`; `cargo xtask footprint --check` compares our own probes with it.\n\n",
    );
    let mut add = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    add(format!("- target: {TARGET} (a Cortex-M4 without a floating-point unit)"));
    add(format!("{TOOLCHAIN}{}", toolchain.name));
    add(format!("- emulator: {}, machine mps2-an386", emulator.name));
    add(format!("- peers: {}", peer_versions()?));
    add("\n## What is to be reached\n".into());
    add("| | to reach | beyond | measured | |\n|---|--:|--:|--:|---|".into());
    for Goal { what, reach, beyond, measured, note } in goals(ours) {
        let verdict = match measured {
            _ if measured > reach => format!("**{} too many**", grouped(measured - reach)),
            _ if measured > beyond || beyond == reach => "reached".into(),
            _ => "beyond".into(),
        };
        let beyond = if beyond == reach { String::new() } else { grouped(beyond) };
        add(format!("| {what} | {} | {beyond} | {}{note} | {verdict} |", grouped(reach), grouped(measured)));
    }
    for (title, measured) in [("Our own probes", ours), ("Peers", peers)] {
        add(format!("\n## {title}\n"));
        add("| probe | what it does | flash | panics | static RAM | heap | stack | instructions | at most |".into());
        add("|---|---|--:|--:|--:|--:|--:|--:|--:|".into());
        for measured in measured {
            let cells: Vec<String> = Figure::ALL.iter().map(|figure| figure.cell(measured)).collect();
            add(format!("| {} | {} | {} |", measured.name, measured.does, cells.join(" | ")));
        }
    }
    add("\nThe functions that are there to panic:\n".into());
    for Measured { name, panics, .. } in ours.iter().chain(peers).filter(|measured| !measured.panics.is_empty()) {
        add(format!("- {name}: `{}`", panics.join("`, `")));
    }
    add(String::new());
    text.push_str(METHOD);
    Ok(text)
}

/// Fails where one of our own probes takes more than `held`, the text of the file, says.
pub(super) fn check(held: &str, toolchain: &Toolchain, ours: &[Measured]) -> Result<(), Failure> {
    let mut wrong = String::new();
    for measured in ours {
        for figure in [Figure::Panics, Figure::Ram, Figure::Heap] {
            if figure.of(measured).is_some_and(|number| number > 0) {
                let _ = writeln!(
                    wrong,
                    "{}: expected no {}, found {}",
                    measured.name,
                    figure.name(),
                    figure.cell(measured)
                );
            }
        }
    }
    let name = held.lines().find_map(|line| line.strip_prefix(TOOLCHAIN));
    if name == Some(&toolchain.name) {
        for measured in ours {
            let Some(row) = row(held, measured.name) else {
                let _ = writeln!(wrong, "{FILE} has no row `{}`; run `cargo xtask footprint`", measured.name);
                continue;
            };
            for (figure, held) in Figure::ALL.iter().zip(row) {
                let Some((now, held)) = figure.of(measured).zip(held) else { continue };
                if now * 100 > held * (100 + MARGIN) {
                    let _ = writeln!(
                        wrong,
                        "{}: expected {} of {} and at most {MARGIN} % more, found {}",
                        measured.name,
                        figure.name(),
                        grouped(held),
                        grouped(now)
                    );
                }
            }
        }
    } else {
        println!(
            "{FILE}: not compared, its toolchain is {}, and this is {}",
            name.unwrap_or("not named"),
            toolchain.name
        );
    }
    if !wrong.is_empty() {
        return Err(Failure::Task(wrong.trim_end().into()));
    }
    println!("{} probes checked", ours.len());
    Ok(())
}

/// The figures of a probe in the text of the file, in the order of `Figure::ALL`.
fn row(held: &str, name: &str) -> Option<Vec<Option<u64>>> {
    let cells = held.lines().find_map(|line| line.strip_prefix("| ")?.strip_prefix(name)?.strip_prefix(" | "))?;
    Some(
        cells
            .trim_end_matches('|')
            .split(" | ")
            .skip(1)
            .map(|cell| cell.trim().replace(',', "").parse().ok())
            .collect(),
    )
}

/// A column.
#[derive(Clone, Copy)]
enum Figure {
    Flash,
    Panics,
    Ram,
    Heap,
    Stack,
    Mean,
    Most,
}

impl Figure {
    const ALL: [Self; 7] = [Self::Flash, Self::Panics, Self::Ram, Self::Heap, Self::Stack, Self::Mean, Self::Most];

    fn of(self, measured: &Measured) -> Option<u64> {
        Some(match self {
            Self::Flash => measured.code,
            Self::Panics => measured.panics.len() as u64,
            Self::Ram => measured.ram,
            Self::Heap => measured.run?.heap,
            Self::Stack => measured.run?.stack,
            Self::Mean => measured.run?.mean,
            Self::Most => measured.run?.most,
        })
    }

    fn cell(self, measured: &Measured) -> String {
        self.of(measured).map(grouped).unwrap_or_default()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Flash => "bytes of flash",
            Self::Panics => "panics",
            Self::Ram => "bytes of static RAM",
            Self::Heap => "bytes of heap",
            Self::Stack => "bytes of stack",
            Self::Mean => "instructions",
            Self::Most => "instructions at most",
        }
    }
}

/// A row of what is to be reached.
struct Goal {
    what: &'static str,
    reach: u64,
    beyond: u64,
    measured: u64,
    note: String,
}

/// What is to be reached, and what was measured of it.
fn goals(ours: &[Measured]) -> Vec<Goal> {
    let find = |name| ours.iter().find(|measured| measured.name == name);
    let flash = |what, reach, beyond, name| {
        let measured = find(name).map_or(u64::MAX, |measured| measured.code);
        Goal { what, reach, beyond, measured, note: " bytes".into() }
    };
    let most = |figure: Figure| ours.iter().max_by_key(|measured| figure.of(measured));
    let of_all = |what, figure: Figure| {
        let measured = ours.iter().filter_map(|measured| figure.of(measured)).sum();
        Goal { what, reach: 0, beyond: 0, measured, note: String::new() }
    };
    let deepest = most(Figure::Stack);
    let decode = find("decode").and_then(|measured| measured.run);
    vec![
        flash("decode + resolve + iterate", 3600, 2900, "decode-resolve-iterate"),
        flash("the same + CoAP options of the result", 5000, 4000, "decode-resolve-iterate-options"),
        flash("URI to CRI and back, six CoAP schemes", 12000, 9000, "uri-to-cri-and-back"),
        of_all("panics in all of our own probes", Figure::Panics),
        of_all("heap in all of them", Figure::Heap),
        of_all("static RAM in all of them", Figure::Ram),
        Goal {
            what: "deepest stack of any of them",
            reach: 512,
            beyond: 256,
            measured: deepest.and_then(|measured| Figure::Stack.of(measured)).unwrap_or(u64::MAX),
            note: deepest.map_or_else(String::new, |measured| format!(" bytes, {}", measured.name)),
        },
        Goal {
            what: "decode of a CoAP CRI",
            reach: 800,
            beyond: 600,
            measured: decode.map_or(u64::MAX, |run| run.mean),
            note: decode.map_or_else(String::new, |run| format!(" instructions, at most {}", grouped(run.most))),
        },
    ]
}

/// With commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Names and versions of the peers, as they are locked.
fn peer_versions() -> Result<String, String> {
    #[derive(Deserialize)]
    struct Lock {
        package: Vec<Package>,
    }
    #[derive(Deserialize)]
    struct Package {
        name: String,
        version: String,
    }
    let text = fs::read_to_string(root().join("firmware/Cargo.lock"))
        .map_err(|error| format!("firmware/Cargo.lock: {error}"))?;
    let lock: Lock = toml::from_str(&text).map_err(|error| format!("firmware/Cargo.lock: {error}"))?;
    let peers = lock.package.iter().filter(|package| ["fluent-uri", "iri-string"].contains(&&*package.name));
    Ok(peers.map(|Package { name, version }| format!("{name} {version}")).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_are_written() {
        let run = Run { stack: 432, heap: 0, mean: 1832, most: 4054 };
        let measured =
            Measured { name: "decode", does: "decode a CRI", code: 4906, ram: 0, panics: Vec::new(), run: Some(run) };
        let cells: Vec<String> = Figure::ALL.iter().map(|figure| figure.cell(&measured)).collect();
        let text = format!("| decode-two | x | 1 |\n| decode | decode a CRI | {} |\n", cells.join(" | "));
        let figures = [4906, 0, 0, 0, 432, 1832, 4054].map(Some);
        assert_eq!(row(&text, "decode").as_deref(), Some(&figures[..]));
        assert_eq!(row(&text, "encode"), None);
    }

    #[test]
    fn a_figure_may_grow_by_the_margin_under_the_same_toolchain() {
        let toolchain = |name: &str| Toolchain::named(name);
        let measured = |code, panics| [Measured { name: "decode", does: "", code, ram: 0, panics, run: None }];
        let held = "- toolchain: rustc 1\n| decode | decode a CRI | 1,000 | 0 | 0 | 0 | 9 | 9 | 9 |\n";
        assert!(check(held, &toolchain("rustc 1"), &measured(1030, Vec::new())).is_ok());
        assert!(check(held, &toolchain("rustc 1"), &measured(1031, Vec::new())).is_err());
        assert!(check(held, &toolchain("rustc 2"), &measured(1031, Vec::new())).is_ok());
        assert!(check(held, &toolchain("rustc 2"), &measured(1, vec!["core::panicking::panic".into()])).is_err());
    }
}
