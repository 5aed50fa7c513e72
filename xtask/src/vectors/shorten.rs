//! Long values in short: what repeats stands once, with a number. testvectors/README.md explains the form.

use serde_json::{Value, json};

/// A text of up to this many bytes stays as it is.
const SHORT: usize = 256;

/// No repetition of longer parts is looked for.
const LONGEST_PART: usize = 2048;

/// A repetition is written only if it saves at least this many bytes, without counting its own keys, which are shorter.
const LEAST_SAVED: usize = 64;

/// A value with repetitions in place of what repeats.
pub(super) fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) if text.len() > SHORT => {
            let parts = parts(&text);
            if parts.iter().any(Value::is_object) {
                json!({ "concat": parts })
            } else {
                json!(text)
            }
        }
        Value::Array(items) => items.chunk_by(PartialEq::eq).flat_map(run).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, value)| (name, shortened(value))).collect()
        }
        value => value,
    }
}

/// The items that stand for equal ones.
fn run(items: &[Value]) -> Vec<Value> {
    match items {
        [item, _, _, ..] => {
            vec![json!({ "repeat": shortened(item.clone()), "times": items.len() })]
        }
        items => items.iter().cloned().map(shortened).collect(),
    }
}

/// Texts and repetitions, which make a text together.
fn parts(text: &str) -> Vec<Value> {
    // A part of hexadecimal digits has whole bytes.
    let is_hex = text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let step = if is_hex { 2 } else { 1 };
    let mut parts = Vec::new();
    let (mut plain, mut at) = (0, 0);
    while at < text.len() {
        let Some((part, times)) = repetition(&text[at..], step) else {
            at += step;
            while !text.is_char_boundary(at) {
                at += 1;
            }
            continue;
        };
        if plain < at {
            parts.push(json!(text[plain..at]));
        }
        parts.push(json!({ "repeat": part, "times": times }));
        at += part.len() * times;
        plain = at;
    }
    if plain < at {
        parts.push(json!(text[plain..]));
    }
    parts
}

/// The part that the beginning of a text repeats, and how often, if it saves enough. Of several, that which saves most.
fn repetition(text: &str, step: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    let (mut best, mut end) = (0, 0);
    for len in (step..=LONGEST_PART.min(text.len() / 2)).step_by(step) {
        // A multiple of a part ends where that part ends.
        if best > 0 && len % best == 0 && len <= end || !text.is_char_boundary(len) {
            continue;
        }
        let equal = bytes[len..].iter().zip(bytes).take_while(|(a, b)| a == b).count();
        let repeated = equal - equal % len;
        if repeated >= LEAST_SAVED && repeated + best > end {
            (best, end) = (len, repeated + len);
        }
    }
    (best > 0).then(|| (&text[..best], end / best))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::shortened;

    fn assert_parts(long: &str, parts: &Value) {
        assert_eq!(shortened(json!({ "a": long })), json!({ "a": { "concat": parts } }));
    }

    #[test]
    fn what_repeats_stands_once() {
        let repeat = |part: &str, times: usize| json!({ "repeat": part, "times": times });
        assert_parts(
            &format!("x:/{}b{}", "a".repeat(400), "./".repeat(300)),
            &json!(["x:/", repeat("a", 400), "b", repeat("./", 300)]),
        );
        // The larger repetition wins.
        let segment = format!("/{}", "a".repeat(200));
        assert_parts(&segment.repeat(50), &json!([repeat(&segment, 50)]));
        // The digits of one byte stay together.
        assert_parts(&format!("01{}", "81".repeat(200)), &json!(["01", repeat("81", 200)]));
        assert_parts(&"äö".repeat(100), &json!([repeat("äö", 100)]));
    }

    #[test]
    fn short_and_varied_texts_stay() {
        let varied: String = (0..300).map(|number| format!("{number}/")).collect();
        for text in ["a".repeat(256), varied] {
            assert_eq!(shortened(json!(text)), json!(text));
        }
    }

    #[test]
    fn equal_items_stand_once() {
        let short = json!([7, { "repeat": { "b": 1 }, "times": 3 }, 8, 8]);
        assert_eq!(shortened(json!([7, { "b": 1 }, { "b": 1 }, { "b": 1 }, 8, 8])), short);
    }
}
