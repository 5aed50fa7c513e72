//! wais: databases, searches in them, and their documents (RFC 1738 section 3.9, RFC 1625).

use crate::scheme::decoded::Decoded;
use crate::scheme::error::Part;
use crate::scheme::rules::{self, Rule};
use crate::scheme::view_macros::{server, view};
use crate::text::split::split_first;
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
}

server!(Wais);

/// The characters that are reserved in each part (section 5).
const RESERVED: &[u8] = b";/?:@&=";

pub(super) const RULES: [&[Rule]; 2] = [
    rules::SERVER,
    &[
        rules::slash,
        |uri| rules::reserved(uri, Part::Database, split_path(uri).0, RESERVED),
        |uri| rules::reserved(uri, Part::Wtype, split_path(uri).1?, RESERVED),
        |uri| match split_path(uri) {
            (_, Some(wtype), None) => {
                Some(rules::missing(uri, Part::Wpath, wtype.get(wtype.len()..)?))
            }
            (.., wpath) => rules::reserved(uri, Part::Wpath, wpath?, RESERVED),
        },
        // A search is for the database, not for one of its documents.
        |uri| split_path(uri).1.and_then(|_| rules::no_search(uri)),
        |uri| rules::reserved(uri, Part::Search, uri.query()?, RESERVED),
    ],
];

impl<'a> Wais<'a> {
    /// The name of the database. It may be empty.
    #[must_use]
    pub fn database(self) -> Decoded<'a> {
        Decoded::new(split_path(*self.0).0)
    }

    /// The search in the database.
    #[must_use]
    pub fn search(self) -> Option<Decoded<'a>> {
        self.0.query().map(Decoded::new)
    }

    /// The type of the document.
    #[must_use]
    pub fn wtype(self) -> Option<Decoded<'a>> {
        split_path(*self.0).1.map(Decoded::new)
    }

    /// The identifier of the document, which only the server that assigned it can read. It is present if the type is.
    #[must_use]
    pub fn wpath(self) -> Option<Decoded<'a>> {
        split_path(*self.0).2.map(Decoded::new)
    }
}

/// The database, and the type and the identifier of a document. Slashes separate them.
fn split_path(uri: UriRef<'_>) -> (&str, Option<&str>, Option<&str>) {
    let (database, document) = split_first(rules::path_after_slash(uri), b'/');
    let (wtype, wpath) = document.map(|document| split_first(document, b'/')).unzip();
    (database, wtype, wpath.flatten())
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
