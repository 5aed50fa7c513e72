//! Normal forms of URIs and of CRIs, equivalence, and CRIs of one revision as CRIs of another.
//!
//! All URIs that are equivalent, by syntax or by scheme, have one *normal form* at that level. The *canonical* CRI of a
//! [`UriCri`](crate::UriCri) is another one: it is what the URI of a CRI converts to.

pub(crate) mod compare;
pub(crate) mod default_port;
pub(crate) mod error;
pub(crate) mod normal_cri;
pub(crate) mod normal_item;
pub(crate) mod normalize;
pub(crate) mod rewrite;
pub(crate) mod scheme_rules;

pub use compare::equivalent;
pub use default_port::elide_default_port;
pub use error::{RewriteError, RewriteErrorKind};
pub use normal_cri::Equivalence;
pub use rewrite::{normal_form, renumber};
