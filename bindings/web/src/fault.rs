//! Why a text has no answer: kind, component, message, and the place in the text.

use std::fmt::Display;
use std::ops::Range;

use cri_check::Finding;
use cri_coap::{DecomposeError, ProxyError};
use cri_core::{Component, DecodeError, EncodeError, ResolveError};
use cri_edn::ParseErrorKind as NotationErrorKind;
use cri_inspect::operand::hex::HexError;
use cri_inspect::operand::outcome;
use cri_uri::equivalence::RewriteError;
use cri_uri::{ParseError, ToCriError, ToUriError};
use serde::Serialize;

use crate::mark::Mark;

/// Why a text has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    /// What is wrong, in lower case with hyphens.
    pub(crate) kind: &'static str,
    /// The component of the CRI or URI that is wrong, where it is one component.
    pub(crate) component: Option<&'static str>,
    pub(crate) message: String,
    /// The bytes of the text that are wrong. Empty after the last byte.
    #[serde(skip)]
    pub(crate) place: Option<Range<usize>>,
    /// The place in UTF-16 units, as JavaScript counts. Whoever has the text sets it.
    pub(crate) mark: Option<Mark>,
}

impl Fault {
    /// A fault without a component and a place.
    pub(crate) fn new(kind: &'static str, message: impl Display) -> Self {
        Self { kind, component: None, message: message.to_string(), place: None, mark: None }
    }

    /// The fault of converting a text that is not shown, so that it has no place.
    pub(crate) fn unplaced(error: ToCriError) -> Self {
        Self::new(error.kind().name(), format!("{error:#}")).about(error.component())
    }

    fn about(self, component: Component) -> Self {
        Self { component: Some(component.name()), ..self }
    }

    /// The fault at this place.
    pub(crate) fn at(self, place: Range<usize>) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The fault with its place this many bytes further on.
    pub(crate) fn moved(self, by: usize) -> Self {
        let place =
            self.place.map(|place| place.start.saturating_add(by)..place.end.saturating_add(by));
        Self { place, ..self }
    }

    /// The fault at this byte.
    fn at_byte(self, offset: usize) -> Self {
        self.at(offset..offset.saturating_add(1))
    }

    /// The fault with a message that counts from another offset.
    pub(crate) fn renumbered(mut self, from: usize, to: usize) -> Self {
        let named = format!("at byte {from}");
        let follows = |end: usize| self.message.get(end..).and_then(|rest| rest.chars().next());
        let place =
            self.message.match_indices(&named).map(|(at, _)| at..at.saturating_add(named.len()));
        let place = place
            .into_iter()
            .find(|place| !follows(place.end).is_some_and(|next| next.is_ascii_digit()));
        if let Some(place) = place {
            self.message.replace_range(place, &format!("at byte {to}"));
        }
        self
    }

    /// The fault, marked in the whole text, in which its place begins to count at `start`.
    pub(crate) fn marked(self, whole: &str, start: usize) -> Self {
        let Some(place) = &self.place else { return self };
        let moved = |at: usize| at.saturating_add(start);
        let mark = Mark::new(whole, moved(place.start)..moved(place.end));
        let (from, to) = (place.start, moved(place.start));
        let fault = Self { mark: Some(mark), ..self };
        if start > 0 { fault.renumbered(from, to) } else { fault }
    }
}

impl From<HexError> for Fault {
    fn from(error: HexError) -> Self {
        Self::new("invalid-hex", error).at(error.place())
    }
}

/// Implements the conversion of errors with a kind and a component. Those of `text` also have a place in the text.
macro_rules! from_errors {
    ($($error:ident $($text:ident)?,)*) => {$(
        impl From<$error> for Fault {
            fn from(error: $error) -> Self {
                let fault = Self::new(error.kind().name(), error).about(error.component());
                $(let $text = error.offset();
                let fault = fault.at_byte($text);)?
                fault
            }
        }
    )*};
}

from_errors! {
    ParseError text,
    ToCriError text,
    Finding text,
    ResolveError,
    RewriteError,
    EncodeError,
    ToUriError,
    DecomposeError,
}

impl From<ProxyError> for Fault {
    fn from(error: ProxyError) -> Self {
        Self::new(error.kind().name(), error)
    }
}

impl From<cri_edn::ParseError> for Fault {
    fn from(error: cri_edn::ParseError) -> Self {
        // The program has these names.
        let kind = match error.kind() {
            NotationErrorKind::Empty => "empty-operand",
            NotationErrorKind::TooDeep => "too-deep",
            NotationErrorKind::Literal(kind) => kind.name(),
            _ => "invalid-edn",
        };
        let fault = Self::new(kind, error).at_byte(error.offset());
        match error.component() {
            Some(component) => fault.about(component),
            None => fault,
        }
    }
}

/// The place is one in the CBOR, not in a text.
impl From<DecodeError> for Fault {
    fn from(error: DecodeError) -> Self {
        Self::new(error.kind().name(), format_args!("{}: {error}", outcome(error)))
            .about(error.component())
    }
}

#[cfg(test)]
mod tests {
    use super::Fault;

    #[test]
    fn offsets_are_replaced_where_they_are_named() {
        let renumbered = |message: &str| Fault::new("x", message).renumbered(3, 7).message;
        assert_eq!(renumbered("a at byte 3; b"), "a at byte 7; b");
        assert_eq!(
            renumbered("found 30, at byte 30 or at byte 3"),
            "found 30, at byte 30 or at byte 7"
        );
        assert_eq!(renumbered("no offset"), "no offset");
    }

    #[test]
    fn a_place_counts_from_the_start_of_the_whole_text() {
        let fault = Fault::new("x", "wrong, at byte 1").at(1..2).marked("  ab", 2);
        assert_eq!(
            (fault.message.as_str(), fault.mark.map(|mark| mark.start)),
            ("wrong, at byte 3", Some(3))
        );
    }
}
