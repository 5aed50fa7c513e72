//! Enums whose variants have names, and errors of such a kind.

/// Defines an enum of which every variant has a name, and its function `name`. `Display` shows the name.
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $type:ident {
        $($(#[$about:meta])* $variant:ident $(($payload:ty))? $(= $number:literal)? => $name:literal,)*
    }) => {
        $(#[$meta])*
        $vis enum $type {
            $($(#[$about])* $variant $(($payload))? $(= $number)?,)*
        }

        impl $type {
            /// The name in lower case with hyphens.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)*
                }
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

pub(crate) use named;

/// Implements the accessors that all errors of a `kind` at an `offset` share.
macro_rules! error_at {
    ($Error:ident, $Kind:ident, $offset:literal) => {
        impl $Error {
            /// What is wrong.
            #[must_use]
            pub const fn kind(&self) -> $Kind {
                self.kind
            }

            #[doc = $offset]
            #[must_use]
            pub const fn offset(&self) -> usize {
                self.offset
            }
        }

        impl core::error::Error for $Error {}
    };
}

pub(crate) use error_at;
