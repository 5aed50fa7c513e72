//! Divides a URI reference into the sections of its CRI.

use core::iter::FusedIterator;

use cri_uri::UriRef;

use crate::section::Section;

/// The parts of a URI reference in order, each with its section. Delimiters between components are structure, and no part
/// is empty.
///
/// ```
/// use cri_inspect::{Section, uri_parts};
/// use cri_uri::UriRef;
///
/// let parts = uri_parts(UriRef::parse("coap://h/a?b")?);
/// let expected = [
///     (Section::Scheme, "coap"),
///     (Section::Structure, ":"),
///     (Section::Structure, "//"),
///     (Section::Host, "h"),
///     (Section::Path, "/a"),
///     (Section::Structure, "?"),
///     (Section::Query, "b"),
/// ];
/// assert!(parts.eq(expected));
/// // The CRI of ../a has the discard 2.
/// assert!(uri_parts(UriRef::parse("../a")?).eq([(Section::Discard, "../"), (Section::Path, "a")]));
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[must_use]
pub fn uri_parts(uri: UriRef<'_>) -> impl FusedIterator<Item = (Section, &str)> + Clone {
    let path = uri.path();
    let dots =
        if uri.scheme().is_some() || uri.authority().is_some() { 0 } else { len_of_dots(path) };
    let (dots, path) = path.split_at_checked(dots).unwrap_or(("", path));
    // RFC 3986 section 5.3 composes a reference in this order.
    let parts = [
        uri.scheme().map(|scheme| (Section::Scheme, scheme)),
        uri.scheme().map(|_| (Section::Structure, ":")),
        uri.authority().map(|_| (Section::Structure, "//")),
        uri.userinfo().map(|userinfo| (Section::Userinfo, userinfo)),
        uri.userinfo().map(|_| (Section::Structure, "@")),
        uri.host_str().map(|host| (Section::Host, host)),
        uri.port().map(|_| (Section::Structure, ":")),
        uri.port().map(|port| (Section::Port, port)),
        Some((Section::Discard, dots)),
        Some((Section::Path, path)),
        uri.query().map(|_| (Section::Structure, "?")),
        uri.query().map(|query| (Section::Query, query)),
        uri.fragment().map(|_| (Section::Structure, "#")),
        uri.fragment().map(|fragment| (Section::Fragment, fragment)),
    ];
    parts.into_iter().flatten().filter(|(_, text)| !text.is_empty())
}

/// The length in bytes of the dot-segments at the start of a path. In a CRI, the discard stands for them.
fn len_of_dots(path: &str) -> usize {
    let mut rest = path;
    while let Some(after) = rest.strip_prefix("../").or(rest.strip_prefix("./")) {
        rest = after;
    }
    if matches!(rest, "." | "..") {
        rest = "";
    }
    path.len().saturating_sub(rest.len())
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use cri_testvectors::{corpus, run};
    use cri_uri::UriRef;

    use super::uri_parts;

    fn marked(uri: &str) -> String {
        let uri = UriRef::parse(uri).expect("a URI reference");
        let parts: Vec<String> =
            uri_parts(uri).map(|(section, text)| format!("{section} {text}")).collect();
        parts.join(" | ")
    }

    #[test]
    fn components_are_told_from_delimiters() {
        assert_eq!(
            marked("a://u:p@[fe80::1%25e]:80/b/c?d&e#f"),
            "scheme a | structure : | structure // | userinfo u:p | structure @ | host [fe80::1%25e] | structure : | \
             port 80 | path /b/c | structure ? | query d&e | structure # | fragment f"
        );
        assert_eq!(marked("did:web:x"), "scheme did | structure : | path web:x");
        assert_eq!(marked("//h:"), "structure // | host h | structure :");
        assert_eq!(marked(""), "");
        assert_eq!(marked("?"), "structure ?");
    }

    #[test]
    fn dot_segments_at_the_start_of_a_relative_path_are_its_discard() {
        assert_eq!(marked("../../a/b"), "discard ../../ | path a/b");
        assert_eq!(marked("./a:b"), "discard ./ | path a:b");
        assert_eq!(marked(".."), "discard ..");
        assert_eq!(marked("..?q"), "discard .. | structure ? | query q");
        assert_eq!(marked("..a"), "path ..a");
        assert_eq!(marked("/../a"), "path /../a");
        assert_eq!(marked("s:./a"), "scheme s | structure : | path ./a");
    }

    #[test]
    fn the_parts_of_a_uri_are_all_of_it() {
        run(&corpus().parse, |vector| {
            if let Ok(uri) = UriRef::parse(&vector.uri) {
                assert_eq!(uri_parts(uri).map(|(_, text)| text).collect::<String>(), vector.uri);
                assert!(uri_parts(uri).all(|(_, text)| !text.is_empty()));
            }
        });
    }
}
