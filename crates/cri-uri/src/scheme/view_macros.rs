//! What the views have in common, as macros.

/// Defines the view of a scheme. The constant `RULES` beside it has the scheme's rules. The comment on `from_uri`
/// names the errors.
macro_rules! view {
    ($(#[$about:meta])* pub struct $View:ident of $scheme:literal; $(#[$from_uri:meta])* pub fn from_uri;) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $View<'a> {
            /// INVARIANT: breaks no rule.
            uri: $crate::text::uri_ref::UriRef<'a>,
        }

        impl<'a> $View<'a> {
            /// The scheme's name.
            pub const SCHEME: &'static str = $scheme;

            /// The parts of `uri`.
            ///
            $(#[$from_uri])*
            pub fn from_uri(
                uri: $crate::text::uri_ref::UriRef<'a>,
            ) -> Result<Self, $crate::scheme::error::SchemeError> {
                $crate::scheme::rules::expect(uri, Self::SCHEME, RULES)?;
                Ok(Self { uri })
            }

            /// The URI whose parts these are. It has the fragment, too.
            #[must_use]
            pub const fn uri(self) -> $crate::text::uri::Uri<'a> {
                // INVARIANT: has the scheme of the view.
                $crate::text::uri::Uri::from_full(self.uri)
            }
        }
    };
}

/// Implements host and port for a view whose scheme has servers with this default port.
macro_rules! server {
    ($View:ident, $port:literal) => {
        impl<'a> $View<'a> {
            /// The port of a URL without a port.
            pub const DEFAULT_PORT: u16 = $port;

            /// The host, which is not empty.
            #[must_use]
            pub fn host(self) -> $crate::text::host::UriHost<'a> {
                $crate::scheme::rules::host_of(self.uri)
            }

            /// The port, or [`Self::DEFAULT_PORT`] where the URL has none.
            #[must_use]
            pub fn port(self) -> u16 {
                self.uri.port_number().unwrap_or(Self::DEFAULT_PORT)
            }
        }
    };
}

/// Implements user and password for a view whose scheme has them.
macro_rules! login {
    ($View:ident) => {
        impl<'a> $View<'a> {
            /// The user. An empty user differs from `None`.
            #[must_use]
            pub fn user(self) -> Option<$crate::scheme::decoded::Decoded<'a>> {
                $crate::scheme::rules::user_of(self.uri)
            }

            /// The password. An empty password differs from `None`.
            #[must_use]
            pub fn password(self) -> Option<$crate::scheme::decoded::Decoded<'a>> {
                $crate::scheme::rules::password_of(self.uri)
            }
        }
    };
}

pub(super) use {login, server, view};
