//! The crate `cbor-edn` reads notation as our reader does, and the notation of the corpus as the bytes beside it.

use std::panic;

use cbor_edn::StandaloneItem;
use cri_edn::Notation;
use cri_uri::Options;
use proptest::prelude::*;
use serde_json::Value;

use crate::schema::read;

/// The CBOR of an item as `cbor-edn` reads it. It panics on some numbers.
fn oracle(text: &str) -> Option<Vec<u8>> {
    panic::catch_unwind(|| StandaloneItem::parse(text).ok()?.to_cbor().ok()).ok()?
}

fn ours(text: &str) -> Option<Vec<u8>> {
    Notation::parse(text, Options::default()).ok().map(Notation::into_bytes)
}

/// Well-formed items, nested up to four levels deep. There is no negative integer beyond 64 bits, because `cbor-edn` writes a wrong one.
fn item() -> impl Strategy<Value = String> {
    let scalars = "0 1 -1 +7 007 23 24 -25 256 65536 4294967296 18446744073709551615 18446744073709551616 \
        -18446744073709551616 0x1F 0b101 0o17 -0x10 1_0 1_1 1_2 1_3 0_i -24_1 \
        1.0 1.5 -0.0 0.1 1e300 65504.0 65505.0 5.960464477539063e-8 5.0e-8 1.5_1 1.5_2 1.5_3 100000.0_2 .5 5. 1E2 1e+2 \
        NaN Infinity -Infinity NaN_2 true false null undefined simple(0) simple(19) simple(99) simple(255) \
        \"\" \"a\" \"é\\u00e9\\ud83d\\ude00\\n\\\"\" \"a\"_0 \"b\"_3 'x\\'y' h'' h'00fF' b64'aGk=' b64'-_8' b32'MZXW6===' h32'CPNMU===' \
        \"a\"+\"b\" 'a'+h'62' <<1,2>> <<>>";
    // Blanks separate the scalars, so those with a blank inside are added here.
    let more = [
        "\"a b\"",
        "h'0 0/c/1 1'",
        "\"a\" + \"b\"",
        "<<1, \"x\">>",
        "(_ \"a\", \"b\")",
        "(_ h'00', 'b')",
        "/c/ 1 # d\n",
    ];
    let scalars: Vec<String> = scalars
        .split(' ')
        .filter(|scalar| !scalar.is_empty())
        .chain(more)
        .map(str::to_owned)
        .collect();
    prop::sample::select(scalars).prop_recursive(3, 16, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![
            (list.clone(), prop::sample::select(vec!["[", "[_ ", "[_0 ", "[_1 ", "[_3 "]))
                .prop_map(|(items, open)| format!("{open}{}]", items.join(", "))),
            list.prop_map(|items| format!("<<{}>>", items.join(" , "))),
            prop::collection::vec((inner.clone(), inner.clone()), 0..3).prop_map(|pairs| {
                let pairs: Vec<_> =
                    pairs.iter().map(|(key, value)| format!("{key}: {value}")).collect();
                format!("{{{}}}", pairs.join(","))
            }),
            (inner, prop::sample::select(vec!["99", "0", "1_1", "65536"]))
                .prop_map(|(item, tag)| format!("{tag}({item})")),
        ]
    })
}

/// Pieces of notation, put together at random. Most of these texts are wrong. There is no `b64'`, because `cbor-edn` refuses
/// blanks in base64, and no hex number, because it refuses one as a tag.
fn pieces() -> impl Strategy<Value = String> {
    const PIECES: &str = "[ ] { } ( ) << >> (_ [_ , : + - _0 _3 \" ' h' false null simple( NaN 0 1 -1 24 99( 1.5 /c/ \
        \"a\" 'b' \"é\"";
    let pieces: Vec<&str> = PIECES.split(' ').chain([" ", "\n"]).collect();
    prop::collection::vec(prop::sample::select(pieces), 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn well_formed_notation_is_read_alike(text in item()) {
        let oracle = oracle(&text);
        prop_assert!(oracle.is_some(), "{}", text);
        prop_assert_eq!(ours(&text), oracle, "{}", text);
    }

    #[test]
    fn what_both_read_is_the_same(text in pieces()) {
        let oracle = oracle(&text);
        // `cbor-edn` refuses an encoding indicator in a concatenation.
        let is_refused = oracle.is_none() && text.contains('+') && text.contains('_');
        if let Some(ours) = ours(&text).filter(|_| !is_refused) {
            prop_assert_eq!(Some(ours), oracle, "{}", text);
        }
    }
}

/// A text, which may be written in parts.
fn whole(text: &Value) -> String {
    let part = |part: &Value| match part["times"].as_u64() {
        Some(times) => whole(&part["repeat"]).repeat(times as usize),
        None => whole(part),
    };
    let parts = text["concat"].as_array().map(|parts| parts.iter().map(part).collect());
    parts.unwrap_or_else(|| text.as_str().expect("a text").to_owned())
}

/// Adds the notation and the hex digits of each item in `value`: of `cbor` and `edn`, or of `a` and `a_edn`.
fn items(value: &Value, found: &mut Vec<(String, String)>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| items(value, found)),
        Value::Object(members) => {
            for (name, member) in members {
                let bytes = if name == "edn" { Some("cbor") } else { name.strip_suffix("_edn") };
                match bytes {
                    Some(bytes) => found.push((whole(member), whole(&members[bytes]))),
                    None => items(member, found),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn notation_of_the_corpus_has_the_bytes_beside_it() {
    let mut found = Vec::new();
    items(&read("vectors.json")["cases"], &mut found);
    // The oracle takes long for long texts, so a sixth of them must do.
    let (long, short): (Vec<_>, Vec<_>) = found.iter().partition(|(edn, _)| edn.len() > 8192);
    assert!(short.len() > 4000 && long.len() > 6, "{} and {} items", short.len(), long.len());
    for (edn, digits) in short.into_iter().chain(long.into_iter().step_by(6)) {
        let bytes = oracle(edn).unwrap_or_else(|| panic!("{edn}: no item"));
        assert_eq!(cri_testvectors::to_hex(&bytes), *digits, "{edn}");
    }
}
