//! The ten URL schemes of RFC 1738, each as a view of a URI that has its parts.
//!
//! A URI of a scheme keeps the rules of RFC 3986 first; the rules of its scheme come on top, and only who asks for a
//! view, or for a [`check`](crate::check()), gets them: parsing and conversion do not. Where the two RFCs disagree
//! about syntax, RFC 3986 decides what a URI's components are. What RFC 1738 has in one part, and RFC 3986 on both
//! sides of a question mark, is one part in the view again, if it is one in the protocol.
//!
//! # One shape
//!
//! | view | parts |
//! |---|---|
//! | [`File`] | host (this machine, or one by name), segments |
//! | [`Ftp`] | user, password, host, port, directories, name, typecode; login, commands |
//! | [`Gopher`] | host, port, item type, selector, search, Gopher+ string; request |
//! | [`Http`] | host, port, path (and its segments), search |
//! | [`Mailto`] | address |
//! | [`News`] | a group, an article, or all |
//! | [`Nntp`] | host, port, group, article number |
//! | [`Prospero`] | host, port, object name, fields |
//! | [`Telnet`] | user, password, host, port |
//! | [`Wais`] | host, port, database, search, wtype, wpath |
//!
//! Each is a small `Copy` value that borrows from the URI, and has
//!
//! - `SCHEME`, and `DEFAULT_PORT` where the scheme has one;
//! - `from_uri`, which fails at the first rule that the URI breaks, and names the [`Part`];
//! - an accessor for each part. What the protocol takes decoded is [`Decoded`]: octets, of which none ends a line that
//!   the protocol has the octets in;
//! - `to_cri`, which is that of the URI, and says what a CRI cannot carry;
//! - `Display`: the URI's text, to the last character.
//!
//! [`View`] is any of the ten. A fragment is no part of a URL in RFC 1738, and of no view; it stays in the URI.
//!
//! ```
//! use cri_uri::UriRef;
//! use cri_uri::scheme::{Part, View};
//!
//! let uri = UriRef::parse("gopher://h/0a/b?c")?;
//! let Some(View::Gopher(gopher)) = View::of(uri)? else { unreachable!() };
//! assert!(gopher.selector() == "a/b?c");
//! assert_eq!(gopher.to_string(), "gopher://h/0a/b?c");
//!
//! assert!(View::of(UriRef::parse("coap://h/a")?)?.is_none());
//! let error = View::of(UriRef::parse("telnet://u%0D%0Ax@h/")?).unwrap_err();
//! assert_eq!((error.part(), error.offset()), (Part::User, 10));
//! assert_eq!(error.to_string(), "expected no octet 0D in user, found one at byte 10");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # The grammar
//!
//! The rules are those of RFC 1738 sections 3 and 5 as published. Copies of it are around in which lines of the
//! grammar are lost, those of gopher, prospero and hosts among them; nothing here was taken from these.

pub(crate) mod decoded;
pub(crate) mod error;
pub(crate) mod file;
pub(crate) mod ftp;
pub(crate) mod gopher;
pub(crate) mod http;
pub(crate) mod mailto;
pub(crate) mod news;
pub(crate) mod nntp;
pub(crate) mod prospero;
pub(crate) mod rules;
pub(crate) mod telnet;
pub(crate) mod wais;

use core::fmt;

use cri_core::{Buffer, Component, CriRefBuf};

use crate::check::{Finding, FindingKind, Lint};
use crate::convert::error::ToCriError;
use crate::convert::options::Options;
use crate::text::uri_ref::UriRef;

pub use decoded::{Decoded, DecodedBytes};
pub use error::{Part, SchemeError, SchemeErrorKind};
pub use file::{File, FileHost};
pub use ftp::{Ftp, FtpCommand, FtpLogin, Typecode};
pub use gopher::Gopher;
pub use http::Http;
pub use mailto::Mailto;
pub use news::{News, NewsItem};
pub use nntp::Nntp;
pub use prospero::{Field, Prospero};
pub use telnet::Telnet;
pub use wais::Wais;

