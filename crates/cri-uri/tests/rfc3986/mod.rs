//! The algorithm of RFC 3986 that removes dot-segments, for comparison.

/// Removes dot-segments by the steps of RFC 3986 section 5.2.4.
pub(crate) fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest.to_owned();
        } else if input == "/." || input.starts_with("/./") {
            input = format!("/{}", input.get(3..).unwrap_or_default());
        } else if input == "/.." || input.starts_with("/../") {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input
                .get(1..)
                .and_then(|rest| rest.find('/'))
                .map_or(input.len(), |slash| slash + 1);
            output.push_str(&input[..end]);
            input = input[end..].to_owned();
        }
    }
    output
}
