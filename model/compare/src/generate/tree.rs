//! CBOR items to be written with heads of any length, and mutations of them.

use crate::random::Random;

/// A CBOR item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    Unsigned(u64),
    Negative(u64),
    Bytes(Vec<u8>),
    Text(Vec<u8>),
    Array(Vec<Tree>),
    Map(Vec<(Tree, Tree)>),
    Tag(u64, Box<Tree>),
    Simple(u8),
    /// Bytes that are written as they are.
    Raw(Vec<u8>),
}

pub(crate) const FALSE: Tree = Tree::Simple(20);
pub(crate) const TRUE: Tree = Tree::Simple(21);
pub(crate) const NULL: Tree = Tree::Simple(22);

pub(crate) fn text(text: &str) -> Tree {
    Tree::Text(text.as_bytes().to_vec())
}

impl Tree {
    /// The encoding with the shortest heads.
    pub(crate) fn shortest(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut || 0, &mut bytes);
        bytes
    }

    /// The encoding in which some heads are longer than needed.
    pub(crate) fn with_long_heads(&self, random: &mut Random) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut || if random.once_in(3) { random.below(5) } else { 0 }, &mut bytes);
        bytes
    }

    fn write(&self, longer: &mut impl FnMut() -> usize, out: &mut Vec<u8>) {
        match self {
            Self::Unsigned(number) => head(0, *number, longer(), out),
            Self::Negative(number) => head(1, *number, longer(), out),
            Self::Bytes(bytes) => {
                head(2, bytes.len() as u64, longer(), out);
                out.extend(bytes);
            }
            Self::Text(bytes) => {
                head(3, bytes.len() as u64, longer(), out);
                out.extend(bytes);
            }
            Self::Array(items) => {
                head(4, items.len() as u64, longer(), out);
                items.iter().for_each(|item| item.write(longer, out));
            }
            Self::Map(entries) => {
                head(5, entries.len() as u64, longer(), out);
                for (key, value) in entries {
                    key.write(longer, out);
                    value.write(longer, out);
                }
            }
            Self::Tag(number, item) => {
                head(6, *number, longer(), out);
                item.write(longer, out);
            }
            Self::Simple(value @ 0..24) => out.push(7 << 5 | value),
            Self::Simple(value) => out.extend([0xf8, *value]),
            Self::Raw(bytes) => out.extend(bytes),
        }
    }

    /// The items of an array. Other items have none.
    pub(crate) fn items(&mut self) -> &mut Vec<Tree> {
        if !matches!(self, Self::Array(_)) {
            *self = Self::Array(Vec::new());
        }
        let Self::Array(items) = self else { unreachable!("the item is an array now") };
        items
    }

    /// An item somewhere in the tree.
    pub(crate) fn somewhere(&mut self, random: &mut Random) -> &mut Tree {
        let descends =
            matches!(self, Self::Array(items) if !items.is_empty()) && !random.once_in(4);
        if !descends {
            return self;
        }
        let items = self.items();
        let index = random.below(items.len());
        items[index].somewhere(random)
    }

    /// Changes one item, or the items of one array.
    pub(crate) fn mutate(&mut self, random: &mut Random) {
        let at = self.somewhere(random);
        match at {
            Self::Array(items) if random.once_in(2) => {
                let index = random.below(items.len() + 1);
                match random.below(4) {
                    0 => items.insert(index, any(random, 2)),
                    1 if index < items.len() => drop(items.remove(index)),
                    2 if index < items.len() => items.push(items[index].clone()),
                    3 if index < items.len() => {
                        let other = random.below(items.len());
                        items.swap(index, other);
                    }
                    _ => items.push(NULL),
                }
            }
            Self::Text(bytes) | Self::Bytes(bytes) if random.once_in(2) => {
                let index = random.below(bytes.len() + 1);
                match random.below(3) {
                    0 if index < bytes.len() => {
                        bytes[index] = *random.pick(b"aZ.%:/\x00\xc3\xa9\xff-7~&");
                    }
                    1 if index < bytes.len() => drop(bytes.remove(index)),
                    _ => bytes.insert(index, *random.pick(b"aZ.%:/\x00\xc3\xa9\xff-7~&")),
                }
            }
            Self::Text(bytes) if random.once_in(2) => *at = Self::Bytes(std::mem::take(bytes)),
            Self::Bytes(bytes) if random.once_in(2) => *at = Self::Text(std::mem::take(bytes)),
            Self::Unsigned(number) if random.once_in(2) => *at = Self::Negative(*number),
            other => *other = any(random, 2),
        }
    }
}

