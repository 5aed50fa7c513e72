//! Userinfo: user and password (RFC 3986 section 3.2.1, RFC 1738 section 3.1).

use crate::text::split::split_first;

/// User and password, which the first colon separates.
pub(crate) fn split_password(userinfo: &str) -> (&str, Option<&str>) {
    split_first(userinfo, b':')
}
