//! The modules of the page as one script: each after those that it imports, without `import` and `export`.
//!
//! All names share one scope then. A name that two modules declare is a syntax error, so the browser tests find it.

use std::path::{Path, PathBuf};

use crate::read;

/// A module and all that it imports, as one script.
pub(crate) fn join(main: &Path) -> Result<String, String> {
    let (mut script, mut joined) = (String::new(), Vec::new());
    add(main, &mut script, &mut joined)?;
    Ok(script)
}

fn add(module: &Path, script: &mut String, joined: &mut Vec<PathBuf>) -> Result<(), String> {
    if joined.iter().any(|path| path == module) {
        return Ok(());
    }
    joined.push(module.to_owned());
    let mut own = String::new();
    for line in read(module)?.lines() {
        if line.starts_with("import ") {
            let name = imported(line)
                .ok_or_else(|| format!("{}: {line:?} is not understood", module.display()))?;
            add(&module.with_file_name(name), script, joined)?;
        } else {
            own += line.strip_prefix("export ").unwrap_or(line);
            own.push('\n');
        }
    }
    script.push_str(&own);
    Ok(())
}

/// The file that a line such as `import { a } from "./b.js";` names.
fn imported(line: &str) -> Option<&str> {
    let (_, file) = line.strip_prefix("import { ")?.split_once(" } from \"./")?;
    file.strip_suffix("\";")
}

#[cfg(test)]
mod tests {
    use super::imported;

    #[test]
    fn imports_of_names_are_understood() {
        assert_eq!(imported(r#"import { a, b } from "./c.js";"#), Some("c.js"));
        assert_eq!(imported(r#"import * as c from "./c.js";"#), None);
        assert_eq!(imported(r#"import { a } from "elsewhere";"#), None);
    }
}
