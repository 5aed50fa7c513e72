//! The view of a URI by whichever of the ten schemes it has.

use core::fmt;

use crate::scheme::error::SchemeError;
use crate::scheme::file::{self, File};
use crate::scheme::ftp::{self, Ftp};
use crate::scheme::gopher::{self, Gopher};
use crate::scheme::http::{self, Http};
use crate::scheme::mailto::{self, Mailto};
use crate::scheme::news::{self, News};
use crate::scheme::nntp::{self, Nntp};
use crate::scheme::prospero::{self, Prospero};
use crate::scheme::rules::Rule;
use crate::scheme::telnet::{self, Telnet};
use crate::scheme::wais::{self, Wais};
use crate::text::uri_ref::UriRef;

/// The view of a URI whose scheme is one of the ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View<'a> {
    /// A file.
    File(File<'a>),
    /// A file or directory by FTP.
    Ftp(Ftp<'a>),
    /// An item of a Gopher server.
    Gopher(Gopher<'a>),
    /// A resource of an HTTP server.
    Http(Http<'a>),
    /// A mailing address.
    Mailto(Mailto<'a>),
    /// A news group or article.
    News(News<'a>),
    /// A news group or article on one server.
    Nntp(Nntp<'a>),
    /// An object of the Prospero Directory Service.
    Prospero(Prospero<'a>),
    /// An interactive service.
    Telnet(Telnet<'a>),
    /// A database, search or document of WAIS.
    Wais(Wais<'a>),
}

impl<'a> View<'a> {
    /// The view of `uri` by its scheme, in any case; `None` for other schemes, and for relative references.
    ///
    /// # Errors
    ///
    /// Those of the scheme's `from_uri`.
    pub fn of(uri: UriRef<'a>) -> Result<Option<Self>, SchemeError> {
        let is = |scheme| uri.has_scheme(scheme);
        Ok(Some(match () {
            () if is(File::SCHEME) => Self::File(File::from_uri(uri)?),
            () if is(Ftp::SCHEME) => Self::Ftp(Ftp::from_uri(uri)?),
            () if is(Gopher::SCHEME) => Self::Gopher(Gopher::from_uri(uri)?),
            () if is(Http::SCHEME) => Self::Http(Http::from_uri(uri)?),
            () if is(Mailto::SCHEME) => Self::Mailto(Mailto::from_uri(uri)?),
            () if is(News::SCHEME) => Self::News(News::from_uri(uri)?),
            () if is(Nntp::SCHEME) => Self::Nntp(Nntp::from_uri(uri)?),
            () if is(Prospero::SCHEME) => Self::Prospero(Prospero::from_uri(uri)?),
            () if is(Telnet::SCHEME) => Self::Telnet(Telnet::from_uri(uri)?),
            () if is(Wais::SCHEME) => Self::Wais(Wais::from_uri(uri)?),
            () => return Ok(None),
        }))
    }

    /// The URI whose parts these are.
    #[must_use]
    pub const fn uri(self) -> UriRef<'a> {
        match self {
            Self::File(view) => view.uri(),
            Self::Ftp(view) => view.uri(),
            Self::Gopher(view) => view.uri(),
            Self::Http(view) => view.uri(),
            Self::Mailto(view) => view.uri(),
            Self::News(view) => view.uri(),
            Self::Nntp(view) => view.uri(),
            Self::Prospero(view) => view.uri(),
            Self::Telnet(view) => view.uri(),
            Self::Wais(view) => view.uri(),
        }
    }
}

/// Shows the URL as it was.
impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri().fmt(f)
    }
}

/// The rules of each scheme.
const RULES: [(&str, &[Rule]); 10] = [
    (File::SCHEME, file::RULES),
    (Ftp::SCHEME, ftp::RULES),
    (Gopher::SCHEME, gopher::RULES),
    (Http::SCHEME, http::RULES),
    (Mailto::SCHEME, mailto::RULES),
    (News::SCHEME, news::RULES),
    (Nntp::SCHEME, nntp::RULES),
    (Prospero::SCHEME, prospero::RULES),
    (Telnet::SCHEME, telnet::RULES),
    (Wais::SCHEME, wais::RULES),
];

/// The rules of the scheme of `uri`; none where it is not one of the ten.
pub(crate) fn rules_of(uri: UriRef<'_>) -> &'static [Rule] {
    RULES.into_iter().find(|&(scheme, _)| uri.has_scheme(scheme)).map_or(&[], |(_, rules)| rules)
}

#[cfg(test)]
pub(super) mod tests {
    use std::string::ToString;

    use cri_registry::Table;

    use super::*;
    use crate::scheme::error::{Part, SchemeErrorKind};

    /// Tests that the views of these URIs fail with this kind, part and offset.
    #[track_caller]
    pub(in crate::scheme) fn assert_errors(cases: &[(&str, SchemeErrorKind, Part, usize)]) {
        for &(uri, kind, part, offset) in cases {
            let error = View::of(UriRef::parse(uri).unwrap()).unwrap_err();
            assert_eq!((error.kind(), error.part(), error.offset()), (kind, part, offset), "{uri}");
        }
    }

    // shows: R1738-5-04
    #[test]
    fn default_ports_are_those_of_the_registry() {
        for (scheme, port) in [
            (Ftp::SCHEME, Some(Ftp::DEFAULT_PORT)),
            (Gopher::SCHEME, Some(Gopher::DEFAULT_PORT)),
            (Http::SCHEME, Some(Http::DEFAULT_PORT)),
            (Nntp::SCHEME, Some(Nntp::DEFAULT_PORT)),
            (Prospero::SCHEME, Some(Prospero::DEFAULT_PORT)),
            (Telnet::SCHEME, Some(Telnet::DEFAULT_PORT)),
            (Wais::SCHEME, Some(Wais::DEFAULT_PORT)),
            (File::SCHEME, None),
            (Mailto::SCHEME, None),
            (News::SCHEME, None),
        ] {
            for table in [Table::DRAFT_16, Table::DRAFT_27] {
                assert_eq!(table.default_port(scheme.as_bytes()), port, "{scheme}");
            }
        }
    }

    #[test]
    fn views_are_chosen_by_scheme() {
        let uris = [
            "FILE:///a",
            "Ftp://h",
            "gopher://h",
            "http://h",
            "mailto:a@b",
            "news:*",
            "nntp://h/g",
            "prospero://h/",
            "telnet://h",
            "wais://h/",
        ];
        for (uri, (scheme, _)) in uris.into_iter().zip(RULES) {
            let uri = UriRef::parse(uri).unwrap();
            let view = View::of(uri).unwrap().unwrap();
            assert!(std::format!("{view:?}").to_ascii_lowercase().starts_with(scheme));
            assert_eq!((view.uri(), &*view.to_string()), (uri, uri.as_str()));
        }
        for uri in ["https://u@h", "x-ftp:a", "//h/a", ""] {
            assert_eq!(View::of(UriRef::parse(uri).unwrap()), Ok(None));
        }
        let other = Ftp::from_uri(UriRef::parse("//h/a").unwrap()).unwrap_err();
        assert_eq!((other.kind(), other.part()), (SchemeErrorKind::OtherScheme("ftp"), Part::Scheme));
        assert_eq!(other.to_string(), "the scheme is not ftp, at byte 0");
    }
}
