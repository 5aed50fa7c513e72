//! Enums whose variants have names.

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
            /// The name in lower case with hyphens, which `Display` shows.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $name,)*
                }
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(crate) use named;
