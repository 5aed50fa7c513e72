//! Equality, order and hash of owned CRIs, and look-ups in maps that have them as keys.

use core::borrow::Borrow;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use cri_core::__private::Key;
use cri_core::{Cri, CriBuf, CriKey, Resolved, Sections};

use crate::uri_cri::{UriCri, UriCriRef};

impl<P> UriCri<P> {
    /// Whether both are equal without their fragments, and so name one resource, as [`Cri::eq_ignoring_fragment`] says.
    #[must_use]
    pub fn eq_ignoring_fragment<'b>(&self, other: impl Into<Sections<'b>>) -> bool {
        self.as_cri().eq_ignoring_fragment(other)
    }
}

/// Implements order, by a function that compares, and what follows from it.
macro_rules! ordered {
    ($($UriCri:ident by $key:ident;)*) => {$(
        impl<P> PartialEq for $UriCri<P> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                // The bytes are canonical.
                self.as_bytes() == other.as_bytes()
            }
        }

        impl<P> Eq for $UriCri<P> {}

        impl<P> PartialOrd for $UriCri<P> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<P> Ord for $UriCri<P> {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                self.$key().cmp(&other.$key())
            }
        }

        impl<P> Hash for $UriCri<P> {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.$key().hash(state);
            }
        }
    )*};
}

ordered! {
    // A map with these keys is asked with a `Cri`, so order and hash are those of a `Cri`.
    UriCri by as_cri;
    UriCriRef by as_bytes;
}

/// Implements equality with another type that holds a full CRI. The other one need not be canonical.
macro_rules! equal_to {
    ($([$($generics:tt)*] $Other:ty;)*) => {$(
        impl<P, $($generics)*> PartialEq<$Other> for UriCri<P> {
            fn eq(&self, other: &$Other) -> bool {
                self.as_cri() == *other
            }
        }

        impl<P, $($generics)*> PartialEq<UriCri<P>> for $Other {
            fn eq(&self, other: &UriCri<P>) -> bool {
                other == self
            }
        }
    )*};
}

equal_to! {
    [] Cri<'_>;
    [] Resolved<'_>;
    [B: cri_core::Buffer] CriBuf<B>;
}

impl<P> CriKey for UriCri<P> {
    fn as_key(&self) -> Key<'_> {
        Key::Held(self.as_cri())
    }
}

/// Maps with such keys are asked with CRIs that are borrowed or resolved. These are found if they are canonical.
///
/// ```
/// use std::collections::HashMap;
///
/// use cri_core::{Cri, CriKey};
/// use cri_uri::UriCri;
///
/// let mut rooms: HashMap<UriCri, &str> = HashMap::new();
/// rooms.insert("coap://h/hall".parse()?, "hall");
///
/// let received = Cri::decode(b"\x83\x20\x81\x61h\x81\x64hall")?; // [-1, ["h"], ["hall"]]
/// assert_eq!(rooms.get(&received as &dyn CriKey), Some(&"hall"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<'k, P: 'k> Borrow<dyn CriKey + 'k> for UriCri<P> {
    fn borrow(&self) -> &(dyn CriKey + 'k) {
        self
    }
}
