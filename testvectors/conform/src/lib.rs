//! An adapter: answers the cases of the corpus with the crates of this project.
//!
//! ```text
//! python3 testvectors/json/run.py --level diagnosis -- cargo run --quiet -p conform
//! ```
//!
//! A case has one operation and one input, and is a line of JSON. `testvectors/README.md` explains the
//! operations. A line that is not a case is answered with an error.

#![forbid(unsafe_code)]

mod case;
mod coap;
mod cri;
mod error;
mod neighbours;
#[cfg(test)]
mod tests;
mod uri;

use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

use crate::case::Case;

/// The members of an answer, or of the object `error`.
type Answer = Result<Value, Value>;

/// The longest line, without its end.
const LONGEST_LINE: usize = 1 << 20;

/// Writes one answer for each line.
///
/// # Errors
///
/// The error of reading or writing.
pub fn answer_lines(mut cases: impl BufRead, mut answers: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if cases.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = if line.len() > LONGEST_LINE && !line.ends_with(b"\n") {
            cases.skip_until(b'\n')?;
            not_a_case(&format!("the line is longer than {LONGEST_LINE} bytes"))
        } else {
            answer(&line)
        };
        writeln!(answers, "{answer}")?;
        answers.flush()?;
    }
}

/// The answer to a line.
#[must_use]
pub fn answer(line: &[u8]) -> Value {
    let case: Case = match serde_json::from_slice(line) {
        Ok(case) => case,
        Err(error) => return not_a_case(&error.to_string()),
    };
    let mut answer = match case.answer() {
        Ok(answer) => answer,
        Err(error) => json!({ "error": error }),
    };
    answer["id"] = case.id;
    answer
}

/// The answer to a line that is not a case.
fn not_a_case(message: &str) -> Value {
    json!({ "id": null, "error": { "kind": "not-a-case", "message": message } })
}

impl Case {
    fn answer(&self) -> Answer {
        // Operations that need neither refuse wrong values, too.
        self.revision()?;
        self.features()?;
        match self.operation.as_str() {
            "decode" => self.decode(),
            "encode" => self.encode(),
            "to-cri" => self.to_cri(),
            "to-uri" => self.to_uri(),
            "resolve" => self.resolve(),
            "resolve-uri" => self.resolve_uri(),
            "compare" => self.compare(),
            "scheme-name" => self.scheme_name(),
            "scheme-number" => self.scheme_number(),
            "parse" => self.parse(),
            "parse-absolute" => self.parse_absolute(),
            "normalize" => self.normalize(),
            "extract" => self.extract(),
            "recompose" => self.recompose(),
            "relativize-uri" => self.relativize_uri(),
            "relativize-cri" => self.relativize_cri(),
            "decode-tagged" => self.decode_tagged(),
            "encode-tagged" => self.encode_tagged(),
            "decompose" => self.decompose(),
            "uri-options" => self.uri_options(),
            "compose" => self.compose(),
            "proxy" => self.proxy(),
            "proxy-option" => self.proxy_option(),
            "decode-embedded" => self.decode_embedded(),
            "encode-embedded" => self.encode_embedded(),
            _ => Ok(json!({ "unsupported": true })),
        }
    }
}
