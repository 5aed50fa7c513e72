//! The view of a URI by its scheme, and what the views have in common.

use cri_registry::Table;

use crate::scheme::decoded::Decoded;
use crate::scheme::description::{Description, broken, password, user};
use crate::scheme::error::SchemeError;
use crate::scheme::file::File;
use crate::scheme::ftp::Ftp;
use crate::scheme::gopher::Gopher;
use crate::scheme::http::Http;
use crate::scheme::mailto::Mailto;
use crate::scheme::news::News;
use crate::scheme::nntp::Nntp;
use crate::scheme::prospero::Prospero;
use crate::scheme::telnet::Telnet;
use crate::scheme::wais::Wais;
use crate::text::uri_ref::{Uri, UriRef};

/// Defines [`View`] and [`DESCRIPTIONS`] by the views.
macro_rules! views {
    ($($(#[$doc:meta])* $View:ident,)+) => {
        /// The view of a URI whose scheme is one of the ten, or https.
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
                $(if $View::DESCRIPTION.describes(uri) {
                    return $View::try_from(uri).map(|view| Some(Self::$View(view)));
                })+
                Ok(None)
            }

            /// The URI.
            #[must_use]
            pub const fn uri(self) -> Uri<'a> {
                match self {
                    $(Self::$View(view) => view.uri(),)+
                }
            }
        }

        pub(super) const DESCRIPTIONS: &[Description] = &[$($View::DESCRIPTION),+];
    };
}

views! {
    /// A file.
    File,
    /// A file or directory by FTP.
    Ftp,
    /// An item of a Gopher server.
    Gopher,
    /// A resource of an HTTP server, of http or https.
    Http,
    /// A mailing address.
    Mailto,
    /// A news group or article.
    News,
    /// A news group or article on one server.
    Nntp,
    /// An object of the Prospero Directory Service.
    Prospero,
    /// An interactive service.
    Telnet,
    /// A database, search or document of WAIS.
    Wais,
}

/// Implements the port of views whose schemes have servers.
macro_rules! servers {
    ($($View:ident)+) => {$(
        impl $View<'_> {
            /// The port, or the scheme's default port if the URL has none.
            #[must_use]
            pub fn port(self) -> u16 {
                let uri = self.uri();
                let default_port = || uri.known_scheme(Table::RFC_9988)?.default_port;
                let port = uri.port_number().or_else(default_port);
                // INVARIANT: each of these schemes has a default port.
                debug_assert!(port.is_some());
                port.unwrap_or_default()
            }
        }
    )+};
}

servers!(Ftp Gopher Http Nntp Prospero Telnet Wais);

/// Implements user and password (RFC 1738 section 3.1) for views whose schemes have them.
macro_rules! logins {
    ($($View:ident)+) => {$(
        impl<'a> $View<'a> {
            /// The user. An empty user differs from `None`.
            #[must_use]
            pub fn user(self) -> Option<Decoded<'a>> {
                user(*self.uri()).map(Decoded::new)
            }

            /// The password. An empty password differs from `None`.
            #[must_use]
            pub fn password(self) -> Option<Decoded<'a>> {
                password(*self.uri()).map(Decoded::secret)
            }
        }
    )+};
}

logins!(Ftp Telnet);

/// The rules of its scheme that `uri` breaks, each with its first place.
///
/// The schemes of the ten views and https have rules, and so have those of CoAP, whose authority is that of http with a host
/// that is not empty (RFC 7252 sections 6.1 and 6.2, RFC 8323 section 8). [`View::from_uri`] returns the first of these errors.
///
/// ```
/// use cri_uri::{UriRef, scheme::{Part, broken_rules}};
///
/// let broken = broken_rules(UriRef::parse("file://u@h:1/a")?).map(|error| error.part());
/// assert!(broken.eq([Part::Userinfo, Part::Port]));
/// assert!(broken_rules(UriRef::parse("coap:///a")?).map(|error| error.part()).eq([Part::Host]));
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub fn broken_rules(uri: UriRef<'_>) -> impl Iterator<Item = SchemeError> + Clone {
    let mut descriptions = DESCRIPTIONS.iter().copied();
    let of_scheme = descriptions.find(|description| description.describes(uri));
    let of_coap = || uri.known_scheme(Table::COAP_DRAFT_16).map(|_| Http::DESCRIPTION);
    broken(of_scheme.or_else(of_coap).map_or([&[]; 2], |description| description.rules), uri)
}
