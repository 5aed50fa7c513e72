//! Errors of options as bytes: what is no option, and what cannot be written.

use core::error::Error;
use core::fmt;

use crate::option::{self, MAX_VALUE};

/// The rule of RFC 7252 section 3.1 that bytes break when they are not the options of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptionReadErrorKind {
    /// An option delta of 15, which is reserved for the payload marker.
    ReservedDelta,
    /// An option length of 15, which is reserved.
    ReservedLength,
    /// The bytes end within the head of an option.
    TruncatedHead,
    /// A value that is longer than the rest of the message.
    TruncatedValue,
    /// An option number above 65,535.
    NumberTooLarge,
    /// A payload marker that no payload follows.
    EmptyPayload,
}

impl OptionReadErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReservedDelta => "reserved-delta",
            Self::ReservedLength => "reserved-length",
            Self::TruncatedHead => "truncated-head",
            Self::TruncatedValue => "truncated-value",
            Self::NumberTooLarge => "number-too-large",
            Self::EmptyPayload => "empty-payload",
        }
    }
}

/// The error when bytes are not the options of a message.
///
/// It has no response code: a server does not answer a message with a format error, and rejects it (RFC 7252 section
/// 4.2).
///
/// ```
/// let error = cri_coap::EncodedOptions::decode(b"\xb1a\xd1").unwrap_err();
/// assert_eq!(error.to_string(), "the head of an option is cut off, at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionReadError {
    kind: OptionReadErrorKind,
    offset: usize,
}

impl OptionReadError {
    #[cold]
    pub(crate) const fn new(kind: OptionReadErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> OptionReadErrorKind {
        self.kind
    }

    /// The offset in bytes of the option that breaks the rule, or of the payload marker.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for OptionReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            OptionReadErrorKind::ReservedDelta => {
                "an option delta is 15, which is reserved; it must be 0 to 14"
            }
            OptionReadErrorKind::ReservedLength => {
                "an option length is 15, which is reserved; it must be 0 to 14"
            }
            OptionReadErrorKind::TruncatedHead => "the head of an option is cut off",
            OptionReadErrorKind::TruncatedValue => {
                "the value of an option is longer than the rest of the message"
            }
            OptionReadErrorKind::NumberTooLarge => "an option number is above 65535",
            OptionReadErrorKind::EmptyPayload => {
                "no payload follows the payload marker; leave out the marker if there is no payload"
            }
        })?;
        write!(f, ", at byte {}", self.offset)
    }
}

impl Error for OptionReadError {}

/// The reason why an option cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptionWriteErrorKind {
    /// A value of more than [`MAX_VALUE`] bytes, the most that an option length can say.
    TooLong,
    /// The buffer is too small for the option.
    BufferFull,
    /// The buffer is too small for the payload.
    Payload,
}

impl OptionWriteErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooLong => "too-long",
            Self::BufferFull => "buffer-full",
            Self::Payload => "payload",
        }
    }
}

/// The error when an option cannot be written.
///
/// ```
/// let error = cri_coap::OptionWriter::new(&mut []).add(11, b"a").unwrap_err();
/// assert_eq!(error.to_string(), "the buffer is too small for Uri-Path");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OptionWriteError {
    kind: OptionWriteErrorKind,
    option: u16,
}

impl OptionWriteError {
    #[cold]
    pub(crate) const fn new(kind: OptionWriteErrorKind, option: u16) -> Self {
        Self { kind, option }
    }

    /// The reason.
    #[must_use]
    pub const fn kind(&self) -> OptionWriteErrorKind {
        self.kind
    }

    /// The number of the option; for a payload, that of the last option before it, or 0.
    #[must_use]
    pub const fn option(&self) -> u16 {
        self.option
    }
}

impl fmt::Display for OptionWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            OptionWriteErrorKind::TooLong => {
                write!(
                    f,
                    "the value of an option has more than {MAX_VALUE} bytes, the most that it can have: "
                )?;
            }
            OptionWriteErrorKind::BufferFull => f.write_str("the buffer is too small for ")?,
            OptionWriteErrorKind::Payload => {
                return f.write_str("the buffer is too small for the payload");
            }
        }
        match option::name(self.option) {
            Some(name) => f.write_str(name),
            None => write!(f, "option {}", self.option),
        }
    }
}

impl Error for OptionWriteError {}
