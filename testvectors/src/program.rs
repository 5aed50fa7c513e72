//! The family about the program `cri`.

use crate::hex;
use serde::Deserialize;

/// A run of the program `cri`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// The reason, where the result may surprise.
    pub note: Option<String>,
    /// The arguments after `cri`.
    pub args: Vec<String>,
    /// The standard input as text. Without this field and `stdin_hex` the input is empty.
    pub stdin: Option<String>,
    /// The standard input as bytes.
    #[serde(default, deserialize_with = "hex::optional")]
    pub stdin_hex: Option<Vec<u8>>,
    /// The exit status.
    pub status: i32,
    /// The whole standard output.
    pub stdout: Option<String>,
    /// Parts of the standard output.
    #[serde(default)]
    pub stdout_has: Vec<String>,
    /// Parts of the standard error output.
    #[serde(default)]
    pub stderr_has: Vec<String>,
}
