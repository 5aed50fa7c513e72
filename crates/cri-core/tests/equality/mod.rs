//! Equality, order and hash of pairs that are equal or nearly so, in every type that has them.
//!
//! An equal pair is one value twice: with longer heads, in the form of the other revision, or as a result of resolving.
//! The values of an unequal pair differ in one section.
#![cfg(feature = "alloc")]

mod forms;

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use cri_core::{
    ArrayBuffer, Component, Cri, CriBuf, CriKey, CriRef, CriRefBuf, Decoder, Features, Ingested,
    Revision,
};

use crate::items::Item::{Array, Negative, Text, Unsigned};
use crate::items::hash;
use forms::{COMPONENTS, NULL, TRUE, encoded, encodings, forms, texts, values};

/// Asserts that two values are equal, or that they are not, as `equal` says, and the same of their hashes. Hashes of
/// different values may be equal by chance, but none of these are.
fn assert_pair<T: Eq + Hash>(a: &T, b: &T, equal: bool, context: &str) {
    assert_eq!((a == b, b == a), (equal, equal), "{context}");
    assert_eq!(hash(a) == hash(b), equal, "{context}");
}

/// Asserts the order of two values.
fn assert_order<T: Ord>(a: &T, b: &T, order: Ordering, context: &str) {
    assert_eq!((a.cmp(b), b.cmp(a)), (order, order.reverse()), "{context}");
    assert_eq!(
        (a.partial_cmp(b), b.partial_cmp(a)),
        (Some(order), Some(order.reverse())),
        "{context}"
    );
}

/// Compares two full CRIs in every type. `differ` is the section in which they differ, if they do.
fn assert_compared(a: &[u8], b: &[u8], differ: Option<Component>, context: &str) {
    let equal = differ.is_none();
    let (cri_a, cri_b) = (Cri::decode(a).expect(context), Cri::decode(b).expect(context));
    let order = cri_a.cmp(&cri_b);
    assert_eq!(order.is_eq(), equal, "{context}");
    assert_pair(&cri_a, &cri_b, equal, context);
    assert_order(&cri_a, &cri_b, order, context);

    // Only the fragment is ignored.
    let ignoring = matches!(differ, None | Some(Component::Fragment));
    assert_eq!(cri_a.eq_ignoring_fragment(cri_b), ignoring, "{context}");
    let without_fragment = |cri: Cri<'_>| {
        let mut encoded = Vec::new();
        let sections = cri.without_fragment().sections();
        sections.encode(Revision::Rfc9988, &mut encoded).expect(context);
        encoded
    };
    assert_eq!(without_fragment(cri_a) == without_fragment(cri_b), ignoring, "{context}");

    // Owned CRIs, in buffers of the same type and of two types.
    let owned = |cri: Cri<'_>| CriBuf::decode(cri.as_bytes().to_vec()).expect(context);
    let (buf_a, buf_b) = (owned(cri_a), owned(cri_b));
    let in_array = cri_b.copy_to(ArrayBuffer::<128>::new()).expect(context);
    assert_pair(&buf_a, &buf_b, equal, context);
    assert_order(&buf_a, &buf_b, order, context);
    assert_eq!((buf_a == in_array, in_array == buf_a), (equal, equal), "{context}");
    assert_eq!((buf_a == cri_b, cri_a == buf_b), (equal, equal), "{context}");
    assert_eq!(buf_a.as_cri().eq_ignoring_fragment(&buf_b), ignoring, "{context}");
    assert_eq!((hash(&buf_a), hash(in_array)), (hash(cri_a), hash(cri_b)), "{context}");

    // Keys of maps.
    let keys: [&dyn CriKey; 2] = [&cri_a, &buf_b];
    assert_eq!((keys[0] == keys[1], keys[1] == keys[0]), (equal, equal), "{context}");
    assert_eq!(
        (keys[0].cmp(keys[1]), keys[0].partial_cmp(keys[1])),
        (order, Some(order)),
        "{context}"
    );
    assert_eq!((hash(keys[0]), hash(keys[1])), (hash(&buf_a), hash(cri_b)), "{context}");
    let tree = BTreeMap::from([(owned(cri_b), ())]);
    assert_eq!(tree.contains_key(&cri_a as &dyn CriKey), equal, "{context}");
    let map = HashMap::from([(owned(cri_b), ())]);
    assert_eq!(map.contains_key(&cri_a as &dyn CriKey), equal, "{context}");
    #[cfg(feature = "equivalent")]
    assert_eq!(equivalent::Equivalent::equivalent(&cri_a, &buf_b), equal, "{context}");

    // Results of resolving a full reference and the empty reference.
    let other = Cri::decode(b"\x82\x20\x81\x61z").unwrap();
    let nothing = CriRef::decode(b"\x80").unwrap();
    let resolved_a =
        [other.resolve(cri_a), cri_a.resolve(nothing)].map(|resolved| resolved.expect(context));
    let resolved_b =
        [other.resolve(cri_b), cri_b.resolve(nothing)].map(|resolved| resolved.expect(context));
    for a in resolved_a {
        for b in resolved_b {
            assert_pair(&a, &b, equal, context);
            assert_order(&a, &b, order, context);
            assert_eq!(cri_a.eq_ignoring_fragment(b), ignoring, "{context}");
        }
        assert_eq!((a == cri_b, cri_b == a, a == cri_a), (equal, equal, true), "{context}");
        assert_eq!(hash(a), hash(cri_a), "{context}");
    }

    assert_structures(a, b, equal, context);
}

