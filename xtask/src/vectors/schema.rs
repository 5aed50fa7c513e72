//! A checker for the part of JSON Schema that `testvectors/json/schema.json` uses. It refuses every other keyword, so the
//! schema cannot ask for anything that is not checked.

use serde_json::{Map, Value};

/// A schema, with its definitions.
pub(super) struct Schema(Value);

impl Schema {
    pub(super) fn new(schema: Value) -> Self {
        Self(schema)
    }
}

/// Checks `value`. The error says what is wrong, and where.
pub(super) fn check(schema: &Schema, value: &Value) -> Result<(), String> {
    apply(&schema.0, &schema.0, value)
}

fn apply(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let keywords = schema.as_object().expect("a schema is an object");
    keywords
        .iter()
        .try_for_each(|(keyword, argument)| keyword_holds(root, keywords, keyword, argument, value))
}

fn keyword_holds(
    root: &Value,
    keywords: &Map<String, Value>,
    keyword: &str,
    argument: &Value,
    value: &Value,
) -> Result<(), String> {
    let holds = |schema: &Value| apply(root, schema, value).is_ok();
    let items = || argument.as_array().expect("a list").iter();
    let is_right = match keyword {
        "$schema" | "$defs" | "title" | "description" | "format" | "then" => true,
        "$ref" => {
            let pointer = argument
                .as_str()
                .and_then(|text| text.strip_prefix('#'))
                .expect("a reference into the file");
            return apply(root, root.pointer(pointer).expect("a definition"), value);
        }
        "type" => match argument.as_str().expect("a name") {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            "integer" => value.is_i64() || value.is_u64(),
            other => panic!("unknown type {other}"),
        },
        "const" => value == argument,
        "enum" => items().any(|known| known == value),
        "pattern" => value
            .as_str()
            .is_none_or(|text| matches_pattern(argument.as_str().expect("a pattern"), text)),
        "minimum" => {
            value.as_i64().is_none_or(|value| value >= argument.as_i64().expect("a number"))
        }
        "maximum" => {
            value.as_i64().is_none_or(|value| value <= argument.as_i64().expect("a number"))
        }
        "minItems" => value
            .as_array()
            .is_none_or(|value| value.len() as u64 >= argument.as_u64().expect("a number")),
        "anyOf" => items().any(holds),
        "oneOf" => items().filter(|schema| holds(schema)).count() == 1,
        "allOf" => return items().try_for_each(|schema| apply(root, schema, value)),
        "if" => {
            return if holds(argument) { apply(root, &keywords["then"], value) } else { Ok(()) };
        }
        "items" => {
            let found = value.as_array().into_iter().flatten();
            return found.enumerate().try_for_each(|(at, item)| {
                apply(root, argument, item)
                    .map_err(|problem| format!("{}: {problem}", place(at, item)))
            });
        }
        "properties" => {
            let found = value.as_object().into_iter().flatten();
            let mut known =
                found.filter_map(|(name, member)| Some((name, argument.get(name)?, member)));
            return known.try_for_each(|(name, schema, member)| {
                apply(root, schema, member).map_err(|problem| format!("{name}: {problem}"))
            });
        }
        "required" => value.as_object().is_none_or(|value| {
            items().all(|name| value.contains_key(name.as_str().expect("a name")))
        }),
        "additionalProperties" => {
            let known = keywords.get("properties");
            let is_known = |name: &str| known.is_some_and(|known| known.get(name).is_some());
            let mut others =
                value.as_object().into_iter().flatten().filter(|(name, _)| !is_known(name));
            match argument {
                Value::Bool(allowed) => *allowed || others.next().is_none(),
                schema => return others.try_for_each(|(_, member)| apply(root, schema, member)),
            }
        }
        other => panic!("the checker does not know the keyword {other}"),
    };
    if is_right { Ok(()) } else { Err(format!("{keyword} {argument} does not hold for {value}")) }
}

/// The id of a case, or the index of another item.
fn place(at: usize, item: &Value) -> String {
    item["id"].as_str().map_or_else(|| at.to_string(), str::to_owned)
}

/// The three patterns of the schema, which are too few to depend on a crate for regular expressions.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    match pattern {
        "^([0-9a-f]{2})*$" => {
            text.len().is_multiple_of(2)
                && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
        }
        "^[a-z0-9]+(-[a-z0-9]+)*$" => text.split('-').all(is_word),
        "^[45]\\.[0-9]{2}$" => {
            matches!(text.as_bytes(), [b'4' | b'5', b'.', b'0'..=b'9', b'0'..=b'9'])
        }
        other => panic!("the checker does not know the pattern {other}"),
    }
}
