//! The family about the program `cri`.

use crate::hex;
use serde::Deserialize;

family! {
    /// A run of the program `cri`.
    pub struct Program {
        /// The arguments after `cri`.
        pub args: Vec<String>,
        /// The standard input as text. Without this field and `stdin_hex` the input is empty.
        pub stdin: Option<String>,
        /// The standard input as bytes.
        #[serde(default, deserialize_with = "hex::optional")]
        pub stdin_hex: Option<Vec<u8>>,
        /// The exit status.
        #[serde(default)]
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
}
