//! http: resources of HTTP servers (RFC 1738 section 3.3), and https (RFC 9110 section 4.2).

use crate::scheme::decoded::{DecodedParts, parts};
use crate::scheme::description::{AUTHORITY, HOST, NO_USERINFO, number, view};

view! {
    /// A URL of http: `http://host:port/path?search`; or of https, which has the same parts (RFC 9110 section 4.2.2).
    ///
    /// Only the server decodes [path](crate::UriRef::path) and search, which is the [query](crate::UriRef::query).
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::Http};
    ///
    /// let http = Http::try_from(UriRef::parse("http://h/a%2Fb/c?k=v")?)?;
    /// assert_eq!((http.port(), http.uri().path(), http.uri().query()), (80, "/a%2Fb/c", Some("k=v")));
    /// assert_eq!(http.segments().count(), 2);
    /// assert_eq!(Http::try_from(UriRef::parse("https://h")?)?.port(), 443);
    /// assert!(Http::try_from(UriRef::parse("http://user@h/")?).is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// `MissingPart` without a host, `UnexpectedPart` for a user, `InvalidPart` for a port above 65535, and `OtherScheme`.
    pub struct Http of "http", "https";

    // An empty port stands for the default one (RFC 9110 sections 4.2.1 and 4.2.2).
    &[AUTHORITY, NO_USERINFO, HOST, (Port, |uri| uri.port(), number)], &[];

    /// The segments of the path. An empty path has none.
    segments: DecodedParts<'a> = |uri| parts(uri.path().strip_prefix('/'));
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::scheme::decoded::Decoded;
    use crate::text::grammar::host::UriHost;
    use crate::text::uri_ref::UriRef;

    fn http(uri: &str) -> Http<'_> {
        Http::try_from(UriRef::parse(uri).unwrap()).unwrap()
    }

    // shows: R1738-3.3-01, R1738-3.3-03
    #[test]
    fn parts_are_as_written() {
        for (uri, port, path, search, segments) in [
            ("http://h", 80, "", None, &[][..]),
            ("http://h/", 80, "/", None, &[""]),
            ("HTTP://h:080/p?s", 80, "/p", Some("s"), &["p"]),
            ("http://h:8080//a%2Fb/?%3F/?#f", 8080, "//a%2Fb/", Some("%3F/?"), &["", "a%2Fb", ""]),
            ("http://h?s", 80, "", Some("s"), &[]),
            ("https://h/p", 443, "/p", None, &["p"]),
            ("http://h:/", 80, "/", None, &[""]),
            ("HTTPS://h:/", 443, "/", None, &[""]),
            ("https://h:80/", 80, "/", None, &[""]),
        ] {
            let http = http(uri);
            assert_eq!(
                (http.port(), http.uri().path(), http.uri().query()),
                (port, path, search),
                "{uri}"
            );
            assert_eq!(
                http.segments().map(Decoded::as_encoded).collect::<Vec<_>>(),
                segments,
                "{uri}"
            );
        }
        assert_eq!(http("http://1.2.3.4").uri().host(), Some(UriHost::Ipv4([1, 2, 3, 4].into())));
    }
}
