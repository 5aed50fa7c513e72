//! Macros that implement what the views of several schemes have in common.

/// Implements what every view has: the name of its scheme, its URI, and the display of that.
macro_rules! view {
    ($view:ident, $scheme:literal) => {
        impl<'a> $view<'a> {
            /// The scheme's name.
            pub const SCHEME: &'static str = $scheme;

            /// The URI whose parts these are.
            #[must_use]
            pub const fn uri(self) -> $crate::text::uri_ref::UriRef<'a> {
                self.uri
            }
        }

        /// Displays the URL as it was written.
        impl core::fmt::Display for $view<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(&self.uri, f)
            }
        }
    };
}

/// Implements what the view of a scheme with servers has besides: host and port, and with `login` user and password.
macro_rules! server {
    ($view:ident, $scheme:literal, $port:literal) => {
        $crate::scheme::shape::view!($view, $scheme);

        impl<'a> $view<'a> {
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
    ($view:ident, $scheme:literal, $port:literal, login) => {
        $crate::scheme::shape::server!($view, $scheme, $port);

        impl<'a> $view<'a> {
            /// The user. An empty user differs from `None`.
            #[must_use]
            pub const fn user(self) -> Option<$crate::scheme::decoded::Decoded<'a>> {
                self.login.user
            }

            /// The password. An empty password differs from `None`.
            #[must_use]
            pub const fn password(self) -> Option<$crate::scheme::decoded::Decoded<'a>> {
                self.login.password
            }
        }
    };
}

pub(super) use {server, view};
