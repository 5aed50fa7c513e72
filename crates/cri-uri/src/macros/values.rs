//! What values share that hold the text of a URI or IRI reference, or display as one.

/// Implements equality, order and hash of the text, `AsRef<str>`, `Display` and `Debug`, by `as_str`.
///
/// The hash is that of a `str`, so that a map of owned values can be asked with text.
macro_rules! text_traits {
    ($Value:ty) => {
        impl PartialEq for $Value {
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $Value {}

        impl PartialOrd for $Value {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $Value {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        impl core::hash::Hash for $Value {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl PartialEq<str> for $Value {
            fn eq(&self, other: &str) -> bool {
                self.as_str() == other
            }
        }

        impl PartialEq<&str> for $Value {
            fn eq(&self, other: &&str) -> bool {
                self.as_str() == *other
            }
        }

        impl core::fmt::Display for $Value {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        /// Shows the text in quotation marks. What follows the first colon of the userinfo is masked (RFC 3986 section
        /// 3.2.1), even if only browsers read a userinfo there.
        impl core::fmt::Debug for $Value {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let within = $crate::text::password::Within::Uri;
                $crate::text::password::quoted::write_quoted(f, within, |out| {
                    out.write_str(self.as_str())
                })
            }
        }

        impl AsRef<str> for $Value {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }
    };
}

/// Implements what [`text_traits`] does for a borrowed value, and its conversion from text.
macro_rules! parsed_text {
    ($Value:ident) => {
        text_traits!($Value<'_>);

        /// Parses all of the text.
        impl<'a> TryFrom<&'a str> for $Value<'a> {
            type Error = $crate::text::error::ParseError;

            fn try_from(text: &'a str) -> Result<Self, Self::Error> {
                Self::parse(text)
            }
        }
    };
}

/// Implements `write_into`, `Display` and `Debug` of a value by its method `write_to`. Its text parses as `$Text`.
macro_rules! displayed {
    ($Value:ident => $Text:ident) => {
        impl $Value<'_> {
            /// Writes the text to the start of `buffer`, and returns what it parses as. This takes no heap, so that the next
            /// step can begin with the result.
            ///
            /// # Errors
            ///
            /// [`BufferTooSmall`](cri_core::BufferTooSmall), which says how many bytes the text needs.
            pub fn write_into<'b>(
                &self,
                buffer: &'b mut [u8],
            ) -> Result<$Text<'b>, cri_core::BufferTooSmall> {
                cri_core::__private::write_text(buffer, |out| self.write_to(out))
                    .map($Text::from_written)
            }
        }

        impl core::fmt::Display for $Value<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.write_to(f)
            }
        }

        /// Shows the text in quotation marks, and masks its passwords.
        impl core::fmt::Debug for $Value<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let within = $crate::text::password::Within::Uri;
                $crate::text::password::quoted::write_quoted(f, within, |mut out| {
                    self.write_to(&mut out)
                })
            }
        }
    };
}
