//! Enums of error kinds.

/// Defines the kinds of an error, and the error's type: the documentation, name and message of each kind.
macro_rules! error_kinds {
    (
        $(#[$meta:meta])*
        $Kind:ident;
        $(#[$about:meta])*
        $Error:ident at $place:ident: $Place:ty;
        $(
            $(#[$doc:meta])*
            $Variant:ident $(($inner:ident: $Inner:ty))? => $name:expr, $message:literal $(, $argument:expr)*;
        )*
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Kind {
            $($(#[$doc])* $Variant $(($Inner))?,)*
        }

        $(#[$about])*
        pub type $Error = $crate::error::ErrorAt<$Kind, $Place>;

        impl $Kind {
            /// The name in lower case with hyphens, which `Display` shows.
            #[must_use]
            #[allow(unused_variables, reason = "some kinds have the name of the kind in them, and others do not")]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant $(($inner))? => $name,)*
                }
            }
        }

        impl core::fmt::Display for $Kind {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl $crate::error::Explained<$Place> for $Kind {
            fn name(self) -> &'static str {
                self.name()
            }

            fn explain(self, $place: $Place, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$Variant $(($inner))? => write!(f, $message $(, $argument)*),)*
                }
            }
        }
    };
}

pub(crate) use error_kinds;
