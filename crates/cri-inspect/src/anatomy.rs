//! What the bytes of a CRI are, item by item, as far as they can be read: also where they are none.
//!
//! What an item means is told by where it stands and by its type, in the order of section 5.1 of the draft. Nothing
//! is refused here: what does not belong where it stands is described by its type alone.

mod place;

use std::net::IpAddr;

use cri_core::wire::skip;
use cri_core::{Component, Piece};
use cri_registry::Table;

use crate::heads::Head;

use place::{ARRAY, BYTES, FALSE, MAP, NEGATIVE, NULL, Part, Place, TAG, TEXT, TRUE, UNSIGNED};

/// Items nested deeper than so many levels are not taken apart. A CRI has four.
const MAX_DEPTH: usize = 8;

/// One data item, or bytes that are none.
#[derive(Debug)]
pub(crate) struct Item<'a> {
    /// Where it begins.
    pub(crate) start: usize,
    /// Its head; empty where the bytes are no item.
    pub(crate) head: &'a [u8],
    /// The string behind the head, as far as it is there.
    pub(crate) body: &'a [u8],
    /// How many arrays, maps and tags it is nested in.
    pub(crate) depth: usize,
    /// Whether items are nested in it.
    pub(crate) opens: bool,
    /// How many of those that it is nested in end with it.
    pub(crate) ends: usize,
    /// The part of the CRI that it belongs to.
    pub(crate) component: Option<Component>,
    /// Its type, and how much it holds.
    pub(crate) kind: String,
    /// What it means; behind that stands what it says.
    pub(crate) meaning: String,
    pub(crate) content: Content,
    /// What is to be said besides.
    pub(crate) remark: Option<&'static str>,
}

/// How the string behind a head is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Not at all, or as part of the meaning.
    Hidden,
    /// As text.
    Text,
    /// As the triplets that a URI has.
    Percent,
}

impl Content {
    /// The bytes as text, without quotation marks; what is no UTF-8 is escaped.
    pub(crate) fn show(self, bytes: &[u8]) -> String {
        let mut shown = String::new();
        match self {
            Self::Hidden => {}
            Self::Text => {
                for chunk in bytes.utf8_chunks() {
                    let quoted = format!("{:?}", Piece::text(chunk.valid()));
                    shown.push_str(&quoted[1..quoted.len() - 1]);
                    chunk.invalid().iter().for_each(|byte| shown += &format!("\\x{byte:02x}"));
                }
            }
            Self::Percent => bytes.iter().for_each(|byte| shown += &format!("%{byte:02X}")),
        }
        shown
    }
}

impl Item<'_> {
    /// All that is known of it.
    pub(crate) fn description(&self) -> String {
        let mut description = self.meaning.clone();
        match self.content {
            Content::Hidden => {}
            Content::Text => description += &format!(" \"{}\"", Content::Text.show(self.body)),
            Content::Percent => description += &format!(" {}", Content::Percent.show(self.body)),
        }
        if let Some(remark) = self.remark {
            description += &format!(", {remark}");
        }
        description
    }
}

/// The items of a CRI, in the order of the bytes.
pub(crate) struct Anatomy<'a> {
    bytes: &'a [u8],
    at: usize,
    /// What is open around the next item.
    levels: Vec<Level>,
    schemes: Table,
}

/// An array, map or tag whose items are not all passed.
struct Level {
    place: Place,
    left: u64,
}

impl<'a> Anatomy<'a> {
    /// The items of what `bytes` should hold.
    pub(crate) fn new(bytes: &'a [u8], schemes: Table) -> Self {
        Self { bytes, at: 0, levels: vec![Level { place: Place::Cri, left: 1 }], schemes }
    }

