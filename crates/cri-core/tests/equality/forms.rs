//! Values of the sections of CRIs, and all encodings of each value.

use cri_core::Component;

/// A data item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    Unsigned(u64),
    Negative(u64),
    Bytes(&'static [u8]),
    Text(&'static str),
    Array(Vec<Item>),
    Simple(u8),
}

use Item::{Array, Bytes, Negative, Simple, Text, Unsigned};

pub(crate) const FALSE: Item = Simple(20);
pub(crate) const TRUE: Item = Simple(21);
pub(crate) const NULL: Item = Simple(22);
/// A section that is missing. Only the last sections may be.
pub(crate) const MISSING: Item = Simple(0);

/// Appends an item. Its heads are `longer` steps longer than the shortest heads, up to the longest ones.
pub(crate) fn write(item: &Item, longer: usize, to: &mut Vec<u8>) {
    let (major, argument) = match item {
        Unsigned(value) => (0, *value),
        Negative(value) => (1, *value),
        Bytes(bytes) => (2, bytes.len() as u64),
        Text(text) => (3, text.len() as u64),
        Array(items) => (4, items.len() as u64),
        Simple(value) => return to.push(7 << 5 | value),
    };
    let shortest = match argument {
        0..24 => 0,
        24..0x100 => 1,
        0x100..0x1_0000 => 2,
        0x1_0000..0x1_0000_0000 => 3,
        _ => 4,
    };
    let bytes = argument.to_be_bytes();
    match (shortest + longer).min(4) {
        0 => to.push(major << 5 | bytes[7]),
        size => {
            to.push(major << 5 | (23 + size as u8));
            to.extend(&bytes[8 - (1 << (size - 1))..]);
        }
    }
    match item {
        Bytes(bytes) => to.extend(*bytes),
        Text(text) => to.extend(text.as_bytes()),
        Array(items) => items.iter().for_each(|item| write(item, longer, to)),
        _ => {}
    }
}

/// The encoding of these sections.
pub(crate) fn encoded(sections: &[Item], longer: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let sections = sections.iter().filter(|section| **section != MISSING).cloned().collect();
    write(&Array(sections), longer, &mut bytes);
    bytes
}

pub(crate) fn texts(items: &[&'static str]) -> Item {
    Array(items.iter().map(|&item| Text(item)).collect())
}

pub(crate) type Form = [Item; 5];

/// All encodings of one value, which are equal: each form in heads of several lengths.
pub(crate) fn encodings(forms: &[Form]) -> Vec<Vec<u8>> {
    forms.iter().flat_map(|form| (0..5).map(|longer| encoded(form, longer))).collect()
}

pub(crate) const COMPONENTS: [Component; 5] = [
    Component::Scheme,
    Component::Authority,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// The values that the tests give each section, in the order of the sections. No two values of a section are equal.
pub(crate) fn values() -> [Vec<Item>; 5] {
    let zone = |zone| {
        Array(vec![Bytes(&[0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), Text(zone)])
    };
    [
        // A number, a larger number, a name.
        vec![
            Negative(0),
            Negative(1),
            Negative(23),
            Negative(24),
            Negative(300),
            Negative(u64::MAX),
            Text("coap"),
        ],
        vec![
            NULL,
            texts(&["g"]),
            texts(&["h"]),
            texts(&["h", ""]),
            texts(&["h", "g"]),
            texts(&["hg"]),
            Array(vec![Text("h"), Unsigned(0)]),
            Array(vec![Text("h"), Unsigned(24)]),
            Array(vec![Text("h"), Unsigned(5683)]),
            Array(vec![FALSE, Text("u"), Text("h")]),
            Array(vec![FALSE, Text("v"), Text("h")]),
            Array(vec![FALSE, Text(""), Text("h")]),
            Array(vec![FALSE, Array(vec![Text("u"), Bytes(b":")]), Text("h")]),
            Array(vec![Bytes(&[1, 2, 3, 4])]),
            Array(vec![Bytes(&[1, 2, 3, 5])]),
            Array(vec![Bytes(&[1, 2, 3, 4]), Unsigned(1)]),
            Array(vec![Bytes(&[0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])]),
            zone("a"),
            zone("b"),
            zone(""),
            Array(vec![Array(vec![Text("h"), Bytes(b"&")])]),
        ],
        vec![
            texts(&["a"]),
            texts(&["b"]),
            texts(&["a", ""]),
            texts(&["a", "b"]),
            texts(&["ab"]),
            texts(&["a", "b", "c"]),
            texts(&["é"]),
            texts(&["e\u{301}"]),
            texts(&["abcdefghijklmnopqrstuvwxyz"]),
            Array(vec![Array(vec![Text("a"), Bytes(b";")])]),
            Array(vec![Array(vec![Text("a"), Bytes(b"/")])]),
            texts(&["a;"]),
        ],
        vec![
            NULL,
            texts(&[""]),
            texts(&["", ""]),
            texts(&["q"]),
            texts(&["r"]),
            texts(&["q", "r"]),
            texts(&["qr"]),
            Array(vec![Array(vec![Bytes(b"&"), Text("q")])]),
        ],
        vec![NULL, Text(""), Text("f"), Text("g"), Text("é"), Array(vec![Text("f"), Bytes(b"/")])],
    ]
}

/// The forms of a full CRI with these sections. An empty path and a missing query can be written in several ways, and
/// each revision writes one of them.
pub(crate) fn forms(sections: &Form) -> Vec<Form> {
    let [scheme, authority, path, query, fragment] = sections;
    let empty = Array(Vec::new());
    let paths =
        if *path == empty { vec![empty.clone(), NULL, MISSING] } else { vec![path.clone()] };
    let queries = if *query == NULL { vec![empty, NULL, MISSING] } else { vec![query.clone()] };
    let fragment = if *fragment == NULL { MISSING } else { fragment.clone() };
    let mut forms = Vec::new();
    for path in &paths {
        for query in &queries {
            let form =
                [scheme.clone(), authority.clone(), path.clone(), query.clone(), fragment.clone()];
            forms.push(form);
        }
    }
    forms.retain(|form| {
        // Nothing follows a missing section, and the last section is not null.
        let missing = form.iter().position(|section| *section == MISSING).unwrap_or(5);
        form[missing..].iter().all(|section| *section == MISSING) && form[missing - 1] != NULL
    });
    forms
}
