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

/// The line of the report that names the C compiler begins with this.
pub(super) const COMPILER: &str = "The C compiler is ";

/// The section about C begins with this, and ends with the next section.
const SECTION_C: &str = "## From C\n";

/// How the figures of the section about C come about.
const METHOD_C: &str = "\
The probes are in `firmware/footprint/c`, compiled with `-Os`, `-ffunction-sections` and `--gc-sections`, and linked with the
library that `cargo rustc --profile staticlib-small` builds. The inputs are those of the other probes. `uri-to-options` is
linked as the probes above, and does the work of `c-uri-to-options` in Rust. The library is compiled before the programs that
call it. Each function therefore has the code for each revision, feature and kind of error, even if a program needs one only.
The task also links every function of the library, and fails if one can panic.

libcoap is the library that most C programs would take instead. Its row is the source of Debian's package libcoap3 without
sockets, logging and assertions, with every transport, and with the smallest possible allocator, whose code counts. The text
of the destination's address is a constant there. libcoap writes the options of a URI in a fifth of the code, because it does
much less:

- It has no CRIs: no decoding, no comparison, no references and their resolution, no form that is shorter than the URI.
- It does not check the grammar. A space, a byte that is not UTF-8, `%zz` and a `%` at the end go into options, `[zz]` is a
  host, and a fragment is dropped.
- It does not check the length of an option: a segment of 300 bytes becomes one option, although RFC 7252 allows 255.
- It allocates each option, and returns a list that the program frees.
";

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
    from_c: &str,
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
        add(table(measured));
        if title == "Our own probes" && !from_c.is_empty() {
            add(format!("\n{}", from_c.trim_end()));
        }
    }
    add("\nThe functions that panic:\n".into());
    for Measured { name, panics, .. } in
        ours.iter().chain(peers).filter(|measured| !measured.panics.is_empty())
    {
        add(format!("- {name}: `{}`", panics.join("`, `")));
    }
    add(String::new());
    text.push_str(METHOD);
    Ok(text)
}

/// The figures of probes as a table.
fn table(measured: &[Measured]) -> String {
    let mut text = String::from(
        "| probe | what it does | flash | panics | static RAM | heap | stack | instructions | at most |\n\
         |---|---|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for measured in measured {
        let cells: Vec<String> = Figure::ALL.iter().map(|figure| figure.cell(measured)).collect();
        text.push_str(&format!(
            "| {} | {} | {} |\n",
            measured.name,
            measured.does,
            cells.join(" | ")
        ));
    }
    text.truncate(text.trim_end().len());
    text
}

/// The section about C: the compiler, the version of libcoap, and the figures.
pub(super) fn section_c(compiler: &str, libcoap: &str, measured: &[Measured]) -> String {
    format!(
        "{SECTION_C}\n{COMPILER}{compiler}\n\nThe peer is libcoap {libcoap}.\n\n{}\n\n{METHOD_C}",
        table(measured)
    )
}

/// The section about C in the text of a report.
pub(super) fn held_section_c(report: &str) -> &str {
    let Some(start) = report.find(SECTION_C) else { return "" };
    let section = &report[start..];
    section[SECTION_C.len()..]
        .find("\n## ")
        .map_or(section, |end| &section[..SECTION_C.len() + end])
}

/// The figures of a probe in the text of the report, in the order of `Figure::ALL`.
pub(super) fn row(report: &str, name: &str) -> Option<Vec<Option<u64>>> {
    let cells = report
        .lines()
        .find_map(|line| line.strip_prefix("| ")?.strip_prefix(name)?.strip_prefix(" | "))?;
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
    let peers = lock
        .package
        .iter()
        .filter(|package| ["fluent-uri", "iri-string"].contains(&&*package.name));
    Ok(peers
        .map(|Package { name, version }| format!("{name} {version}"))
        .collect::<Vec<_>>()
        .join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_as_they_are_written() {
        let run = Run { stack: 432, heap: 0, mean: 1832, most: 4054 };
        let measured = Measured {
            name: "decode",
            does: "decode a CRI",
            code: 4906,
            ram: 0,
            panics: Vec::new(),
            run: Some(run),
        };
        let cells: Vec<String> = Figure::ALL.iter().map(|figure| figure.cell(&measured)).collect();
        let text =
            format!("| decode-two | x | 1 |\n| decode | decode a CRI | {} |\n", cells.join(" | "));
        let figures = [4906, 0, 0, 0, 432, 1832, 4054].map(Some);
        assert_eq!(row(&text, "decode").as_deref(), Some(&figures[..]));
        assert_eq!(row(&text, "encode"), None);
    }
}
