//! What the views have in common, as macros.

/// Defines the view of a scheme, or of schemes with the same parts. The constant `RULES` beside it has the scheme's rules.
macro_rules! view {
    ($(#[$about:meta])* pub struct $View:ident of $($scheme:literal),+;) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $View<'a>(/* INVARIANT: breaks no rule. */ $crate::text::uri::Uri<'a>);

        impl $View<'_> {
            pub(super) const SCHEMES: &'static [&'static str] = &[$($scheme),+];
        }

        impl<'a> TryFrom<$crate::text::uri_ref::UriRef<'a>> for $View<'a> {
            type Error = $crate::scheme::error::SchemeError;

            fn try_from(uri: $crate::text::uri_ref::UriRef<'a>) -> Result<Self, Self::Error> {
                $crate::scheme::rules::expect(uri, Self::SCHEMES, RULES).map(Self)
            }
        }

        impl<'a> core::ops::Deref for $View<'a> {
            type Target = $crate::text::uri::Uri<'a>;

            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    };
}

/// Implements the port of a view whose scheme has servers.
macro_rules! server {
    ($View:ident) => {
        impl $View<'_> {
            /// The port, or the scheme's default port if the URL has none.
            #[must_use]
            pub fn port(self) -> u16 {
                $crate::scheme::rules::port_of(self.0)
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
                $crate::scheme::rules::user_of(*self.0)
            }

            /// The password. An empty password differs from `None`.
            #[must_use]
            pub fn password(self) -> Option<$crate::scheme::decoded::Decoded<'a>> {
                $crate::scheme::rules::password_of(*self.0)
            }
        }
    };
}

pub(super) use {login, server, view};
