//! Ways to write a [`UriCri`] or [`UriCriRef`] with serde, for its attribute `with`.
//!
//! Without the attribute, these types are strings where people read the format, and otherwise the CRI's array. Only formats
//! that describe their items can be read back then. Use [`text`], [`iri`] or [`bytes`] in others, such as bincode and postcard.
//!
//! The message of an error has no offset, since formats add the position in the input.
//!
//! # What serde cannot tell apart
//!
//! A library for CBOR reads an array for serde item by item, and does not say how the items were written. Through it, these
//! types accept arrays and strings of indefinite length, and with some libraries, such as ciborium, `undefined` in place of
//! `null`. Decoding rejects all of them, and so do [`bytes`] and the feature `minicbor`, which get the CRI's own bytes.
//! **Where two programs must agree on which messages are valid, use [`bytes`]**, or read the bytes with
//! `UriCri::decode`. The value that was read is the same in any case: it is checked and written like any other.
//!
//! ```
//! use cri_uri::UriCri;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Debug, Deserialize, PartialEq, Serialize)]
//! struct Device {
//!     #[serde(with = "cri_uri::serde::bytes")]
//!     base: UriCri,
//!     #[serde(with = "cri_uri::serde::text")]
//!     manual: UriCri,
//! }
//!
//! let device = Device { base: "coap://h/a".parse()?, manual: "https://example.com/".parse()? };
//! let written = postcard::to_allocvec(&device)?;
//! assert_eq!(postcard::from_bytes::<Device>(&written)?, device);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use ::serde_core::de::{
    self, Deserialize, DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor,
};
use ::serde_core::ser::{Error as _, Serialize, SerializeSeq, Serializer};
use cri_core::wire::{FALSE, Head, Major, NULL, TRUE, skip, write_head, write_string};

use crate::text::uri_ref::serde::placeless;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

/// How deep arrays nest in a CRI: the CRI, its authority, and percent-encoded text.
const DEPTH: u8 = 3;

/// Implements both directions by the type and what its text is called.
macro_rules! serde {
    ($UriCri:ident, $text:literal) => {
        impl<P: Profile> Serialize for $UriCri<P> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    return serializer.collect_str(self);
                }
                Item(self.as_bytes()).serialize(serializer)
            }
        }

        impl<P: Profile> FromArray for $UriCri<P> {
            const TEXT: &'static str = $text;
            const MAX_LEN: usize = P::MAX_LEN;

            fn from_array<E: de::Error>(bytes: &[u8]) -> Result<Self, E> {
                $UriCri::decode(bytes).map_err(placeless)
            }
        }

        impl<'de, P: Profile> Deserialize<'de> for $UriCri<P> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let reads_text = deserializer.is_human_readable();
                deserializer.deserialize_any(CriVisitor { reads_text, cri: PhantomData })
            }
        }
    };
}

serde!(UriCri, "a URI");
serde!(UriCriRef, "a URI reference");

/// The value as its text.
pub mod text {
    use core::fmt;
    use core::marker::PhantomData;
    use core::str::FromStr;

    use ::serde_core::{Deserializer, Serializer};

    use crate::text::uri_ref::serde::TextVisitor;

    /// Writes a string.
    ///
    /// # Errors
    ///
    /// Those of the format.
    pub fn serialize<T: fmt::Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    /// Reads a string, and parses it.
    ///
    /// # Errors
    ///
    /// Those of the format, and of `T`.
    pub fn deserialize<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        deserializer.deserialize_str(TextVisitor { expecting: "the text", value: PhantomData })
    }
}

/// The value as an IRI, which has characters beyond ASCII as they are, such as `https://bücher.example/é`.
///
/// ```
/// use cri_uri::UriCri;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, Serialize)]
/// struct Shop {
///     #[serde(with = "cri_uri::serde::iri")]
///     home: UriCri,
/// }
///
/// let json = r#"{"home":"https://bücher.example/é"}"#;
/// let shop: Shop = serde_json::from_str(json)?;
/// assert_eq!(shop.home.to_string(), "https://b%C3%BCcher.example/%C3%A9");
/// assert_eq!(serde_json::to_string(&shop)?, json);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub mod iri {
    use alloc::string::{String, ToString};
    use core::fmt;
    use core::marker::PhantomData;

    use ::serde_core::ser::Error as _;
    use ::serde_core::{Deserializer, Serializer};

    use crate::text::uri_ref::IriRef;
    use crate::text::uri_ref::UriRef;
    use crate::text::uri_ref::serde::{TextVisitor, placeless};

    /// Writes the string that [`to_iri`](crate::UriCri::to_iri) returns.
    ///
    /// # Errors
    ///
    /// Those of the format.
    pub fn serialize<T: fmt::Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let uri = value.to_string();
        let uri = UriRef::parse(&uri).map_err(S::Error::custom)?;
        serializer.collect_str(&uri.to_iri())
    }

    /// Reads a string as [`from_iri`](crate::UriCri::from_iri) does. A URI is an IRI, too.
    ///
    /// # Errors
    ///
    /// Those of the format, and of [`from_iri`](crate::UriCri::from_iri).
    pub fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
    where
        T: for<'i> TryFrom<IriRef<'i>, Error: fmt::Display>,
    {
        let visitor = TextVisitor { expecting: "an IRI", value: PhantomData::<String> };
        let text = deserializer.deserialize_str(visitor)?;
        IriRef::parse(&text).map_err(placeless)?.try_into().map_err(placeless)
    }
}

