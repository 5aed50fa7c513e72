//! Why an operand has no answer: kind, component, offset and message.

mod from;
pub(crate) mod message;

use std::fmt::Display;
use std::ops::Range;

use cri_core::{Component, CriRef, DecodeError};
use serde::{Serialize, Serializer};

use crate::failure::message::Message;

/// Why an operand has no answer.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Failure {
    /// What is wrong, in lower case with hyphens.
    pub(crate) kind: &'static str,
    /// The component of the CRI or URI that is wrong, where it is one component.
    #[serde(serialize_with = "name")]
    pub(crate) component: Option<Component>,
    /// The offset of the wrong byte: in an operand that is text, or in the CBOR where hex digits, JSON or CBOR are
    /// well-formed.
    pub(crate) offset: Option<usize>,
    pub(crate) message: Message,
    /// The bytes of the operand that are marked.
    #[serde(skip)]
    pub(crate) mark: Option<Range<usize>>,
}

impl Failure {
    /// A failure of the operand as a whole. The offset that it may get stands before the first semicolon.
    pub(crate) fn new(kind: &'static str, message: impl Display) -> Self {
        Self::with(kind, Message::new(&message.to_string()))
    }

    /// A failure with the offset that its message names.
    pub(crate) fn naming(kind: &'static str, message: impl Display, offset: usize) -> Self {
        let named = Message::naming(&message.to_string(), offset);
        Self { offset: Some(offset), ..Self::with(kind, named) }
    }

    fn with(kind: &'static str, message: Message) -> Self {
        Self { kind, component: None, offset: None, message, mark: None }
    }

    /// A failure of an empty operand, where that is not a CRI reference.
    pub(crate) fn empty() -> Self {
        Self::new("empty-operand", "the operand is empty; a CRI takes at least one byte")
            .at(0)
            .in_text()
    }

    /// A decoding error, without its class in the message.
    pub(crate) fn unclassed(error: DecodeError) -> Self {
        Self::naming(error.kind().name(), error, error.offset()).about(error.component())
    }

    /// The failure with this component.
    pub(crate) fn about(mut self, component: Component) -> Self {
        self.component = Some(component);
        self
    }

    /// The failure at this offset.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self.message.offset = Some(offset);
        self
    }

    /// The failure without an offset.
    pub(crate) fn nowhere(mut self) -> Self {
        self.offset = None;
        self.message.offset = None;
        self.mark = None;
        self
    }

    /// The failure with an offset that its message does not name.
    pub(crate) fn without_offset_in_message(mut self) -> Self {
        self.message.offset = None;
        self
    }

    /// The failure at its component in this CRI, unless it has an offset.
    pub(crate) fn within(self, cri: CriRef<'_>) -> Self {
        match (self.offset, self.component) {
            (None, Some(component)) => self.at(cri.offset_of(component)),
            _ => self,
        }
    }

    /// The failure with these bytes of the operand marked.
    pub(crate) fn marking(mut self, mark: Range<usize>) -> Self {
        self.mark = Some(mark);
        self
    }

    /// The failure of an operand that is text: the byte at its offset is marked.
    pub(crate) fn in_text(self) -> Self {
        match self.offset {
            Some(offset) => self.marking(offset..offset.saturating_add(1)),
            None => self,
        }
    }

    /// The failure of an operand in which the byte at `from` is at `to`.
    pub(crate) fn moved(mut self, from: usize, to: usize) -> Self {
        let moved = |at: usize| at.saturating_sub(from).saturating_add(to);
        self.offset = self.offset.map(moved);
        self.message.offset = self.message.offset.map(moved);
        self.mark = self.mark.map(|mark| moved(mark.start)..moved(mark.end));
        self
    }

    /// The failure of an operand that begins at `start` of a file, at its offset in the file. What is marked stays.
    pub(crate) fn counted_from(self, start: usize) -> Self {
        let offset = self.offset.unwrap_or(0).saturating_add(start);
        self.at(offset)
    }

    /// The failure with words before its message.
    pub(crate) fn prefixed(mut self, words: &str) -> Self {
        self.message.prefix(words);
        self
    }

    /// The failure with other words in what its message says before the offset, if it has the words `old` there.
    pub(crate) fn saying(mut self, old: &str, new: &str) -> Self {
        self.message.say(old, new);
        self
    }

    /// The failure with these words at the end of its message.
    pub(crate) fn followed_by(mut self, words: &str) -> Self {
        self.message.append(words);
        self
    }

    /// The failure with one more way out after the advice of its message.
    pub(crate) fn or(mut self, advice: &str) -> Self {
        self.message.or(advice);
        self
    }

    /// The failure with this advice in place of the advice of its message.
    pub(crate) fn advising_instead(mut self, advice: &str) -> Self {
        self.message.drop_advice();
        self.advising(advice)
    }

    /// The failure with advice after its message.
    pub(crate) fn advising(mut self, advice: &str) -> Self {
        self.message.advise(advice);
        self
    }
}

/// Serializes a component as its name.
fn name<S: Serializer>(component: &Option<Component>, serializer: S) -> Result<S::Ok, S::Error> {
    component.map(Component::name).serialize(serializer)
}