fn head(major: u8, argument: u64, longer: usize, out: &mut Vec<u8>) {
    let shortest = match argument {
        0..24 => 0,
        24..0x100 => 1,
        0x100..0x1_0000 => 2,
        0x1_0000..0x1_0000_0000 => 3,
        _ => 4,
    };
    let size = (shortest + longer).min(4);
    let bytes = argument.to_be_bytes();
    match size {
        0 => out.push(major << 5 | bytes[7]),
        _ => {
            out.push(major << 5 | (23 + size as u8));
            out.extend(&bytes[8 - (1 << (size - 1))..]);
        }
    }
}

/// An item that may or may not fit where it is put.
pub(crate) fn any(random: &mut Random, depth: usize) -> Tree {
    const RAW: [&[u8]; 16] = [
        b"\xf8\x14",
        b"\xf8\xff",
        b"\xf9\x3c\x00",
        b"\xfa\0\0\0\0",
        b"\xfb\0\0\0\0\0\0\0\0",
        b"\x9f\xff",
        b"\xff",
        b"\x1c",
        b"\xf7",
        b"\x5f\xff",
        b"\x7f\x61a\xff",
        b"\xbf\xff",
        b"\xdf\0",
        b"\x9b\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x7b\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\xc2\x41\x01",
    ];
    match random.below(16) {
        0 | 1 => Tree::Unsigned(*random.pick(&[
            0,
            1,
            2,
            23,
            24,
            127,
            128,
            255,
            256,
            65535,
            65536,
            u64::MAX,
        ])),
        2 => Tree::Negative(*random.pick(&[0, 1, 2, 3, 23, 24, 255, 12068, u64::MAX])),
        3 => Tree::Bytes(vec![b';'; *random.pick(&[0, 1, 3, 4, 5, 15, 16, 17])]),
        4 | 5 => Tree::Text(
            random
                .pick(&[
                    &b""[..],
                    b"a",
                    b".",
                    b"..",
                    b"A",
                    b"\xff",
                    b"\xc3",
                    b"1.2.3.4",
                    b"%41",
                    b"coap",
                ])
                .to_vec(),
        ),
        6 => TRUE,
        7 => FALSE,
        8 | 9 => NULL,
        10 | 11 if depth > 0 => {
            Tree::Array((0..random.below(4)).map(|_| any(random, depth - 1)).collect())
        }
        12 if depth > 0 => Tree::Map(vec![(any(random, depth - 1), any(random, depth - 1))]),
        13 if depth > 0 => {
            Tree::Tag(*random.pick(&[1, 99, 55799]), Box::new(any(random, depth - 1)))
        }
        14 => Tree::Simple(*random.pick(&[0, 19, 23, 32, 255])),
        _ => Tree::Raw(random.pick(&RAW).to_vec()),
    }
}

/// Changes one byte, or adds, removes or repeats some.
pub(crate) fn mutate_bytes(bytes: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(bytes.len() + 1);
    match random.below(5) {
        0 if at < bytes.len() => bytes[at] = random.byte(),
        1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
        2 if at < bytes.len() => drop(bytes.remove(at)),
        3 => bytes.truncate(at),
        _ => bytes.insert(at, random.byte()),
    }
}
