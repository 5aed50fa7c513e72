//! Values of the sections of CRIs, and all encodings of each value.

use cri_core::Component;

use crate::items::Item;

use Item::{Array, Bytes, Negative, Text, Unsigned};

const FALSE: Item = Item::FALSE;
pub(crate) const TRUE: Item = Item::TRUE;
pub(crate) const NULL: Item = Item::NULL;
/// A section that is missing. Only the last sections may be.
pub(crate) const MISSING: Item = Item::Simple(0);

/// The encoding of these sections. Its heads are `longer` steps longer than the shortest heads.
pub(crate) fn encoded(sections: &[Item], longer: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let sections = sections.iter().filter(|section| **section != MISSING).cloned().collect();
    Array(sections).write(&mut || longer, &mut bytes);
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
    let zone = |zone| -> Item {
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
