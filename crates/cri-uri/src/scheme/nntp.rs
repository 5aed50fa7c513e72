//! nntp: articles of USENET news on one server (RFC 1738 section 3.7, RFC 977).

use crate::scheme::decoded::Decoded;
use crate::scheme::description::{
    NO_SEARCH, SERVER, SLASH, group, not_empty, only, path_after_slash, view,
};
use crate::text::components::split::split_first;
use crate::text::uri_ref::UriRef;

view! {
    /// A URL of nntp: `nntp://host:port/group/article-number`.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::Nntp};
    ///
    /// let nntp = Nntp::try_from(UriRef::parse("nntp://h/comp.x/12")?)?;
    /// assert_eq!((nntp.port(), nntp.article_number()), (119, Some("12")));
    /// assert!(nntp.group() == "comp.x");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind) but `ReservedCharacter`.
    pub struct Nntp of "nntp";

    SERVER, &[
        SLASH,
        (Group, |uri| Some(split_path(uri).0).filter(|_| !uri.path().is_empty()), group),
        (ArticleNumber, |uri| split_path(uri).1, |number| {
            not_empty(number).or_else(|| only(number, |byte| byte.is_ascii_digit()))
        }),
        NO_SEARCH,
    ];

    /// The name of the group.
    group: Decoded<'a> = |uri| Decoded::new(split_path(uri).0);

    /// The digits of the article's number in the group, any number of them. `None` if the URL names the group.
    article_number: Option<&'a str> = |uri| split_path(uri).1;
}

/// The group, and the text after the slash that follows it.
fn split_path(uri: UriRef<'_>) -> (&str, Option<&str>) {
    split_first(path_after_slash(uri), b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: R1738-3.7-01, R1738-5-nntp-01
    #[test]
    fn article_numbers_are_digits_or_absent() {
        for (uri, port, group, number) in [
            ("nntp://h:119/comp.x/12", 119, "comp.x", Some("12")),
            ("nntp://h/comp.x", 119, "comp.x", None),
            ("nntp://h:1/c%2B/00", 1, "c+", Some("00")),
            ("nntp://h/c/18446744073709551616#f", 119, "c", Some("18446744073709551616")),
        ] {
            let nntp = Nntp::try_from(UriRef::parse(uri).unwrap()).unwrap();
            assert_eq!((nntp.port(), nntp.article_number()), (port, number), "{uri}");
            assert_eq!(nntp.group(), group);
        }
    }
}
