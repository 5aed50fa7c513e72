//! Answers the lines of `json/run.py` with the crate cbor2, which converts URIs to CRIs by `cri'…'` in diagnostic notation.

use std::io::{self, BufRead, Write};

use serde_json::{Value, json};

/// What the crate says of bytes that need percent-encoded text. That is an optional feature (7.1), which it does not have.
const NO_PET: [&str; 2] =
    ["cannot preserve this percent-encoded", "percent-decoded text is not UTF-8"];

fn main() -> io::Result<()> {
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let case: Value = serde_json::from_str(&line?)?;
        let mut answer = answer(&case);
        answer["id"] = case["id"].clone();
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn answer(case: &Value) -> Value {
    // The crate has the scheme numbers and the short forms of RFC 9988, and no feature that can be off.
    if case["operation"] != "to-cri" || case["revision"] != "rfc9988" || !case["without"].is_null()
    {
        return json!({ "unsupported": true });
    }
    // A string of JSON is one of the notation, too. `cri<<"…">>` means `cri'…'`.
    match cbor2::cdn_to_vec(&format!("cri<<{}>>", case["input"]["uri"])) {
        Ok(cri) => json!({ "cbor": hex(&cri) }),
        Err(error) => {
            let message = error.to_string();
            if NO_PET.iter().any(|reason| message.contains(reason)) {
                json!({ "unsupported": true })
            } else {
                json!({ "error": { "message": message } })
            }
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
