//! CRIs and CRI references, encoded.

use super::tree::{FALSE, NULL, TRUE, Tree, text};
use crate::random::Random;

/// The total sizes at which implementations switch to another code path: CBOR heads, layouts of 4 KiB, short copies.
pub(crate) const SIZES: [usize; 14] =
    [30, 31, 32, 33, 254, 255, 256, 257, 4094, 4095, 4096, 4097, 4098, 65_537];

const WORDS: [&str; 24] = [
    "a",
    "b",
    "c",
    "a",
    "b",
    "",
    "",
    "x",
    "pa",
    "th",
    "a:b",
    ":",
    "...",
    ".a",
    "a/b",
    "é",
    "a b",
    "%41",
    "a&b",
    "a=b",
    "@",
    "core",
    ".well-known",
    "\u{10348}",
];

const LABELS: [&str; 22] = [
    "h", "h", "a", "b", "example", "com", "", "1", "2", "3", "255", "256", "01", "é", "ä-b", "a:b",
    "a%b", "non!port", "[::1]", "Ä", "xn--a", "a b",
];

/// Characters and bytes for the middle of a long text. Some are not allowed everywhere.
const SPECIALS: [&[u8]; 10] =
    [b"\xc3\xa9", b"\xf0\x90\x8d\x88", b"Z", b".", b"%", b":", b"/", b"&", b"\xff", b"\xc3"];

/// One of the words or, once in 12 times, a long text or any character.
fn word(words: &[&str], random: &mut Random) -> Tree {
    match random.below(24) {
        0 => Tree::Text(random.run_of_letters(&SPECIALS)),
        1 => text(&random.character().to_string()),
        _ => text(random.word(words)),
    }
}

/// A text or, once in `pet` times, a sequence.
fn text_or_pet(words: &[&str], random: &mut Random, pet: usize) -> Tree {
    if !random.once_in(pet) {
        return word(words, random);
    }
    const BYTES: [&[u8]; 8] = [b";", b":", b"/", b"\xff", b"\xc3", b"%", b"\x00", b"=&"];
    let mut pieces = Vec::new();
    let mut is_text = random.once_in(2);
    for _ in 0..=random.below(3) {
        let piece = match word(words, random) {
            Tree::Text(bytes) if bytes.is_empty() => text("w"),
            piece => piece,
        };
        pieces.push(match random.below(8) {
            _ if is_text => piece,
            0 => Tree::Bytes((0..=random.below(4)).map(|_| random.byte() | 0x80).collect()),
            _ => Tree::Bytes(random.pick(&BYTES).to_vec()),
        });
        is_text = !is_text;
    }
    if pieces == [text("w")] || !pieces.iter().any(|piece| matches!(piece, Tree::Bytes(_))) {
        pieces.push(Tree::Bytes(b";".to_vec()));
    }
    Tree::Array(pieces)
}

pub(crate) fn scheme(random: &mut Random) -> Tree {
    match random.below(8) {
        0..4 => Tree::Negative(*random.pick(&[0, 1, 2, 3, 6, 7, 8, 9, 24, 25])),
        4 => Tree::Negative(*random.pick(&[4, 5, 12_068, 5477, 7874, 999_999, 15_740, u64::MAX])),
        _ => text(
            random.word(&["a", "s", "coap", "http", "x-foo", "z39.50r", "a.b+c-d", "file", "urn"]),
        ),
    }
}

pub(crate) fn authority(random: &mut Random) -> Tree {
    let mut items = Vec::new();
    if random.once_in(8) {
        items.extend([FALSE, text_or_pet(&["", "u", "u:p", "a@b", "é", "a b"], random, 6)]);
    }
    match random.below(10) {
        0 => {
            items.push(Tree::Bytes((0..4).map(|_| *random.pick(&[0, 1, 127, 192, 255])).collect()));
            if random.once_in(6) {
                items.push(text("eth0"));
            }
        }
        1 => {
            let mut address: Vec<u8> = (0..16).map(|_| *random.pick(&[0, 0, 0, 1, 0xff])).collect();
            if random.once_in(4) {
                address[..12].copy_from_slice(b"\0\0\0\0\0\0\0\0\0\0\xff\xff");
            }
            items.push(Tree::Bytes(address));
            if random.once_in(3) {
                items.push(text(random.word(&["eth0", "en1", "", "é", "a%b", "A"])));
            }
        }
        2 => items.extend((0..4).map(|_| text(random.word(&["1", "0", "255", "256", "01", "a"])))),
        _ => items.extend((0..=random.below(3)).map(|_| text_or_pet(&LABELS, random, 24))),
    }
    if random.once_in(4) {
        items.push(Tree::Unsigned(*random.pick(&[0, 23, 24, 80, 443, 5683, 5684, 65535, 65536])));
    }
    Tree::Array(items)
}

