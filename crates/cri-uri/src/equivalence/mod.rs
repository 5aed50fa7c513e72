//! Equivalent CRIs, the canonical one among them, and CRIs of one revision as CRIs of another.

pub(crate) mod canonical;
pub(crate) mod equivalent;
pub(crate) mod renumber;
pub(crate) mod rewrite;
pub(crate) mod runs;
pub(crate) mod seen;
