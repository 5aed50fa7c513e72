//! The shapes that errors of this crate share: a kind with a name, and an error whose kind says everything.

/// Defines an enumeration whose variants have names. The expression of a name may use the fields of its variant.
macro_rules! named_kinds {
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

        /// Displays the name.
        impl core::fmt::Display for $Kinds {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $crate::text::error::located::Named for $Kinds {
            fn name(self) -> &'static str {
                self.name()
            }
        }
    };
}

/// Defines an error whose kind says everything: each has a component and a message. A message may name constants.
macro_rules! plain_error {
    (
        $(#[$about_kinds:meta])* pub enum $Kinds:ident {
            $($(#[$doc:meta])* $Kind:ident ($Component:ident) = $name:literal: $message:literal,)+
        }
        $(#[$about:meta])* pub struct $Error:ident;
    ) => {
        named_kinds! {
            $(#[$about_kinds])*
            pub enum $Kinds {
                $($(#[$doc])* $Kind = $name,)+
            }
        }

        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Error {
            kind: $Kinds,
        }

        impl $Error {
            #[cold]
            pub(crate) const fn new(kind: $Kinds) -> Self {
                Self { kind }
            }

            /// What is wrong.
            #[must_use]
            pub const fn kind(&self) -> $Kinds {
                self.kind
            }

            /// The name of the kind, in lower case with hyphens.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                self.kind.name()
            }

            /// The component that is wrong; [`Component::Cri`](cri_core::Component::Cri) if it is the CRI as a whole.
            #[must_use]
            pub const fn component(&self) -> cri_core::Component {
                match self.kind {
                    $($Kinds::$Kind => cri_core::Component::$Component,)+
                }
            }
        }

        impl core::fmt::Display for $Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.kind {
                    $($Kinds::$Kind => write!(f, $message),)+
                }
            }
        }

        impl core::error::Error for $Error {}

        cri_core::__without_offset!($Error);
    };
}
