//! What errors of these crates have in common.

/// Defines an error that holds one of several others, or is one of its own kinds, and the enumeration of all kinds. The errors in
/// the second group have offsets in what the caller has not seen, so they are not shown.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_of {
    ($(#[$meta:meta])* pub enum $Error:ident, $Kinds:ident {
        $($(#[$about:meta])* $Held:ident($Type:ty, $Kind:ty),)* ;
        $($(#[$hidden:meta])* $Unseen:ident($UnseenType:ty, $UnseenKind:ty),)* ;
        $($(#[$doc:meta])* $Own:ident $(($data:ident: $Data:ty))? = $name:literal, $Component:ident: $message:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Error {
            $($(#[$about])* $Held($Type),)*
            $($(#[$hidden])* $Unseen($UnseenType),)*
            $($(#[$doc])* $Own $(($Data))?,)*
        }

        #[doc = concat!("The kind of a [`", stringify!($Error), "`], and that of the error that it holds.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $Kinds {
            $($(#[$about])* $Held($Kind),)*
            $($(#[$hidden])* $Unseen($UnseenKind),)*
            $($(#[$doc])* $Own $(($Data))?,)*
        }

        impl $Kinds {
            /// The name in lower case with hyphens: that of the kind that this holds, if it holds one.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Held(kind) => kind.name(),)*
                    $(Self::$Unseen(kind) => kind.name(),)*
                    $(Self::$Own { .. } => $name,)*
                }
            }
        }

        /// Displays the name.
        impl core::fmt::Display for $Kinds {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }

        impl $Error {
            /// What is wrong.
            #[must_use]
            pub const fn kind(&self) -> $Kinds {
                match *self {
                    $(Self::$Held(error) => $Kinds::$Held(error.kind()),)*
                    $(Self::$Unseen(error) => $Kinds::$Unseen(error.kind()),)*
                    $(Self::$Own $(($data))? => $Kinds::$Own $(($data))?,)*
                }
            }

            /// The name of the kind, in lower case with hyphens.
            #[must_use]
            pub fn name(&self) -> &'static str {
                $crate::__private::Described::describe(self).0
            }

            /// The component that is wrong. `Component::Cri` is the whole.
            #[must_use]
            pub fn component(&self) -> $crate::__private::Component {
                $crate::__private::Described::describe(self).1
            }

            /// Where the error is, in bytes that the caller has seen. `None` if it has no place there.
            #[must_use]
            pub fn offset(&self) -> Option<usize> {
                $crate::__private::Described::describe(self).2
            }
        }

        impl core::fmt::Display for $Error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$Held(error) => error.fmt(f),)*
                    $(Self::$Unseen(error) => core::write!(f, "{error:#}"),)*
                    $(Self::$Own $(($data))? => f.write_str($message),)*
                }
            }
        }

        impl core::error::Error for $Error {}

        impl $crate::__private::Described for $Error {
            fn describe(&self) -> $crate::__private::Description {
                match self {
                    $(Self::$Held(error) => error.describe(),)*
                    $(Self::$Unseen(error) => (error.name(), error.component(), None),)*
                    $(Self::$Own { .. } => ($name, $crate::__private::Component::$Component, None),)*
                }
            }
        }

        $(impl From<$Type> for $Error {
            fn from(error: $Type) -> Self {
                Self::$Held(error)
            }
        })*
    };
}

/// Gives an error that is its own kind the methods that all errors have.
#[doc(hidden)]
#[macro_export]
macro_rules! __own_kind {
    ($Error:ident, $it:ident => $name:expr, $component:expr) => {
        impl $Error {
            /// The error itself, which is its own kind.
            #[must_use]
            pub const fn kind(&self) -> Self {
                *self
            }

            /// The name in lower case with hyphens.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                let $it = self;
                $name
            }

            /// The component that is wrong. `Component::Cri` is the whole.
            #[must_use]
            pub const fn component(&self) -> $crate::__private::Component {
                let $it = self;
                $component
            }
        }

        $crate::__without_offset!($Error);
    };
}

/// Gives an error the method `offset`, if it has none.
#[doc(hidden)]
#[macro_export]
macro_rules! __without_offset {
    ($Error:ident) => {
        impl $Error {
            /// `None`: the error has no place in bytes or a text.
            #[must_use]
            pub const fn offset(&self) -> Option<usize> {
                None
            }
        }

        impl $crate::__private::Described for $Error {
            fn describe(&self) -> $crate::__private::Description {
                (self.name(), self.component(), None)
            }
        }
    };
}
