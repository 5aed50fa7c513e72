//! IRI references as URI references (RFC 3987 section 3.1).

use core::fmt::{self, Write};

use crate::text::pct::write_encoded;
use crate::text::uri_ref::{IriRef, UriRef};

impl<'a> IriRef<'a> {
    /// The equivalent URI reference: the UTF-8 of each character beyond ASCII is percent-encoded, and nothing else
    /// changes (RFC 3987 section 3.1). IDNA does not map the host.
    #[must_use]
    pub const fn to_uri(self) -> EncodedIri<'a> {
        EncodedIri(self)
    }
}

/// The URI reference of an [`IriRef`]. Displaying it takes no memory. `Debug` masks a password; `Display` shows it.
#[derive(Clone, Copy)]
pub struct EncodedIri<'a>(IriRef<'a>);

impl EncodedIri<'_> {
    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        write_encoded(out, self.0.as_str().as_bytes(), |byte| byte.is_ascii())
    }
}

displayed!(EncodedIri => UriRef);
