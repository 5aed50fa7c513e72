//! The task `examples`: lists the public functions and types of the libraries whose documentation has no example that
//! asserts.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

use crate::failure::{Failure, asks_for_help};
use crate::workspace::root;

const HELP: &str = "\
Lists the public functions and types of the libraries whose documentation has no example that asserts

Usage: cargo xtask examples

An example asserts with assert!, assert_eq! or assert_ne!, or by compile_fail. The task fails if an item has no such
example. Reading what is public takes a nightly toolchain, since only its rustdoc writes JSON.
";

/// The libraries that people use.
const LIBRARIES: [&str; 8] = [
    "cri-core",
    "cri-registry",
    "cri-uri",
    "cri-coap",
    "cri-inspect",
    "cri-edn",
    "cri-literal",
    "cri-gateway",
];

/// Runs the task.
pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    if asks_for_help(args, "examples", HELP)? {
        return Ok(());
    }
    let root = root();
    let mut lacking = Vec::new();
    let mut documented = 0;
    for library in LIBRARIES {
        let items = items(&index(&root, library)?);
        documented += items.iter().filter(|item| item.has_example).count();
        lacking.extend(
            items
                .into_iter()
                .filter(|item| !item.has_example)
                .map(|item| format!("{library}: {}", item.name)),
        );
    }
    if !lacking.is_empty() {
        lacking.sort();
        return Err(Failure::Task(format!(
            "{}\n{} items have no example that asserts",
            lacking.join("\n"),
            lacking.len()
        )));
    }
    // A check that finds nothing shows nothing.
    if documented == 0 {
        return Err(Failure::Task("the documentation has no items".into()));
    }
    println!("{documented} public functions and types, each with an example that asserts");
    Ok(())
}

/// The index of a library's documentation: each item by its id.
fn index(root: &Path, library: &str) -> Result<Map<String, Value>, Failure> {
    let target = root.join("target/examples");
    // `cargo xtask` sets variables that choose its own toolchain.
    let status = Command::new("cargo")
        .args(["+nightly", "doc", "--quiet", "--no-deps", "--all-features", "--package", library])
        .env_remove("RUSTUP_TOOLCHAIN")
        .env_remove("CARGO")
        .env("RUSTDOCFLAGS", "-Z unstable-options --output-format json")
        .env("CARGO_TARGET_DIR", &target)
        .current_dir(root)
        .status()
        .map_err(|error| format!("cargo +nightly doc: {error}"))?;
    if !status.success() {
        return Err(Failure::Task(format!("cargo +nightly doc: {status}")));
    }
    let path = target.join("doc").join(format!("{}.json", library.replace('-', "_")));
    let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut json: Value =
        serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    match json["index"].take() {
        Value::Object(index) => Ok(index),
        _ => Err(Failure::Task(format!("{}: no index", path.display()))),
    }
}

/// A public function or type.
#[derive(Debug, PartialEq)]
struct Item {
    name: String,
    has_example: bool,
}

/// The kinds of items that have examples, as rustdoc calls them.
const KINDS: [&str; 6] = ["enum", "function", "macro", "struct", "trait", "union"];

/// The public functions and types of an index. Those that a trait of another crate demands are not among them.
fn items(index: &Map<String, Value>) -> Vec<Item> {
    // The type of each function of an `impl`, or nothing if the `impl` is of a trait.
    let mut owners = HashMap::new();
    for item in index.values() {
        let (functions, owner) = if let Some(block) = item["inner"].get("impl") {
            let of_trait = !block["trait"].is_null();
            (
                &block["items"],
                (!of_trait).then(|| block["for"]["resolved_path"]["path"].as_str().unwrap_or("?")),
            )
        } else if let Some(definition) = item["inner"].get("trait") {
            (&definition["items"], Some(item["name"].as_str().unwrap_or("?")))
        } else {
            continue;
        };
        for id in functions.as_array().into_iter().flatten() {
            owners.insert(id.to_string(), owner);
        }
    }
    let mut items = Vec::new();
    for (id, item) in index {
        let is_kind = KINDS.iter().any(|kind| item["inner"].get(kind).is_some());
        let owner = owners.get(id);
        if item["crate_id"] != 0 || !is_kind || owner == Some(&None) {
            continue;
        }
        let name = item["name"].as_str().unwrap_or("?");
        let name = match owner {
            Some(Some(owner)) => format!("{}::{name}", owner.rsplit("::").next().unwrap_or(owner)),
            _ => name.to_owned(),
        };
        let has_example = item["docs"].as_str().is_some_and(has_asserting_example);
        items.push(Item { name, has_example });
    }
    items
}

