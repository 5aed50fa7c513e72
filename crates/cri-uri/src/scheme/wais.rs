//! wais: databases, searches in them, and their documents (RFC 1738 section 3.9, RFC 1625).

use crate::scheme::decoded::Decoded;
use crate::scheme::description::{
    self, SERVER, SLASH, Wrong, missing, part_of, path_after_slash, unexpected, view,
};
use crate::text::components::split::split_first;
use crate::text::uri_ref::UriRef;

view! {
    /// A URL of wais: `wais://host:port/database`, `…/database?search`, or `…/database/wtype/wpath`.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::Wais};
    ///
    /// let wais = Wais::try_from(UriRef::parse("wais://h/db/TEXT/doc%2F1")?)?;
    /// assert_eq!(wais.port(), 210);
    /// assert!(wais.database() == "db");
    /// assert!(wais.wtype().is_some_and(|wtype| wtype == "TEXT"));
    /// assert!(wais.wpath().is_some_and(|wpath| wpath == "doc/1"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind) but `ForbiddenOctet`: the path has one part or three.
    /// `;/?:@&=` are reserved in each.
    pub struct Wais of "wais";

    SERVER, &[
        SLASH,
        (Database, part::<0>, reserved),
        (Wtype, part::<1>, reserved),
        (Wpath, |uri| match (part::<1>(uri), part::<2>(uri)) {
            (Some(wtype), None) => wtype.get(wtype.len()..),
            _ => None,
        }, missing),
        (Wpath, part::<2>, reserved),
        // A search is for the database, not for one of its documents.
        (Search, |uri| part::<1>(uri).and(uri.query()), unexpected),
        (Search, |uri| uri.query(), reserved),
    ];

    /// The name of the database. It may be empty.
    database: Decoded<'a> = |uri| Decoded::new(part::<0>(uri).unwrap_or_default());

    /// The search in the database.
    search: Option<Decoded<'a>> = |uri| uri.query().map(Decoded::new);

    /// The type of the document.
    wtype: Option<Decoded<'a>> = |uri| part::<1>(uri).map(Decoded::new);

    /// The identifier of the document, which only the server that assigned it can read. It is present if the type is.
    wpath: Option<Decoded<'a>> = |uri| part::<2>(uri).map(Decoded::new);
}

/// The database, or the type or the identifier of a document. Slashes separate them.
fn part<const INDEX: usize>(uri: UriRef<'_>) -> Option<&str> {
    part_of(path_after_slash(uri), |text| split_first(text, b'/'), INDEX, 2)
}

/// The characters that are reserved in each part (section 5).
fn reserved(text: &str) -> Option<Wrong<'_>> {
    description::reserved(text, b";/?:@&=")
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: R1738-3.9-01, R1738-3.9-02, R1738-3.9-03
    #[test]
    fn three_forms() {
        for (uri, database, search, document) in [
            ("wais://h:210/db", "db", None, None),
            ("wais://h/", "", None, None),
            ("WAIS://h/d%2Fb#f", "d/b", None, None),
            ("wais://h/db?search%3F", "db", Some("search?"), None),
            ("wais://h/db?", "db", Some(""), None),
            ("wais://h/db/TEXT/doc%2F1", "db", None, Some(("TEXT", "doc/1"))),
            ("wais://h///", "", None, Some(("", ""))),
        ] {
            let wais = Wais::try_from(UriRef::parse(uri).unwrap()).unwrap();
            assert_eq!(wais.database(), database, "{uri}");
            assert_eq!(wais.search(), search.map(Decoded::new), "{uri}");
            assert_eq!(wais.wtype(), document.map(|(wtype, _)| Decoded::new(wtype)), "{uri}");
            assert_eq!(wais.wpath(), document.map(|(_, wpath)| Decoded::new(wpath)), "{uri}");
            assert_eq!(wais.port(), 210);
        }
    }
}
