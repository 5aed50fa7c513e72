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

/// Defines a type for what is wrong in a text: the kind, the component and the offset.
macro_rules! placed {
    ($(#[$about:meta])* pub struct $Error:ident($Kind:ident);) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $Error {
            offset: usize,
            kind: $Kind,
            component: cri_core::Component,
        }

        impl $Error {
            #[cold]
            pub(crate) const fn new(kind: $Kind, component: cri_core::Component, offset: usize) -> Self {
                Self { offset, kind, component }
            }

            /// The kind: what is wrong.
            #[must_use]
            pub const fn kind(&self) -> $Kind {
                self.kind
            }

            /// The component that is wrong.
            #[must_use]
            pub const fn component(&self) -> cri_core::Component {
                self.component
            }

            /// The offset in bytes from the start of the text. Each kind says what it points to.
            #[must_use]
            pub const fn offset(&self) -> usize {
                self.offset
            }
        }
    };
}
pub(crate) use placed;
