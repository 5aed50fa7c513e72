//! RFC 8949 as far as section 5.1 needs it: one array of definite lengths, read with minicbor.

use minicbor::Decoder;

use crate::Flaw;

/// A data item and where its head begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The offset of the head in bytes.
    pub at: usize,
    /// The item.
    pub kind: Kind,
}

/// The kinds of items that a CRI can contain, and one kind for all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Major type 0.
    Unsigned(u64),
    /// Major type 1: -1 minus this number.
    Negative(u64),
    /// Major type 2. `start` is the offset of the first byte.
    Bytes {
        /// The content.
        content: Vec<u8>,
        /// Where the content begins.
        start: usize,
    },
    /// Major type 3, not yet checked for UTF-8.
    Text {
        /// The content.
        content: Vec<u8>,
        /// Where the content begins.
        start: usize,
    },
    /// Major type 4.
    Array(Vec<Item>),
    /// Simple value 20.
    False,
    /// Simple value 21.
    True,
    /// Simple value 22.
    Null,
    /// An item that no CRI contains: a map, a tag, a float, another simple value, an array deeper than any CRI.
    Other,
}

/// The head of an item, as the first pass finds it.
enum Head {
    Item(Kind),
    Array(u64),
    Map(u64),
    Tag,
}

/// The array that `bytes` encode (section 5.1: one array of definite lengths).
///
/// # Errors
///
/// The bytes are not one well-formed array of definite lengths (section 5.2.1: nothing can be skipped). Only the first
/// flaw in the order of bytes counts. At offset 0, there may be two.
pub fn read(bytes: &[u8]) -> Result<Vec<Item>, Vec<Flaw>> {
    let mut flaws = Vec::new();
    if bytes.first().is_some_and(|first| first >> 5 != 4) {
        flaws.push(Flaw::new("not-an-array").at(0));
    }
    let mut heads = Vec::new();
    let mut decoder = Decoder::new(bytes);
    // RFC 8949 section 3: a head that announces items is followed by them. One counter is enough.
    let mut outstanding: u128 = 1;
    while outstanding > 0 {
        let at = decoder.position();
        match head(&mut decoder) {
            Ok(head) => {
                outstanding -= 1;
                outstanding += match head {
                    Head::Item(_) => 0,
                    Head::Array(items) => u128::from(items),
                    Head::Map(entries) => 2 * u128::from(entries),
                    Head::Tag => 1,
                };
                heads.push((at, head));
            }
            Err(flaw) => {
                if flaws.is_empty() || flaw.offset == Some(0) {
                    flaws.push(flaw);
                }
                break;
            }
        }
        if !flaws.is_empty() {
            break;
        }
    }
    if flaws.is_empty() && decoder.position() < bytes.len() {
        flaws.push(Flaw::new("trailing-bytes").at(decoder.position()));
    }
    if !flaws.is_empty() {
        return Err(flaws);
    }
    match tree(&mut heads.into_iter(), 0).kind {
        Kind::Array(items) => Ok(items),
        _ => Err(vec![Flaw::new("not-an-array").at(0)]),
    }
}

/// The number of bytes of the head of tag 99, which the bytes must begin with (-27).
///
/// # Errors
///
/// Another item, or a head that is not well-formed. Where it is both, both flaws count.
pub fn read_tag(bytes: &[u8]) -> Result<usize, Vec<Flaw>> {
    let not_tagged = Flaw::new("not-tagged").at(0);
    let mut decoder = Decoder::new(bytes);
    match (head(&mut decoder), Decoder::new(bytes).tag()) {
        (Ok(Head::Tag), Ok(tag)) if tag.as_u64() == 99 => Ok(decoder.position()),
        (Ok(_), _) => Err(vec![not_tagged]),
        (Err(flaw), _) => Err(vec![flaw, not_tagged]),
    }
}

