//! The interchange form (sections 5.1 and 5.2 of the draft): its types, how bytes become them, and how they are written.

mod accessors;
pub(crate) mod cri;
pub(crate) mod cri_ref;
pub(crate) mod decoder;
pub(crate) mod encode;
pub(crate) mod owned;
pub(crate) mod unprocessable;
