//! Look-ups by borrowed and resolved CRIs in maps that have owned CRIs as keys.

use core::borrow::Borrow;

use crate::buffer::Buffer;
use crate::interchange::cri::Cri;
use crate::interchange::owned::CriBuf;
use crate::resolve::Resolved;
use crate::sections::Sections;
use crate::sections::order::order_and_hash;

/// A key of a map: an owned, a borrowed or a resolved full CRI.
///
/// Equality, order and hash of `dyn CriKey` are those of [`Cri`]. An owned CRI can therefore be looked up by a borrowed
/// one, or by the target of a link, without a copy.
///
/// ```
/// use std::collections::HashMap;
///
/// use cri_core::{ArrayBuffer, Cri, CriBuf, CriKey, CriRef};
///
/// let mut devices: HashMap<CriBuf<ArrayBuffer<16>>, &str> = HashMap::new();
/// devices.insert(Cri::decode(b"\x83\x20\x81\x61h\x80")?.copy_to(ArrayBuffer::new())?, "sensor"); // [-1, ["h"], []]
///
/// let received = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
/// assert_eq!(devices.get(&received as &dyn CriKey), Some(&"sensor"));
/// let target = received.resolve(CriRef::decode(b"\x80")?)?; // []
/// assert_eq!(devices.get(&target as &dyn CriKey), Some(&"sensor"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait CriKey {
    /// The CRI as it is held.
    #[doc(hidden)]
    fn as_key(&self) -> Key<'_>;
}

/// What equality, order and hash look at.
#[derive(Clone, Copy)]
pub enum Key<'a> {
    /// A CRI.
    Held(Cri<'a>),
    /// The result of resolving.
    Resolved(Resolved<'a>),
}

impl CriKey for Cri<'_> {
    fn as_key(&self) -> Key<'_> {
        Key::Held(*self)
    }
}

impl CriKey for Resolved<'_> {
    fn as_key(&self) -> Key<'_> {
        Key::Resolved(*self)
    }
}

impl<B: Buffer> CriKey for CriBuf<B> {
    fn as_key(&self) -> Key<'_> {
        Key::Held(self.as_cri())
    }
}

impl<'k, B: Buffer + 'k> Borrow<dyn CriKey + 'k> for CriBuf<B> {
    fn borrow(&self) -> &(dyn CriKey + 'k) {
        self
    }
}

impl PartialEq for dyn CriKey + '_ {
    fn eq(&self, other: &Self) -> bool {
        match (self.as_key(), other.as_key()) {
            (Key::Held(one), Key::Held(other)) => one == other,
            _ => self.cmp(other).is_eq(),
        }
    }
}

impl Key<'_> {
    fn sections(&self) -> Sections<'_> {
        match self {
            Self::Held(cri) => cri.sections(),
            Self::Resolved(cri) => cri.sections(),
        }
    }
}

order_and_hash! {
    dyn CriKey + '_:
        |one, other| match (one.as_key(), other.as_key()) {
            (Key::Held(one), Key::Held(other)) => one.cmp(&other),
            (one, other) => one.sections().cmp_shortest(&other.sections()),
        },
        |key, state| match key.as_key() {
            Key::Held(cri) => cri.hash(state),
            Key::Resolved(cri) => cri.hash(state),
        };
}

/// In maps of `hashbrown` and `indexmap`, a borrowed CRI finds the entry of an equal owned one.
#[cfg(feature = "equivalent")]
impl<B: Buffer> equivalent::Equivalent<CriBuf<B>> for Cri<'_> {
    fn equivalent(&self, key: &CriBuf<B>) -> bool {
        *self == key.as_cri()
    }
}
