//! What all values that hold the text of a parsed URI or IRI reference share.

/// Implements equality, order and hash of the text, and `AsRef<str>`, by `as_str`.
///
/// The hash is that of a `str`, so that a map of owned values can be asked with text.
macro_rules! text_traits {
    ($Value:ty) => {
        impl PartialEq for $Value {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $Value {}

        impl PartialOrd for $Value {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $Value {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl core::hash::Hash for $Value {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl PartialEq<str> for $Value {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $Value {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl AsRef<str> for $Value {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }
    };
}

/// Implements the accessors of components by those of an inner value. The receiver and the lifetime of the components
/// follow the type.
macro_rules! accessors {
    ($Value:ty $(, for $life:lifetime)?; ($($receiver:tt)+) => $inner:expr, &$part:lifetime str) => {
        impl $(<$life>)? $Value {
            /// The authority: userinfo, host and port with their separators.
            #[must_use]
            pub fn authority($($receiver)+) -> Option<&$part str> {
                $inner.authority()
            }

            /// The userinfo, without the `@` after it. It may hold a password.
            #[must_use]
            pub fn userinfo($($receiver)+) -> Option<&$part str> {
                $inner.userinfo()
            }

            /// The host as written, brackets included.
            #[must_use]
            pub fn host_str($($receiver)+) -> Option<&$part str> {
                $inner.host_str()
            }

            /// The digits of the port as written; empty if nothing follows the colon.
            #[must_use]
            pub fn port($($receiver)+) -> Option<&$part str> {
                $inner.port()
            }

            /// The number of the port. `None` without digits, and for a number above 65535.
            #[must_use]
            pub fn port_number($($receiver)+) -> Option<u16> {
                $inner.port_number()
            }

            /// The path, which may be empty.
            #[must_use]
            pub fn path($($receiver)+) -> &$part str {
                $inner.path()
            }

            /// The query, without the `?` before it.
            #[must_use]
            pub fn query($($receiver)+) -> Option<&$part str> {
                $inner.query()
            }

            /// The fragment, without the `#` before it.
            #[must_use]
            pub fn fragment($($receiver)+) -> Option<&$part str> {
                $inner.fragment()
            }

            /// The segments of the path, as written. An empty path has no segment, and `/` has an empty one.
            #[must_use]
            pub fn segments($($receiver)+) -> $crate::text::split::Split<$part> {
                $inner.segments()
            }

            /// The parameters of the query, as written. An empty query has one empty parameter.
            #[must_use]
            pub fn parameters($($receiver)+) -> $crate::text::split::Split<$part> {
                $inner.parameters()
            }

            /// Whether the scheme is `name`, in any case (RFC 3986 section 3.1).
            #[must_use]
            pub fn has_scheme($($receiver)+, name: &str) -> bool {
                $inner.has_scheme(name)
            }
        }
    };
}

pub(crate) use {accessors, text_traits};
