//! The methods of errors that are small.

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
