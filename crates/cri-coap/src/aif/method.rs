//! The methods that access rules permit (RFC 9237 section 3).

use core::fmt;

/// A request method that a rule may permit. Its discriminant is its bit (RFC 9237 section 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Method {
    /// GET.
    Get = 0,
    /// POST.
    Post = 1,
    /// PUT.
    Put = 2,
    /// DELETE.
    Delete = 3,
    /// FETCH.
    Fetch = 4,
    /// PATCH.
    Patch = 5,
    /// iPATCH.
    Ipatch = 6,
}

/// A set of methods: `REST-method-set`, a number with one bit per method.
///
/// Each method has a second, dynamic bit, 32 bits higher. It permits the method on resources that the holder of the
/// rules has created.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodSet(u64);

impl MethodSet {
    /// No method.
    pub const NONE: Self = Self(0);

    /// The set with these bits. Bits that no method has yet are kept.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set with this method added.
    #[must_use]
    pub const fn with(self, method: Method) -> Self {
        Self(self.0 | 1 << method as u8)
    }

    /// The set with this method added for resources that the holder of the rules has created.
    #[must_use]
    pub const fn with_dynamic(self, method: Method) -> Self {
        Self(self.0 | 1 << 32 << method as u8)
    }

    /// Whether the set permits this method.
    #[must_use]
    pub const fn has(self, method: Method) -> bool {
        self.0 >> method as u8 & 1 == 1
    }

    /// Whether the set permits this method on resources that the holder of the rules has created.
    #[must_use]
    pub const fn has_dynamic(self, method: Method) -> bool {
        self.0 >> 32 >> method as u8 & 1 == 1
    }
}

/// Shows the bits in hexadecimal.
impl fmt::Debug for MethodSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MethodSet({:#x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_match_rfc_9237() {
        let all =
            [Method::Get, Method::Post, Method::Put, Method::Delete, Method::Fetch, Method::Patch, Method::Ipatch];
        for (bit, method) in (0_u32..).zip(all) {
            let (set, dynamic) = (MethodSet::NONE.with(method), MethodSet::NONE.with_dynamic(method));
            assert_eq!((set.bits(), dynamic.bits()), (1 << bit, 1 << (bit + 32)));
            assert!(set.has(method) && !set.has_dynamic(method));
            assert!(dynamic.has_dynamic(method) && !dynamic.has(method));
        }
        assert_eq!(MethodSet::from_bits(5), MethodSet::NONE.with(Method::Get).with(Method::Put));
    }
}
