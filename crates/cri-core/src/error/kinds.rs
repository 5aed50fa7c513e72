//! The errors of resolving, encoding and building: their kinds and messages.

use core::fmt;
use core::num::NonZero;

use crate::error::decode::DecodeErrorKind;
use crate::error::located::{BufferFull, Component, Located, Message, Shown};
use crate::named_macro::named;

named! {
    /// What keeps a resolved reference from being a CRI.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    #[repr(usize)] // as wide as a pointer, so that a result with the error stays in registers
    pub enum ResolveErrorKind {
        /// The result is rootless, and has no path or one that begins with an empty segment.
        EmptyRootlessPath => "empty-rootless-path",
        /// The result has no authority, and several segments of which the first is empty.
        LeadingEmptySegment => "leading-empty-segment",
    }
}

impl From<ResolveErrorKind> for DecodeErrorKind {
    fn from(broken: ResolveErrorKind) -> Self {
        match broken {
            ResolveErrorKind::EmptyRootlessPath => Self::EmptyRootlessPath,
            ResolveErrorKind::LeadingEmptySegment => Self::LeadingEmptySegment,
        }
    }
}

/// Why a reference does not resolve against a base: the result would not be a valid CRI (section 2.1).
///
/// The component is the path. The offset is where the path of the reference is, or would be, in bytes from the
/// reference's start.
///
/// ```
/// use cri_core::{Cri, CriRef, ResolveErrorKind};
///
/// let base = Cri::decode(b"\x83\x25\xf5\x81\x61a")?; // [-6, true, ["a"]]
/// let error = base.resolve(CriRef::decode(b"\x81\x01")?).unwrap_err(); // [1]
/// assert_eq!(error.kind(), ResolveErrorKind::EmptyRootlessPath);
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
pub type ResolveError = Located<ResolveErrorKind>;

impl Message for ResolveErrorKind {
    type Index = ();
    const NO_INDEX: () = ();

    fn name(self) -> &'static str {
        self.name()
    }

    fn message(self, _: Component) -> &'static str {
        match self {
            Self::EmptyRootlessPath => {
                "the result would not be a CRI: it has a rootless path that is empty or begins with an empty segment{path}"
            }
            Self::LeadingEmptySegment => {
                "the result would not be a CRI: it has no authority, and a path that begins with an empty segment{path}"
            }
        }
    }
}

named! {
    /// What is wrong: the wire form of the revision cannot express the CRI, or the buffer cannot hold it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    #[repr(usize)] // as wide as a pointer, so that a result with the error stays in registers
    pub enum EncodeErrorKind {
        /// The buffer has no room.
        BufferFull => "buffer-full",
        /// The CRI would have more than [`MAX_LEN`](crate::MAX_LEN) bytes.
        TooLong => "too-long",
        /// A zone-id after an IPv4 address, which draft-16 does not have (section 5.1).
        ZoneOnIpv4 => "zone-on-ipv4",
    }
}

/// Why an abstract form was not encoded. Nothing of it was written.
///
/// The component is the zone-id, or the whole CRI if the buffer is full or the CRI is too long. The offset is the number of
/// bytes of the CRI that were written before the error, and then removed.
pub type EncodeError = Located<EncodeErrorKind>;

impl EncodeError {
    #[cold]
    pub(crate) const fn at(kind: EncodeErrorKind, offset: usize) -> Self {
        let component = match kind {
            EncodeErrorKind::BufferFull | EncodeErrorKind::TooLong => Component::Cri,
            EncodeErrorKind::ZoneOnIpv4 => Component::ZoneId,
        };
        Self::new(kind, component, offset)
    }
}

impl From<BufferFull> for EncodeErrorKind {
    fn from(BufferFull: BufferFull) -> Self {
        Self::BufferFull
    }
}

impl Message for EncodeErrorKind {
    type Index = ();
    const NO_INDEX: () = ();

    fn name(self) -> &'static str {
        self.name()
    }

    fn message(self, _: Component) -> &'static str {
        match self {
            Self::BufferFull => "the buffer is too small{at}",
            Self::TooLong => "the CRI would be longer than 4294967295 bytes",
            Self::ZoneOnIpv4 => "draft-16 has no zone-id after an IPv4 address{at}",
        }
    }
}

