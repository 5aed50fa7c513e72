//! Reads the files of `data/` while the crate is compiled.
//!
//! A file is lines of cells without quotes, after a header. A wrong file does not compile.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    reason = "no program runs this"
)]

use crate::data::Entry;

/// The first two cells of a row.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    pub(crate) first: &'static str,
    pub(crate) second: &'static str,
}

/// The number of rows of a file.
pub(crate) const fn count(file: &str) -> usize {
    let (bytes, mut at, mut lines) = (file.as_bytes(), 0, 0);
    while at < bytes.len() {
        lines += (bytes[at] == b'\n') as usize;
        at += 1;
    }
    assert!(bytes[at - 1] == b'\n', "the last line of a file does not end");
    lines - 1
}

/// The rows of a file.
pub(crate) const fn rows<const N: usize>(file: &'static str) -> [Row; N] {
    let mut rows = [Row { first: "", second: "" }; N];
    // One walk, because the compiler takes its time: where the line begins, and where its first two cells end.
    let (bytes, mut at, mut line, mut ends, mut cells) = (file.as_bytes(), 0, 0, [0; 2], 0);
    let mut row = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if (byte == b',' || byte == b'\n') && cells < 2 {
            ends[cells] = at;
            cells += 1;
        }
        at += 1;
        if byte == b'\n' {
            if row > 0 {
                let [first, second] = ends;
                rows[row - 1] = Row {
                    first: between(file, line, first),
                    second: between(file, first + 1, second),
                };
            }
            (row, line, cells) = (row + 1, at, 0);
        }
    }
    rows
}

const fn between(text: &str, start: usize, end: usize) -> &str {
    text.split_at(end).0.split_at(start).1
}

/// The number of bytes of all second cells.
pub(crate) const fn names_len(rows: &[Row]) -> usize {
    let (mut len, mut at) = (0, 0);
    while at < rows.len() {
        len += rows[at].second.len();
        at += 1;
    }
    len
}

/// The second cells, one after another: a program has them without the rest of the file.
pub(crate) const fn names<const LEN: usize>(rows: &[Row]) -> [u8; LEN] {
    let (mut names, mut len, mut at) = ([0; LEN], 0, 0);
    while at < rows.len() {
        let name = rows[at].second.as_bytes();
        names.split_at_mut(len).1.split_at_mut(name.len()).0.copy_from_slice(name);
        len += name.len();
        at += 1;
    }
    names
}

/// The schemes of a registry, whose names are `names`, with their default ports.
pub(crate) const fn schemes<const N: usize>(
    rows: &[Row; N],
    names: &'static [u8],
    ports: &[Row],
) -> [Entry; N] {
    let Ok(mut names) = core::str::from_utf8(names) else { panic!("a name is not UTF-8") };
    let (mut schemes, mut at) = ([Entry::NONE; N], 0);
    while at < N {
        let name;
        (name, names) = names.split_at(rows[at].second.len());
        schemes[at] = Entry { name, number: number(rows[at].first), port: 0 };
        assert!(
            at == 0 || schemes[at - 1].number < schemes[at].number,
            "the numbers do not ascend"
        );
        at += 1;
    }
    at = 0;
    while at < ports.len() {
        if let Some(scheme) = position(&schemes, ports[at].first) {
            schemes[scheme].port = number(ports[at].second);
        }
        at += 1;
    }
    schemes
}

/// The six CoAP schemes of a registry. Their names are constants of their own, so that firmware has no others.
pub(crate) const fn coap(schemes: &[Entry]) -> [Entry; 6] {
    const NAMES: [&str; 6] = ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];
    let (mut coap, mut at) = ([Entry::NONE; 6], 0);
    while at < NAMES.len() {
        let Some(found) = position(schemes, NAMES[at]) else { panic!("a CoAP scheme is missing") };
        coap[at] = Entry { name: NAMES[at], ..schemes[found] };
        at += 1;
    }
    coap
}

/// The position of the scheme with this name.
const fn position(schemes: &[Entry], name: &str) -> Option<usize> {
    let (name, mut at) = (name.as_bytes(), 0);
    while at < schemes.len() {
        let other = schemes[at].name.as_bytes();
        if other.len() == name.len() && is_same(other, name) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// Whether two names of one length are equal.
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len()
}

const fn number(digits: &str) -> u16 {
    match u16::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => panic!("a number of a file is not one of 16 bits"),
    }
}
