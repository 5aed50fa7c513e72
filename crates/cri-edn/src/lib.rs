#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-edn/0.1.0")]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod cursor;
mod error;
mod escape;
mod head;
mod notation;
mod number;
mod string;
mod write;

pub use error::{MAX_DEPTH, ParseError, ParseErrorKind};
pub use notation::Notation;
pub use write::{write, write_tagged};
