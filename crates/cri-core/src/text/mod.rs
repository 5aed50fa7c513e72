//! Text: UTF-8, and kinds of characters.

pub(crate) mod characters;
mod upper_case_runs;
pub(crate) mod utf8;
