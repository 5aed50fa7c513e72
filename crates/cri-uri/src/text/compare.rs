//! The comparison ladder (RFC 3986 sections 6.1 to 6.2.3).

use cri_registry::Table;

use crate::text::normalize::Normalization;
use crate::text::uri_ref::UriRef;

impl UriRef<'_> {
    /// Whether this URI and `other` have one normal form after `steps`, fragments included.
    ///
    /// The steps are the rung of the ladder: [`NONE`](Normalization::NONE) compares character by character (section
    /// 6.2.1), [`SYNTAX`](Normalization::SYNTAX) is section 6.2.2, and [`ALL`](Normalization::ALL) 6.2.3. URIs that
    /// differ on one rung may be equivalent on the next, and never the other way round. Nothing is retrieved
    /// (section 6.2.4).
    ///
    /// `None` if one of them is a relative reference: its meaning depends on its base, so resolve it first
    /// (section 6.1).
    ///
    /// ```
    /// use cri_uri::{Normalization, Table, UriRef};
    ///
    /// let a = UriRef::parse("http://example.com")?;
    /// let b = UriRef::parse("HTTP://EXAMPLE.com:80/%2e")?;
    /// assert_eq!(a.equivalent(b, Normalization::SYNTAX, Table::DRAFT_16), Some(false));
    /// assert_eq!(a.equivalent(b, Normalization::ALL, Table::DRAFT_16), Some(true));
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn equivalent(self, other: UriRef<'_>, steps: Normalization, schemes: Table) -> Option<bool> {
        self.compare(other, steps, schemes, false)
    }

    /// Whether one action retrieves both URIs: they are [`equivalent`](UriRef::equivalent) without their fragments
    /// (section 6.1).
    ///
    /// `None` if one of them is a relative reference.
    #[must_use]
    pub fn equivalent_for_retrieval(self, other: UriRef<'_>, steps: Normalization, schemes: Table) -> Option<bool> {
        self.compare(other, steps, schemes, true)
    }

    fn compare(self, other: UriRef<'_>, steps: Normalization, schemes: Table, without_fragments: bool) -> Option<bool> {
        if self.is_relative() || other.is_relative() {
            return None;
        }
        let (one, other) = (self.normalize(steps, schemes), other.normalize(steps, schemes));
        Some(one.same_text(&other, without_fragments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equivalent(a: &str, b: &str, steps: Normalization) -> Option<bool> {
        UriRef::parse(a).unwrap().equivalent(UriRef::parse(b).unwrap(), steps, Table::DRAFT_16)
    }

    // shows: R3986-6.2.1-01, R3986-6.2.2-01, R3986-6.2.3-01, R3986-6.2.3-03, R3986-6.2.4-01,
    // R3986-2.2-02
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
            ("//h", "s://h", NONE),
        ] {
            for (steps, expected) in
                [Normalization::NONE, Normalization::SYNTAX, Normalization::ALL].into_iter().zip(expected)
            {
                let expected = (!a.starts_with('/')).then_some(expected);
                assert_eq!(equivalent(a, b, steps), expected, "{a} {b} {steps:?}");
                assert_eq!(equivalent(b, a, steps), expected, "{b} {a} {steps:?}");
            }
        }
    }

    // shows: R3986-6.1-02
    #[test]
    fn relative_references_are_not_compared() {
        assert_eq!(equivalent("a", "a", Normalization::NONE), None);
        assert_eq!(equivalent("s:a", "//h", Normalization::ALL), None);
    }

    // shows: R3986-6.1-03
    #[test]
    fn retrieval_ignores_fragments() {
        let [a, b, c] = ["s:a#x", "s:a#y", "s:b#x"].map(|text| UriRef::parse(text).unwrap());
        let same = |one: UriRef<'_>, other| one.equivalent_for_retrieval(other, Normalization::NONE, Table::DRAFT_16);
        assert_eq!((same(a, b), same(a, c)), (Some(true), Some(false)));
        assert_eq!(same(a, a.without_fragment()), Some(true));
        assert_eq!(a.equivalent(b, Normalization::ALL, Table::DRAFT_16), Some(false));
    }
}
