#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-inspect/0.1.0")]
#![cfg_attr(not(feature = "operand"), no_std)]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "links")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod anatomy;
mod color;
mod content;
mod heads;
mod item;
#[cfg(feature = "links")]
pub mod links;
#[cfg(feature = "operand")]
pub mod operand;
mod picture;
mod place;
mod section;
mod uri_parts;
mod xml;

pub use anatomy::{Anatomy, MAX_DEPTH};
pub use color::{Color, Colors};
pub use content::{Content, Shown};
pub use heads::ItemHead;
pub use item::{Description, Item, Kind, Meaning};
pub use picture::{Picture, end_page, start_page, write_failure};
pub use section::Section;
pub use uri_parts::uri_parts;
