//! Whether one CRI is under another.

use crate::buffer::Buffer;
use crate::interchange::cri::Cri;
use crate::interchange::owned::CriBuf;
use crate::resolve::Resolved;
use crate::sections::Sections;
use crate::sections::path::Segments;

impl<'a> Sections<'a> {
    /// Does the work of [`Cri::strip_prefix`].
    fn strip_prefix(&self, prefix: &Sections<'_>) -> Option<Segments<'a>> {
        if (self.scheme(), self.authority_section())
            != (prefix.scheme(), prefix.authority_section())
        {
            return None;
        }
        let (mut rest, last) = (self.segments(), prefix.segments.saturating_sub(1));
        for (at, other) in prefix.segments().enumerate() {
            let before = rest.clone();
            let segment = rest.next()?;
            if at == last && other.is_empty() {
                rest = before;
            } else if segment != other {
                return None;
            }
        }
        // Nothing is below a query or a fragment.
        let has_more = prefix.query().is_some() || prefix.has_fragment();
        (!has_more || self.structurally_eq(prefix)).then_some(rest)
    }
}

macro_rules! prefix_methods {
    ($([$($generics:tt)*] $Type:ty, $life:lifetime, $self:ident ($($receiver:tt)+);)+) => {$(
        impl<$($generics)*> $Type {
            /// Whether this is `prefix`, or under it: it has the same scheme and authority, and its path begins with all segments
            /// of the prefix.
            ///
            /// A slash at the end of the prefix stands for any further segments: `coap://h/a/` is a prefix of `coap://h/a/b`
            /// and of `coap://h/a/`, but not of `coap://h/a`. Nothing is below a query or a fragment, so a prefix that has one is
            /// a prefix of itself alone.
            ///
            /// ```
            /// use cri_core::Cri;
            ///
            /// let hall = Cri::decode(b"\x83\x20\x81\x61h\x81\x64hall")?; // coap://h/hall
            /// let temp = Cri::decode(b"\x83\x20\x81\x61h\x82\x64hall\x64temp")?; // coap://h/hall/temp
            /// let hallway = Cri::decode(b"\x83\x20\x81\x61h\x81\x67hallway")?; // coap://h/hallway
            /// assert!(temp.starts_with(hall) && hall.starts_with(hall));
            /// assert!(!hallway.starts_with(hall) && !hall.starts_with(temp));
            /// # Ok::<(), cri_core::DecodeError>(())
            /// ```
            #[must_use]
            pub fn starts_with<'p>($($receiver)+, prefix: impl Into<Sections<'p>>) -> bool {
                $self.strip_prefix(prefix).is_some()
            }

            /// The segments after those of `prefix`. `None` if this does not [start with](Self::starts_with) the prefix.
            ///
            /// [`Segments::strip_prefix`] removes segments alone.
            ///
            /// ```
            /// use cri_core::Cri;
            ///
            /// let folder = Cri::decode(b"\x83\x20\x81\x61h\x82\x64hall\x60")?; // coap://h/hall/
            /// let temp = Cri::decode(b"\x83\x20\x81\x61h\x82\x64hall\x64temp")?; // coap://h/hall/temp
            /// assert!(temp.strip_prefix(folder).expect("in the hall").eq(["temp"]));
            /// # Ok::<(), cri_core::DecodeError>(())
            /// ```
            #[must_use]
            pub fn strip_prefix<'p>($($receiver)+, prefix: impl Into<Sections<'p>>) -> Option<Segments<$life>> {
                $self.sections().strip_prefix(&prefix.into())
            }
        }
    )+};
}

prefix_methods! {
    ['a] Cri<'a>, 'a, self (self);
    [B: Buffer] CriBuf<B>, '_, self (&self);
    ['a] Resolved<'a>, 'a, self (self);
}
