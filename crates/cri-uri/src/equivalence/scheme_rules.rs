//! The rules of schemes by which URIs, and CRIs, that differ are equivalent (RFC 3986 section 6.2.3).
//!
//! Text and CRIs apply these rules, each in its own form, so that two URIs are equivalent exactly if their CRIs are.

use cri_registry::Scheme;

/// The rules of one scheme.
#[derive(Clone, Copy, Default)]
pub(crate) struct SchemeRules {
    /// The port that equals no port (section 3.2.3).
    default_port: Option<u16>,
    /// Whether the host [`LOCALHOST`](crate::text::grammar::host::LOCALHOST) equals the empty host, if it has neither userinfo
    /// nor port (RFC 1738 section 3.10).
    pub(crate) has_local_host: bool,
    /// Whether a path without an authority is a list of addresses. The case of their domains, which
    /// [`address_pieces`] finds, does not matter (RFC 6068 section 5).
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

/// The pieces of a segment in a list of addresses (RFC 6068 section 2): the length of each, and whether it is a domain. The
/// case of a domain does not matter. A domain has no slash, so a name that goes on in the next segment is none.
///
/// The segment is given as bytes. `None` stands for a byte that is percent-encoded, and so ends nothing.
pub(crate) fn address_pieces(
    segment: impl Iterator<Item = Option<u8>> + Clone,
    is_last: bool,
) -> impl Iterator<Item = (usize, bool)> {
    let mut rest = segment;
    let mut after_at_sign = false;
    core::iter::from_fn(move || {
        let in_domain = core::mem::take(&mut after_at_sign);
        let (mut len, mut local_part, mut has_comma) = (0_usize, None, false);
        for byte in rest.clone() {
            len = len.saturating_add(1);
            match byte {
                // The local part ends with the last at sign.
                Some(b'@') => local_part = Some(len),
                Some(b',') => {
                    has_comma = true;
                    break;
                }
                _ => {}
            }
        }
        if let Some(local_part) = local_part {
            (len, after_at_sign) = (local_part, true);
        }
        rest.nth(len.checked_sub(1)?);
        Some((len, in_domain && (is_last || has_comma)))
    })
}