/// The value as the bytes of its CRI.
pub mod bytes {
    use alloc::vec::Vec;

    use ::serde_core::{Deserialize, Deserializer, Serializer};
    use cri_core::CriRefBuf;

    use super::FromArray;

    /// Writes a byte string.
    ///
    /// # Errors
    ///
    /// Those of the format.
    pub fn serialize<T: AsRef<[u8]>, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(value.as_ref())
    }

    /// Reads a byte string, and decodes it.
    ///
    /// # Errors
    ///
    /// Those of the format, of decoding, and of `try_from`.
    #[expect(private_bounds, reason = "only the types of this crate have it")]
    pub fn deserialize<'de, T: FromArray, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let cri: CriRefBuf<Vec<u8>> = Deserialize::deserialize(deserializer)?;
        T::from_array(cri.as_bytes())
    }
}

/// A CRI that is read from its array, or from `TEXT`.
trait FromArray: Sized {
    const TEXT: &'static str;
    const MAX_LEN: usize;

    fn from_array<E: de::Error>(bytes: &[u8]) -> Result<Self, E>;
}

/// Reads a CRI from its array and, where people read the format, from its URI.
///
/// For `untagged` and `flatten`, serde holds a value back, and then calls every format readable. So both forms are accepted.
struct CriVisitor<T> {
    reads_text: bool,
    cri: PhantomData<T>,
}

impl<'de, T: FromArray + FromStr<Err: fmt::Display>> Visitor<'de> for CriVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.reads_text { T::TEXT } else { "a CRI, which is an array" })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        if self.reads_text {
            return text.parse().map_err(placeless);
        }
        // The text may hold a password.
        Err(E::invalid_type(de::Unexpected::Other("a string"), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        let mut bytes = Vec::new();
        ItemWriter { bytes: &mut bytes, depth: 0, max_len: T::MAX_LEN }.visit_seq(items)?;
        T::from_array(&bytes)
    }
}

/// The first item in the bytes of a CRI.
struct Item<'a>(&'a [u8]);

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // INVARIANT: the bytes are those of a CRI, so neither the error nor a default can come up.
        let malformed = || S::Error::custom("the CRI is malformed");
        let head = Head::read(self.0).map_err(|_| malformed())?;
        let mut rest = self.0.get(head.len()..).unwrap_or_default();
        let argument = head.argument();
        let len = usize::try_from(argument).unwrap_or(usize::MAX);
        let string = rest.get(..len).unwrap_or_default();
        match head.major() {
            Major::Unsigned => serializer.serialize_u64(argument),
            Major::Negative => {
                let number = i64::try_from(argument).map_err(|_| malformed())?;
                serializer.serialize_i64(!number)
            }
            Major::Bytes => serializer.serialize_bytes(string),
            Major::Text => {
                serializer.serialize_str(core::str::from_utf8(string).unwrap_or_default())
            }
            Major::Array => {
                let mut items = serializer.serialize_seq(Some(len))?;
                for _ in 0..argument {
                    items.serialize_element(&Item(rest))?;
                    rest = rest.get(skip(rest).unwrap_or(rest.len())..).unwrap_or_default();
                }
                items.end()
            }
            _ => match head.initial() {
                FALSE => serializer.serialize_bool(false),
                TRUE => serializer.serialize_bool(true),
                NULL => serializer.serialize_none(),
                _ => Err(malformed()),
            },
        }
    }
}

/// Reads one item, and appends it to `bytes` as CBOR.
struct ItemWriter<'b> {
    bytes: &'b mut Vec<u8>,
    depth: u8,
    /// How many bytes the items of an array may have.
    max_len: usize,
}

impl<'de> DeserializeSeed<'de> for ItemWriter<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ItemWriter<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an item of a CRI")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.bytes.push(if value { TRUE } else { FALSE });
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<(), E> {
        write_head(self.bytes, Major::Unsigned, number).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<(), E> {
        match u64::try_from(number) {
            Ok(number) => self.visit_u64(number),
            Err(_) => {
                let argument = (!number).unsigned_abs();
                write_head(self.bytes, Major::Negative, argument).map_err(E::custom)
            }
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        write_string(self.bytes, Major::Text, text.as_bytes()).map_err(E::custom)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<(), E> {
        write_string(self.bytes, Major::Bytes, bytes).map_err(E::custom)
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.bytes.push(NULL);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let depth = self.depth.saturating_add(1);
        if depth > DEPTH {
            return Err(A::Error::custom("arrays in a CRI nest at most three deep"));
        }
        let (mut count, mut inside) = (0_u64, Vec::new());
        let max_len = self.max_len;
        while items.next_element_seed(ItemWriter { bytes: &mut inside, depth, max_len })?.is_some()
        {
            count = count.saturating_add(1);
            if inside.len() > max_len {
                return Err(A::Error::custom("the CRI is longer than its profile allows"));
            }
        }
        write_head(self.bytes, Major::Array, count).map_err(A::Error::custom)?;
        self.bytes.extend_from_slice(&inside);
        Ok(())
    }
}
