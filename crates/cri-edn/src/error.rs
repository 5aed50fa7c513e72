//! The errors of text that is not diagnostic notation of one item.

use std::error::Error;
use std::fmt;

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
    /// A literal whose name is not known. The offset is that of the name.
    UnknownLiteral,
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
            Self::UnknownLiteral => "unknown-literal",
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
    cause: Cause,
    offset: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Cause {
    Notation(ParseErrorKind),
    /// INVARIANT: its offset is one in the notation.
    Literal(ToCriError),
}

impl ParseError {
    pub(crate) const fn new(kind: ParseErrorKind, offset: usize) -> Self {
        Self { cause: Cause::Notation(kind), offset }
    }

    /// An error in a literal, at this offset in the notation.
    pub(crate) const fn in_literal(error: ToCriError, offset: usize) -> Self {
        Self { cause: Cause::Literal(error.with_offset(offset)), offset }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        match self.cause {
            Cause::Notation(kind) => kind,
            Cause::Literal(error) => ParseErrorKind::Literal(error.kind()),
        }
    }

    /// The component of the CRI that is wrong, where the error is in a `cri'…'` literal.
    #[must_use]
    pub const fn component(&self) -> Option<Component> {
        match self.cause {
            Cause::Notation(_) => None,
            Cause::Literal(error) => Some(error.component()),
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
        let kind = match self.cause {
            Cause::Literal(error) => return error.fmt(f),
            Cause::Notation(kind) => kind,
        };
        let at = At(self.offset);
        match kind {
            ParseErrorKind::Empty => {
                write!(
                    f,
                    "the notation is empty{at}; diagnostic notation of one item looks like [-1, [\"h\"]]"
                )
            }
            ParseErrorKind::Syntax(Some(found)) => write!(
                f,
                "{} cannot stand here{at}; diagnostic notation of one item looks like [-1, [\"h\"]]",
                Character(found)
            ),
            ParseErrorKind::Syntax(None) => {
                write!(f, "the notation ends too early{at}; an item or a bracket is missing")
            }
            ParseErrorKind::UnclosedComment => {
                write!(f, "the comment has no end{at}; close it with /")
            }
            ParseErrorKind::UnclosedString => {
                write!(f, "the string has no end{at}; close it with its quotation mark")
            }
            ParseErrorKind::CarriageReturn => {
                write!(f, "a carriage return stands in a string{at}; write \\r instead")
            }
            ParseErrorKind::InvalidEscape => {
                write!(
                    f,
                    "the backslash begins no escape{at}; write \\\\ for a backslash, or an escape such as \\u00e9"
                )
            }
            ParseErrorKind::InvalidHex(found) => {
                write!(
                    f,
                    "{} is not a hex digit{at}; digits are 0 to 9 and a to f",
                    Character(found)
                )
            }
            ParseErrorKind::OddHexDigits => {
                write!(f, "the number of hex digits is odd{at}; each byte takes two")
            }
            ParseErrorKind::InvalidNumber => {
                write!(f, "the number cannot be read{at}; an integer has at most 128 bits")
            }
            ParseErrorKind::UnknownLiteral => {
                write!(f, "the literal is unknown{at}; cri, CRI, h, b64, b32 and h32 are known")
            }
            ParseErrorKind::TooDeep => {
                write!(f, "brackets nest more than {MAX_DEPTH} levels deep{at}")
            }
            ParseErrorKind::NotEncodable(reason) => {
                write!(f, "CBOR has no such item{at}: {reason}")
            }
            ParseErrorKind::Literal(kind) => f.write_str(kind.name()),
        }
    }
}

impl Error for ParseError {}

/// Shows where an error is.
struct At(usize);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, ", at byte {}", self.0)
    }
}

/// Shows a character in quotation marks, and its code point.
struct Character(char);

impl fmt::Display for Character {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} (U+{:04X})", self.0, u32::from(self.0))
    }
}
