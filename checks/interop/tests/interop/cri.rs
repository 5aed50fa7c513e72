//! The program `cri`, which computes options.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

use crate::message::{Options, from_hex};
use crate::program::built;

#[derive(Debug)]
pub(crate) struct Cri(&'static Path);

impl Cri {
    pub(crate) fn new() -> Self {
        static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
        Self(PROGRAM.get_or_init(|| built("cri-cli", "cri")))
    }

    /// The options of a request for this URI, or the kind of the error.
    pub(crate) fn options(&self, uri: &str, arguments: &[&str]) -> Result<Options, String> {
        let mut command = Command::new(self.0);
        command.args(["coap", "--json"]).args(arguments).args(["--", uri]);
        let output = command.output().expect("the program");
        let answer = serde_json::from_slice::<Value>(&output.stdout);
        let answer = answer.unwrap_or_else(|error| panic!("{command:?}: {error}: {output:?}"));
        if let Some(kind) = answer["error"]["kind"].as_str() {
            return Err(kind.to_owned());
        }
        let options = answer["options"].as_array().expect("options").iter().map(|option| {
            let number = option["number"].as_u64().expect("a number");
            (
                number.try_into().expect("16 bits"),
                from_hex(option["hex"].as_str().expect("hex digits")),
            )
        });
        let options = Options(options.collect());
        // The list of options equals the options of the message.
        let wire = from_hex(answer["wire"].as_str().expect("hex digits"));
        assert_eq!(Options::read(&wire).as_ref(), Some(&options), "{uri}");
        Ok(options)
    }
}