    /// All that is left, which is no item.
    fn rest(&mut self, meaning: &str) -> Item<'a> {
        let start = self.at;
        self.at = self.bytes.len();
        Item {
            start,
            head: &[],
            body: &self.bytes[start..],
            depth: self.levels.len().saturating_sub(1),
            opens: false,
            ends: 0,
            component: None,
            kind: String::new(),
            meaning: meaning.to_owned(),
            content: Content::Hidden,
            remark: None,
        }
    }

    /// What an item means, and how the string in it is shown.
    fn meaning(&self, part: Part, head: &Head, body: &[u8]) -> (String, Content) {
        let number = head.argument();
        let meaning = match part {
            Part::Cri => {
                let first = self.bytes.get(head.body.start).filter(|_| head.children > 0);
                let full = matches!(first.map(|initial| initial >> 5), Some(NEGATIVE | TEXT));
                if full { "full CRI".to_owned() } else { "CRI reference".to_owned() }
            }
            Part::Scheme if head.major() == TEXT => return ("scheme".to_owned(), Content::Text),
            Part::Scheme => {
                let id = -1 - i128::from(number);
                let name = self.schemes.name(number).unwrap_or("unknown");
                format!("scheme {id}: {name}")
            }
            Part::Discard => match (head.initial(), number) {
                (TRUE, _) => "discard true: all segments".to_owned(),
                (_, 0) => "discard 0: no segment".to_owned(),
                (_, 1) => "discard 1: the last segment".to_owned(),
                _ => format!("discard {number}: the last {number} segments"),
            },
            Part::Said(meaning) | Part::Section(meaning, _) => meaning.to_owned(),
            Part::Address => {
                let address = match (<[u8; 4]>::try_from(body), <[u8; 16]>::try_from(body)) {
                    (Ok(bytes), _) => IpAddr::from(bytes).to_string(),
                    (_, Ok(bytes)) => IpAddr::from(bytes).to_string(),
                    _ => "that is no address".to_owned(),
                };
                format!("host {address}")
            }
            Part::Port => format!("port {number}"),
            Part::Text(noun, _) if head.major() == ARRAY => format!("{noun} in pieces"),
            Part::Text(noun, _) => return (noun.to_owned(), Content::Text),
            Part::Piece if head.major() == BYTES => return ("bytes".to_owned(), Content::Percent),
            Part::Piece => return ("text".to_owned(), Content::Text),
            Part::Other => match head.major() {
                UNSIGNED => format!("number {number}"),
                NEGATIVE => format!("number {}", -1 - i128::from(number)),
                TEXT => return ("text".to_owned(), Content::Text),
                BYTES => "bytes".to_owned(),
                ARRAY => "items".to_owned(),
                MAP => "pairs".to_owned(),
                TAG => "tagged item".to_owned(),
                _ => "value".to_owned(),
            },
        };
        (meaning, Content::Hidden)
    }

    /// Takes the next item off what is open around it; gives how many of those end with it.
    fn pass(&mut self) -> usize {
        let open = self.levels.len();
        while self.levels.last().is_some_and(|level| level.left == 0) {
            self.levels.pop();
        }
        open - self.levels.len()
    }
}

/// The type of an item, and how much it holds.
fn kind(head: &Head) -> String {
    let argument = head.argument();
    match (head.major(), head.initial()) {
        (UNSIGNED, _) => "unsigned".to_owned(),
        (NEGATIVE, _) => "negative".to_owned(),
        (BYTES, _) => format!("bytes({argument})"),
        (TEXT, _) => format!("text({argument})"),
        (ARRAY, _) => format!("array({argument})"),
        (MAP, _) => format!("map({argument})"),
        (TAG, _) => format!("tag({argument})"),
        (_, FALSE) => "false".to_owned(),
        (_, TRUE) => "true".to_owned(),
        (_, NULL) => "null".to_owned(),
        (_, 0xf7) => "undefined".to_owned(),
        (_, 0xf9..=0xfb) => "float".to_owned(),
        _ => format!("simple({argument})"),
    }
}