/// The marks around an example.
const FENCE: &str = "```";

/// Whether an example in this documentation asserts something, or must not compile.
fn has_asserting_example(docs: &str) -> bool {
    // After each fence, an example and other text follow in turn.
    docs.split(FENCE).skip(1).step_by(2).any(|example| {
        let (language, code) = example.split_once('\n').unwrap_or_default();
        let attributes: Vec<&str> = language.split(',').map(str::trim).collect();
        let is_run = !attributes.iter().any(|attribute| NOT_RUN.contains(attribute));
        attributes.contains(&"compile_fail")
            || (is_run && ASSERTIONS.iter().any(|assertion| code.contains(assertion)))
    })
}

/// What makes an example an assertion.
const ASSERTIONS: [&str; 3] = ["assert!(", "assert_eq!(", "assert_ne!("];

/// The attributes of blocks that no test runs.
const NOT_RUN: [&str; 4] = ["text", "ignore", "no_run", "toml"];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn examples_assert_or_do_not_compile() {
        for (docs, expected) in [
            ("An assert!(a) in text.", false),
            ("```\nparse()?;\n```\nassert!(a)", false),
            ("```\nparse()?;\n```\n\n```\nassert_eq!(a, b);\n```", true),
            ("```\nassert_ne!(a, b);\n```", true),
            ("```rust\nassert!(a);\n```", true),
            ("```no_run\nassert!(a);\n```", false),
            ("```text\nassert!(a);\n```", false),
            ("```compile_fail\nresolve();\n```", true),
            ("```rust, compile_fail\nresolve();\n```", true),
            ("```\nuse std::assert;\n```", false),
        ] {
            assert_eq!(has_asserting_example(docs), expected, "{docs}");
        }
    }

    #[test]
    fn functions_of_types_and_own_traits_need_an_example() {
        let index = json!({
            "1": {"crate_id": 0, "name": "Uri", "docs": "A URI.\n```\nassert!(true);\n```", "inner": {"struct": {}}},
            "2": {"crate_id": 0, "name": null, "inner": {"impl": {
                "trait": null, "items": [3], "for": {"resolved_path": {"path": "crate::uri::Uri"}},
            }}},
            "3": {"crate_id": 0, "name": "parse", "docs": "Parses.", "inner": {"function": {}}},
            "4": {"crate_id": 0, "name": null, "inner": {"impl": {
                "trait": {"path": "Clone"}, "items": [5], "for": {"resolved_path": {"path": "Uri"}},
            }}},
            "5": {"crate_id": 0, "name": "clone", "docs": null, "inner": {"function": {}}},
            "6": {"crate_id": 0, "name": "ToUri", "docs": "```compile_fail\n```", "inner": {"trait": {"items": [7]}}},
            "7": {"crate_id": 0, "name": "to_uri", "docs": null, "inner": {"function": {}}},
            "8": {"crate_id": 1, "name": "other", "docs": null, "inner": {"function": {}}},
            "9": {"crate_id": 0, "name": "uri", "docs": null, "inner": {"module": {}}},
        });
        let Value::Object(index) = index else { unreachable!() };
        let mut found = items(&index);
        found.sort_by(|a, b| a.name.cmp(&b.name));
        let item = |name: &str, has_example| Item { name: name.to_owned(), has_example };
        assert_eq!(
            found,
            [
                item("ToUri", true),
                item("ToUri::to_uri", false),
                item("Uri", true),
                item("Uri::parse", false)
            ]
        );
    }
}
