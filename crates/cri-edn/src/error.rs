//! The errors of text that is not diagnostic notation of one item.

use std::error::Error;
use std::fmt;

use cri_core::__private::{Described, Description};
use cri_core::Component;
use cri_uri::{ToCriError, ToCriErrorKind};

/// How many levels deep brackets may nest. A CRI has three; the others serve to explain what is wrong with it.
pub const MAX_DEPTH: usize = 8;

/// The reason why a text is not diagnostic notation of one item.
///
/// ```
/// use cri_edn::{Notation, ParseErrorKind};
/// use cri_uri::Options;
///
/// let kind = |text| Notation::parse(text, Options::default()).map_err(|error| error.kind()).err();
/// assert_eq!(kind("[1, ["), Some(ParseErrorKind::Syntax(None)));
/// assert_eq!(kind("[h'0']"), Some(ParseErrorKind::OddHexDigits));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// There is nothing but blanks. The offset is 0.
    Empty,
    /// This character is not allowed here. With `None`, the text ends too early.
    Syntax(Option<char>),
    /// A comment that begins with `/` has no second `/`. The offset is that of the first.
    UnclosedComment,
    /// A string has no closing quotation mark. The offset is that of the opening one.
    UnclosedString,
    /// A carriage return in a string, which needs the escape `\r`.
    CarriageReturn,
    /// A backslash that begins no escape. The offset is that of the backslash.
    InvalidEscape,
    /// A character in `h'…'` that is not a hex digit.
    InvalidHex(char),
    /// An odd number of digits in `h'…'`. The offset is that of the closing quotation mark.
    OddHexDigits,
    /// A number that cannot be read. The offset is that of its first character.
    InvalidNumber,
    /// A literal that is not read, and what to do. The offset is that of its name.
    UnknownLiteral(&'static str),
    /// Brackets nest too deep. The offset is that of the first bracket beyond [`MAX_DEPTH`].
    TooDeep,
    /// The notation is well-formed, but CBOR has no such item. The offset is that of the item.
    NotEncodable(&'static str),
    /// The text of a `cri'…'` literal is not a CRI. The offset leads to the wrong byte inside the literal.
    Literal(ToCriErrorKind),
}

impl ParseErrorKind {
    /// The kind's name in lower case with hyphens, such as `too-deep`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Syntax(_) => "syntax",
            Self::UnclosedComment => "unclosed-comment",
            Self::UnclosedString => "unclosed-string",
            Self::CarriageReturn => "carriage-return",
            Self::InvalidEscape => "invalid-escape",
            Self::InvalidHex(_) => "invalid-hex",
            Self::OddHexDigits => "odd-hex-digits",
            Self::InvalidNumber => "invalid-number",
            Self::UnknownLiteral(_) => "unknown-literal",
            Self::TooDeep => "too-deep",
            Self::NotEncodable(_) => "not-encodable",
            Self::Literal(kind) => kind.name(),
        }
    }
}

/// Why a text is not diagnostic notation of one item.
///
/// ```
/// use cri_edn::{Notation, ParseErrorKind};
/// use cri_uri::Options;
///
/// let error = Notation::parse("[1, ;]", Options::default()).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ParseErrorKind::Syntax(Some(';')), 4));
/// assert_eq!(
///     error.to_string(),
///     "';' (U+003B) cannot stand here, at byte 4; diagnostic notation of one item looks like [-1, [\"h\"]]"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    kind: ParseErrorKind,
    offset: usize,
    /// The error in a literal. INVARIANT: its offset is one in the notation.
    literal: Option<ToCriError>,
}

impl ParseError {
    pub(crate) const fn new(kind: ParseErrorKind, offset: usize) -> Self {
        Self { kind, offset, literal: None }
    }

    pub(crate) const fn not_encodable(reason: &'static str, offset: usize) -> Self {
        Self::new(ParseErrorKind::NotEncodable(reason), offset)
    }

    /// An error in a literal, at this offset in the notation.
    pub(crate) const fn in_literal(error: ToCriError, offset: usize) -> Self {
        let kind = ParseErrorKind::Literal(error.kind());
        Self { kind, offset, literal: Some(error.with_offset(offset)) }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The name of the kind, in lower case with hyphens.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// The component of the CRI that is wrong, where the error is in a literal.
    #[must_use]
    pub const fn component(&self) -> Option<Component> {
        match self.literal {
            Some(error) => Some(error.component()),
            None => None,
        }
    }

    /// The offset of the error, in bytes from the start of the notation. Each kind says what is there.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseErrorKind as Kind;
        const LIKE: &str = "; diagnostic notation of one item looks like [-1, [\"h\"]]";
        if let Some(error) = self.literal {
            return error.fmt(f);
        }
        if let Kind::Syntax(Some(found)) | Kind::InvalidHex(found) = self.kind {
            write!(f, "{found:?} (U+{:04X}) ", u32::from(found))?;
        }
        let (what, advice) = match self.kind {
            Kind::Empty => ("the notation is empty", LIKE),
            Kind::Syntax(Some(_)) => ("cannot stand here", LIKE),
            Kind::Syntax(None) => {
                ("the notation ends too early", "; an item or a bracket is missing")
            }
            Kind::UnclosedComment => ("the comment has no end", "; close it with /"),
            Kind::UnclosedString => ("the string has no end", "; close it with its quotation mark"),
            Kind::CarriageReturn => ("the string has a carriage return", "; write \\r instead"),
            Kind::InvalidEscape => (
                "the backslash begins no escape",
                "; write \\\\ for a backslash, or an escape such as \\u00e9",
            ),
            Kind::InvalidHex(_) => ("is not a hex digit", "; digits are 0 to 9 and a to f"),
            Kind::OddHexDigits => ("the number of hex digits is odd", "; each byte takes two"),
            Kind::InvalidNumber => (
                "the number cannot be read",
                "; write one such as -1, 0x1f or 1.5; an integer has at most 128 bits",
            ),
            Kind::UnknownLiteral(_) => ("the literal is not read", "; "),
            Kind::TooDeep => {
                return write!(
                    f,
                    "brackets nest more than {MAX_DEPTH} levels deep, at byte {}",
                    self.offset
                );
            }
            Kind::NotEncodable(_) => ("CBOR has no such item", ": "),
            Kind::Literal(kind) => (kind.name(), ""),
        };
        write!(f, "{what}, at byte {}{advice}", self.offset)?;
        match self.kind {
            Kind::NotEncodable(reason) | Kind::UnknownLiteral(reason) => f.write_str(reason),
            _ => Ok(()),
        }
    }
}

impl Error for ParseError {}

impl Described for ParseError {
    fn describe(&self) -> Description {
        (self.name(), self.component().unwrap_or(Component::Cri), Some(self.offset))
    }
}
