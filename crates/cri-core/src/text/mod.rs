//! Text: UTF-8, and kinds of characters.

pub(crate) mod characters;
/// Written by tasks of `xtask`.
mod generated {
    pub(super) mod upper_case_runs;
}
pub(crate) mod utf8;
