//! Generated tables.

pub(crate) mod upper_case;
