//! The errors of decoding.

use core::error::Error;
use core::fmt;

use crate::constants::{MAX_LEN, TAG};
use crate::error::component::Component;
use crate::features::Feature;
use crate::sections::discard::Discard;
use crate::wire::major::Major;

/// How far a decoding error reaches (section 5.2.1 of the draft).
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

/// What is wrong with bytes that are no CRI, or an unprocessable one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecodeErrorKind {
    /// Malformed: the input ends inside an item. The offset is that item's head, or the input's length.
    EndOfInput,
    /// Malformed: additional information 28 to 30, or 31 where it means nothing (RFC 8949 section 3).
    ReservedHead,
    /// Malformed: an indefinite length, or a break (section 5.1: not for interchange).
    IndefiniteLength,
    /// Malformed: a two-byte simple value below 32 (RFC 8949 section 3.3).
    InvalidSimple,
    /// Malformed: an item that is not an array (section 5.1).
    NotAnArray,
    /// Malformed: an item without tag 99, which the caller asked for.
    NotTagged,
    /// Malformed: bytes after the item. The offset is the first of them.
    TrailingBytes,
    /// An item of a type that its place does not allow (section 5.1).
    UnexpectedItem,
    /// More sections than a CRI reference has (section 5.1). The offset is the outer array's.
    TooManySections,
    /// A null that ends the outer array (section 5.1). The offset is that null's.
    TrailingNull,
    /// Two leading nulls: neither a scheme nor an authority nor a discard (section 5.1). The offset is the second null's.
    LeadingNulls,
    /// A text that is not a scheme name in lower case (C1). The offset is its first invalid byte.
    InvalidSchemeName,
    /// An authority without a host (C2, C5). The offset is the authority's array.
    MissingHost,
    /// An address of neither 4 nor 16 bytes (C4).
    InvalidIpLength,
    /// An upper-case letter A to Z in a label (C5). The offset is the letter.
    UpperCaseHost,
    /// A dot inside a label (section 6.1). The offset is the dot.
    DotInLabel,
    /// Labels that read as an IPv4 address, which has a form of its own (section 6.1).
    Ipv4Labels,
    /// A port above 65535 (C6).
    PortRange,
    /// A discard above 127 (section 5.1).
    DiscardRange,
    /// A path segment `.` or `..` (C9).
    DotSegment,
    /// Text that is not UTF-8. The offset is its first invalid byte.
    InvalidUtf8,
    /// A text-pet-sequence that does not alternate, has an empty string, or no byte string (section 7.1).
    MalformedPet,
    /// An unreserved or UTF-8 character in a byte string (section 7.1). The offset is its first byte.
    PetNotMinimal,
    /// A rootless path that is empty, or begins with an empty segment (C2, section 2.1).
    EmptyRootlessPath,
    /// Without an authority, a path of several segments of which the first is empty (C9, section 2.1).
    LeadingEmptySegment,
    /// A CRI reference that begins with no scheme, where a full CRI was asked for (section 5.1.5).
    NotFull,
    /// More than [`MAX_LEN`](crate::MAX_LEN) bytes.
    TooLong,
    /// A feature that was not asked for.
    UnsupportedFeature(Feature),
}

impl DecodeErrorKind {
    /// The kind's name in lower case with hyphens, such as `dot-segment`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EndOfInput => "end-of-input",
            Self::ReservedHead => "reserved-head",
            Self::IndefiniteLength => "indefinite-length",
            Self::InvalidSimple => "invalid-simple",
            Self::NotAnArray => "not-an-array",
            Self::NotTagged => "not-tagged",
            Self::TrailingBytes => "trailing-bytes",
            Self::UnexpectedItem => "unexpected-item",
            Self::TooManySections => "too-many-sections",
            Self::TrailingNull => "trailing-null",
            Self::LeadingNulls => "leading-nulls",
            Self::InvalidSchemeName => "invalid-scheme-name",
            Self::MissingHost => "missing-host",
            Self::InvalidIpLength => "invalid-ip-length",
            Self::UpperCaseHost => "upper-case-host",
            Self::DotInLabel => "dot-in-label",
            Self::Ipv4Labels => "ipv4-labels",
            Self::PortRange => "port-range",
            Self::DiscardRange => "discard-range",
            Self::DotSegment => "dot-segment",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::MalformedPet => "malformed-pet",
            Self::PetNotMinimal => "pet-not-minimal",
            Self::EmptyRootlessPath => "empty-rootless-path",
            Self::LeadingEmptySegment => "leading-empty-segment",
            Self::NotFull => "not-full",
            Self::TooLong => "too-long",
            Self::UnsupportedFeature(_) => "unsupported-feature",
        }
    }

    /// Whether the item can be skipped, and why it cannot be processed.
    #[must_use]
    pub const fn class(self) -> DecodeErrorClass {
        match self {
            Self::EndOfInput
            | Self::ReservedHead
            | Self::IndefiniteLength
            | Self::InvalidSimple
            | Self::NotAnArray
            | Self::NotTagged
            | Self::TrailingBytes => DecodeErrorClass::Malformed,
            Self::UnsupportedFeature(_) => DecodeErrorClass::Unsupported,
            _ => DecodeErrorClass::BrokenRule,
        }
    }

    /// The constraint of section 2 that is broken, such as `C9`, where it is one of them.
    #[must_use]
    pub const fn constraint(self) -> Option<&'static str> {
        match self {
            Self::InvalidSchemeName => Some("C1"),
            Self::EmptyRootlessPath => Some("C2"),
            Self::InvalidIpLength => Some("C4"),
            Self::MissingHost | Self::UpperCaseHost | Self::DotInLabel | Self::Ipv4Labels => Some("C5"),
            Self::PortRange => Some("C6"),
            Self::DotSegment | Self::LeadingEmptySegment => Some("C9"),
            _ => None,
        }
    }
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
/// assert_eq!(error.to_string(), "expected text in path, found unsigned integer at byte 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError {
    offset: usize,
    kind: DecodeErrorKind,
    component: Component,
    /// The first byte of the head that was read last, if that head is wrong.
    initial: u8,
    /// Whether the section as a whole has the wrong type, and not an item in it.
    section: bool,
}

