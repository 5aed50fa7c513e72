//! What is wrong with an operand: kind, component, offset and message, from whichever layer it comes.

use std::fmt::{self, Display};
use std::ops::Range;

use cri_core::{DecodeError, DecodeErrorClass, EncodeError, ResolveError};
use cri_uri::{ParseError, ToCriError, ToUriError};
use serde::{Serialize, Serializer};

/// Why an operand got no answer.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Failure {
    /// What is wrong, in kebab-case.
    pub(crate) kind: &'static str,
    /// The component of the CRI or URI it is wrong with, where it is one.
    pub(crate) component: Option<&'static str>,
    /// Where, in bytes: into an operand that is text, or into the CBOR where the operand is hex, JSON or CBOR.
    pub(crate) offset: Option<usize>,
    /// What was expected, what found, and where.
    pub(crate) message: Message,
    /// The bytes of the operand that are to blame.
    #[serde(skip)]
    pub(crate) mark: Option<Range<usize>>,
}

/// A message, and where it says that something is: that may change on the way from the CBOR to the operand.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    text: String,
    offset: Option<usize>,
}

impl Failure {
    /// A failure of the operand as a whole.
    pub(crate) fn new(kind: &'static str, message: impl Display) -> Self {
        Self {
            kind,
            component: None,
            offset: None,
            message: Message { text: message.to_string(), offset: None },
            mark: None,
        }
    }

    /// A failure that a layer below names, with the offset that its message ends with.
    fn below(kind: &'static str, component: cri_core::Component, offset: usize, message: String) -> Self {
        let bare = message.strip_suffix(&format!(" at byte {offset}")).map(str::to_owned);
        Self::new(kind, bare.unwrap_or(message)).about(component.name()).at(offset)
    }

    /// The same, of this component.
    pub(crate) fn about(mut self, component: &'static str) -> Self {
        self.component = Some(component);
        self
    }

    /// The same, at this offset.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self.message.offset = Some(offset);
        self
    }

    /// The same, nowhere in particular.
    pub(crate) fn nowhere(mut self) -> Self {
        self.offset = None;
        self.message.offset = None;
        self.mark = None;
        self
    }

    /// The same, with these bytes of the operand to blame.
    pub(crate) fn marking(mut self, mark: Range<usize>) -> Self {
        self.mark = Some(mark);
        self
    }

    /// The same at its offset in an operand that is text: the byte there is to blame.
    pub(crate) fn in_text(self) -> Self {
        match self.offset {
            Some(offset) => self.marking(offset..offset.saturating_add(1)),
            None => self,
        }
    }

    /// The same, with something said before the message.
    pub(crate) fn prefixed(mut self, prefix: &str) -> Self {
        self.message.text.insert_str(0, prefix);
        self
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match self.offset {
            Some(offset) => write!(f, " at byte {offset}"),
            None => Ok(()),
        }
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string()).in_text()
    }
}

impl From<ToCriError> for Failure {
    fn from(error: ToCriError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string()).in_text()
    }
}

impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Self {
        let class = match error.class() {
            DecodeErrorClass::Malformed => "malformed CBOR: ",
            _ => "unprocessable CRI: ",
        };
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string()).prefixed(class)
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string())
    }
}

/// An encoding error speaks of what was being written, not of the operand.
impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string()).nowhere()
    }
}

/// An error of converting to a URI speaks of sections, which need not stand in any bytes.
impl From<ToUriError> for Failure {
    fn from(error: ToUriError) -> Self {
        Self::new(error.kind().name(), error).about(error.component().name())
    }
}