/// What is wrong with the parts that a [`Builder`](crate::Builder) was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// A rule of CRIs is broken.
    Rule(DecodeErrorKind),
    /// A section came after one that follows it, or twice, or where another stands in its place. Or a port came without a host
    /// before it, or a zone-id without an IP address.
    OutOfOrder,
    /// A call for another component than the one that [`change`](crate::Sections::change) changes. The whole CRI is the
    /// component if the caller's function returned another builder than it was given.
    OtherComponent,
    /// A name with a colon or a bracket, or an IPv4 address with a zone-id: they belong to an address or a port. The offset is
    /// where the first label would be. An IPv4 address alone is `Rule` with `Ipv4Labels`.
    AddressText,
    /// A zone-id after an IPv4 address, which draft-16 does not have.
    ZoneOnIpv4,
    /// The buffer has no room.
    BufferFull,
}

impl BuildErrorKind {
    /// The name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rule(kind) => kind.name(),
            Self::OutOfOrder => "out-of-order",
            Self::OtherComponent => "other-component",
            Self::AddressText => "address-text",
            Self::ZoneOnIpv4 => EncodeErrorKind::ZoneOnIpv4.name(),
            Self::BufferFull => EncodeErrorKind::BufferFull.name(),
        }
    }
}

/// Displays the name.
impl fmt::Display for BuildErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a [`Builder`](crate::Builder) built no CRI.
///
/// The offset is where the error is, or would have been, in bytes of the interchange form. The message shows the
/// [index](BuildError::index) of a wrong item instead.
///
/// ```
/// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, Component, Revision};
///
/// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
/// let error = builder.segment("a").host("h").finish().unwrap_err();
/// assert_eq!((error.kind(), error.component()), (BuildErrorKind::OutOfOrder, Component::Host));
/// ```
pub type BuildError = Located<BuildErrorKind>;

impl BuildError {
    /// The index of the label, segment or parameter that is wrong, among all that were added: 0 for the first. `None` if the
    /// error is not about one of these.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Builder, Revision};
    ///
    /// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
    /// let error = builder.segment("a").segment("..").finish().unwrap_err();
    /// assert_eq!(error.index(), Some(1));
    /// assert!(error.to_string().contains(", at segments[1]; "));
    /// ```
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        BuildErrorKind::index(self.index)
    }

    /// This error with the index of the wrong item.
    #[cold]
    pub(crate) fn with_index(self, index: usize) -> Self {
        // A CRI has fewer than `MAX_LEN` items.
        let count = u32::try_from(index.saturating_add(1)).ok();
        Self { index: count.and_then(NonZero::new), ..self }
    }
}

impl Message for BuildErrorKind {
    /// The number of items up to the wrong one: with it, errors take less room than with the index.
    type Index = Option<NonZero<u32>>;
    const NO_INDEX: Self::Index = None;
    const SHOWN: Shown = Shown::Index;

    fn index(count: Self::Index) -> Option<usize> {
        usize::try_from(count?.get()).ok()?.checked_sub(1)
    }

    fn name(self) -> &'static str {
        self.name()
    }

    fn message(self, component: Component) -> &'static str {
        match self {
            Self::Rule(DecodeErrorKind::Ipv4Labels) => {
                "the labels read as an IPv4 address; set it with `host_ip`"
            }
            Self::Rule(kind) => kind.message(component),
            Self::OtherComponent if component == Component::Cri => {
                "the function that changes a component returned another builder than it was given"
            }
            Self::OtherComponent => {
                "the {component} is not the component to change; change it by a call of its own"
            }
            Self::AddressText => {
                "this name has a colon, a bracket or a zone-id, which belong to an address or a port; \
                 set an address with `host_ip`, its zone-id with `zone`, and a port with `port`"
            }
            Self::OutOfOrder if component == Component::Port => {
                "a port needs a host, and comes once, directly after the host or its zone-id"
            }
            Self::OutOfOrder if component == Component::ZoneId => {
                "a zone-id needs an IP address as the host, and comes once, directly after it"
            }
            Self::OutOfOrder => {
                "the {component} is repeated or out of order; \
                 add each part once, in the order scheme, authority, path, query, fragment"
            }
            Self::ZoneOnIpv4 => EncodeErrorKind::ZoneOnIpv4.message(component),
            Self::BufferFull => EncodeErrorKind::BufferFull.message(component),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;
    use crate::constants::MAX_LEN;

    #[test]
    fn messages_name_the_longest_length() {
        for message in [
            DecodeErrorKind::TooLong.message(Component::Cri),
            EncodeErrorKind::TooLong.message(Component::Cri),
        ] {
            assert!(message.contains(&MAX_LEN.to_string()), "{message}");
        }
    }

    #[test]
    fn a_kind_displays_its_name() {
        let kind = BuildErrorKind::Rule(DecodeErrorKind::NotFull);
        assert_eq!((kind.to_string(), kind.name()), ("not-full".to_string(), "not-full"));
    }
}
