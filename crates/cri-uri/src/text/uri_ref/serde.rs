//! URIs, URI references and IRI references as strings of serde.

use core::fmt;
#[cfg(feature = "alloc")]
use core::{marker::PhantomData, str::FromStr};

use ::serde_core::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};
use ::serde_core::ser::{Serialize, Serializer};

use crate::text::uri_ref::IriRef;
use crate::text::uri_ref::Uri;
use crate::text::uri_ref::UriRef;
#[cfg(feature = "alloc")]
use crate::text::uri_ref::owned::UriBuf;

/// The error without its offset in the text: the format adds the position in the input.
pub(crate) fn placeless<E: Error>(error: impl fmt::Display) -> E {
    E::custom(format_args!("{error:#}"))
}

/// Writes each type as its text.
macro_rules! serialize_impls {
    ($($Value:ty),+) => {
        $(
            impl Serialize for $Value {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.as_str())
                }
            }
        )+
    };
}

serialize_impls!(Uri<'_>, UriRef<'_>, IriRef<'_>);
#[cfg(feature = "alloc")]
serialize_impls!(UriBuf);

/// Reads each type from text that outlives it. Text with escapes, which the format must copy, is an error.
macro_rules! borrowed_deserialize_impls {
    ($($Value:ident),+) => {
        $(
            impl<'de: 'a, 'a> Deserialize<'de> for $Value<'a> {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    Self::parse(deserializer.deserialize_str(Borrowed)?).map_err(placeless)
                }
            }
        )+
    };
}

borrowed_deserialize_impls!(Uri, UriRef, IriRef);

/// Borrows text from the input. Bytes are no text, as for the owned types.
struct Borrowed;

impl<'de> Visitor<'de> for Borrowed {
    type Value = &'de str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string without escapes, borrowed")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<&'de str, E> {
        Ok(text)
    }

    /// The error does not show the text, which may hold a password.
    fn visit_str<E: Error>(self, _: &str) -> Result<&'de str, E> {
        Err(E::invalid_type(Unexpected::Other("a string that cannot be borrowed"), &self))
    }
}

/// Reads a type from text.
#[cfg(feature = "alloc")]
pub(crate) struct TextVisitor<T> {
    pub(crate) expecting: &'static str,
    pub(crate) value: PhantomData<T>,
}

#[cfg(feature = "alloc")]
impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(placeless)
    }
}

/// Reads the type from text, which it copies.
#[cfg(feature = "alloc")]
impl<'de> Deserialize<'de> for UriBuf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor { expecting: "a URI", value: PhantomData })
    }
}
