//! Which CRIs are equivalent, and the canonical one among them.

pub(crate) mod canonical;
pub(crate) mod equivalent;
