//! What the table of schemes has about the scheme of an owned CRI.

use cri_core::Scheme;

use crate::equivalence::default_port::registered;
use crate::uri_cri::UriCri;
use crate::uri_cri::profile::Profile;

impl<P: Profile> UriCri<P> {
    /// The name of the scheme, in lower case.
    #[must_use]
    pub fn scheme_name(&self) -> &str {
        match self.scheme() {
            Scheme::Name(name) => name,
            number => {
                let known = registered(number, P::OPTIONS.schemes());
                // INVARIANT: there is a URI, so the table has a name.
                debug_assert!(known.is_some());
                known.map_or("", |scheme| scheme.name)
            }
        }
    }

    /// The port, or the default port of the scheme if the table has one.
    #[must_use]
    pub fn port_or_default(&self) -> Option<u16> {
        self.port().or_else(|| registered(self.scheme(), P::OPTIONS.schemes())?.default_port)
    }
}
