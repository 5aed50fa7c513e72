//! What all values that display as a URI or IRI reference share.

/// Implements `write_to` and `Display` by the method `write`, which takes the sink, and this argument if there is one.
macro_rules! display {
    ($Value:ident $(, $argument:expr)?) => {
        impl $Value<'_> {
            /// Writes the text that this value displays.
            ///
            /// # Errors
            ///
            /// Those of `out`, and no other.
            pub fn write_to(&self, out: &mut impl core::fmt::Write) -> core::fmt::Result {
                self.write(out $(, $argument)?)
            }
        }

        impl core::fmt::Display for $Value<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.write_to(f)
            }
        }
    };
}

/// Implements `write_to`, `Display` and a masking `Debug` by the method `write`, which takes the sink, and whether to mask
/// a password.
macro_rules! masking_display {
    ($Value:ident) => {
        $crate::text::display::display!($Value, false);

        /// Shows the text in quotation marks. What follows the first colon of the userinfo is masked (RFC 3986 section
        /// 3.2.1).
        impl core::fmt::Debug for $Value<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("\"")?;
                self.write(f, true)?;
                f.write_str("\"")
            }
        }
    };
}

pub(crate) use {display, masking_display};
