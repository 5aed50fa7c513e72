//! The comparison ladder (RFC 3986 sections 6.1 to 6.2.3).

use cri_registry::Table;

use crate::text::normalize::Normalization;
use crate::text::uri::Uri;

impl Uri<'_> {
    /// Whether this URI and `other` have one normal form after `steps`, fragments included. One action retrieves both
    /// if they are equivalent [without their fragments](Uri::without_fragment) (section 6.1).
    ///
    /// The steps are the rung of the ladder: [`NONE`](Normalization::NONE) compares character by character (section
    /// 6.2.1), [`SYNTAX`](Normalization::SYNTAX) is section 6.2.2, and [`ALL`](Normalization::ALL) 6.2.3. URIs that
    /// differ on one rung may be equivalent on the next, and never the other way round. Nothing is retrieved
    /// (section 6.2.4).
    ///
    /// The meaning of a relative reference depends on its base, so [resolve](Uri::resolve) it first (section 6.1).
    ///
    /// ```
    /// use cri_uri::{Normalization, Table, Uri};
    ///
    /// let a = Uri::parse("http://example.com")?;
    /// let b = Uri::parse("HTTP://EXAMPLE.com:80/%2e")?;
    /// assert!(!a.equivalent(b, Normalization::SYNTAX, Table::DRAFT_16));
    /// assert!(a.equivalent(b, Normalization::ALL, Table::DRAFT_16));
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn equivalent(self, other: Uri<'_>, steps: Normalization, schemes: Table) -> bool {
        self.normalize(steps, schemes).0.same_text(&other.normalize(steps, schemes).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::error::ParseErrorKind;
    use crate::text::uri_ref::UriRef;

    fn equivalent(a: &str, b: &str, steps: Normalization) -> bool {
        Uri::parse(a).unwrap().equivalent(Uri::parse(b).unwrap(), steps, Table::DRAFT_16)
    }

    // shows: R3986-6.2.1-01, R3986-6.2.2-01, R3986-6.2.3-01, R3986-6.2.3-03, R3986-2.2-02
    #[test]
    fn the_rungs_of_the_comparison_ladder() {
        const FIRST: [bool; 3] = [true; 3];
        const SECOND: [bool; 3] = [false, true, true];
        const THIRD: [bool; 3] = [false, false, true];
        const NONE: [bool; 3] = [false; 3];
        for (a, b, expected) in [
            ("http://a", "http://a", FIRST),
            ("http://a", "http://a/", THIRD),
            ("eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D", SECOND),
            ("http://example.com", "http://example.com:80/", THIRD),
            ("http://example.com:/", "http://example.com:80/", THIRD),
            ("http://example.com/?", "http://example.com/", NONE),
            ("http://a/#", "http://a/", NONE),
            ("s://u@h", "s://h", NONE),
            ("s://h", "s:", NONE),
            ("s:///", "s:/", NONE),
            ("s:/a", "s:a", NONE),
            ("http://a/%3B", "http://a/;", NONE),
            ("http://a/%3b", "http://a/%3B", SECOND),
            ("s:/a//b", "s:/a/b", NONE),
            ("s://h/a/b", "s://h/b/b", NONE),
            ("s:/.//b", "s:/a/..//b", SECOND),
            ("mailto:a@B", "mailto:a@b", THIRD),
            ("mailto:A@b", "mailto:a@b", NONE),
            ("file://localhost/", "file:///", THIRD),
        ] {
            for (steps, expected) in
                [Normalization::NONE, Normalization::SYNTAX, Normalization::ALL]
                    .into_iter()
                    .zip(expected)
            {
                assert_eq!(equivalent(a, b, steps), expected, "{a} {b} {steps:?}");
                assert_eq!(equivalent(b, a, steps), expected, "{b} {a} {steps:?}");
            }
        }
    }

    // shows: R3986-6.1-02
    #[test]
    fn relative_references_are_not_compared() {
        assert_eq!(Uri::parse("a").unwrap_err().kind(), ParseErrorKind::MissingScheme);
        assert_eq!(UriRef::parse("//h").unwrap().to_full(), None);
    }

    // shows: R3986-6.1-03
    #[test]
    fn retrieval_ignores_fragments() {
        let [a, b, c] = ["s:a#x", "s:a#y", "s:b#x"].map(|text| Uri::parse(text).unwrap());
        let same = |one: Uri<'_>, other: Uri<'_>| {
            one.without_fragment().equivalent(
                other.without_fragment(),
                Normalization::NONE,
                Table::DRAFT_16,
            )
        };
        assert_eq!((same(a, b), same(a, c)), (true, false));
        assert!(same(a, a.without_fragment()));
        assert!(!a.equivalent(b, Normalization::ALL, Table::DRAFT_16));
    }
}