impl<'a> Iterator for Anatomy<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        if self.at >= self.bytes.len() {
            return None;
        }
        let depth = self.levels.len().saturating_sub(1);
        let Some(level) = self.levels.last_mut() else { return Some(self.rest("behind the CRI")) };
        let Ok(head) = Head::read(self.bytes, self.at) else { return Some(self.rest("no data item")) };
        let (part, component, next) = level.place.part(&head);
        level.place = next;
        level.left -= 1;
        let too_deep = head.children > 0 && depth == MAX_DEPTH;
        let end = if too_deep {
            skip(&self.bytes[self.at..]).map_or(self.bytes.len(), |len| self.at + len)
        } else {
            head.body.end.min(self.bytes.len())
        };
        let body = &self.bytes[head.body.start..end];
        let (mut meaning, mut content) = self.meaning(part, &head, body);
        let opens = head.children > 0 && !too_deep;
        let ends = if opens {
            self.levels.push(Level { place: part.inside(component), left: head.children });
            0
        } else {
            self.pass()
        };
        if too_deep {
            (meaning, content) = ("nested too deep".to_owned(), Content::Hidden);
        }
        self.at = end;
        Some(Item {
            start: head.start,
            head: &self.bytes[head.start..head.body.start],
            body,
            depth,
            opens,
            ends,
            component,
            kind: kind(&head),
            meaning,
            content,
            remark: head.is_long().then_some("long head"),
        })
    }
}

#[cfg(test)]
mod tests {
    use cri_core::Component;
    use cri_registry::Table;
    use proptest::prelude::*;

    use super::{Anatomy, Item, MAX_DEPTH};

    fn items(bytes: &[u8]) -> Vec<(usize, Option<&'static str>, String)> {
        let items = Anatomy::new(bytes, Table::DRAFT_16);
        items.map(|item| (item.depth, item.component.map(Component::name), item.description())).collect()
    }

    #[test]
    fn items_are_what_their_place_makes_of_them() {
        // [-1, [false, "u", h'01020304', 1], [["a", ':']], null, "f"]
        let bytes = b"\x85\x20\x84\xf4\x61u\x44\x01\x02\x03\x04\x01\x81\x82\x61a\x41:\xf6\x61f";
        let expected = [
            (0, "cri", "full CRI"),
            (1, "scheme", "scheme -1: coap"),
            (1, "authority", "authority"),
            (2, "userinfo", "userinfo follows"),
            (2, "userinfo", "userinfo \"u\""),
            (2, "host", "host 1.2.3.4"),
            (2, "port", "port 1"),
            (1, "path", "path"),
            (2, "path", "segment in pieces"),
            (3, "path", "text \"a\""),
            (3, "path", "bytes %3A"),
            (1, "query", "no query"),
            (1, "fragment", "fragment \"f\""),
        ];
        let expected = expected.map(|(depth, component, meaning)| (depth, Some(component), meaning.to_owned()));
        assert_eq!(items(bytes), expected);
    }

    #[test]
    fn what_does_not_belong_there_is_described() {
        let described = |bytes| items(bytes).into_iter().map(|(.., description)| description).collect::<Vec<_>>();
        assert_eq!(described(b"\x01\x02"), ["number 1", "behind the CRI"]);
        assert_eq!(
            described(b"\x82\x01\x81\xa1\x01\xc1\x20"),
            ["CRI reference", "discard 1: the last segment", "path", "pairs", "number 1", "tagged item", "number -1",]
        );
        assert_eq!(
            described(b"\x82\x01\x82\x62a"),
            ["CRI reference", "discard 1: the last segment", "path", "segment \"a\""]
        );
        assert_eq!(described(b"\x82\x02\xff"), ["CRI reference", "discard 2: the last 2 segments", "no data item"]);
        assert_eq!(described(b"\x81\x18\x02"), ["CRI reference", "discard 2: the last 2 segments, long head"]);
        let bomb = [0x81; 100];
        let described = described(&bomb);
        assert_eq!(described.len(), MAX_DEPTH + 1);
        assert_eq!(described[MAX_DEPTH], "nested too deep");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        #[test]
        fn every_byte_is_in_one_item(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            let mut at = 0;
            for Item { start, head, body, .. } in Anatomy::new(&bytes, Table::DRAFT_16) {
                prop_assert_eq!(start, at);
                at += head.len() + body.len();
            }
            prop_assert_eq!(at, bytes.len());
        }
    }
}