pub(crate) use rules::Rule;

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
        let is = |scheme| has_scheme(uri, scheme);
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

    /// The CRI reference that means the same: [`UriRef::to_cri`].
    ///
    /// # Errors
    ///
    /// As there.
    pub fn to_cri<B: Buffer>(self, options: Options, buffer: B) -> Result<CriRefBuf<B>, ToCriError> {
        self.uri().to_cri(options, buffer)
    }
}

/// Shows the URL as it was.
impl fmt::Display for View<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri().fmt(f)
    }
}

/// The rules of each scheme, and what else is to be said of its URIs.
const SCHEMES: [(&str, &[Rule], &[Lint]); 10] = [
    (File::SCHEME, file::RULES, file::LINTS),
    (Ftp::SCHEME, ftp::RULES, ftp::LINTS),
    (Gopher::SCHEME, gopher::RULES, gopher::LINTS),
    (Http::SCHEME, http::RULES, http::LINTS),
    (Mailto::SCHEME, mailto::RULES, mailto::LINTS),
    (News::SCHEME, news::RULES, news::LINTS),
    (Nntp::SCHEME, nntp::RULES, nntp::LINTS),
    (Prospero::SCHEME, prospero::RULES, prospero::LINTS),
    (Telnet::SCHEME, telnet::RULES, telnet::LINTS),
    (Wais::SCHEME, wais::RULES, wais::LINTS),
];

/// The rules and the lints of the scheme of `uri`: none where it is not one of the ten.
pub(crate) fn rules_of(uri: UriRef<'_>) -> (&'static [Rule], &'static [Lint]) {
    let found = SCHEMES.into_iter().find(|&(scheme, ..)| has_scheme(uri, scheme));
    found.map_or((&[], &[]), |(_, rules, lints)| (rules, lints))
}

/// Whether the scheme of `uri` is this one, in any case (RFC 1738 section 2.1).
pub(crate) fn has_scheme(uri: UriRef<'_>, scheme: &str) -> bool {
    uri.scheme().is_some_and(|found| found.eq_ignore_ascii_case(scheme))
}

/// Expects `uri` to be of this scheme, and to break none of the rules.
fn expect(uri: UriRef<'_>, scheme: &'static str, rules: &[Rule]) -> Result<(), SchemeError> {
    if !has_scheme(uri, scheme) {
        return Err(SchemeError::new(SchemeErrorKind::OtherScheme(scheme), Part::Scheme, 0));
    }
    rules.iter().find_map(|rule| rule(uri)).map_or(Ok(()), Err)
}

/// The lint of schemes in which a question mark was a character of a name.
fn question_mark(uri: UriRef<'_>, _: &Options) -> Option<Finding> {
    let query = uri.query()?;
    Some(Finding::new(FindingKind::QuestionMark, Component::Query, uri.offset_of(query).saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec::Vec;

    use cri_registry::Table;

    use super::*;

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
        for (uri, (scheme, ..)) in uris.into_iter().zip(SCHEMES) {
            let uri = UriRef::parse(uri).unwrap();
            let view = View::of(uri).unwrap().unwrap();
            assert!(std::format!("{view:?}").to_ascii_lowercase().starts_with(scheme));
            assert_eq!((view.uri(), &*view.to_string()), (uri, uri.as_str()));
            let cri = |cri: CriRefBuf<Vec<u8>>| cri.into_buffer();
            assert_eq!(
                view.to_cri(Options::default(), Vec::new()).map(cri),
                uri.to_cri(Options::default(), Vec::new()).map(cri)
            );
        }
        for uri in ["https://u@h", "x-ftp:a", "//h/a", ""] {
            assert_eq!(View::of(UriRef::parse(uri).unwrap()), Ok(None));
        }
        let other = Ftp::from_uri(UriRef::parse("//h/a").unwrap()).unwrap_err();
        assert_eq!((other.kind(), other.part()), (SchemeErrorKind::OtherScheme("ftp"), Part::Scheme));
        assert_eq!(other.to_string(), "expected the scheme ftp, found another at byte 0");
    }
}
