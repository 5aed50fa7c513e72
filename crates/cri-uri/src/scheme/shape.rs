//! Macros that implement what the views of several schemes have in common.

/// Implements what every view has: its URI, and the display of that.
macro_rules! view {
    ($view:ident) => {
        impl<'a> $view<'a> {
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

/// Implements what the view of a scheme with servers has besides: host and port.
macro_rules! server {
    ($view:ident) => {
        $crate::scheme::shape::view!($view);

        impl<'a> $view<'a> {
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

pub(super) use {server, view};
