//! The errors of decoding.

use core::fmt;

use crate::constants::{MAX_DISCARD, MAX_LEN, TAG};
use crate::error::component::Component;
use crate::features::Feature;
use crate::named_macros::{error_at, named};

/// How far a decoding error reaches (section 5.2.1 of the draft).
///
/// ```
/// use cri_core::{CriRef, DecodeErrorClass};
///
/// let class = |bytes| CriRef::decode(bytes).map_err(|error| error.class()).err();
/// assert_eq!(class(b"\x82\x01\x81\x61."), Some(DecodeErrorClass::BrokenRule)); // [1, ["."]], can be skipped
/// assert_eq!(class(b"\x82\x01"), Some(DecodeErrorClass::Malformed)); // the second item is missing
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeErrorClass {
    /// The bytes are not one CBOR array of definite lengths. The end of the CRI is unknown, so the document around it
    /// cannot be read on.
    Malformed,
    /// Unprocessable: a CBOR array that breaks a rule of CRIs. It can be skipped.
    BrokenRule,
    /// Unprocessable: a CRI that uses a feature which was not asked for. It can be skipped.
    Unsupported,
}

/// Defines the kinds: their names, their classes, and the constraint of section 2 that is broken, where it is one of them.
macro_rules! kinds {
    ($($(#[$about:meta])* $Kind:ident $(($Payload:ty))? => $name:literal, $Class:ident $($constraint:literal)?;)*) => {
        named! {
            /// The reason why bytes are not a CRI, or an unprocessable one.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum DecodeErrorKind {
                $($(#[$about])* $Kind $(($Payload))? => $name,)*
            }
        }

        impl DecodeErrorKind {
            /// Whether the item can be skipped, and why it cannot be processed.
            ///
            /// ```
            /// use cri_core::{DecodeErrorClass, DecodeErrorKind};
            ///
            /// assert_eq!(DecodeErrorKind::TrailingBytes.class(), DecodeErrorClass::Malformed);
            /// assert_eq!(DecodeErrorKind::TrailingNull.class(), DecodeErrorClass::BrokenRule);
            /// ```
            #[must_use]
            pub const fn class(self) -> DecodeErrorClass {
                match self {
                    $(Self::$Kind { .. } => DecodeErrorClass::$Class,)*
                }
            }

            /// The constraint of section 2 that is broken, such as `C9`, where it is one of them.
            #[must_use]
            pub const fn constraint(self) -> Option<&'static str> {
                match self {
                    $($(Self::$Kind { .. } => Some($constraint),)?)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    /// Malformed: the input ends inside an item. The offset is that item's head, or the input's length.
    EndOfInput => "end-of-input", Malformed;
    /// Malformed: additional information 28 to 30, or 31 where it means nothing (RFC 8949 section 3).
    ReservedHead => "reserved-head", Malformed;
    /// Malformed: an indefinite length, or a break (section 5.1: not for interchange).
    IndefiniteLength => "indefinite-length", Malformed;
    /// Malformed: a two-byte simple value below 32 (RFC 8949 section 3.3).
    InvalidSimple => "invalid-simple", Malformed;
    /// Malformed: an item that is not an array (section 5.1).
    NotAnArray => "not-an-array", Malformed;
    /// Malformed: an item without tag 99, which the caller asked for.
    NotTagged => "not-tagged", Malformed;
    /// Malformed: bytes after the item. The offset is the first of them.
    TrailingBytes => "trailing-bytes", Malformed;
    /// An item of a type that its place does not allow (section 5.1).
    UnexpectedItem => "unexpected-item", BrokenRule;
    /// More sections than a CRI reference has (section 5.1). The offset is the outer array's.
    TooManySections => "too-many-sections", BrokenRule;
    /// A null that ends the outer array (section 5.1). The offset is that null's.
    TrailingNull => "trailing-null", BrokenRule;
    /// Two leading nulls: neither a scheme nor an authority nor a discard (section 5.1). The offset is the second null's.
    LeadingNulls => "leading-nulls", BrokenRule;
    /// A text that is not a scheme name in lower case (constraint C1). The offset is its first invalid byte.
    InvalidSchemeName => "invalid-scheme-name", BrokenRule "C1";
    /// An authority without a host (constraints C2, C5). The offset is the authority's array.
    MissingHost => "missing-host", BrokenRule "C5";
    /// An address of neither 4 nor 16 bytes (constraint C4).
    InvalidIpLength => "invalid-ip-length", BrokenRule "C4";
    /// An upper-case letter A to Z in a label (constraint C5). The offset is the letter.
    UpperCaseHost => "upper-case-host", BrokenRule "C5";
    /// A dot inside a label (section 6.1). The offset is the dot.
    DotInLabel => "dot-in-label", BrokenRule "C5";
    /// Labels that read as an IPv4 address, which has a form of its own (section 6.1).
    Ipv4Labels => "ipv4-labels", BrokenRule "C5";
    /// A port above 65535 (constraint C6).
    PortRange => "port-range", BrokenRule "C6";
    /// A discard above 127 (section 5.1).
    DiscardRange => "discard-range", BrokenRule;
    /// A path segment `.` or `..` (constraint C9).
    DotSegment => "dot-segment", BrokenRule "C9";
    /// Text that is not UTF-8. The offset is its first invalid byte.
    InvalidUtf8 => "invalid-utf8", BrokenRule;
    /// A text-pet-sequence that does not alternate, has an empty string, or no byte string (section 7.1).
    MalformedPet => "malformed-pet", BrokenRule;
    /// An unreserved or UTF-8 character in a byte string (section 7.1). The offset is its first byte.
    PetNotMinimal => "pet-not-minimal", BrokenRule;
    /// A rootless path that is empty, or begins with an empty segment (constraint C2, section 2.1).
    EmptyRootlessPath => "empty-rootless-path", BrokenRule "C2";
    /// Without an authority, a path of several segments of which the first is empty (constraint C9, section 2.1).
    LeadingEmptySegment => "leading-empty-segment", BrokenRule "C9";
    /// A CRI reference that begins with no scheme, where a full CRI was asked for (section 5.1.5).
    NotFull => "not-full", BrokenRule;
    /// More than [`MAX_LEN`](crate::MAX_LEN) bytes.
    TooLong => "too-long", BrokenRule;
    /// A feature that was not asked for.
    UnsupportedFeature(Feature) => "unsupported-feature", Unsupported;
}

/// Why bytes were not decoded as a CRI or CRI reference.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecodeError {
    offset: usize,
    kind: DecodeErrorKind,
    component: Component,
    /// The first byte of the head that was read last, if that head is wrong.
    initial: u8,
    /// Whether the section as a whole has the wrong type, and not an item in it.
    section: bool,
}

error_at!(
    DecodeError,
    DecodeErrorKind,
    "The offset of the error, in bytes from the start of the input. Each kind documents what is there."
);

impl DecodeError {
    /// A reference that begins with no scheme, where a full CRI was asked for.
    pub(crate) const NOT_FULL: Self = Self::new(DecodeErrorKind::NotFull, Component::Scheme, 0);

    #[cold]
    pub(crate) const fn new(kind: DecodeErrorKind, component: Component, offset: usize) -> Self {
        Self::found(kind, component, offset, 0)
    }

    #[cold]
    pub(crate) const fn found(
        kind: DecodeErrorKind,
        component: Component,
        offset: usize,
        initial: u8,
    ) -> Self {
        Self { offset, kind, component, initial, section: false }
    }

    /// This error, for the section as a whole.
    #[cold]
    pub(crate) const fn of_section(self) -> Self {
        Self { section: true, ..self }
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

    /// The part of the CRI that was being read.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = match self.component {
            Component::Cri => "CRI",
            component => component.name(),
        };
        let found = describe(self.initial);
        match self.kind {
            DecodeErrorKind::EndOfInput => match self.component {
                Component::Cri => f.write_str("the input ends before the array does,"),
                _ => write!(f, "the input ends before the {component} does,"),
            },
            DecodeErrorKind::ReservedHead => write!(f, "a head in the {component} that CBOR reserves,"),
            DecodeErrorKind::IndefiniteLength => {
                write!(f, "an indefinite length or a break in the {component}; a CRI has definite lengths only,")
            }
            DecodeErrorKind::InvalidSimple => {
                write!(f, "a two-byte simple value below 32 in the {component}, which CBOR forbids,")
            }
            DecodeErrorKind::NotAnArray => write!(f, "expected an array, found {found}"),
            DecodeErrorKind::NotTagged => write!(f, "expected tag {TAG}, found {found}"),
            DecodeErrorKind::TrailingBytes => f.write_str("more bytes follow the end of the CRI,"),
            // Only a CRI in a byte string has an item of another type around it.
            DecodeErrorKind::UnexpectedItem if matches!(self.component, Component::Cri) => {
                write!(f, "expected a byte string that holds a CRI, found {found}")
            }
            DecodeErrorKind::UnexpectedItem => {
                let expected = if self.section { "array or null" } else { self.component.expected() };
                write!(f, "expected {expected} in the {component}, found {found}")
            }
            DecodeErrorKind::TooManySections => {
                f.write_str("more sections than scheme, authority, path, query and fragment,")
            }
            DecodeErrorKind::TrailingNull => write!(f, "a null for the {component} ends the array; leave it out,"),
            DecodeErrorKind::LeadingNulls => {
                f.write_str("two nulls stand in place of scheme and authority; write a discard instead,")
            }
            DecodeErrorKind::InvalidSchemeName => f.write_str(
                "a scheme name is a letter a to z, then letters a to z, digits, '+', '.' or '-'; this text is none,",
            ),
            DecodeErrorKind::MissingHost => f.write_str("the authority has no host,"),
            DecodeErrorKind::InvalidIpLength => f.write_str("an IP address has 4 or 16 bytes; this one does not,"),
            DecodeErrorKind::UpperCaseHost => f.write_str("the host has an upper-case letter; write it in lower case,"),
            DecodeErrorKind::DotInLabel => f.write_str("a label of the host has a dot; write one label for each part,"),
            DecodeErrorKind::Ipv4Labels => f.write_str("the labels read as an IPv4 address; write it as 4 bytes,"),
            DecodeErrorKind::PortRange => write!(f, "the port is greater than {},", u16::MAX),
            DecodeErrorKind::DiscardRange => write!(f, "the discard is greater than {MAX_DISCARD},"),
            DecodeErrorKind::DotSegment => {
                f.write_str("the path has a segment \".\" or \"..\", which a CRI never has,")
            }
            DecodeErrorKind::InvalidUtf8 => write!(f, "the text in the {component} is not UTF-8,"),
            DecodeErrorKind::MalformedPet => {
                write!(
                    f,
                    "a text-pet-sequence in the {component} must alternate text and byte strings, none of them empty, with at least one byte string,"
                )
            }
            DecodeErrorKind::PetNotMinimal => {
                write!(f, "a byte string in the {component} has a character that must be in text,")
            }
            DecodeErrorKind::EmptyRootlessPath => {
                f.write_str("a rootless path must begin with a segment that is not empty,")
            }
            DecodeErrorKind::LeadingEmptySegment => {
                f.write_str("without an authority, an empty first segment must be the only one in the path,")
            }
            DecodeErrorKind::NotFull => f.write_str("a reference without a scheme is not a full CRI,"),
            DecodeErrorKind::TooLong => write!(f, "the CRI is longer than {MAX_LEN} bytes,"),
            DecodeErrorKind::UnsupportedFeature(feature) => {
                write!(f, "the {component} uses the feature {}, which is not accepted,", feature.name())
            }
        }?;
        write!(f, " at byte {}", self.offset)
    }
}

/// The name of an item by the first byte of its head, for messages.
const fn describe(initial: u8) -> &'static str {
    match initial {
        0x00..=0x1f => "unsigned integer",
        0x20..=0x3f => "negative integer",
        0x40..=0x5f => "byte string",
        0x60..=0x7f => "text",
        0x80..=0x9f => "array",
        0xa0..=0xbf => "map",
        0xc0..=0xdf => "tag",
        0xf4 => "false",
        0xf5 => "true",
        0xf6 => "null",
        0xf7 => "undefined",
        0xf9..=0xfb => "floating-point number",
        _ => "simple value",
    }
}
