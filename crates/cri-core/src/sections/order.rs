//! Order and hash of values that have an equality over the abstract form.

use core::hash::{Hash, Hasher};

/// Implements `Eq`, order and hash for types that have `PartialEq`, by two functions: one compares, one hashes.
macro_rules! order_and_hash {
    ($($type:ty $(, $buffer:ident)?: $compare:expr, $hash:expr;)*) => {$(
        impl$(<$buffer: Buffer>)? Eq for $type {}

        impl$(<$buffer: Buffer>)? PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl$(<$buffer: Buffer>)? Ord for $type {
            #[inline]
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                let compare: fn(&Self, &Self) -> core::cmp::Ordering = $compare;
                compare(self, other)
            }
        }

        impl$(<$buffer: Buffer>)? core::hash::Hash for $type {
            #[inline]
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                let hash: fn(&Self, &mut H) = $hash;
                hash(self, state);
            }
        }
    )*};
}

pub(crate) use order_and_hash;

/// Implements order and hash by the items that a function of the type returns.
macro_rules! items_order_and_hash {
    ($type:ty, $items:ident) => {
        crate::sections::order::order_and_hash! {
            $type:
                |one, other| one.$items().cmp(other.$items()),
                |items, state| crate::sections::order::hash_items(items.$items(), state);
        }
    };
}
pub(crate) use items_order_and_hash;

/// Hashes the items and then their count. The count comes last because a host name does not store it.
pub(crate) fn hash_items<H: Hasher>(items: impl Iterator<Item: Hash>, state: &mut H) {
    let mut count = 0_usize;
    for item in items {
        item.hash(state);
        count = count.wrapping_add(1);
    }
    count.hash(state);
}
