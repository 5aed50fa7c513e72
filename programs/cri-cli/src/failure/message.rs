//! The message of a failure, and the place in it that names an offset.

use std::fmt::{self, Display};
use std::ops::Range;

use serde::{Serialize, Serializer};

/// A message that may say at which byte something is wrong.
///
/// The offset is kept apart: it changes where the CBOR that it counts in came from an operand in another form.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    text: String,
    /// The part of the text that introduces the offset, and is left out without one. The offset follows it.
    lead: Range<usize>,
    pub(crate) offset: Option<usize>,
}

impl Message {
    /// A message without an offset. An offset that is added later stands before the first semicolon.
    pub(crate) fn new(text: &str) -> Self {
        const LEAD: &str = ", at byte ";
        let start = text.find("; ").unwrap_or(text.len());
        let (before, after) = text.split_at(start);
        Self { text: [before, LEAD, after].concat(), lead: start..start + LEAD.len(), offset: None }
    }

    /// A message of a library, which names this offset.
    pub(crate) fn naming(text: &str, offset: usize) -> Self {
        const AT: &str = "at byte ";
        let named = format!("{AT}{offset}");
        let ends =
            |at: &usize| !text[at + named.len()..].starts_with(|next: char| next.is_ascii_digit());
        let Some(at) = text.match_indices(&named).map(|(at, _)| at).find(ends) else {
            return Self::new(text);
        };
        let clause = text[..at].rfind([',', ';']).unwrap_or(0);
        let words = text[clause..at].trim_matches([',', ';', ' ']);
        // "found text at byte 3" is no clause, but "with the reference's path at byte 3" is.
        let is_clause = words.is_empty() || words.contains("reference's path");
        let start = if is_clause { clause } else { text[..at].trim_end().len() };
        let end = at + AT.len();
        Self {
            text: [&text[..end], &text[at + named.len()..]].concat(),
            lead: start..end,
            offset: Some(offset),
        }
    }

    /// Puts words before the message.
    pub(crate) fn prefix(&mut self, words: &str) {
        self.text.insert_str(0, words);
        self.lead = self.lead.start + words.len()..self.lead.end + words.len();
    }

    /// Writes `new` in place of the words `old`, if they stand before the offset.
    pub(crate) fn say(&mut self, old: &str, new: &str) {
        if let Some(start) = self.text[..self.lead.start].find(old) {
            self.text.replace_range(start..start + old.len(), new);
            let moved = |at: usize| at - old.len() + new.len();
            self.lead = moved(self.lead.start)..moved(self.lead.end);
        }
    }

    /// Puts words after the message.
    pub(crate) fn append(&mut self, words: &str) {
        self.text += words;
    }

    /// Adds another thing that the user can do.
    pub(crate) fn or(&mut self, advice: &str) {
        self.text += ", or ";
        self.text += advice;
    }

    /// Drops what the user can do.
    pub(crate) fn drop_advice(&mut self) {
        if let Some(len) = self.text[self.lead.end..].find("; ") {
            self.text.truncate(self.lead.end + len);
        }
    }

    /// Adds what the user can do.
    pub(crate) fn advise(&mut self, advice: &str) {
        self.text += "; ";
        self.text += advice;
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = (&self.text[..self.lead.start], &self.text[self.lead.end..]);
        match self.offset {
            Some(offset) => write!(f, "{before}{}{offset}{after}", &self.text[self.lead.clone()]),
            None => write!(f, "{before}{after}"),
        }
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::Message;

    #[test]
    fn offsets_are_replaced_where_they_are_named() {
        for (text, moved, bare) in [
            ("found text at byte 3", "found text at byte 7", "found text"),
            (
                "no path, at byte 3; write one",
                "no path, at byte 7; write one",
                "no path; write one",
            ),
            (
                "found 30, at byte 30 or at byte 3",
                "found 30, at byte 30 or at byte 7",
                "found 30, at byte 30 or",
            ),
            (
                "no result, with the reference's path at byte 3",
                "no result, with the reference's path at byte 7",
                "no result",
            ),
        ] {
            let mut message = Message::naming(text, 3);
            assert_eq!(message.to_string(), text);
            message.offset = Some(7);
            assert_eq!(message.to_string(), moved);
            message.offset = None;
            assert_eq!(message.to_string(), bare);
        }
    }

    #[test]
    fn words_before_an_offset_are_replaced() {
        let mut message = Message::naming("the port is wrong, at byte 3; the port is a number", 3);
        message.say("the port", "the port 99999");
        message.say("a number", "no number");
        assert_eq!(message.to_string(), "the port 99999 is wrong, at byte 3; the port is a number");
        message.offset = Some(7);
        assert_eq!(message.to_string(), "the port 99999 is wrong, at byte 7; the port is a number");
    }

    #[test]
    fn an_offset_stands_before_the_advice() {
        let mut message = Message::new("no path; write one");
        message.offset = Some(3);
        assert_eq!(message.to_string(), "no path, at byte 3; write one");
    }
}
