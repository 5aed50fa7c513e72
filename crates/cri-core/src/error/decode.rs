//! The errors of decoding: their kinds and messages.

use core::fmt;

use crate::error::located::{Component, Located, Message, Shown, write_message};
use crate::features::Feature;
use crate::named_macro::named;

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

/// Defines the kinds: their names, classes and messages.
macro_rules! decode_error_kinds {
    ($(
        $(#[$about:meta])* $Kind:ident $(($Payload:ty))? =>
        $name:literal, $Class:ident, $message:literal;
    )*) => {
        named! {
            /// The reason why bytes are not a CRI, or an unprocessable one.
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            #[non_exhaustive]
            pub enum DecodeErrorKind {
                $($(#[$about])* $Kind $(($Payload))? => $name,)*
            }
        }

        impl DecodeErrorKind {
            /// How far the error reaches.
            pub(crate) const fn class(self) -> DecodeErrorClass {
                match self {
                    $(Self::$Kind { .. } => DecodeErrorClass::$Class,)*
                }
            }

            const fn template(self) -> &'static str {
                match self {
                    $(Self::$Kind { .. } => $message,)*
                }
            }
        }
    };
}

decode_error_kinds! {
    /// Malformed: the input ends inside an item. The offset is that item's head, or the input's length.
    EndOfInput => "end-of-input", Malformed,
        "the input ends before the {component} does{at}";
    /// Malformed: additional information 28 to 30, or 31 where it means nothing (RFC 8949 section 3).
    ReservedHead => "reserved-head", Malformed,
        "a head in the {component} that CBOR reserves{at}";
    /// Malformed: an indefinite length, or a break (section 5.1: not for interchange).
    IndefiniteLength => "indefinite-length", Malformed,
        "an indefinite length or a break in the {component}{at}; a CRI has definite lengths only";
    /// Malformed: a two-byte simple value below 32 (RFC 8949 section 3.3).
    InvalidSimple => "invalid-simple", Malformed,
        "a two-byte simple value below 32 in the {component}, which CBOR forbids{at}";
    /// Malformed: an item that is not an array (section 5.1).
    NotAnArray => "not-an-array", Malformed,
        "expected an array{found}";
    /// Malformed: an item without tag 99, which the caller asked for.
    NotTagged => "not-tagged", Malformed,
        "expected tag 99{found}";
    /// Malformed: bytes after the item. The offset is the first of them.
    TrailingBytes => "trailing-bytes", Malformed,
        "more bytes follow the end of the CRI{at}";
    /// An item of a type that its place does not allow (section 5.1).
    UnexpectedItem => "unexpected-item", BrokenRule,
        "expected {expected} in the {component}{found}";
    /// More sections than a CRI reference has (section 5.1). The offset is the outer array's.
    TooManySections => "too-many-sections", BrokenRule,
        "more sections than scheme, authority, path, query and fragment{at}";
    /// A null that ends the outer array (section 5.1). The offset is that null's.
    TrailingNull => "trailing-null", BrokenRule,
        "a null for the {component} ends the array{at}; leave it out";
    /// Two leading nulls: neither a scheme nor an authority nor a discard (section 5.1). The offset is the second null's.
    LeadingNulls => "leading-nulls", BrokenRule,
        "two nulls in place of scheme and authority{at}; write a discard instead";
    /// A text that is not a scheme name in lower case (constraint C1). The offset is its first invalid byte.
    InvalidSchemeName => "invalid-scheme-name", BrokenRule,
        "the text is not a scheme name{at}; a scheme name is a letter a to z, then letters a to z, digits, '+', '.' or '-'";
    /// An authority without a host (constraints C2, C5). The offset is the authority's array.
    MissingHost => "missing-host", BrokenRule,
        "the authority has no host{at}";
    /// An address of neither 4 nor 16 bytes (constraint C4).
    InvalidIpLength => "invalid-ip-length", BrokenRule,
        "the IP address has a wrong length{at}; an IPv4 address has 4 bytes, and an IPv6 address 16";
    /// An upper-case letter A to Z in a label (constraint C5). The offset is the letter.
    UpperCaseHost => "upper-case-host", BrokenRule,
        "the host has an upper-case letter{at}; write it in lower case";
    /// A dot inside a label (section 6.1). The offset is the dot.
    DotInLabel => "dot-in-label", BrokenRule,
        "a label of the host has a dot{at}; write one label for each part";
    /// Labels that read as an IPv4 address, which has a form of its own (section 6.1).
    Ipv4Labels => "ipv4-labels", BrokenRule,
        "the labels read as an IPv4 address{at}; write it as 4 bytes";
    /// A port above 65535 (constraint C6).
    PortRange => "port-range", BrokenRule,
        "the port is greater than 65535{at}";
    /// A discard above 127 (section 5.1).
    DiscardRange => "discard-range", BrokenRule,
        "the discard is greater than 127{at}";
    /// A path segment `.` or `..` (constraint C9).
    DotSegment => "dot-segment", BrokenRule,
        "the path has a segment \".\" or \"..\", which a CRI never has{at}; leave out \".\", and \"..\" with the segment before it, or write a greater discard";
    /// Text that is not UTF-8. The offset is its first invalid byte.
    InvalidUtf8 => "invalid-utf8", BrokenRule,
        "the text in the {component} is not UTF-8{at}";
    /// A text-pet-sequence that does not alternate, has an empty string, or no byte string (section 7.1).
    MalformedPet => "malformed-pet", BrokenRule,
        "a text-pet-sequence in the {component} must alternate text and byte strings, none of them empty, with at least one byte string{at}";
    /// An unreserved or UTF-8 character in a byte string (section 7.1). The offset is its first byte.
    PetNotMinimal => "pet-not-minimal", BrokenRule,
        "a byte string in the {component} has a character that must be in text{at}";
    /// A rootless path that is empty, or begins with an empty segment (constraint C2, section 2.1).
    EmptyRootlessPath => "empty-rootless-path", BrokenRule,
        "a rootless path must begin with a segment that is not empty{at}";
    /// Without an authority, a path of several segments of which the first is empty (constraint C9, section 2.1).
    LeadingEmptySegment => "leading-empty-segment", BrokenRule,
        "without an authority, an empty first segment must be the only one in the path{at}";
    /// A CRI reference that begins with no scheme, where a full CRI was asked for (section 5.1.5).
    NotFull => "not-full", BrokenRule,
        "a reference without a scheme is not a full CRI{at}";
    /// More than [`MAX_LEN`](crate::MAX_LEN) bytes.
    TooLong => "too-long", BrokenRule,
        "the CRI is longer than 4294967295 bytes{at}";
    /// A feature that was not asked for.
    UnsupportedFeature(Feature) => "unsupported-feature", Unsupported,
        "the {component} uses the feature {feature}, which is not accepted{at}";
}

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
        Self { found: initial, ..Self::new(kind, component, offset) }
    }

    /// This error, for the section as a whole.
    #[cold]
    pub(crate) const fn of_section(self) -> Self {
        Self { is_of_section: true, ..self }
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

impl Message for DecodeErrorKind {
    type Index = ();
    const NO_INDEX: () = ();
    const SHOWN: Shown = Shown::Found;

    fn name(self) -> &'static str {
        self.name()
    }

    fn message(self, component: Component) -> &'static str {
        match (self, component) {
            (Self::EndOfInput, Component::Cri) => "the input ends before the array does{at}",
            (Self::UnexpectedItem, Component::Scheme) => {
                "expected {expected} as the first item{found}"
            }
            // Only a CRI in a byte string has an item of another type around it.
            (Self::UnexpectedItem, Component::Cri) => {
                "expected a byte string that holds a CRI{found}"
            }
            _ => self.template(),
        }
    }

    fn feature(self) -> Option<Feature> {
        match self {
            Self::UnsupportedFeature(feature) => Some(feature),
            _ => None,
        }
    }
}

/// A kind of error in a component, and its offset, as a message without what was found.
#[derive(Clone, Copy)]
struct Explained(DecodeErrorKind, Component, Option<usize>);

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(kind, component, offset) = *self;
        let message = match kind {
            // No discard stands in for a segment of an option or of a builder.
            DecodeErrorKind::DotSegment => {
                "the path has a segment \".\" or \"..\", which a CRI never has{at}; \
                 leave it out, and before a \"..\" the segment that it removes"
            }
            // What is expected depends on the place.
            DecodeErrorKind::UnexpectedItem => "an item of a wrong type in the {component}{at}",
            kind => kind.message(component),
        };
        let shown = if offset.is_some() { Shown::Offset } else { Shown::Nothing };
        write_message(message, &Located::new(kind, component, offset.unwrap_or_default()), f, shown)
    }
}

impl DecodeErrorKind {
    /// The message of an error of this kind in this component, at this offset if there is one, without what was found. Other
    /// crates put it into messages of their own.
    #[must_use]
    pub fn explain(self, component: Component, offset: Option<usize>) -> impl fmt::Display + Copy {
        Explained(self, component, offset)
    }
}
