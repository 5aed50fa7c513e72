//! The rules of schemes by which URIs, and CRIs, that differ are equivalent (RFC 3986 section 6.2.3).
//!
//! Text and CRIs apply these rules, each in its own form, so that two URIs are equivalent exactly if their CRIs are.

use cri_registry::Scheme;

/// The rules of one scheme.
#[derive(Clone, Copy, Default)]
pub(crate) struct SchemeRules {
    /// The port that equals no port (section 3.2.3).
    default_port: Option<u16>,
    /// Whether the host [`LOCALHOST`](crate::scheme::file::LOCALHOST) equals the empty host, if it has neither userinfo nor
    /// port (RFC 1738 section 3.10).
    pub(crate) has_local_host: bool,
    /// Whether a path without an authority is a list of addresses. The case of their domains, which
    /// [`pieces`](crate::scheme::mailto::pieces) finds, does not matter (RFC 6068 section 5).
    pub(crate) has_addresses: bool,
}

impl SchemeRules {
    /// The rules of the scheme with this name in any case. `known` is what the table has about it.
    pub(crate) fn new(name: Option<&str>, known: Option<Scheme>) -> Self {
        let is = |other| name.is_some_and(|name| name.eq_ignore_ascii_case(other));
        Self {
            default_port: known.and_then(|known| known.default_port),
            has_local_host: is("file"),
            has_addresses: is("mailto"),
        }
    }

    /// Whether this port equals no port.
    pub(crate) fn is_default_port(self, port: Option<u16>) -> bool {
        port.is_some() && port == self.default_port
    }

    /// Whether an empty path after an authority equals the path `/`: section 6.2.3 says so "in general". We know it of
    /// schemes with a default port.
    pub(crate) const fn empty_path_is_root(self) -> bool {
        self.default_port.is_some()
    }
}
