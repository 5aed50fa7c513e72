//! The view of a URI by whichever of the ten schemes it has.

use core::ops::Deref;

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
use crate::text::uri::Uri;
use crate::text::uri_ref::UriRef;

/// Defines [`View`] and [`RULES`] by the view and the module of each scheme.
macro_rules! views {
    ($($(#[$doc:meta])* $View:ident of $module:ident,)+) => {
        /// The view of a URI whose scheme is one of the ten.
        ///
        /// It has the accessors of a [`Uri`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum View<'a> {
            $($(#[$doc])* $View($View<'a>),)+
        }

        impl<'a> View<'a> {
            /// The view of `uri` by its scheme, in any case; `None` for other schemes, and for relative references.
            ///
            /// # Errors
            ///
            /// Those of the scheme's `try_from`.
            pub fn from_uri(uri: UriRef<'a>) -> Result<Option<Self>, SchemeError> {
                $(if uri.has_scheme($View::SCHEME) {
                    return $View::try_from(uri).map(|view| Some(Self::$View(view)));
                })+
                Ok(None)
            }
        }

        impl<'a> Deref for View<'a> {
            type Target = Uri<'a>;

            fn deref(&self) -> &Uri<'a> {
                match self {
                    $(Self::$View(view) => view,)+
                }
            }
        }

        /// The rules of each scheme.
        const RULES: &[(&str, &[Rule])] = &[$(($View::SCHEME, $module::RULES)),+];
    };
}

views! {
    /// A file.
    File of file,
    /// A file or directory by FTP.
    Ftp of ftp,
    /// An item of a Gopher server.
    Gopher of gopher,
    /// A resource of an HTTP server.
    Http of http,
    /// A mailing address.
    Mailto of mailto,
    /// A news group or article.
    News of news,
    /// A news group or article on one server.
    Nntp of nntp,
    /// An object of the Prospero Directory Service.
    Prospero of prospero,
    /// An interactive service.
    Telnet of telnet,
    /// A database, search or document of WAIS.
    Wais of wais,
}

/// The rules of its scheme that `uri` breaks, each with its first place; none if the scheme is not one of the ten.
pub fn broken_rules(uri: UriRef<'_>) -> impl Iterator<Item = SchemeError> + Clone {
    let of_scheme = RULES.iter().find(|(scheme, _)| uri.has_scheme(scheme));
    of_scheme.map_or(&[][..], |(_, rules)| rules).iter().filter_map(move |rule| rule(uri))
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
            let error = View::from_uri(UriRef::parse(uri).unwrap()).unwrap_err();
            assert_eq!((error.kind(), error.part(), error.offset()), (kind, part, offset), "{uri}");
        }
    }

    // shows: R1738-5-04
    #[test]
    fn default_ports_are_those_of_section_5() {
        for (scheme, port) in RULES.iter().map(|(scheme, _)| scheme).zip([
            None,
            Some(21),
            Some(70),
            Some(80),
            None,
            None,
            Some(119),
            Some(1525),
            Some(23),
            Some(210),
        ]) {
            for table in [Table::DRAFT_16, Table::RFC_9988] {
                let known = table.by_name(scheme);
                assert_eq!(known.and_then(|known| known.default_port), port, "{scheme}");
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
            let view = View::from_uri(uri).unwrap().unwrap();
            assert!(std::format!("{view:?}").to_ascii_lowercase().starts_with(scheme));
            assert_eq!(view.as_uri_ref(), uri);
        }
        for uri in ["https://u@h", "x-ftp:a", "//h/a", ""] {
            assert_eq!(View::from_uri(UriRef::parse(uri).unwrap()), Ok(None));
        }
        let other = Ftp::try_from(UriRef::parse("//h/a").unwrap()).unwrap_err();
        assert_eq!(
            (other.kind(), other.part()),
            (SchemeErrorKind::OtherScheme("ftp"), Part::Scheme)
        );
        assert_eq!(other.to_string(), "the scheme is not ftp, at byte 0");
    }
}
