//! Userinfo: user and password (RFC 3986 section 3.2.1, RFC 1738 section 3.1).

use core::fmt;

use crate::text::split::split_first;

/// The text that stands for a password.
pub const MASK: &str = "***";

/// User and password, which the first colon separates.
pub(crate) fn split_password(userinfo: &str) -> (&str, Option<&str>) {
    split_first(userinfo, b':')
}

/// The offset of the password in a userinfo, in bytes: it follows the first colon, which may be percent-encoded.
///
/// The password may be empty. `None` without a colon.
///
/// ```
/// assert_eq!(cri_uri::password_start(b"user:secret"), Some(5));
/// assert_eq!(cri_uri::password_start(b"user%3asecret"), Some(7));
/// assert_eq!(cri_uri::password_start(b"user"), None);
/// ```
#[must_use]
pub fn password_start(userinfo: &[u8]) -> Option<usize> {
    let mut rest = userinfo;
    loop {
        rest = match rest {
            [b':', password @ ..] | [b'%', b'3', b'A' | b'a', password @ ..] => {
                return userinfo.len().checked_sub(password.len());
            }
            [_, rest @ ..] => rest,
            [] => return None,
        };
    }
}

/// The part of a userinfo before its password. `None` if there is no password, not even an empty one.
pub(crate) fn before_password(userinfo: &str) -> Option<&str> {
    userinfo.get(..password_start(userinfo.as_bytes())?)
}

/// An authority that `Debug` shows with [`MASK`] in place of its password.
pub(crate) struct MaskedAuthority<'a>(pub(crate) &'a str);

impl fmt::Debug for MaskedAuthority<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (userinfo, rest) = split_first(self.0, b'@');
        match before_password(userinfo).zip(rest) {
            Some((shown, rest)) => write!(f, "{shown}{MASK}@{rest}"),
            None => f.write_str(self.0),
        }
    }
}
