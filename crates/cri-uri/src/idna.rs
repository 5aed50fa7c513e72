//! Host names as the DNS has them, and back (UTS 46).
//!
//! Nothing else in this crate calls these functions: neither a URI nor a CRI says that its host is a name of the DNS. So
//! `http://bücher.example/` and `http://xn--bcher-kva.example/` differ until somebody looks the name up or shows it.
//! Names are mapped without the transitional mappings of 2003. Hyphens may stand anywhere. Characters that URLs forbid
//! in a host are errors; percent signs are among them, so decode the host first.
//!
//! ```
//! use cri_uri::idna;
//!
//! assert_eq!(idna::to_ascii("Bücher.example")?, "xn--bcher-kva.example");
//! assert_eq!(idna::to_unicode("xn--bcher-kva.example")?, "bücher.example");
//! # Ok::<(), cri_uri::idna::IdnaError>(())
//! ```

use alloc::borrow::Cow;
use core::error::Error;
use core::fmt;

use ::idna::AsciiDenyList;
use ::idna::uts46::{DnsLength, Hyphens, Uts46};
use cri_core::Component;

/// The host name in ASCII, with labels and a length that the DNS allows. It may end with a dot.
///
/// # Errors
///
/// `ToAscii`.
pub fn to_ascii(host: &str) -> Result<Cow<'_, str>, IdnaError> {
    let length = DnsLength::VerifyAllowRootDot;
    let name = Uts46::new().to_ascii(host.as_bytes(), AsciiDenyList::URL, Hyphens::Allow, length);
    name.map_err(|_| IdnaError::ToAscii)
}

/// The host name in Unicode, its `xn--` labels decoded.
///
/// # Errors
///
/// `ToUnicode`, even if only one label cannot be decoded.
pub fn to_unicode(host: &str) -> Result<Cow<'_, str>, IdnaError> {
    let (name, result) =
        Uts46::new().to_unicode(host.as_bytes(), AsciiDenyList::URL, Hyphens::Allow);
    result.map(|()| name).map_err(|_| IdnaError::ToUnicode)
}

/// Why a host name was not mapped. UTS 46 does not say at which byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IdnaError {
    /// UTS 46 disallows a character, or a label is empty or too long for the DNS.
    ToAscii,
    /// UTS 46 disallows a character, or an `xn--` label cannot be decoded.
    ToUnicode,
}

impl fmt::Display for IdnaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ToAscii => {
                "the host has no form in ASCII that the DNS allows; it has at most 253 characters, and labels of 1 to 63 \
                 letters, digits and hyphens, which decode if they begin with xn--"
            }
            Self::ToUnicode => {
                "UTS 46 cannot decode the host; a label that begins with xn-- holds a name in Punycode, and no other label \
                 has a blank or a delimiter of a URI"
            }
        })
    }
}

impl Error for IdnaError {}

cri_core::__own_kind! {
    IdnaError,
    it => match it {
        Self::ToAscii => "to-ascii",
        Self::ToUnicode => "to-unicode",
    },
    Component::Host
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_are_mapped_both_ways() {
        for (unicode, ascii) in [
            ("bücher.example", "xn--bcher-kva.example"),
            ("例え.テスト", "xn--r8jz45g.xn--zckzah"),
            // No transitional mapping: this is not `fass`.
            ("faß.example", "xn--fa-hia.example"),
            ("plain.example.", "plain.example."),
            ("_service.a--b.example", "_service.a--b.example"),
            ("127.0.0.1", "127.0.0.1"),
        ] {
            assert_eq!(to_ascii(unicode).unwrap(), ascii);
            assert_eq!(to_unicode(ascii).unwrap(), unicode);
        }
        // Upper case, and an ideographic full stop.
        assert_eq!(to_ascii("BÜCHER。Example").unwrap(), "xn--bcher-kva.example");
        assert_eq!(to_ascii("e\u{301}").unwrap(), to_ascii("é").unwrap());
    }

    #[test]
    fn texts_that_are_not_names_are_errors() {
        let long = "a".repeat(64);
        for host in
            ["", "a..b", "a b", "b%C3%BCcher", "xn--a", "a/b", "[::1]", "\u{200d}a", long.as_str()]
        {
            assert_eq!(to_ascii(host), Err(IdnaError::ToAscii), "{host}");
        }
        let error = to_unicode("xn--a.b").unwrap_err();
        assert!(error.to_string().starts_with("UTS 46 cannot decode the host; "));
        assert_eq!(error, IdnaError::ToUnicode);
    }
}
