//! Userinfo: user and password (RFC 3986 section 3.2.1, RFC 1738 section 3.1).

use core::fmt;

use crate::text::password::{MASK, before_password};
use crate::text::split::split_first;

/// User and password, which the first colon separates.
pub(crate) fn split_password(userinfo: &str) -> (&str, Option<&str>) {
    split_first(userinfo, b':')
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