impl DecodeError {
    #[cold]
    pub(crate) const fn new(kind: DecodeErrorKind, component: Component, offset: usize) -> Self {
        Self::found(kind, component, offset, 0)
    }

    #[cold]
    pub(crate) const fn found(kind: DecodeErrorKind, component: Component, offset: usize, initial: u8) -> Self {
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

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> DecodeErrorKind {
        self.kind
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

    /// The offset of the error, in bytes from the start of the input. Each kind documents what stands there.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let component = self.component;
        match self.kind {
            DecodeErrorKind::EndOfInput => match component {
                Component::Cri => f.write_str("expected the rest of the array, found the end of the input"),
                _ => write!(f, "expected the rest of the {component}, found the end of the input"),
            },
            DecodeErrorKind::ReservedHead => write!(f, "expected a data item in {component}, found a reserved head"),
            DecodeErrorKind::IndefiniteLength => {
                write!(f, "expected a definite length in {component}, found an indefinite one or a break")
            }
            DecodeErrorKind::InvalidSimple => {
                write!(f, "expected a data item in {component}, found a two-byte simple value below 32")
            }
            DecodeErrorKind::NotAnArray => write!(f, "expected an array, found {}", Major::describe(self.initial)),
            DecodeErrorKind::NotTagged => write!(f, "expected tag {TAG}, found {}", Major::describe(self.initial)),
            DecodeErrorKind::TrailingBytes => f.write_str("expected the end of the input, found more bytes"),
            DecodeErrorKind::UnexpectedItem => {
                let expected = if self.section { "array or null" } else { component.expected() };
                write!(f, "expected {expected} in {component}, found {}", Major::describe(self.initial))
            }
            DecodeErrorKind::TooManySections => {
                f.write_str("expected at most scheme, authority, path, query and fragment, found more sections")
            }
            DecodeErrorKind::TrailingNull => write!(f, "expected no null at the end, found one for the {component}"),
            DecodeErrorKind::LeadingNulls => {
                f.write_str("expected a scheme, an authority or a discard, found two nulls")
            }
            DecodeErrorKind::InvalidSchemeName => {
                f.write_str("expected a scheme name in lower case, found another text")
            }
            DecodeErrorKind::MissingHost => f.write_str("expected a host in the authority, found none"),
            DecodeErrorKind::InvalidIpLength => {
                f.write_str("expected an IP address of 4 or 16 bytes, found another length")
            }
            DecodeErrorKind::UpperCaseHost => {
                f.write_str("expected lower case in the host, found an upper-case letter")
            }
            DecodeErrorKind::DotInLabel => f.write_str("expected one label of the host, found a dot in it"),
            DecodeErrorKind::Ipv4Labels => f.write_str("expected an IPv4 address as bytes, found its digits as labels"),
            DecodeErrorKind::PortRange => write!(f, "expected a port up to {}, found a larger one", u16::MAX),
            DecodeErrorKind::DiscardRange => {
                write!(f, "expected a discard up to {}, found a larger one", Discard::MAX)
            }
            DecodeErrorKind::DotSegment => f.write_str("expected a segment in the path, found \".\" or \"..\""),
            DecodeErrorKind::InvalidUtf8 => write!(f, "expected UTF-8 in {component}, found other bytes"),
            DecodeErrorKind::MalformedPet => {
                write!(
                    f,
                    "expected text and byte strings in turn in a text-pet-sequence in {component}, found two alike, an empty or no byte string"
                )
            }
            DecodeErrorKind::PetNotMinimal => {
                write!(f, "expected bytes that text cannot say in a byte string in {component}, found a character")
            }
            DecodeErrorKind::EmptyRootlessPath => {
                f.write_str("expected a first segment in a rootless path, found none or an empty one")
            }
            DecodeErrorKind::LeadingEmptySegment => {
                f.write_str("expected a first segment in a path without authority, found an empty one")
            }
            DecodeErrorKind::NotFull => f.write_str("expected a full CRI, found a relative reference"),
            DecodeErrorKind::TooLong => write!(f, "expected at most {MAX_LEN} bytes"),
            DecodeErrorKind::UnsupportedFeature(feature) => {
                write!(f, "feature {} not supported, found in {component}", feature.name())
            }
        }?;
        write!(f, " at byte {}", self.offset)
    }
}

impl Error for DecodeError {}
