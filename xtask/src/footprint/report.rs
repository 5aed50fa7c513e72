//! `benches/FOOTPRINT.md`: its text, and its rows read again.

use std::fs;

use serde::Deserialize;

use super::build::{TARGET, Toolchain};
use super::emulator::{Emulator, Run};
use super::measured::{Figure, Measured};
use crate::workspace::root;

/// The report, from the root of the workspace.
pub(super) const FILE: &str = "benches/FOOTPRINT.md";

/// The line of the report that names the toolchain begins with this.
pub(super) const TOOLCHAIN: &str = "- toolchain: ";

/// How the figures come about.
const METHOD: &str = "\
## How it is measured

The probes are in `firmware/footprint`. Each is one function that does one operation. Its operands come from outside and
its results go outside, so the linker must keep all of the operation. The probes are compiled with `opt-level = \"z\"`, fat
link-time optimisation, one codegen unit, `panic = \"abort\"` and `--gc-sections`.

- *Flash* is the size of the sections `.text` and `.rodata` of a probe that is linked alone. It includes `memcpy` and
  whatever else the probe needs of `core`. It does not include start-up code and operands.
- *Static RAM* is the size of `.data` and `.bss`. *Heap* is what a call allocates; our own probes are linked without an
  allocator.
- *Panics* counts the functions in the symbol table that panic.
- *Stack* and *instructions* come from the same image in an emulated Cortex-M4, whose timer advances with the
  instructions. `firmware/emulator` is loaded beside the probe. It paints the stack before each call. The stack figure
  is the deepest of all inputs: the corpus of the benchmarks, and the test vectors, accepted or refused.
- *Instructions* are counted for the CoAP URIs of the corpus, or its pairs of a CoAP URI and a reference, each by itself:
  the mean, and the most. Each input is called a hundred times at each alignment that operands may have. The cost of
  calling an empty function is subtracted. Resolving alone takes `decode-resolve` less `decode-two`.

The operands of the peers are URIs, and those of our own probes are the CRIs of the same URIs. `fluent-uri` needs an
allocator to resolve and to normalise. Its probes have the smallest possible one, which never frees: its code counts and
its memory does not. `iri-string` writes into a slice, and so does `decode-resolve-iterate-options`.
";

/// Prints one line for each probe.
pub(super) fn print(measured: &[Measured]) {
    for Measured { name, code, ram, panics, run, .. } in measured {
        print!("{name:<30} {code:>6} bytes {ram:>5} static {:>2} panics", panics.len());
        if let Some(Run { stack, heap, mean, most }) = run {
            print!(" {heap:>4} heap {stack:>5} stack {mean:>6} instructions, at most {most:>6}");
        }
        println!();
    }
}

/// The text of the report.
pub(super) fn write(
    toolchain: &Toolchain,
    emulator: &Emulator,
    ours: &[Measured],
    peers: &[Measured],
) -> Result<String, String> {
    let mut text = String::from(
        "# Footprint on a microcontroller\n\n\
         `cargo xtask footprint` writes this page; `cargo xtask footprint --check` compares our own probes with it.\n\n",
    );
    let mut add = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    add(format!("- target: {TARGET} (a Cortex-M4 without a floating-point unit)"));
    add(format!("{TOOLCHAIN}{}", toolchain.name));
    add(format!("- emulator: {}, machine mps2-an386", emulator.name));
    add(format!("- peers: {}", peer_versions()?));
    for (title, measured) in [("Our own probes", ours), ("Peers", peers)] {
        add(format!("\n## {title}\n"));
        add("| probe | what it does | flash | panics | static RAM | heap | stack | instructions | at most |".into());
        add("|---|---|--:|--:|--:|--:|--:|--:|--:|".into());
        for measured in measured {
            let cells: Vec<String> = Figure::ALL.iter().map(|figure| figure.cell(measured)).collect();
            add(format!("| {} | {} | {} |", measured.name, measured.does, cells.join(" | ")));
        }
    }
    add("\nThe functions that panic:\n".into());
    for Measured { name, panics, .. } in ours.iter().chain(peers).filter(|measured| !measured.panics.is_empty()) {
        add(format!("- {name}: `{}`", panics.join("`, `")));
    }
    add(String::new());
    text.push_str(METHOD);
    Ok(text)
}

/// The figures of a probe in the text of the report, in the order of `Figure::ALL`.
pub(super) fn row(report: &str, name: &str) -> Option<Vec<Option<u64>>> {
    let cells = report.lines().find_map(|line| line.strip_prefix("| ")?.strip_prefix(name)?.strip_prefix(" | "))?;
    let cells = cells.trim_end_matches('|').split(" | ").skip(1);
    Some(cells.map(|cell| cell.trim().replace(',', "").parse().ok()).collect())
}

/// Names and versions of the peers, from the lock file.
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
    const LOCK: &str = "firmware/Cargo.lock";
    let text = fs::read_to_string(root().join(LOCK)).map_err(|error| format!("{LOCK}: {error}"))?;
    let lock: Lock = toml::from_str(&text).map_err(|error| format!("{LOCK}: {error}"))?;
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
}