fn authority_section(random: &mut Random) -> Tree {
    match random.below(10) {
        0 => NULL,
        1 => TRUE,
        _ => authority(random),
    }
}

pub(crate) fn path(random: &mut Random) -> Tree {
    let count = match random.below(64) {
        0 => *random.pick(&[23, 24, 31, 32, 126, 127, 128, 255, 256]),
        // Together with a few more, these need a head of two bytes.
        1..5 => 19 + random.below(6),
        _ => random.below(6),
    };
    Tree::Array((0..count).map(|_| text_or_pet(&WORDS, random, 12)).collect())
}

fn query(random: &mut Random) -> Tree {
    Tree::Array((0..random.below(4)).map(|_| text_or_pet(&WORDS, random, 12)).collect())
}

fn fragment(random: &mut Random) -> Tree {
    text_or_pet(&WORDS, random, 8)
}

/// Adds sections after `sections`, without trailing nulls.
fn with_end(mut sections: Vec<Tree>, ends: [Option<Tree>; 3]) -> Tree {
    sections.extend(ends.into_iter().map(|section| section.unwrap_or(NULL)));
    while sections.last() == Some(&NULL) {
        sections.pop();
    }
    Tree::Array(sections)
}

/// The value once in `of` times, and otherwise nothing.
fn sometimes(of: usize, value: fn(&mut Random) -> Tree, random: &mut Random) -> Option<Tree> {
    if random.once_in(of) { Some(value(random)) } else { None }
}

/// A full CRI.
pub(crate) fn full(random: &mut Random) -> Tree {
    let start = vec![scheme(random), authority_section(random)];
    let path = if random.once_in(8) { None } else { Some(path(random)) };
    let ends = [path, sometimes(2, query, random), sometimes(3, fragment, random)];
    sized(with_end(start, ends), random)
}

/// A CRI reference. Half of them have a number as discard.
pub(crate) fn reference(random: &mut Random) -> Tree {
    if random.once_in(8) {
        // A query or a fragment alone.
        let ends = [None, sometimes(2, query, random), sometimes(2, fragment, random)];
        return with_end(vec![Tree::Unsigned(0)], ends);
    }
    let start = match random.below(16) {
        0..8 => vec![Tree::Unsigned(
            *random.pick(&[0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 23, 24, 126, 127, 128]),
        )],
        8..11 => vec![TRUE],
        11 | 12 => vec![NULL, if random.once_in(8) { TRUE } else { authority(random) }],
        _ => return full(random),
    };
    let path = if random.once_in(3) { None } else { Some(path(random)) };
    let ends = [path, sometimes(2, query, random), sometimes(3, fragment, random)];
    sized(with_end(start, ends), random)
}

/// Once in 16 times, the item with a segment that makes it one of [`SIZES`] long.
fn sized(mut item: Tree, random: &mut Random) -> Tree {
    if !random.once_in(16) {
        return item;
    }
    let size = match random.below(4096) {
        0 => 1 << 20,
        1..64 => *random.pick(&SIZES),
        _ => *random.pick(&SIZES[..13]),
    };
    let is_full =
        matches!(item.items().first(), Some(Tree::Negative(_) | Tree::Text(_) | Tree::Simple(22)));
    let place = if is_full { 2 } else { 1 };
    let sections = item.items();
    while sections.len() <= place {
        sections.push(NULL);
    }
    let long = |length: usize| Tree::Text(vec![b'l'; length]);
    let index = match &sections[place] {
        Tree::Array(items) => random.below(items.len() + 1),
        _ => 0,
    };
    sections[place].items().insert(index, long(0));
    let missing = size.saturating_sub(item.shortest().len());
    // The head of the segment grows with it.
    for length in (missing.saturating_sub(8)..=missing).rev() {
        item.items()[place].items()[index] = long(length);
        if item.shortest().len() <= size {
            break;
        }
    }
    item
}

