//! mailto: mailing addresses (RFC 1738 section 3.5, RFC 822).

use crate::scheme::decoded::Decoded;
use crate::scheme::description::{NO_AUTHORITY, Wrong, line, not_empty, view};
use crate::scheme::error::SchemeErrorKind::InvalidPart;
use crate::text::pct::DecodedBytes;

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

    &[NO_AUTHORITY], &[
        (Address, |uri| Some(uri.path()), not_empty),
        (Address, |uri| uri.authority().is_none().then(|| uri.path()), address),
        (Address, |uri| Some(uri.path()), line),
    ];

    /// The address, slashes included.
    address: Decoded<'a> = |uri| Decoded::new(uri.path());
}

/// A local part, an at sign and a domain, if the text is not empty (RFC 822 section 6.1). The at sign is the last one.
fn address(text: &str) -> Option<Wrong<'_>> {
    let mut octets = DecodedBytes(text.as_bytes());
    octets.next()?;
    let has_domain = octets.clone().last().is_some_and(|last| last != b'@');
    let is_address = has_domain && octets.any(|octet| octet == b'@');
    (!is_address).then_some((InvalidPart, text))
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