/// RFC 8949 section 3: the next head, with its content if it is a string.
fn head(decoder: &mut Decoder<'_>) -> Result<Head, Flaw> {
    let at = decoder.position();
    let rest = decoder.input().get(at..).unwrap_or_default();
    let cut = Flaw::new("end-of-input").at(at);
    let &first = rest.first().ok_or(cut.clone())?;
    match (first >> 5, first & 31) {
        (_, 28..=30) | (0 | 1 | 6, 31) => return Err(Flaw::new("reserved-head").at(at)),
        (_, 31) => return Err(Flaw::new("indefinite-length").at(at)),
        // RFC 8949 section 3.3: two bytes for a simple value below 32 are not well-formed.
        (7, 24) if rest.get(1).is_some_and(|&value| value < 32) => {
            return Err(Flaw::new("invalid-simple").at(at));
        }
        _ => {}
    }
    let head = match first >> 5 {
        0 => decoder.u64().map(|value| Head::Item(Kind::Unsigned(value))),
        1 => decoder.int().map(|value| {
            Head::Item(Kind::Negative((-1 - i128::from(value)).unsigned_abs() as u64))
        }),
        2 => decoder.bytes().map(<[u8]>::to_vec).map(|content| {
            let start = decoder.position() - content.len();
            Head::Item(Kind::Bytes { content, start })
        }),
        3 => {
            // minicbor reads only text that is UTF-8. Here, UTF-8 is a separate rule, so the text is read as a byte
            // string.
            let mut copy = rest.to_vec();
            copy[0] = first & 31 | 2 << 5;
            let mut bytes = Decoder::new(&copy);
            bytes.bytes().map(<[u8]>::to_vec).map(|content| {
                decoder.set_position(at + bytes.position());
                let start = decoder.position() - content.len();
                Head::Item(Kind::Text { content, start })
            })
        }
        4 => decoder.array().map(|items| Head::Array(items.unwrap_or_default())),
        5 => decoder.map().map(|entries| Head::Map(entries.unwrap_or_default())),
        6 => decoder.tag().map(|_| Head::Tag),
        _ => match first {
            0xf4 | 0xf5 => {
                decoder.bool().map(|value| Head::Item(if value { Kind::True } else { Kind::False }))
            }
            0xf6 => decoder.null().map(|()| Head::Item(Kind::Null)),
            0xf7 => decoder.undefined().map(|()| Head::Item(Kind::Other)),
            0xf9 => decoder.f16().map(|_| Head::Item(Kind::Other)),
            0xfa => decoder.f32().map(|_| Head::Item(Kind::Other)),
            0xfb => decoder.f64().map(|_| Head::Item(Kind::Other)),
            _ => decoder.simple().map(|_| Head::Item(Kind::Other)),
        },
    };
    // The only other flaw is a head or a string that the input cuts off.
    head.map_err(|_| cut)
}

/// A CRI, its path, a PET sequence and the pieces of it are four levels. No rule concerns deeper items.
const LEVELS: usize = 5;

/// The item whose heads come next.
fn tree(heads: &mut std::vec::IntoIter<(usize, Head)>, level: usize) -> Item {
    let Some((at, head)) = heads.next() else { return Item { at: 0, kind: Kind::Other } };
    let kind = match head {
        Head::Item(kind) => kind,
        Head::Array(items) if level < LEVELS => {
            Kind::Array((0..items).map(|_| tree(heads, level + 1)).collect())
        }
        Head::Array(items) => pass_over(heads, u128::from(items)),
        Head::Map(entries) => pass_over(heads, 2 * u128::from(entries)),
        Head::Tag => pass_over(heads, 1),
    };
    Item { at, kind }
}

/// Section 5.2.1: passes over items in bounded memory.
fn pass_over(heads: &mut std::vec::IntoIter<(usize, Head)>, items: u128) -> Kind {
    let mut outstanding = items;
    while outstanding > 0 {
        outstanding -= 1;
        outstanding += match heads.next() {
            Some((_, Head::Array(items))) => u128::from(items),
            Some((_, Head::Map(entries))) => 2 * u128::from(entries),
            Some((_, Head::Tag)) => 1,
            Some((_, Head::Item(_))) | None => 0,
        };
    }
    Kind::Other
}
