//! Prints a line for each text in the vectors: a JSON array of the text, a base or null, and the answer about them as
//! text. The tests in a browser compare these answers with those of the same code in WebAssembly.
//!
//! The answers about the few long texts would be twenty times as large as all others, and are left out.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};

use cri_testvectors::{corpus, to_hex};

fn main() -> io::Result<()> {
    let corpus = corpus();
    let hex = |cbor: &[u8]| format!("0x{}", to_hex(cbor));
    let decoded =
        corpus.decode.iter().flat_map(|vector| [Some(hex(&vector.cbor)), vector.edn.clone()]);
    let converted =
        corpus.convert.iter().flat_map(|vector| [vector.uri.clone(), vector.edn.clone()]);
    let checked = corpus.check.iter().map(|vector| Some(vector.uri.clone()));
    let parsed = corpus.parse.iter().map(|vector| Some(vector.uri.clone()));
    let texts =
        decoded.chain(converted).chain(checked).chain(parsed).flatten().map(|text| (text, None));
    let resolved =
        corpus.resolve.iter().map(|vector| (vector.reference.clone(), Some(vector.base.clone())));

    let mut output = BufWriter::new(io::stdout().lock());
    // A vector stands in the corpus once for each revision, often with the same input.
    let mut seen = HashSet::new();
    let inputs = texts.chain(resolved).filter(|(text, _)| text.len() < 8192);
    for (text, base) in inputs.filter(|input| seen.insert(input.clone())) {
        let answer = cri_web::explain(&text, base.as_deref(), 50).to_json();
        writeln!(output, "{}", serde_json::json!([text, base, answer]))?;
    }
    output.flush()
}