/// A full CRI that shares much with another one.
pub(crate) fn near(other: &Tree, random: &mut Random) -> Tree {
    let mut near = other.clone();
    let sections = near.items();
    while sections.len() < 3 {
        sections.push(if sections.len() == 2 { Tree::Array(Vec::new()) } else { NULL });
    }
    match random.below(8) {
        0 => sections[0] = scheme(random),
        1 => sections[1] = authority_section(random),
        2 => sections[2] = path(random),
        3 | 4 => {
            let segments = sections[2].items();
            for _ in 0..random.below(segments.len() + 1) {
                segments.pop();
            }
            for _ in 0..random.below(3) {
                segments.push(text_or_pet(&WORDS, random, 12));
            }
        }
        5 => {
            sections.truncate(3);
            sections.push(query(random));
        }
        6 => {
            sections.truncate(4);
            while sections.len() < 4 {
                sections.push(NULL);
            }
            sections.push(fragment(random));
        }
        _ => sections.truncate(3),
    }
    while sections.last() == Some(&NULL) {
        sections.pop();
    }
    near
}

/// A CRI whose URI equals the URI of this one, or nearly so. It has another spelling of the scheme, text as bytes,
/// another port, or another path.
pub(crate) fn spelled_otherwise(mut item: Tree, random: &mut Random) -> Tree {
    const SCHEMES: [(u64, &str); 8] = [
        (0, "coap"),
        (1, "coaps"),
        (2, "http"),
        (3, "https"),
        (8, "coap+ws"),
        (24, "coap+ws"),
        (12_068, "file"),
        (9, "coaps+ws"),
    ];
    let sections = item.items();
    let (number, name) = *random.pick(&SCHEMES);
    match sections.first_mut() {
        Some(scheme @ Tree::Negative(_)) if random.once_in(2) => {
            let other = SCHEMES.into_iter().find(|(number, _)| *scheme == Tree::Negative(*number));
            *scheme = other.map_or_else(|| Tree::Negative(number), |(_, name)| text(name));
        }
        Some(scheme) if random.once_in(4) => *scheme = text(name),
        _ => {}
    }
    if let Some(Tree::Array(authority)) = sections.get_mut(1) {
        match authority.last_mut() {
            Some(Tree::Unsigned(port)) if random.once_in(4) => {
                *port = *random.pick(&[80, 443, 5683, 5684]);
            }
            Some(Tree::Unsigned(_)) if random.once_in(3) => drop(authority.pop()),
            Some(Tree::Text(_)) if random.once_in(4) => {
                authority.push(Tree::Unsigned(*random.pick(&[80, 443, 5683])));
            }
            _ => {}
        }
    }
    if let Some(Tree::Array(path)) = sections.get_mut(2)
        && path.len() < 2
        && random.once_in(3)
    {
        *path = if path.is_empty() { vec![text("")] } else { Vec::new() };
    }
    for section in sections.iter_mut().skip(1) {
        match section {
            Tree::Array(texts) => texts.iter_mut().for_each(|text| as_bytes(text, random)),
            fragment => as_bytes(fragment, random),
        }
    }
    item
}

/// Half of the time, replaces one character of a text by a byte string: the first character that a byte string may
/// hold.
fn as_bytes(item: &mut Tree, random: &mut Random) {
    let Tree::Text(content) = item else { return };
    let Some(at) =
        content.iter().position(|byte| b" /%:@&=;".contains(byte)).filter(|_| random.once_in(2))
    else {
        return;
    };
    let (before, after) = (content[..at].to_vec(), content[at + 1..].to_vec());
    let pieces = [Tree::Text(before), Tree::Bytes(vec![content[at]]), Tree::Text(after)];
    *item = Tree::Array(pieces.into_iter().filter(|piece| *piece != text("")).collect());
}
