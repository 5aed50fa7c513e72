//! wais: databases, searches in them, and their documents (RFC 1738 section 3.9, RFC 1625).

use crate::scheme::decoded::Decoded;
use crate::scheme::error::{Part, SchemeError, SchemeErrorKind};
use crate::scheme::rules::{self, Rule, expect};
use crate::scheme::shape::server;
use crate::text::split::split_once;
use crate::text::uri_ref::UriRef;

/// A URL of wais: `wais://host:port/database`, `…/database?search`, or `…/database/wtype/wpath`.
///
/// ```
/// use cri_uri::{UriRef, scheme::Wais};
///
/// let wais = Wais::from_uri(UriRef::parse("wais://h/db/TEXT/doc%2F1")?)?;
/// assert_eq!(wais.port(), 210);
/// assert!(wais.database() == "db");
/// assert!(wais.wtype().is_some_and(|wtype| wtype == "TEXT"));
/// assert!(wais.wpath().is_some_and(|wpath| wpath == "doc/1"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wais<'a> {
    /// INVARIANT: breaks no rule.
    uri: UriRef<'a>,
    path: WaisPath<'a>,
}

/// The characters that are reserved in each part (section 5).
const RESERVED: &[u8] = b";/?:@&=";

server!(Wais, "wais", 210);

pub(super) const RULES: &[Rule] = &[
    rules::authority,
    rules::no_userinfo,
    rules::host,
    rules::port,
    rules::slash,
    |uri| rules::reserved(uri, Part::Database, WaisPath::of(uri).database, RESERVED),
    |uri| rules::reserved(uri, Part::Wtype, WaisPath::of(uri).wtype?, RESERVED),
    |uri| match WaisPath::of(uri) {
        WaisPath { wtype: Some(wtype), wpath: None, .. } => {
            let end = uri.offset_of(wtype).saturating_add(wtype.len());
            Some(SchemeError::new(SchemeErrorKind::MissingPart, Part::Wpath, end))
        }
        WaisPath { wpath, .. } => rules::reserved(uri, Part::Wpath, wpath?, RESERVED),
    },
    // A search is for the database, not for one of its documents.
    |uri| WaisPath::of(uri).wtype.and_then(|_| rules::no_search(uri)),
    |uri| rules::reserved(uri, Part::Search, uri.query()?, RESERVED),
];

impl<'a> Wais<'a> {
    /// The parts of `uri`.
    ///
    /// # Errors
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind) but `ForbiddenOctet`: the path has one part or three. `;/?:@&=` are reserved in each.
    pub fn from_uri(uri: UriRef<'a>) -> Result<Self, SchemeError> {
        expect(uri, Self::SCHEME, RULES)?;
        Ok(Self { uri, path: WaisPath::of(uri) })
    }

    /// The name of the database. It may be empty.
    #[must_use]
    pub const fn database(self) -> Decoded<'a> {
        Decoded::new(self.path.database)
    }

    /// The search in the database.
    #[must_use]
    pub fn search(self) -> Option<Decoded<'a>> {
        self.uri.query().map(Decoded::new)
    }

    /// The type of the document.
    #[must_use]
    pub fn wtype(self) -> Option<Decoded<'a>> {
        self.path.wtype.map(Decoded::new)
    }

    /// The identifier of the document, which only the server that assigned it can read. It is present if the type is.
    #[must_use]
    pub fn wpath(self) -> Option<Decoded<'a>> {
        self.path.wpath.map(Decoded::new)
    }
}

/// The parts of the path, which slashes separate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct WaisPath<'a> {
    database: &'a str,
    wtype: Option<&'a str>,
    wpath: Option<&'a str>,
}

impl<'a> WaisPath<'a> {
    fn of(uri: UriRef<'a>) -> Self {
        let path = rules::path_after_slash(uri);
        let Some((database, document)) = split_once(path, b'/') else {
            return Self { database: path, wtype: None, wpath: None };
        };
        match split_once(document, b'/') {
            Some((wtype, wpath)) => Self { database, wtype: Some(wtype), wpath: Some(wpath) },
            None => Self { database, wtype: Some(document), wpath: None },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scheme::error::SchemeErrorKind::{MissingPart, ReservedCharacter, UnexpectedPart};
    use crate::scheme::view::tests::assert_errors;

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
            let wais = Wais::from_uri(UriRef::parse(uri).unwrap()).unwrap();
            assert_eq!(wais.database(), database, "{uri}");
            assert_eq!(wais.search(), search.map(Decoded::new), "{uri}");
            assert_eq!(wais.wtype(), document.map(|(wtype, _)| Decoded::new(wtype)), "{uri}");
            assert_eq!(wais.wpath(), document.map(|(_, wpath)| Decoded::new(wpath)), "{uri}");
            assert_eq!(wais.port(), 210);
        }
    }

    // shows: R1738-3.9-04
    #[test]
    fn errors_name_the_part() {
        assert_errors(&[
            ("wais:db", MissingPart, Part::Authority, 5),
            ("wais://u@h/db", UnexpectedPart, Part::Userinfo, 7),
            ("wais://h", MissingPart, Part::Slash, 8),
            ("wais://h?s", MissingPart, Part::Slash, 8),
            ("wais://h/d;b", ReservedCharacter(';'), Part::Database, 10),
            ("wais://h/db/T", MissingPart, Part::Wpath, 13),
            ("wais://h/db/T=/a", ReservedCharacter('='), Part::Wtype, 13),
            ("wais://h/db/T/a/b", ReservedCharacter('/'), Part::Wpath, 15),
            ("wais://h/db/T/a?s", UnexpectedPart, Part::Search, 16),
            ("wais://h/db?a?b", ReservedCharacter('?'), Part::Search, 13),
        ]);
    }
}
