//! mailto: mailing addresses (RFC 1738 section 3.5, RFC 822).

use crate::scheme::decoded::Decoded;
use crate::scheme::error::Part;
use crate::scheme::rules::{self, Rule};
use crate::scheme::view_macros::view;

view! {
    /// A URL of mailto: `mailto:address`.
    ///
    /// No character is reserved in the address: a slash, which separates segments in a CRI, belongs to it. A question mark
    /// begins the header fields of RFC 6068, which RFC 1738 does not have; they are not part of the address.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::Mailto};
    ///
    /// let mailto = Mailto::try_from(UriRef::parse("mailto:gorby%25kremvax@example.com")?)?;
    /// assert!(mailto.address() == "gorby%kremvax@example.com");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// `UnexpectedPart` for an authority, `MissingPart` without an address, `InvalidPart` for an address that is not a local
    /// part, an at sign and a domain, `ForbiddenOctet` for CR, LF and NUL, and `OtherScheme`.
    pub struct Mailto of "mailto";
}

pub(super) const RULES: [&[Rule]; 2] = [
    &[],
    &[
        rules::no_authority,
        |uri| {
            let address = Some(uri.path()).filter(|address| address.is_empty())?;
            // RFC 6068 section 2: `to` is optional.
            Some(rules::missing(uri, Part::Address, address).allowed_by_rfc(6068))
        },
        |uri| {
            // RFC 822 section 6.1: addr-spec is a local part, an at sign and a domain.
            let octets = Decoded::new(uri.path()).bytes();
            let at = octets
                .clone()
                .enumerate()
                .filter(|&(_, octet)| octet == b'@')
                .last()
                .map(|(at, _)| at);
            let is_address = at.is_some_and(|at| at > 0 && at.saturating_add(1) < octets.count());
            let is_there = uri.authority().is_none() && !uri.path().is_empty();
            (is_there && !is_address).then(|| rules::invalid(uri, Part::Address, uri.path(), 0))
        },
        |uri| rules::octets(uri, Part::Address, uri.path()),
    ],
];

impl<'a> Mailto<'a> {
    /// The address, slashes included.
    #[must_use]
    pub fn address(self) -> Decoded<'a> {
        Decoded::new(self.0.path())
    }
}

/// The pieces of a segment in a list of addresses (RFC 6068 section 2): the length of each, and whether it is a domain. The case
/// of a domain does not matter. A name in which another segment follows is no domain: it has a slash.
///
/// The segment is given as bytes. `None` stands for a byte that is percent-encoded, and so ends nothing.
pub(crate) fn pieces(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::uri_ref::UriRef;

    // shows: R1738-3.5-01, R1738-3.5-02, R1738-3.5-04
    #[test]
    fn no_character_is_reserved() {
        for (uri, address) in [
            ("mailto:joe@example.com", "joe@example.com"),
            ("MAILTO:gorby%25kremvax@example.com", "gorby%kremvax@example.com"),
            ("mailto:a/b@c", "a/b@c"),
            ("mailto:/b/@c", "/b/@c"),
            ("mailto:a%40c", "a@c"),
            ("mailto:%22a@b%22@c?subject=x", "\"a@b\"@c"),
        ] {
            let mailto = Mailto::try_from(UriRef::parse(uri).unwrap()).unwrap();
            assert_eq!(mailto.address(), address);
        }
    }
}
