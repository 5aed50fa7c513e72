//! The methods that access rules permit (RFC 9237 section 3).

use core::fmt;

/// A request method that a rule may permit. Its discriminant is its bit (RFC 9237 section 3).
///
/// ```
/// use cri_coap::aif::Method;
///
/// assert_eq!(Method::from_code(5), Some(Method::Fetch)); // 0.05
/// assert_eq!(Method::from_code(0x45), None); // 2.05, a response
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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

impl Method {
    /// Every method, in the order of the codes.
    pub const ALL: [Self; 7] =
        [Self::Get, Self::Post, Self::Put, Self::Delete, Self::Fetch, Self::Patch, Self::Ipatch];

    /// The method of a request's code, such as 1 for GET (0.01).
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(usize::from(code.checked_sub(1)?)).copied()
    }

    /// The code of a request with this method.
    #[must_use]
    pub const fn code(self) -> u8 {
        (self as u8).wrapping_add(1)
    }
}

/// A set of methods: `REST-method-set`, a number with one bit per method.
///
/// Each method has a second, dynamic bit, 32 bits higher. It permits the method on resources that the holder of the
/// rules has created.
///
/// ```
/// use cri_coap::aif::{Method, MethodSet};
///
/// let methods = MethodSet::NONE.with(Method::Get).with_dynamic(Method::Delete);
/// assert!(methods.has(Method::Get) && !methods.has(Method::Delete) && methods.has_dynamic(Method::Delete));
/// ```
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

    /// The bits of the set.
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

    /// The set with the methods of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
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

    /// The methods that the set permits, in the order of the codes.
    ///
    /// ```
    /// use cri_coap::aif::{Method, MethodSet};
    ///
    /// assert!(MethodSet::from_bits(5).methods().eq([Method::Get, Method::Put]));
    /// ```
    pub fn methods(self) -> impl Iterator<Item = Method> + Clone {
        Method::ALL.into_iter().filter(move |method| self.has(*method))
    }
}

impl From<Method> for MethodSet {
    fn from(method: Method) -> Self {
        Self::NONE.with(method)
    }
}

impl FromIterator<Method> for MethodSet {
    fn from_iter<I: IntoIterator<Item = Method>>(methods: I) -> Self {
        methods.into_iter().fold(Self::NONE, Self::with)
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
        for (bit, method) in (0_u32..).zip(Method::ALL) {
            let (set, dynamic) =
                (MethodSet::NONE.with(method), MethodSet::NONE.with_dynamic(method));
            assert_eq!((set.bits(), dynamic.bits()), (1 << bit, 1 << (bit + 32)));
            assert!(set.has(method) && !set.has_dynamic(method));
            assert!(dynamic.has_dynamic(method) && !dynamic.has(method));
            assert_eq!(u32::from(method.code()), bit + 1);
            assert_eq!(Method::from_code(method.code()), Some(method));
        }
        assert_eq!((0..=u8::MAX).filter(|&code| Method::from_code(code).is_some()).count(), 7);
        assert_eq!(MethodSet::from_bits(5), MethodSet::NONE.with(Method::Get).with(Method::Put));
        assert_eq!(MethodSet::from_bits(0x7f), Method::ALL.into_iter().collect());
        assert!(MethodSet::from_bits(0x7f).methods().eq(Method::ALL));
        // Dynamic bits are no permission without a condition.
        assert_eq!(MethodSet::from_bits(0x7f << 32).methods().count(), 0);
    }
}
