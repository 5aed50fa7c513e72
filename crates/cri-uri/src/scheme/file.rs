//! file: files on a host, for any protocol (RFC 1738 section 3.10).

use crate::scheme::decoded::{Decoded, DecodedParts, parts};
use crate::scheme::description::{AUTHORITY, NO_PORT, NO_USERINFO, SLASH, path_after_slash, view};
use crate::text::grammar::host::{UriHost, is_localhost};

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
    /// `MissingPart` without an authority, which may be empty and which RFC 8089 does not require, or without a slash after it;
    /// `UnexpectedPart` for a user or a port; and `OtherScheme`.
    pub struct File of "file";

    &[AUTHORITY, NO_USERINFO, NO_PORT], &[SLASH];

    /// The host that has the file.
    host: FileHost<'a> = |uri| match uri.host() {
        None => FileHost::Local,
        Some(UriHost::RegName(name)) if is_local(name) => FileHost::Local,
        Some(host) => FileHost::Named(host),
    };

    /// The directories and then the name, each of which may be empty.
    segments: DecodedParts<'a> = |uri| parts(Some(path_after_slash(uri)));
}

/// The host of a URL of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileHost<'a> {
    /// The machine that reads the URL: the host is empty or `localhost`.
    Local,
    /// A host by name or address.
    Named(UriHost<'a>),
}

fn is_local(name: &str) -> bool {
    name.is_empty() || is_localhost(Decoded::new(name).bytes())
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::text::uri_ref::UriRef;

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
