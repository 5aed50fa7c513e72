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
    ($Value:ty $(, for $life:lifetime)?; $name:literal, ($($receiver:tt)+) => $inner:expr, &$part:lifetime str) => {
        impl $(<$life>)? $Value {
            $crate::text::values::accessors! { @each $name, ($($receiver)+) => $inner;
                /// The authority: userinfo, host and port with their separators.
                authority: Option<&$part str> = r#"Some("u@h:1")"#,
                /// The userinfo, without the `@` after it. It may hold a password.
                userinfo: Option<&$part str> = r#"Some("u")"#,
                /// The host as written, brackets included.
                host_str: Option<&$part str> = r#"Some("h")"#,
                /// The digits of the port as written; empty if nothing follows the colon.
                port: Option<&$part str> = r#"Some("1")"#,
                /// The number of the port. `None` without digits, and for a number above 65535.
                port_number: Option<u16> = "Some(1)",
                /// The path, which may be empty.
                path: &$part str = r#""/a/b""#,
                /// The query, without the `?` before it.
                query: Option<&$part str> = r#"Some("c&d")"#,
                /// The fragment, without the `#` before it.
                fragment: Option<&$part str> = r#"Some("e")"#,
            }

            /// The segments of the path, as written. An empty path has no segment, and `/` has an empty one.
            ///
            /// ```
            #[doc = concat!("let value = cri_uri::", $name, "::try_from(\"coap://h/a/b\")?;")]
            /// assert!(value.segments().eq(["a", "b"]));
            /// # Ok::<(), cri_uri::ParseError>(())
            /// ```
            #[must_use]
            pub fn segments($($receiver)+) -> $crate::text::split::Split<$part> {
                $inner.segments()
            }

            /// The parameters of the query, as written. An empty query has one empty parameter.
            ///
            /// ```
            #[doc = concat!("let value = cri_uri::", $name, "::try_from(\"coap://h?a=b&c\")?;")]
            /// assert!(value.parameters().eq(["a=b", "c"]));
            /// # Ok::<(), cri_uri::ParseError>(())
            /// ```
            #[must_use]
            pub fn parameters($($receiver)+) -> $crate::text::split::Split<$part> {
                $inner.parameters()
            }

            /// Whether the scheme is `name`, in any case (RFC 3986 section 3.1).
            ///
            /// ```
            #[doc = concat!("assert!(cri_uri::", $name, "::try_from(\"COAP://h\")?.has_scheme(\"coap\"));")]
            /// # Ok::<(), cri_uri::ParseError>(())
            /// ```
            #[must_use]
            pub fn has_scheme($($receiver)+, name: &str) -> bool {
                $inner.has_scheme(name)
            }
        }
    };
    (@each $name:literal, ($($receiver:tt)+) => $inner:expr;
        $(#[doc = $doc:literal] $component:ident: $Part:ty = $example:literal,)+
    ) => {
        $crate::text::values::accessors! { @each_of $name, ($($receiver)+), ($inner);
            $($component: $Part, $doc, $example;)+ }
    };
    (@each_of $name:literal, $receiver:tt, $inner:tt; $($component:ident: $Part:ty, $doc:literal, $example:literal;)+) => {
        $($crate::text::values::accessors! { @one $name, $receiver, $inner, $component, $Part, $doc, $example })+
    };
    (@one $name:literal, ($($receiver:tt)+), ($inner:expr), $component:ident, $Part:ty, $doc:literal, $example:literal) => {
        #[doc = $doc]
        ///
        /// ```
        #[doc = concat!("let value = cri_uri::", $name, "::try_from(\"coap://u@h:1/a/b?c&d#e\")?;")]
        #[doc = concat!("assert_eq!(value.", stringify!($component), "(), ", $example, ");")]
        /// # Ok::<(), cri_uri::ParseError>(())
        /// ```
        #[must_use]
        pub fn $component($($receiver)+) -> $Part {
            $inner.$component()
        }
    };
}

pub(crate) use {accessors, text_traits};
