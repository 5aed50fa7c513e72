//! CRIs as strings of serde where people read the format, and otherwise as the CRI's array.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use ::serde_core::de::{
    self, Deserialize, DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor,
};
use ::serde_core::ser::{Error as _, Serialize, SerializeSeq, Serializer};
use cri_core::wire::{FALSE, Head, Major, NULL, TRUE, skip, write_head, write_string};
use cri_core::{Cri, CriBuf, CriRef, CriRefBuf, Decoder};

use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

/// How deep arrays nest in a CRI: the CRI, its authority, and percent-encoded text.
const DEPTH: u8 = 3;

/// Implements both directions by the type of the owned CRI.
macro_rules! serde {
    ($UriCri:ident, $CriBuf:ident, $Cri:ident, $as_cri:ident, $text:literal) => {
        impl<P: Profile> FromArray for $UriCri<P> {
            fn from_array<E: de::Error>(bytes: Vec<u8>) -> Result<Self, E> {
                let decoder = Decoder::new().with_features(P::OPTIONS.features);
                decoder.decode::<$Cri<'_>>(&bytes).map_err(E::custom)?;
                $CriBuf::decode(bytes).map_err(E::custom)?.try_into().map_err(E::custom)
            }
        }

        impl<P: Profile> Serialize for $UriCri<P> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    return serializer.collect_str(self);
                }
                let cri = self
                    .$as_cri()
                    .encode_to(P::OPTIONS.revision, Vec::new())
                    .map_err(S::Error::custom)?;
                Item(cri.as_bytes()).serialize(serializer)
            }
        }

        impl<'de, P: Profile> Deserialize<'de> for $UriCri<P> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let reads_text = deserializer.is_human_readable();
                deserializer.deserialize_any(CriVisitor {
                    reads_text,
                    expecting: $text,
                    cri: PhantomData,
                })
            }
        }
    };
}

serde!(UriCri, CriBuf, Cri, as_cri, "a URI");
serde!(UriCriRef, CriRefBuf, CriRef, as_cri_ref, "a URI reference");

/// What can be made of a CRI's array.
trait FromArray: Sized {
    fn from_array<E: de::Error>(bytes: Vec<u8>) -> Result<Self, E>;
}

/// Reads a CRI from its array and, where people read the format, from its URI.
///
/// Both arrive where serde says that people read the format: it says so of all values that it holds back for `untagged`
/// and `flatten`, whatever they come from.
struct CriVisitor<T> {
    reads_text: bool,
    expecting: &'static str,
    cri: PhantomData<T>,
}

impl<'de, T: FromArray + FromStr<Err: fmt::Display>> Visitor<'de> for CriVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reads_text {
            f.write_str(self.expecting)
        } else {
            f.write_str("a CRI, which is an array")
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        if self.reads_text {
            return text.parse().map_err(E::custom);
        }
        Err(E::invalid_type(de::Unexpected::Str(text), &self))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        let mut bytes = Vec::new();
        ItemVisitor(ItemSeed { bytes: &mut bytes, depth: 0 }).visit_seq(items)?;
        T::from_array(bytes)
    }
}

/// The first item in the bytes of a CRI.
struct Item<'a>(&'a [u8]);

impl Serialize for Item<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // INVARIANT: the bytes are those of a CRI, so no error of this function can come up.
        let malformed = || S::Error::custom("the CRI is malformed");
        let head = Head::read(self.0).map_err(|_| malformed())?;
        let mut rest = self.0.get(head.len()..).ok_or_else(malformed)?;
        let argument = head.argument();
        let string = || rest.get(..usize::try_from(argument).ok()?);
        match head.major() {
            Major::Unsigned => serializer.serialize_u64(argument),
            Major::Negative => {
                let number = i64::try_from(argument).map_err(|_| malformed())?;
                serializer.serialize_i64(!number)
            }
            Major::Bytes => serializer.serialize_bytes(string().ok_or_else(malformed)?),
            Major::Text => {
                let text = string().and_then(|text| core::str::from_utf8(text).ok());
                serializer.serialize_str(text.ok_or_else(malformed)?)
            }
            Major::Array => {
                let mut items = serializer.serialize_seq(usize::try_from(argument).ok())?;
                for _ in 0..argument {
                    items.serialize_element(&Item(rest))?;
                    let len = skip(rest).map_err(|_| malformed())?;
                    rest = rest.get(len..).ok_or_else(malformed)?;
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

/// Reads one item, and appends it as CBOR.
struct ItemSeed<'b> {
    bytes: &'b mut Vec<u8>,
    depth: u8,
}

impl<'de> DeserializeSeed<'de> for ItemSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(ItemVisitor(self))
    }
}

/// Appends the item that it is shown.
struct ItemVisitor<'b>(ItemSeed<'b>);

impl ItemVisitor<'_> {
    fn string<E: de::Error>(self, major: Major, bytes: &[u8]) -> Result<(), E> {
        write_string(self.0.bytes, major, bytes).map_err(E::custom)
    }

    fn head<E: de::Error>(self, major: Major, argument: u64) -> Result<(), E> {
        write_head(self.0.bytes, major, argument).map_err(E::custom)
    }
}

impl<'de> Visitor<'de> for ItemVisitor<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an item of a CRI")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        self.0.bytes.push(if value { TRUE } else { FALSE });
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<(), E> {
        self.head(Major::Unsigned, number)
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<(), E> {
        match u64::try_from(number) {
            Ok(number) => self.head(Major::Unsigned, number),
            Err(_) => self.head(Major::Negative, (!number).unsigned_abs()),
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        self.string(Major::Text, text.as_bytes())
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<(), E> {
        self.string(Major::Bytes, bytes)
    }

    fn visit_none<E: de::Error>(self) -> Result<(), E> {
        self.visit_unit()
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        self.0.bytes.push(NULL);
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.0.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let depth = self.0.depth.saturating_add(1);
        if depth > DEPTH {
            return Err(A::Error::custom("arrays in a CRI nest at most three deep"));
        }
        let (mut count, mut inside) = (0_u64, Vec::new());
        while items.next_element_seed(ItemSeed { bytes: &mut inside, depth })?.is_some() {
            count = count.saturating_add(1);
        }
        write_head(self.0.bytes, Major::Array, count).map_err(A::Error::custom)?;
        self.0.bytes.extend_from_slice(&inside);
        Ok(())
    }
}
