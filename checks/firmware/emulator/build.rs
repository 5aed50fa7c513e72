//! Writes the tables of inputs `SINGLE` and `PAIRS`, and links with its own linker script.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use cri_core::Revision;
use cri_testvectors::Corpus;
use cri_uri::{Options, UriRef};

/// URIs, one per line, each after its kind and a tab.
const SINGLE: &str = "../../../benches/corpus/uris.txt";
/// Bases and references, a tab between them.
const PAIRS: &str = "../../../benches/corpus/refs.txt";
const VECTORS: &str = "../../../testvectors";
/// The base for vectors that have none, and the reference `[]` for vectors that have none.
const BASE: &str = "coap://[2001:db8::1]:61616/a/b/c?d#e";
const EMPTY: &[u8] = b"\x80";
const SCRIPT: &str = "harness.ld";

/// The length in bytes of the longest input. All of the corpus do not fit into the machine's memory, and longer ones need no
/// deeper stack: no probe recurses on its input.
const LONGEST: usize = 4096;

/// An input, with the fields of `Input` in `src/inputs.rs`.
#[derive(Default)]
struct Input {
    counted: bool,
    base: Vec<u8>,
    base_uri: String,
    reference: Vec<u8>,
    reference_uri: String,
}

impl Input {
    fn single(uri: &str, counted: bool) -> Self {
        Self { counted, base: cri(uri), base_uri: uri.into(), ..Self::default() }
    }

    fn pair(base: &str, reference: &str, counted: bool) -> Self {
        Self {
            reference: cri(reference),
            reference_uri: reference.into(),
            ..Self::single(base, counted)
        }
    }

    fn bytes(base: &[u8], reference: &[u8]) -> Self {
        Self { base: base.into(), reference: reference.into(), ..Self::default() }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["build.rs", SCRIPT, SINGLE, PAIRS, VECTORS] {
        println!("cargo::rerun-if-changed={path}");
    }
    // The linker runs at the root of the workspace.
    println!("cargo::rustc-link-arg-bins=-Temulator/{SCRIPT}");
    println!("cargo::rustc-link-arg-bins=--gc-sections");
    println!("cargo::rustc-link-arg-bins=--entry=reset");
    let read = |file| fs::read_to_string(file).map_err(|error| format!("{file}: {error}"));
    let corpus = Corpus::load().map_err(|error| error.to_string())?;

    let single = read(SINGLE)?;
    let single = single.lines().filter_map(|line| line.split_once('\t'));
    let single = single.map(|(kind, uri)| Input::single(uri, kind == "coap"));
    let uris = corpus.parse.iter().map(|vector| &vector.uri);
    let uris = uris.chain(corpus.normalize.iter().map(|vector| &vector.uri));
    let uris = uris.chain(corpus.convert.iter().filter_map(|vector| vector.uri.as_ref()));
    let bytes = corpus.decode.iter().map(|vector| &vector.cbor);
    let bytes: Vec<_> =
        bytes.chain(corpus.convert.iter().filter_map(|vector| vector.cbor.as_ref())).collect();
    let single = single.chain(uris.map(|uri| Input::single(uri, false)));
    let single = single.chain(bytes.iter().map(|base| Input::bytes(base, b"")));

    let pairs = read(PAIRS)?;
    let pairs = pairs.lines().filter_map(|line| line.split_once('\t'));
    let pairs =
        pairs.map(|(base, reference)| Input::pair(base, reference, base.starts_with("coap:")));
    let pairs = pairs.chain(corpus.resolve.into_iter().map(|vector| Input {
        counted: false,
        base: vector.base_cbor,
        base_uri: vector.base_uri.unwrap_or_default(),
        reference: vector.reference_cbor,
        reference_uri: vector.reference_uri.unwrap_or_default(),
    }));
    let base = cri(BASE);
    let pairs = pairs.chain(
        bytes.iter().flat_map(|bytes| [Input::bytes(bytes, EMPTY), Input::bytes(&base, bytes)]),
    );

    let text = table("SINGLE", single)? + &table("PAIRS", pairs)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("inputs.rs"), text)?;
    Ok(())
}

/// The CRI of a URI, or no bytes where it has none.
fn cri(uri: &str) -> Vec<u8> {
    let Ok(uri) = UriRef::parse(uri) else { return Vec::new() };
    let cri = uri.to_cri(Options::coap(Revision::Draft16), Vec::new());
    cri.map(|cri| cri.into_buffer()).unwrap_or_default()
}

fn table(name: &str, inputs: impl Iterator<Item = Input>) -> Result<String, Box<dyn Error>> {
    let mut text = format!("pub static {name}: &[Input] = &[\n");
    let mut uncounted = HashSet::new();
    for Input { counted, base, base_uri, reference, reference_uri } in inputs {
        let lengths = [base.len(), base_uri.len(), reference.len(), reference_uri.len()];
        if lengths.into_iter().any(|len| len > LONGEST) {
            continue;
        }
        let line = format!(
            "    Input {{ counted: {counted}, base: &{base:?}, base_uri: {base_uri:?}, reference: &{reference:?}, \
             reference_uri: {reference_uri:?} }},"
        );
        // A vector stands in the corpus once for each revision, often with the same input.
        if counted || uncounted.insert(line.clone()) {
            writeln!(text, "{line}")?;
        }
    }
    text.push_str("];\n");
    Ok(text)
}
