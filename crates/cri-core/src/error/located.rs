//! An error of any kind: what is wrong, in which component, and at which byte.

use core::error::Error;
use core::fmt;

use crate::error::component::Component;
use crate::error::decode::{DecodeErrorClass, DecodeErrorKind};
use crate::error::kinds::{BuildErrorKind, EncodeErrorKind, ResolveErrorKind};

/// Why bytes were not decoded as a CRI or CRI reference.
///
/// The offset is in bytes from the start of the input. Each kind documents what is there.
///
/// ```
/// use cri_core::{Component, CriRef, DecodeErrorClass, DecodeErrorKind};
///
/// let error = CriRef::decode(b"\x82\x01\x81\x18\x2a").unwrap_err(); // [1, [42]]
/// assert_eq!(error.kind(), DecodeErrorKind::UnexpectedItem);
/// assert_eq!(error.class(), DecodeErrorClass::BrokenRule);
/// assert_eq!((error.component(), error.offset()), (Component::Path, 3));
/// assert_eq!(error.to_string(), "expected text in the path, found unsigned integer at byte 3");
/// ```
pub type DecodeError = Located<DecodeErrorKind>;

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

/// Why an abstract form was not encoded. Nothing of it was written.
///
/// The component is the zone-id, or the whole CRI if the buffer is full. The offset is the number of bytes of the CRI
/// that were written before the error, and then removed.
pub type EncodeError = Located<EncodeErrorKind>;

/// Why a [`Builder`](crate::Builder) built no CRI.
///
/// The offset is where the error is, or would have been, in bytes of the interchange form.
///
/// ```
/// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, Component, Revision};
///
/// let builder = Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
/// let error = builder.segment("a").host("h").finish().unwrap_err();
/// assert_eq!((error.kind(), error.component()), (BuildErrorKind::OutOfOrder, Component::Host));
/// ```
pub type BuildError = Located<BuildErrorKind>;

/// An error: its kind, the component that is wrong, and where that is.
///
/// [`DecodeError`], [`ResolveError`], [`EncodeError`] and [`BuildError`] are such errors, and say what an offset counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Located<K> {
    offset: usize,
    kind: K,
    component: Component,
    found: Found,
}

/// What a decoder found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Found {
    /// The first byte of the head that was read last, if that head is wrong.
    pub(super) initial: u8,
    /// Whether the section as a whole has the wrong type, and not an item in it.
    pub(super) section: bool,
}

impl<K: Copy> Located<K> {
    #[cold]
    pub(crate) const fn new(kind: K, component: Component, offset: usize) -> Self {
        Self { offset, kind, component, found: Found { initial: 0, section: false } }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> K {
        self.kind
    }

    /// The part of the CRI that is wrong.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// Where the error is, in bytes.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl DecodeError {
    /// A reference that begins with no scheme, where a full CRI was asked for.
    pub(crate) const NOT_FULL: Self = Self::new(DecodeErrorKind::NotFull, Component::Scheme, 0);

    /// An error at a head whose first byte is `initial`.
    #[cold]
    pub(crate) const fn found(
        kind: DecodeErrorKind,
        component: Component,
        offset: usize,
        initial: u8,
    ) -> Self {
        Self { offset, kind, component, found: Found { initial, section: false } }
    }

    /// This error, for the section as a whole.
    #[cold]
    pub(crate) const fn of_section(self) -> Self {
        Self { found: Found { section: true, ..self.found }, ..self }
    }

    /// This error, `len` bytes later.
    #[cold]
    pub(crate) const fn moved_by(self, len: usize) -> Self {
        Self { offset: self.offset.saturating_add(len), ..self }
    }

    /// How far it reaches: the class of the kind.
    #[must_use]
    pub const fn class(&self) -> DecodeErrorClass {
        self.kind.class()
    }
}

impl BuildError {
    /// The constraint of section 2 that is broken, such as `C9`, where it is one of them.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Builder, Revision};
    ///
    /// let new = || Builder::new(Revision::Draft16, ArrayBuffer::<16>::new());
    /// assert_eq!(new().segment(".").finish().unwrap_err().constraint(), Some("C9"));
    /// let error = new().segment("a").host("h").finish().unwrap_err();
    /// assert_eq!(error.constraint(), None); // the order of calls is not a rule of CRIs
    /// ```
    #[must_use]
    pub const fn constraint(&self) -> Option<&'static str> {
        match self.kind {
            BuildErrorKind::Rule(kind) => kind.constraint(),
            _ => None,
        }
    }
}

impl EncodeError {
    #[cold]
    pub(crate) const fn at(kind: EncodeErrorKind, offset: usize) -> Self {
        let component = match kind {
            EncodeErrorKind::BufferFull => Component::Cri,
            EncodeErrorKind::ZoneOnIpv4 => Component::ZoneId,
        };
        Self::new(kind, component, offset)
    }
}

/// A kind of error, which has a message.
pub(super) trait Message: Copy {
    /// Writes what is wrong, before the offset.
    fn write(self, component: Component, found: Found, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

impl<K: Message> fmt::Display for Located<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.write(self.component, self.found, f)?;
        write!(f, " at byte {}", self.offset)
    }
}

impl<K: Message + fmt::Debug> Error for Located<K> {}
