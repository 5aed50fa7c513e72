//! CRIs in formats of serde, as bytes (feature `serde`).
//!
//! A CRI is written as the bytes of its interchange form. `Cri` and `CriRef` borrow from the input, and owned types copy.

use core::fmt;
use core::marker::PhantomData;

use ::serde_core::de::{Deserialize, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use ::serde_core::ser::{Serialize, Serializer};

use crate::buffer::Buffer;
use crate::error::DecodeError;
use crate::interchange::cri::{Cri, CriRef};
use crate::interchange::owned::{CriBuf, CriRefBuf};

/// Implements `Serialize` and `Deserialize` of a borrowed type and of its owned type.
macro_rules! as_bytes {
    ($($borrowed:ident, $owned:ident;)*) => {$(
        impl Serialize for $borrowed<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.as_bytes())
            }
        }

        impl<B: Buffer> Serialize for $owned<B> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.as_bytes())
            }
        }

        impl<'de: 'a, 'a> Deserialize<'de> for $borrowed<'a> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let bytes = deserializer.deserialize_bytes(Borrowed)?;
                $borrowed::decode(bytes).map_err(placeless)
            }
        }

        impl<'de, B: Buffer + Default> Deserialize<'de> for $owned<B> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let bytes = deserializer.deserialize_bytes(Copied(PhantomData::<B>))?;
                let owned: Result<Self, DecodeError> = $owned::decode(bytes);
                owned.map_err(placeless)
            }
        }
    )*};
}

as_bytes! {
    Cri, CriBuf;
    CriRef, CriRefBuf;
}

/// The error without its offset in the bytes: the format adds the position in the input.
fn placeless<E: Error>(error: DecodeError) -> E {
    E::custom(format_args!("{error:#}"))
}

/// What an error says in place of a text that was found, which may be a URI with a password.
const A_STRING: Unexpected<'_> = Unexpected::Other("a string");

/// Borrows bytes from the input.
struct Borrowed;

impl<'de> Visitor<'de> for Borrowed {
    type Value = &'de [u8];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a CRI, borrowed")
    }

    fn visit_borrowed_bytes<E: Error>(self, bytes: &'de [u8]) -> Result<&'de [u8], E> {
        Ok(bytes)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<&'de [u8], E> {
        Err(E::invalid_type(A_STRING, &self))
    }
}

/// Copies bytes, or a sequence of numbers, into a buffer.
struct Copied<B>(PhantomData<B>);

impl<'de, B: Buffer + Default> Visitor<'de> for Copied<B> {
    type Value = B;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a CRI")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<B, E> {
        let mut buffer = B::default();
        buffer.push_bytes(bytes).map_err(E::custom)?;
        Ok(buffer)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<B, E> {
        Err(E::invalid_type(A_STRING, &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> Result<B, A::Error> {
        let mut buffer = B::default();
        while let Some(byte) = bytes.next_element::<u8>()? {
            buffer.push_bytes(&[byte]).map_err(A::Error::custom)?;
        }
        Ok(buffer)
    }
}
