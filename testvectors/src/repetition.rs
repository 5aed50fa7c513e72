//! Long values, written in short.

use toml::{Table, Value};

/// Values that tables describe: `{ concat = […] }` is the text that the items of the list make together, and
/// `{ repeat = …, times = 9 }` in a list stands for nine equal items.
pub(crate) fn expanded(value: Value) -> Result<Value, String> {
    match value {
        Value::Array(items) => {
            let mut expanded_items = Vec::new();
            for item in items {
                let (item, times) = repeated(item)?;
                let item = expanded(item)?;
                expanded_items.extend(std::iter::repeat_n(item, times));
            }
            Ok(Value::Array(expanded_items))
        }
        Value::Table(mut table) => match table.remove("concat") {
            Some(parts) if table.is_empty() => concatenated(parts).map(Value::String),
            Some(_) => Err("concat: the table has another field".into()),
            None => {
                let fields = table.into_iter().map(|(field, value)| Ok((field, expanded(value)?)));
                fields.collect::<Result<Table, String>>().map(Value::Table)
            }
        },
        value => Ok(value),
    }
}

/// The item that an item of a list stands for, and how often.
fn repeated(item: Value) -> Result<(Value, usize), String> {
    let Value::Table(mut table) = item else { return Ok((item, 1)) };
    let Some(item) = table.remove("repeat") else { return Ok((Value::Table(table), 1)) };
    let times = table.remove("times").and_then(|times| usize::try_from(times.as_integer()?).ok());
    match times {
        Some(times) if table.is_empty() => Ok((item, times)),
        _ => Err("repeat: expected one other field, times, with a number".into()),
    }
}

fn concatenated(parts: Value) -> Result<String, String> {
    let Value::Array(parts) = parts else { return Err("concat: expected a list of texts".into()) };
    let mut text = String::new();
    for part in parts {
        let (part, times) = repeated(part)?;
        text += &part.as_str().ok_or("concat: expected a list of texts")?.repeat(times);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{Table, expanded};

    fn parsed(text: &str) -> toml::Value {
        toml::from_str::<Table>(text).expect("TOML").into()
    }

    #[test]
    fn repetitions_are_written_out() {
        for (short, long) in [
            ("a = { concat = ['b', { repeat = 'cd', times = 2 }, 'e'] }", "a = 'bcdcde'"),
            ("a = ['b', { repeat = 'c', times = 3 }]", "a = ['b', 'c', 'c', 'c']"),
            (
                "[a]\nb = [{ repeat = { concat = [{ repeat = 'c', times = 2 }] }, times = 2 }]",
                "a = { b = ['cc', 'cc'] }",
            ),
            ("a = { concat = [{ repeat = 'b', times = 0 }] }", "a = ''"),
            ("a = 1\nb = [{ c = 2 }]", "a = 1\nb = [{ c = 2 }]"),
        ] {
            assert_eq!(expanded(parsed(short)), Ok(parsed(long)));
        }
    }

    #[test]
    fn other_tables_are_refused() {
        for (text, message) in [
            ("a = { concat = 'b' }", "concat: expected a list of texts"),
            ("a = { concat = [1] }", "concat: expected a list of texts"),
            ("a = { concat = [], b = 1 }", "concat: the table has another field"),
            ("a = [{ repeat = 'b' }]", "repeat: expected one other field, times, with a number"),
            (
                "a = [{ repeat = 'b', times = -1 }]",
                "repeat: expected one other field, times, with a number",
            ),
            (
                "a = [{ repeat = 'b', times = 1, c = 1 }]",
                "repeat: expected one other field, times, with a number",
            ),
        ] {
            assert_eq!(expanded(parsed(text)), Err(message.to_owned()));
        }
    }
}
