//! The view of a URI by its scheme.

use core::ops::Deref;

use cri_registry::Table;

use crate::scheme::error::SchemeError;
use crate::scheme::file::{self, File};
use crate::scheme::ftp::{self, Ftp};
use crate::scheme::gopher::{self, Gopher};
use crate::scheme::http::{self, Http};
use crate::scheme::mailto::{self, Mailto};
use crate::scheme::news::{self, News};
use crate::scheme::nntp::{self, Nntp};
use crate::scheme::prospero::{self, Prospero};
use crate::scheme::rules::{self, Rule};
use crate::scheme::telnet::{self, Telnet};
use crate::scheme::wais::{self, Wais};
use crate::text::known_scheme::find_scheme;
use crate::text::uri::Uri;
use crate::text::uri_ref::UriRef;

/// Defines [`View`] and [`RULES`] by the view and the module of each scheme.
macro_rules! views {
    ($($(#[$doc:meta])* $View:ident of $module:ident,)+) => {
        /// The view of a URI whose scheme is one of the ten, or https.
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
                $(if rules::has_one_of(uri, $View::SCHEMES) {
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

        /// The rules of each view, after its schemes.
        pub(super) const RULES: &[(&[&str], [&[Rule]; 2])] =
            &[$(($View::SCHEMES, $module::RULES)),+];
    };
}

views! {
    /// A file.
    File of file,
    /// A file or directory by FTP.
    Ftp of ftp,
    /// An item of a Gopher server.
    Gopher of gopher,
    /// A resource of an HTTP server, of http or https.
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

/// Whether `uri` has one of the six schemes of CoAP, in any case.
#[must_use]
pub fn is_coap(uri: UriRef<'_>) -> bool {
    let scheme = uri.scheme().unwrap_or_default().as_bytes();
    find_scheme(scheme, Table::COAP_DRAFT_16).is_some()
}

/// The rules of its scheme that `uri` breaks, each with its first place; none if the scheme has no view and is not one of CoAP.
pub fn broken_rules(uri: UriRef<'_>) -> impl Iterator<Item = SchemeError> + Clone {
    let of_scheme = RULES.iter().find(|(schemes, _)| rules::has_one_of(uri, schemes));
    let rules = match of_scheme {
        Some((_, rules)) => *rules,
        // RFC 7252 sections 6.1 and 6.2, and RFC 8323 section 8: the authority is that of http, whose host is not empty.
        None if is_coap(uri) => http::RULES,
        None => [&[][..]; 2],
    };
    rules::broken(uri, rules)
}