/// Compares two references by their structure.
fn assert_structures(a: &[u8], b: &[u8], equal: bool, context: &str) {
    let (ref_a, ref_b) = (CriRef::decode(a).expect(context), CriRef::decode(b).expect(context));
    assert_eq!(
        (ref_a.structurally_eq(ref_b), ref_b.structurally_eq(ref_a)),
        (equal, equal),
        "{context}"
    );
    let owned = CriRefBuf::decode(b.to_vec()).expect(context);
    assert_eq!(
        (owned.structurally_eq(ref_a), ref_a.structurally_eq(&owned)),
        (equal, equal),
        "{context}"
    );
}

/// Tries all pairs of values of one section. The other sections are equal.
#[test]
fn cris_that_differ_in_one_section_are_unequal() {
    let values = values();
    let start = [Negative(0), texts(&["h"]), texts(&["a"]), texts(&["q"]), Text("f")];
    let mut pairs = [0; 5];
    for section in 0..5 {
        for (index, one) in values[section].iter().enumerate() {
            for other in &values[section][index + 1..] {
                let mut both = [start.clone(), start.clone()];
                (both[0][section], both[1][section]) = (one.clone(), other.clone());
                let [one, other] = both.map(|sections| encodings(&forms(&sections)[..1]));
                // Heads of the same length, and of different lengths.
                for (a, b) in [(&one[0], &other[0]), (&one[1], &other[4]), (&one[3], &other[0])] {
                    assert_compared(a, b, Some(COMPONENTS[section]), &format!("{a:02x?} {b:02x?}"));
                    pairs[section] += 1;
                }
            }
        }
    }
    assert!(pairs.iter().all(|&pairs| pairs >= 40), "{pairs:?}");
}

