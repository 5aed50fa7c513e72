//! Normal forms of URIs, equivalent CRIs, the canonical one among them, and CRIs of one revision as CRIs of another.

pub(crate) mod compare;
pub(crate) mod default_port;
pub(crate) mod error;
pub(crate) mod normalize;
pub(crate) mod rewrite;
pub(crate) mod runs;
pub(crate) mod seen;

pub use compare::equivalent;
pub use error::{RewriteError, RewriteErrorKind};
pub use rewrite::{canonical, renumber};
pub use seen::Equivalence;
