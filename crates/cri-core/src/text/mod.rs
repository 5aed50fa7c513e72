//! Text: UTF-8, letters, and writing into a slice.

mod generated;
pub(crate) mod hidden;
pub(crate) mod upper_case;
pub(crate) mod utf8;
pub(crate) mod utf8_table;
pub(crate) mod write_text;
