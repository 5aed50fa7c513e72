//! What the views have in common, as macros.

/// Defines the view of a scheme. The constant `RULES` beside it has the scheme's rules. The comment on `from_uri` has an
/// example and names the errors. The URL after `as in` is for another example.
macro_rules! view {
    ($(#[$about:meta])* pub struct $View:ident of $scheme:literal, as in $url:literal; $(#[$from_uri:meta])* pub fn from_uri;) => {
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
            ///
            /// ```
            #[doc = concat!("use cri_uri::{UriRef, scheme::", stringify!($View), "};")]
            ///
            #[doc = concat!("let uri = UriRef::parse(\"", $url, "#part\")?;")]
            #[doc = concat!("let view = ", stringify!($View), "::from_uri(uri)?;")]
            /// assert_eq!(view.uri().fragment(), Some("part"));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            pub const fn uri(self) -> $crate::text::uri::Uri<'a> {
                // INVARIANT: has the scheme of the view.
                $crate::text::uri::Uri::from_full(self.uri)
            }
        }

        impl $View<'_> {
            /// Writes the URL as it was written.
            fn write(&self, out: &mut impl core::fmt::Write) -> core::fmt::Result {
                out.write_str(self.uri.as_str())
            }
        }

        $crate::text::display::display!($View => $crate::text::uri::Uri<'b>, $crate::text::uri::Uri::from_written;
            concat!("let value = cri_uri::scheme::", stringify!($View), "::from_uri(cri_uri::UriRef::parse(\"", $url, "\")?)?;"), $url);
    };
}

/// Implements host and port for a view whose scheme has servers with this default port. The examples need the scheme, and the
/// text that follows the authority.
macro_rules! server {
    ($View:ident, $port:literal; $scheme:literal, $rest:literal) => {
        impl<'a> $View<'a> {
            /// The port of a URL without a port.
            pub const DEFAULT_PORT: u16 = $port;

            /// The host, which is not empty.
            ///
            /// ```
            #[doc = concat!("use cri_uri::{UriHost, UriRef, scheme::", stringify!($View), "};")]
            ///
            #[doc = concat!("let uri = UriRef::parse(\"", $scheme, "://Example.com", $rest, "\")?;")]
            #[doc = concat!("assert_eq!(", stringify!($View), "::from_uri(uri)?.host(), UriHost::RegName(\"Example.com\"));")]
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            pub fn host(self) -> $crate::text::host::UriHost<'a> {
                $crate::scheme::rules::host_of(self.uri)
            }

            /// The port, or [`Self::DEFAULT_PORT`] where the URL has none.
            ///
            /// ```
            #[doc = concat!("use cri_uri::{UriRef, scheme::", stringify!($View), "};")]
            ///
            #[doc = concat!("let uri = UriRef::parse(\"", $scheme, "://example.com", $rest, "\")?;")]
            #[doc = concat!("assert_eq!((", stringify!($View), "::from_uri(uri)?.port(), uri.port()), (", $port, ", None));")]
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            pub fn port(self) -> u16 {
                self.uri.port_number().unwrap_or(Self::DEFAULT_PORT)
            }
        }
    };
}

/// Implements user and password for a view whose scheme has them. The examples need the scheme.
macro_rules! login {
    ($View:ident; $scheme:literal) => {
        impl<'a> $View<'a> {
            /// The user. An empty user differs from `None`.
            ///
            /// ```
            #[doc = concat!("use cri_uri::{UriRef, scheme::", stringify!($View), "};")]
            ///
            #[doc = concat!("let view = ", stringify!($View), "::from_uri(UriRef::parse(\"", $scheme, "://a%3Ab:c@h/\")?)?;")]
            /// assert!(view.user().is_some_and(|user| user == "a:b"));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            pub fn user(self) -> Option<$crate::scheme::decoded::Decoded<'a>> {
                $crate::scheme::rules::user_of(self.uri)
            }

            /// The password. An empty password differs from `None`.
            ///
            /// ```
            #[doc = concat!("use cri_uri::{UriRef, scheme::", stringify!($View), "};")]
            ///
            #[doc = concat!("let view = ", stringify!($View), "::from_uri(UriRef::parse(\"", $scheme, "://u:@h/\")?)?;")]
            /// assert!(view.password().is_some_and(|password| password.is_empty()));
            #[doc = concat!("let view = ", stringify!($View), "::from_uri(UriRef::parse(\"", $scheme, "://u@h/\")?)?;")]
            /// assert_eq!(view.password(), None);
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            pub fn password(self) -> Option<$crate::scheme::decoded::Decoded<'a>> {
                $crate::scheme::rules::password_of(self.uri)
            }
        }
    };
}

pub(super) use {login, server, view};