/// Tries every value with heads of other lengths, and in the forms of both revisions.
#[test]
fn other_encodings_are_equal() {
    let values = values();
    let empty = Array(Vec::new());
    let starts = [
        [Negative(0), texts(&["h"]), empty.clone(), NULL, NULL],
        [Negative(0), texts(&["h"]), empty.clone(), NULL, Text("f")],
        [Negative(0), texts(&["h"]), empty, texts(&["q"]), NULL],
        [Negative(0), TRUE, texts(&["a"]), NULL, NULL],
        [Negative(0), NULL, texts(&["a"]), texts(&["q"]), Text("f")],
    ];
    let mut pairs = 0;
    for start in starts {
        for section in 0..5 {
            for value in &values[section] {
                let mut sections = start.clone();
                sections[section] = value.clone();
                let equal = encodings(&forms(&sections));
                if Cri::decode(&equal[0]).is_err() {
                    continue;
                }
                for bytes in &equal[1..] {
                    assert_compared(
                        &equal[0],
                        bytes,
                        None,
                        &format!("{:02x?} {bytes:02x?}", equal[0]),
                    );
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs > 1000, "{pairs}");
}

/// The path of a result is a run of the base's segments and a run of the reference's segments. Equality does not depend
/// on where the path is divided.
#[test]
fn divided_paths_are_equal() {
    let mut pairs = [0; 2];
    let names = ["a", "b", "", "c"];
    for longer in 0..5 {
        for kept in 0..=names.len() {
            let base = encoded(&[Negative(0), texts(&["h"]), texts(&names[..kept])], longer);
            let added = encoded(
                &[Unsigned(0), texts(&names[kept..]), texts(&["q"]), Text("f")],
                (longer + kept) % 5,
            );
            let resolved =
                Cri::decode(&base).unwrap().resolve(CriRef::decode(&added).unwrap()).unwrap();
            for other in
                [&["a", "b", "", "c"][..], &["a", "b", "c", ""], &["a", "b", ""], &["ab", "", "c"]]
            {
                let whole = encoded(
                    &[Negative(0), texts(&["h"]), texts(other), texts(&["q"]), Text("f")],
                    0,
                );
                let whole = Cri::decode(&whole).unwrap();
                let equal = other == names;
                assert_eq!(
                    (resolved == whole, whole == resolved),
                    (equal, equal),
                    "{resolved:?} {whole:?}"
                );
                assert_eq!(hash(resolved) == hash(whole), equal, "{resolved:?} {whole:?}");
                pairs[usize::from(equal)] += 1;
            }
        }
    }
    assert!(pairs.iter().all(|&pairs| pairs >= 25), "{pairs:?}");

    // One base, and references that add different segments.
    let base = encoded(&[Negative(0), texts(&["h"]), texts(&["a"])], 0);
    let added = [&[][..], &["a"], &["b"], &["b", "c"], &["bc"], &["c", "b"]]
        .map(|added| encoded(&[Unsigned(0), texts(added)], 0));
    let resolve = |reference| {
        Cri::decode(&base).unwrap().resolve(CriRef::decode(reference).unwrap()).unwrap()
    };
    for one in &added {
        for other in &added {
            let (a, b) = (resolve(one), resolve(other));
            assert_pair(&a, &b, one == other, &format!("{a:?} {b:?}"));
        }
    }
}

/// The parts of CRIs have equality, order and hash of their own.
#[test]
fn parts_compare_like_their_sections() {
    let [_, authorities, paths, queries, fragments] = values();
    let start = [Negative(0), texts(&["h"]), texts(&["a"]), texts(&["q"]), Text("f")];
    let mut pairs = [0; 2];
    for (section, values) in [(1, authorities), (2, paths), (3, queries), (4, fragments)] {
        for one in &values {
            for other in &values {
                let mut both = [start.clone(), start.clone()];
                (both[0][section], both[1][section]) = (one.clone(), other.clone());
                let [a, b] = [encoded(&forms(&both[0])[0], 0), encoded(&forms(&both[1])[0], 2)];
                let [a, b] = [&a, &b].map(|bytes| Cri::decode(bytes).unwrap().sections());
                let (equal, context) = (one == other, format!("{a:?} {b:?}"));
                pairs[usize::from(equal)] += 1;
                assert_pair(&a.path(), &b.path(), equal || section != 2, &context);
                assert_order(&a.path(), &b.path(), a.segments().cmp(b.segments()), &context);
                assert_pair(&a.query(), &b.query(), equal || section != 3, &context);
                assert_pair(&a.fragment(), &b.fragment(), equal || section != 4, &context);
                assert_pair(
                    &a.authority_section(),
                    &b.authority_section(),
                    equal || section != 1,
                    &context,
                );
                assert_pair(&a.authority(), &b.authority(), equal || section != 1, &context);
                let parts = [&a, &b]
                    .map(|sections| (sections.userinfo(), sections.host(), sections.port()));
                assert_pair(&parts[0], &parts[1], equal || section != 1, &context);
                assert_order(
                    &a.authority(),
                    &b.authority(),
                    a.authority().map(|_| &parts[0]).cmp(&b.authority().map(|_| &parts[1])),
                    &context,
                );
            }
        }
    }
    assert!(pairs[0] > 500 && pairs[1] > 40, "{pairs:?}");
}

/// References compare by structure alone: a missing section differs from an empty one (5.2).
#[test]
fn references_compare_by_structure() {
    let references = [
        vec![],
        vec![Unsigned(0), Array(Vec::new())],
        vec![Unsigned(0), NULL, Array(Vec::new())],
        vec![Unsigned(0), Array(Vec::new()), Array(Vec::new())],
        vec![Unsigned(1)],
        vec![Unsigned(2)],
        vec![Unsigned(24)],
        vec![Unsigned(127)],
        vec![TRUE],
        vec![TRUE, Array(Vec::new())],
        vec![Unsigned(1), texts(&["a"])],
        vec![Unsigned(2), texts(&["a"])],
        vec![TRUE, texts(&["a"])],
        vec![Unsigned(1), texts(&["a"]), texts(&["q"])],
        vec![Unsigned(1), texts(&["a"]), NULL, Text("f")],
        vec![NULL, texts(&["a"])],
        vec![NULL, texts(&["b"])],
        vec![NULL, TRUE],
        vec![Negative(0), texts(&["a"])],
        vec![Text("s"), texts(&["a"])],
    ];
    let mut pairs = [0; 2];
    for (index, one) in references.iter().enumerate() {
        for (other_index, other) in references.iter().enumerate() {
            for longer in 0..5 {
                let (a, b) = (encoded(one, 0), encoded(other, longer));
                let equal = index == other_index;
                assert_structures(&a, &b, equal, &format!("{a:02x?} {b:02x?}"));
                pairs[usize::from(equal)] += 1;
            }
        }
    }
    // `[]` is `[0]` (5.1).
    for longer in 0..5 {
        assert_structures(b"\x80", &encoded(&[Unsigned(0)], longer), true, "[] and [0]");
    }
    assert!(pairs[0] >= 1000 && pairs[1] >= 100, "{pairs:?}");
}

// shows: D16-5.2.1-09, D16-5.2.1-10, D16-5.2.1-11
#[test]
fn unprocessable_cris_equal_only_themselves() {
    let cris: [&[u8]; 7] = [
        b"\x82\x25\xf5",                   // [-6, true]: rootless, without a path
        b"\x83\x25\xf5\x81\x61a",          // [-6, true, ["a"]]
        b"\x83\x20\x83\xf4\x61u\x61h\x80", // [-1, [false, "u", "h"], []]
        b"\x82\x20\x83\xf4\x61u\x61h",     // [-1, [false, "u", "h"]]
        b"\x82\x01\x81\x82\x61a\x41;",     // [1, [["a", h'3B']]]
        b"\x82\x61s\x81\x61h",             // ["s", ["h"]]
        b"\x82\x61s\x81\x78\x01h",         // ["s", ["h"_0]]
    ];
    let opaque = |bytes| {
        let decoder = Decoder::new().with_features(Features::NONE);
        match decoder.decode::<Ingested<'_>>(bytes).unwrap() {
            Ingested::Unprocessable(opaque) => opaque,
            Ingested::Processable(read) => panic!("{read:?}"),
        }
    };
    let mut counts = [0; 2];
    for a in cris {
        for b in cris {
            // By bytes alone: an equal structure in another form differs. A processable CRI is of another type.
            assert_pair(&opaque(a), &opaque(b), a == b, &format!("{a:02x?} {b:02x?}"));
            counts[usize::from(a == b)] += 1;
        }
    }
    assert!(counts[0] >= 40 && counts[1] >= 7, "{counts:?}");
}
