//! Methods that rules permit (RFC 9237 section 3).

use core::fmt;

/// A method of a request that a rule may permit, and its bit (RFC 9237 section 3).
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

/// A set of methods: `REST-method-set`, a number with a bit for each method.
///
/// For each method there is a dynamic one, 32 bits further up: the permission to use it on what the holder of the
/// rules has created itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodSet(u64);

impl MethodSet {
    /// No method.
    pub const NONE: Self = Self(0);

    /// The set with these bits, also those that no method has yet.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The bits.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// These methods and this one.
    #[must_use]
    pub const fn with(self, method: Method) -> Self {
        Self(self.0 | 1 << method as u8)
    }

    /// These methods, and this one on resources that the holder of the rules has created.
    #[must_use]
    pub const fn with_dynamic(self, method: Method) -> Self {
        Self(self.0 | 1 << 32 << method as u8)
    }

    /// Whether this method is among them.
    #[must_use]
    pub const fn has(self, method: Method) -> bool {
        self.0 >> method as u8 & 1 == 1
    }

    /// Whether this method is among them for resources that the holder of the rules has created.
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
    fn bits_are_those_of_rfc_9237() {
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
