//! Macros for values that display text.

/// Implements `write_into` and `Display` with the private method `write(out)`.
///
/// `write_into` returns an `$Output`, which the function `$read` makes from the text.
macro_rules! display {
    ($Value:ident => $Output:ty, $read:expr) => {
        impl $Value<'_> {
            /// Writes the text that this value displays to the start of `buffer`, and returns what it is. This takes no
            /// heap, so that the next step can begin with the result.
            ///
            /// # Errors
            ///
            /// [`BufferTooSmall`](cri_core::BufferTooSmall), which says how many bytes the text needs.
            pub fn write_into<'b>(
                &self,
                buffer: &'b mut [u8],
            ) -> Result<$Output, cri_core::BufferTooSmall> {
                cri_core::__private::write_text(buffer, |out| self.write(out)).map($read)
            }
        }

        impl core::fmt::Display for $Value<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                self.write(f)
            }
        }
    };
}

/// Implements what [`display`] does, and a `Debug` that masks passwords.
macro_rules! masking_display {
    ($Value:ident => $Output:ty, $read:expr) => {
        $crate::text::display_macros::display!($Value => $Output, $read);

        /// Shows the text in quotation marks. What follows the first colon of a userinfo is masked (RFC 3986 section
        /// 3.2.1), also where only browsers read a userinfo, and where the query or fragment holds another URI.
        impl core::fmt::Debug for $Value<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                $crate::text::quoted::write_quoted(f, |mut out| self.write(&mut out))
            }
        }
    };
}

pub(crate) use {display, masking_display};

#[cfg(test)]
mod tests {
    use std::string::ToString;
    use std::vec;

    use crate::text::normalize::Normalization;
    use crate::text::resolve::Resolution;
    use crate::text::uri::Uri;
    use crate::text::uri_ref::UriRef;

    #[test]
    fn each_length_of_a_buffer() {
        let base = Uri::parse("s://u:p@h:1/a/b?c").unwrap();
        let target =
            base.resolve(UriRef::parse("../%41?d#e").unwrap(), Resolution::Strict).unwrap();
        let expected = target.to_string();
        for len in 0..expected.len() + 3 {
            let mut buffer = vec![b'~'; len];
            match target.write_into(&mut buffer) {
                Ok(uri) => {
                    assert_eq!((uri, uri.scheme()), (Uri::parse(&expected).unwrap(), "s"));
                    assert!(len >= expected.len());
                    assert!(buffer[expected.len()..].iter().all(|&byte| byte == b'~'));
                }
                Err(error) => assert!(error.needed() == expected.len() && len < expected.len()),
            }
        }
    }

    #[test]
    fn steps_chain_without_a_heap() {
        let (mut one, mut two, mut three) = ([0; 32], [0; 32], [0; 32]);
        let base = Uri::parse("COAP://h/a/").unwrap();
        let target = base.resolve(UriRef::parse("b/../%63").unwrap(), Resolution::Strict).unwrap();
        let target = target.write_into(&mut one).unwrap();
        let normal = target.normalize(Normalization::SYNTAX, cri_registry::Table::DRAFT_16);
        let normal = normal.write_into(&mut two).unwrap().to_full().unwrap();
        let base = Uri::parse("coap://h/a/d").unwrap();
        assert_eq!(base.relativize(normal).unwrap().write_into(&mut three).unwrap(), "c");
    }
}
