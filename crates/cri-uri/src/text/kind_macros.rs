//! The shapes that all errors of this crate share: a kind with a name, and an error with a place.

/// Defines an enumeration whose variants have names. The expression of a name may use the fields of its variant.
macro_rules! kinds {
    ($(#[$about:meta])* pub enum $Kinds:ident {
        $($(#[$doc:meta])* $Kind:ident $(($($field:tt: $Data:ty),+))? = $name:expr,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Kinds {
            $($(#[$doc])* $Kind $(($($Data),+))?,)+
        }

        impl $Kinds {
            /// The name in lower case with hyphens.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind $(($($field),+))? => $name,)+
                }
            }
        }
    };
}
pub(crate) use kinds;

/// Defines a type that tells what is wrong by its kind, and where by the named part of the text and the offset. Without a
/// part it has the kind alone. With `: Error` after its name, it is an error.
macro_rules! with_kind {
    ($(#[$about:meta])* pub struct $Error:ident: Error { $($fields:tt)* }) => {
        $crate::text::kind_macros::with_kind! { $(#[$about])* pub struct $Error { $($fields)* } }

        impl core::error::Error for $Error {}
    };
    ($(#[$about:meta])* pub struct $Error:ident { kind: $Kind:ident $(, $part:ident: $Part:ident)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Error {
            kind: $Kind,
            $($part: $Part,
            offset: usize,)?
        }

        impl $Error {
            #[cold]
            pub(crate) const fn new(kind: $Kind $(, $part: $Part, offset: usize)?) -> Self {
                Self { kind $(, $part, offset)? }
            }

            /// The kind: what is wrong.
            #[must_use]
            pub const fn kind(&self) -> $Kind {
                self.kind
            }

            $(
                #[doc = concat!("The ", stringify!($part), " that is wrong.")]
                #[must_use]
                pub const fn $part(&self) -> $Part {
                    self.$part
                }

                /// The offset in bytes from the start of the text. Each kind says what it points to.
                #[must_use]
                pub const fn offset(&self) -> usize {
                    self.offset
                }
            )?
        }
    };
}
pub(crate) use with_kind;
