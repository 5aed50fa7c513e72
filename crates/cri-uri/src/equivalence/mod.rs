//! Equivalent CRIs, the canonical one among them, and CRIs of one revision as CRIs of another.

pub(crate) mod canonical_form;
pub(crate) mod compare;
pub(crate) mod other_revision;
pub(crate) mod rewrite;
pub(crate) mod runs;
pub(crate) mod seen;

pub use canonical_form::canonical;
pub use compare::equivalent;
pub use other_revision::renumber;
pub use rewrite::{RewriteError, RewriteErrorKind};
pub use seen::{Equivalence, empty_path_is_root};
