//! The family about the program `cri`.

use crate::hex;
use serde::Deserialize;

family! {
    /// A run of the program `cri`.
    pub struct Program {
        pub args: Vec<String>,
        pub stdin: Option<String>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub stdin_hex: Option<Vec<u8>>,
        #[serde(default)]
        pub status: i32,
        pub stdout: Option<String>,
        #[serde(default)]
        pub stdout_has: Vec<String>,
        #[serde(default)]
        pub stderr_has: Vec<String>,
    }
}
