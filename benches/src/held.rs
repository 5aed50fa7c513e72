//! The types that programs keep: parsed, shown, looked up, resolved and sent, with what this allocates.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::hash::Hash;
use std::hint::black_box;
use std::str::{self, FromStr};

use cri_core::Cri;
use cri_uri::{UriCri, UriCriRef};
use fluent_uri::{Uri, UriRef};
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;

use crate::contender::Contender;
use crate::ours;
use crate::peers::Peer;
use crate::peers::fluent::Fluent;
use crate::peers::url::Whatwg;
use crate::row::Row;
use crate::work::{Identifier, Work};

/// A type that owns a URI or a CRI.
pub(crate) trait Held:
    FromStr + Display + Eq + Hash + Ord + Serialize + DeserializeOwned + 'static
{
    const NAME: &'static str;

    /// A parsed reference, or its text if the type resolves text.
    type Reference<'a>: TryFrom<&'a str>;

    /// Whether the type can do the work of a row.
    fn does(_: Row) -> bool {
        true
    }

    /// The canonical value. Most types hold no other.
    fn canonical(self) -> Self {
        self
    }

    fn parse(uri: &str) -> Option<Self> {
        uri.parse().ok().map(Self::canonical)
    }

    fn resolve(&self, reference: &Self::Reference<'_>) -> Option<Self>;

    /// The bytes that a message has.
    fn message(identifier: &Identifier) -> &[u8] {
        identifier.uri.as_bytes()
    }

    fn from_message(message: &[u8]) -> Option<Self> {
        Self::parse(str::from_utf8(message).ok()?)
    }
}

/// The type doing the row's work on all inputs that it accepts, or `None` if it cannot do that work.
pub(crate) fn contender<T: Held>(row: Row, work: &Work) -> Option<Contender<'_>> {
    if !T::does(row) {
        return None;
    }
    let values = || work.uri_texts().filter_map(T::parse);
    Some(match row {
        Row::HeldParse => {
            let accepted = work.uri_texts().filter(|uri| T::parse(uri).is_some());
            Contender::new(T::NAME, accepted, |uri| {
                black_box(T::parse(black_box(uri)));
            })
        }
        Row::HeldToString => Contender::new(T::NAME, values(), |value| {
            black_box(black_box(value).to_string());
        }),
        // The keys in the map are at other addresses than the keys to find.
        Row::HeldHashMap => {
            let map: HashMap<T, usize> = values().zip(0..).collect();
            Contender::new(T::NAME, values(), move |key| {
                black_box(map.get(black_box(key)));
            })
        }
        Row::HeldBTreeMap => {
            let map: BTreeMap<T, usize> = values().zip(0..).collect();
            Contender::new(T::NAME, values(), move |key| {
                black_box(map.get(black_box(key)));
            })
        }
        Row::HeldResolve => {
            let parsed = work.pair_texts().filter_map(|(base, reference)| {
                let (base, reference) = (T::parse(base)?, T::Reference::try_from(reference).ok()?);
                base.resolve(&reference)?;
                Some((base, reference))
            });
            Contender::new(T::NAME, parsed, |(base, reference)| {
                black_box(black_box(base).resolve(black_box(reference)));
            })
        }
        Row::HeldToJson => Contender::new(T::NAME, values(), |value| {
            black_box(serde_json::to_string(black_box(value)).ok());
        }),
        Row::HeldFromJson => {
            let texts = values().filter_map(|value| serde_json::to_string(&value).ok());
            Contender::new(T::NAME, texts, |text| {
                black_box(serde_json::from_str(black_box(text)).ok().map(T::canonical));
            })
        }
        Row::HeldFromBytes => {
            let messages = work.uris.iter().map(T::message);
            let accepted = messages.filter(|message| T::from_message(message).is_some());
            Contender::new(T::NAME, accepted, |message| {
                black_box(T::from_message(black_box(message)));
            })
        }
        _ => return None,
    })
}

/// Decoding the bytes of a message and copying them, which checks less than a `UriCri` does.
pub(crate) fn copies(row: Row, work: &Work) -> Option<Contender<'_>> {
    let copy = |message: &[u8]| Some(Cri::decode(message).ok()?.to_buf());
    (row == Row::HeldFromBytes).then(|| {
        let messages = work.uris.iter().map(|identifier| &*identifier.cri);
        Contender::new("CriVec", messages, move |message| {
            black_box(copy(black_box(message)));
        })
    })
}

impl Held for UriCri {
    const NAME: &'static str = ours::NAME;

    type Reference<'a> = UriCriRef;

    fn resolve(&self, reference: &UriCriRef) -> Option<Self> {
        self.resolve(reference).ok()
    }

    fn message(identifier: &Identifier) -> &[u8] {
        &identifier.cri
    }

    fn from_message(message: &[u8]) -> Option<Self> {
        Cri::decode(message).ok()?.try_into().ok()
    }
}

impl Held for Uri<String> {
    const NAME: &'static str = Fluent::NAME;

    type Reference<'a> = UriRef<&'a str>;

    fn canonical(self) -> Self {
        self.normalize()
    }

    fn resolve(&self, reference: &UriRef<&str>) -> Option<Self> {
        reference.resolve_against(self).ok()
    }
}

impl Held for Url {
    const NAME: &'static str = Whatwg::NAME;

    type Reference<'a> = &'a str;

    fn resolve(&self, reference: &&str) -> Option<Self> {
        self.join(reference).ok()
    }
}

/// Text that nothing checks, so it does only what needs no check.
impl Held for String {
    const NAME: &'static str = "String";

    type Reference<'a> = &'a str;

    fn does(row: Row) -> bool {
        matches!(row, Row::HeldToString | Row::HeldHashMap | Row::HeldBTreeMap | Row::HeldToJson)
    }

    fn resolve(&self, _: &&str) -> Option<Self> {
        None
    }
}
