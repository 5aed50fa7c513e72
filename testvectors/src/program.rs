//! The family about the program `cri`.

use crate::hex;
use crate::terms::{Feature, Revision};
use serde::Deserialize;

/// A run of the program `cri`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here: `args` say it.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The arguments after `cri`.
    pub args: Vec<String>,
    /// The standard input; empty where neither this nor `stdin_hex` is there.
    pub stdin: Option<String>,
    /// The standard input, where it is not text.
    #[serde(default, deserialize_with = "hex::optional")]
    pub stdin_hex: Option<Vec<u8>>,
    /// The exit status.
    pub status: i32,
    /// The whole standard output.
    pub stdout: Option<String>,
    /// What occurs in the standard output.
    #[serde(default)]
    pub stdout_has: Vec<String>,
    /// What occurs in the standard error output.
    #[serde(default)]
    pub stderr_has: Vec<String>,
}
