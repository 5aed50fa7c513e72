//! The interchange form (sections 5.1 and 5.2 of the draft): its types, how bytes become them, and how they are written.

pub(crate) mod accessors;
pub(crate) mod cri;
pub(crate) mod decoder;
pub(crate) mod encode;
pub(crate) mod offsets;
pub(crate) mod owned;
