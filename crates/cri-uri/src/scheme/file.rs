//! file: files on a host, for any protocol (RFC 1738 section 3.10).

use crate::scheme::decoded::{Decoded, DecodedParts, parts};
use crate::scheme::error::SchemeError;
use crate::scheme::rules::{self, Rule};
use crate::scheme::view_macros::view;
use crate::text::host::UriHost;
use crate::text::uri_ref::UriRef;

view! {
    /// A URL of file: `file://host/directory/…/name`.
    ///
    /// The segments are not joined to a file name, since that depends on the file system. A question mark was part of a
    /// segment in RFC 1738. Since RFC 3986 it begins the query, which is in no part of this view;
    /// the crate `cri-check` warns of it.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::{File, FileHost}};
    ///
    /// let file = File::try_from(UriRef::parse("file:///etc/a%20b")?)?;
    /// assert_eq!(file.host(), FileHost::Local);
    /// assert!(file.segments().last().is_some_and(|name| name == "a b"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// `MissingPart` without an authority, which may be empty and which RFC 8089 does not require, or without a slash after it; `UnexpectedPart` for a user or
    /// a port; and `OtherScheme`.
    pub struct File of "file";
}

pub(super) const RULES: [&[Rule]; 2] =
    [&[], &[authority, rules::no_userinfo, rules::no_port, rules::slash]];

/// There is an authority. RFC 8089 section 2 also allows an absolute path alone.
fn authority(uri: UriRef<'_>) -> Option<SchemeError> {
    let error = rules::authority(uri)?;
    Some(if uri.path().starts_with('/') { error.allowed_by_rfc(8089) } else { error })
}

impl<'a> File<'a> {
    /// The host that has the file.
    #[must_use]
    pub fn host(self) -> FileHost<'a> {
        let is_local = |name| is_localhost(Decoded::new(name).bytes());
        let host = self.0.host();
        // INVARIANT: has a host.
        debug_assert!(host.is_some());
        match host.unwrap_or(UriHost::RegName("")) {
            UriHost::RegName(name) if name.is_empty() || is_local(name) => FileHost::Local,
            host => FileHost::Named(host),
        }
    }

    /// The directories and then the name, each of which may be empty.
    pub fn segments(self) -> DecodedParts<'a> {
        parts(Some(rules::path_after_slash(*self.0)))
    }
}

/// The host of a URL of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileHost<'a> {
    /// The machine that reads the URL: the host is empty or `localhost`.
    Local,
    /// A host by name or address.
    Named(UriHost<'a>),
}

/// The name of the machine that reads the URL, in lower case. An empty host means the same.
pub(crate) const LOCALHOST: &str = "localhost";

/// Whether a host with this name, in any case, is the machine that reads the URL.
pub(crate) fn is_localhost(name: impl Iterator<Item = u8>) -> bool {
    name.map(|byte| byte.to_ascii_lowercase()).eq(LOCALHOST.bytes())
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    fn file(uri: &str) -> File<'_> {
        File::try_from(UriRef::parse(uri).unwrap()).unwrap()
    }

    // shows: R1738-3.10-01, R1738-3.10-02
    #[test]
    fn empty_hosts_and_localhost_are_local() {
        for uri in ["file:///x", "file://localhost/x", "FILE://LocalHost/x", "file://%6cocalhost/x"]
        {
            assert_eq!(file(uri).host(), FileHost::Local, "{uri}");
        }
        let there = file("file://vms.host.edu/disk$user/my//a%2Fb/?q");
        assert_eq!(there.host(), FileHost::Named(UriHost::RegName("vms.host.edu")));
        let segments: Vec<_> = there.segments().map(Decoded::as_encoded).collect();
        assert_eq!(segments, ["disk$user", "my", "", "a%2Fb", ""]);
        assert_eq!(
            file("file://127.0.0.1/").host(),
            FileHost::Named(UriHost::Ipv4([127, 0, 0, 1].into()))
        );
        assert_eq!(
            file("file://localhost./").host(),
            FileHost::Named(UriHost::RegName("localhost."))
        );
        assert_eq!(file("file:///").segments().collect::<Vec<_>>(), [Decoded::new("")]);
    }
}
