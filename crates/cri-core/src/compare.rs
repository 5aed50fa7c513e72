//! Equality, order and hash of CRIs (section 4 of the draft), component by component over the abstract form.
//!
//! The order is total and consistent with equality. It has no other meaning.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use crate::buffer::Buffer;
use crate::cri::Cri;
use crate::owned::CriBuf;
use crate::resolve::pair::Resolved;
use crate::sections::Sections;
use crate::sections::authority::{Authority, AuthoritySection, Host, HostName, Userinfo};
use crate::sections::items::Items;
use crate::sections::path::Path;
use crate::sections::query::Query;
use crate::sections::scheme::Scheme;
use crate::text::TextOrPet;
use crate::unprocessable::Ingested;

/// The sections to compare, in their order. All full CRIs have one discard, so it is not among them.
type Compared<'a> =
    (Option<Scheme<'a>>, AuthoritySection<'a>, Option<Path<'a>>, Option<Query<'a>>, Option<TextOrPet<'a>>);

impl<'a> Sections<'a> {
    fn compared(&self) -> Compared<'a> {
        (self.scheme(), self.authority_section(), self.path(), self.query(), self.fragment())
    }

    /// Whether both have equal sections; the lengths of CBOR heads do not count.
    ///
    /// For full CRIs this is equality. For references it compares structure only, as [`CriRef::structurally_eq`] does.
    ///
    /// [`CriRef::structurally_eq`]: crate::CriRef::structurally_eq
    #[must_use]
    pub fn structurally_eq(&self, other: &Sections<'_>) -> bool {
        self.discard == other.discard && self.compared() == other.compared()
    }
}

/// Implements equality, order and hash over the abstract form, for types that are full CRIs.
macro_rules! compare_as_full {
    ($($type:ident with $($other:ident),*;)*) => {$(
        $(
            impl PartialEq<$other<'_>> for $type<'_> {
                #[inline]
                fn eq(&self, other: &$other<'_>) -> bool {
                    self.sections().structurally_eq(&other.sections())
                }
            }

            impl PartialOrd<$other<'_>> for $type<'_> {
                fn partial_cmp(&self, other: &$other<'_>) -> Option<Ordering> {
                    Some(self.sections().compared().cmp(&other.sections().compared()))
                }
            }
        )*

        impl Eq for $type<'_> {}

        impl Ord for $type<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.sections().compared().cmp(&other.sections().compared())
            }
        }

        impl Hash for $type<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.sections().compared().hash(state);
            }
        }

        impl $type<'_> {
            /// Whether both are equal without their fragments, and so name one resource (section 4).
            #[must_use]
            pub fn eq_ignoring_fragment<'b>(self, other: impl Into<Sections<'b>>) -> bool {
                let other = other.into();
                self.sections().without_fragment().structurally_eq(&other.without_fragment())
            }
        }
    )*};
}

compare_as_full! {
    Cri with Resolved;
    Resolved with Resolved, Cri;
}

impl PartialEq for Cri<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        // Equal bytes are equal CRIs. Different bytes may still encode equal sections.
        self.as_bytes() == other.as_bytes() || self.eq_by_sections(other)
    }
}

impl Cri<'_> {
    #[inline(never)]
    fn eq_by_sections(&self, other: &Self) -> bool {
        self.sections().structurally_eq(&other.sections())
    }
}

impl PartialOrd for Cri<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Compares the borrowed forms.
impl<A: Buffer, B: Buffer> PartialEq<CriBuf<B>> for CriBuf<A> {
    fn eq(&self, other: &CriBuf<B>) -> bool {
        self.as_cri() == other.as_cri()
    }
}

impl<B: Buffer> Eq for CriBuf<B> {}

impl<A: Buffer, B: Buffer> PartialOrd<CriBuf<B>> for CriBuf<A> {
    fn partial_cmp(&self, other: &CriBuf<B>) -> Option<Ordering> {
        Some(self.as_cri().cmp(&other.as_cri()))
    }
}

impl<B: Buffer> Ord for CriBuf<B> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_cri().cmp(&other.as_cri())
    }
}

impl<B: Buffer> Hash for CriBuf<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_cri().hash(state);
    }
}

impl<B: Buffer> PartialEq<Cri<'_>> for CriBuf<B> {
    fn eq(&self, other: &Cri<'_>) -> bool {
        self.as_cri() == *other
    }
}

impl<B: Buffer> PartialEq<CriBuf<B>> for Cri<'_> {
    fn eq(&self, other: &CriBuf<B>) -> bool {
        *self == other.as_cri()
    }
}

/// Processable CRIs compare as [`CriRef::structurally_eq`](crate::CriRef::structurally_eq) does. An unprocessable CRI
/// equals only an unprocessable CRI with the same bytes (section 5.2.1).
impl PartialEq for Ingested<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Processable(one), Self::Processable(other)) => one.structurally_eq(*other),
            (Self::Unprocessable(one), Self::Unprocessable(other)) => one == other,
            _ => false,
        }
    }
}

impl Eq for Ingested<'_> {}

impl Hash for Ingested<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Processable(reference) => {
                let sections = reference.sections();
                sections.discard.hash(state);
                sections.compared().hash(state);
            }
            Self::Unprocessable(unprocessable) => unprocessable.hash(state),
        }
    }
}

impl PartialEq for Items<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Different bytes may still be equal items, with heads of other lengths.
        self.count == other.count && (self.bytes == other.bytes || self.iter().eq(other.iter()))
    }
}

impl PartialEq for Path<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Different bytes may still be equal items, with heads of other lengths.
        self.len == other.len
            && ((self.base == other.base && self.added == other.added) || self.segments().eq(other.segments()))
    }
}

impl PartialEq for Query<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl PartialEq for HostName<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.labels().eq(other.labels())
    }
}

/// Implements order, hash and `Debug` over the items in order.
macro_rules! order_by_items {
    ($($type:ident by $items:ident;)*) => {$(
        impl Eq for $type<'_> {}

        impl PartialOrd for $type<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $type<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.$items().cmp(other.$items())
            }
        }

        impl Hash for $type<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                let mut count = 0_usize;
                for item in self.$items() {
                    item.hash(state);
                    count = count.wrapping_add(1);
                }
                // The count follows the items, since a name does not know its number of labels before.
                count.hash(state);
            }
        }

        impl fmt::Debug for $type<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.$items()).finish()
            }
        }
    )*};
}

order_by_items! {
    Path by segments;
    Query by parameters;
    HostName by labels;
}

impl<'a> Authority<'a> {
    fn compared(self) -> (Option<Userinfo<'a>>, Host<'a>, Option<u16>) {
        (self.userinfo(), self.host(), self.port())
    }
}

impl PartialEq for Authority<'_> {
    fn eq(&self, other: &Self) -> bool {
        // Different bytes may still be equal items, with heads of other lengths.
        self.items == other.items || self.compared() == other.compared()
    }
}

impl Eq for Authority<'_> {}

impl PartialOrd for Authority<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Authority<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.compared().cmp(&other.compared())
    }
}

impl Hash for Authority<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.compared().hash(state);
    }
}
