//! What an answer rests on, and the other answers that conform.

use std::iter::once;

use cri_testvectors::{Entry, Feature, from_hex, to_hex};
use serde_json::{Value, json};

use super::answer::{Answer, Basis, Words};
use super::requirements::Requirements;

/// The answer with its basis, which is the weakest of those of the rows that decide it, and with its alternatives.
pub(super) fn decided(
    answer: Answer,
    entry: &Entry<'_>,
    requirements: &Requirements,
) -> Result<Answer, String> {
    let words = Words::of(&answer, entry.revision);
    let mut basis = Basis::Text;
    let mut gap = Vec::new();
    for id in entry.shows {
        let row = requirements.row(id)?;
        if row.basis() > Basis::Text && row.decides(&words) {
            basis = basis.max(row.basis());
            gap.push(id.clone());
        }
    }
    let alternatives = entry.alternatives.iter().filter(|(of, _)| words.have(of));
    let alternatives = alternatives.flat_map(|(_, alternatives)| alternatives);
    let mut alternatives: Vec<Value> = alternatives.map(|other| json!(other)).collect();
    let has_names = !entry.without.contains(&Feature::SchemeName);
    if let ("to-cri", Some(uri), true) = (answer.operation, answer.input["uri"].as_str(), has_names)
    {
        let cris = once(&answer.expect).chain(&alternatives);
        let named: Vec<Value> = cris.filter_map(|cri| with_scheme_name(uri, cri)).collect();
        alternatives.extend(named);
    }
    Ok(Answer { basis, gap, alternatives, ..answer })
}

/// The CRI of a URI with the name of its scheme in place of the number, which 5.1.1 allows as well.
fn with_scheme_name(uri: &str, cri: &Value) -> Option<Value> {
    let (bytes, edn) = (from_hex(cri["cbor"].as_str()?)?, cri["edn"].as_str()?);
    let [array, number @ 0x20..=0x3b, rest @ ..] = &*bytes else { return None };
    let width = match number & 0x1f {
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        _ => 0,
    };
    let name = uri.split_once(':')?.0.to_ascii_lowercase();
    let length = u8::try_from(name.len()).ok()?;
    let head = if length < 24 { vec![0x60 + length] } else { vec![0x78, length] };
    let bytes = [&[*array], &*head, name.as_bytes(), rest.get(width..)?].concat();
    let rest = edn.trim_start_matches(['[', '-']).trim_start_matches(|c: char| c.is_ascii_digit());
    Some(json!({ "cbor": to_hex(&bytes), "edn": format!("[\"{name}\"{rest}") }))
}
