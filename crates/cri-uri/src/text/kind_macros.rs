//! The shapes that errors of this crate share: a kind with a name, and an error with a kind alone.

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

/// Defines an error that has a kind alone.
macro_rules! with_kind {
    ($(#[$about:meta])* pub struct $Error:ident: Error { kind: $Kind:ident }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Error {
            kind: $Kind,
        }

        impl $Error {
            #[cold]
            pub(crate) const fn new(kind: $Kind) -> Self {
                Self { kind }
            }

            /// What is wrong.
            #[must_use]
            pub const fn kind(&self) -> $Kind {
                self.kind
            }
        }

        impl core::error::Error for $Error {}
    };
}
pub(crate) use with_kind;
