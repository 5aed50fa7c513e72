//! Properties of all CRIs, tested on generated ones with heads of any length, and on mutations of them.

use cri_core::{
    AuthoritySection, Cri, CriRef, DecodeErrorClass, Discard, Ingested, Revision, SliceBuffer,
};
use proptest::prelude::*;

use crate::items::{self, encode, hash};

type Item = items::Item<String, Vec<u8>>;

/// How many steps each head is longer than the shortest: none, half of the time.
fn lengths() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![Just(vec![0]), prop::collection::vec(0_usize..4, 1..9)]
}

fn shortest(item: &Item) -> Vec<u8> {
    let mut bytes = Vec::new();
    item.write(&mut || 0, &mut bytes);
    bytes
}

fn with_heads(item: &Item, lengths: &[usize]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut lengths = lengths.iter().copied().cycle();
    item.write(&mut || lengths.next().unwrap_or(0), &mut bytes);
    bytes
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-z0-9]{0,4}",
        2 => Just(String::new()),
        4 => "[ -~]{0,6}",
        2 => "\\PC{0,4}",
        2 => "[a-z]{20,30}",
        1 => "[a-zé]{120,260}",
    ]
}

fn text_or_pet<S: Strategy<Value = String> + 'static>(
    text: fn() -> S,
) -> impl Strategy<Value = Item> {
    let pieces = text().prop_filter("a piece of a sequence is not empty", |text| !text.is_empty());
    let pet =
        (any::<bool>(), prop::collection::vec((pieces, "[:;/?#@!]{1,3}"), 1..3), any::<bool>());
    prop_oneof![
        6 => text().prop_map(Item::Text),
        1 => pet.prop_map(|(starts_with_text, pairs, ends_with_text)| {
            let mut items: Vec<Item> = pairs
                .into_iter()
                .flat_map(|(text, bytes)| [Item::Text(text), Item::Bytes(bytes.into_bytes())])
                .collect();
            if !starts_with_text {
                items.remove(0);
            }
            if ends_with_text {
                items.push(Item::Text("z".into()));
            }
            Item::Array(items)
        }),
    ]
}

fn segment() -> impl Strategy<Value = Item> {
    text_or_pet(|| text().prop_filter("no dot-segment", |text| text != "." && text != ".."))
}

fn authority() -> impl Strategy<Value = Item> {
    let label = text_or_pet(|| "[a-z0-9é-]{0,5}");
    let host = prop_oneof![
        3 => prop::collection::vec(label, 1..4),
        1 => any::<[u8; 4]>().prop_map(|bytes| vec![Item::Bytes(bytes.into())]),
        1 => any::<[u8; 16]>().prop_map(|bytes| vec![Item::Bytes(bytes.into())]),
        1 => (any::<[u8; 16]>(), text()).prop_map(|(bytes, zone)| vec![Item::Bytes(bytes.into()), Item::Text(zone)]),
    ];
    (prop::option::weighted(0.2, text_or_pet(text)), host, prop::option::of(any::<u16>())).prop_map(
        |(userinfo, host, port)| {
            let mut items: Vec<Item> =
                userinfo.into_iter().flat_map(|userinfo| [Item::FALSE, userinfo]).collect();
            items.extend(host);
            items.extend(port.map(|port| Item::Unsigned(port.into())));
            Item::Array(items)
        },
    )
}

/// Path, query and fragment, without nulls at the end.
fn tail() -> impl Strategy<Value = Vec<Item>> {
    let path =
        prop::option::weighted(0.8, prop::collection::vec(segment(), 0..5).prop_map(Item::Array));
    let query = prop::option::weighted(
        0.4,
        prop::collection::vec(text_or_pet(text), 0..3).prop_map(Item::Array),
    );
    let fragment = prop::option::weighted(0.3, text_or_pet(text));
    (path, query, fragment).prop_map(|(path, query, fragment)| {
        let mut items = vec![
            path.unwrap_or(Item::NULL),
            query.unwrap_or(Item::NULL),
            fragment.unwrap_or(Item::NULL),
        ];
        while matches!(items.last(), Some(Item::Simple(22))) {
            items.pop();
        }
        items
    })
}

fn scheme() -> impl Strategy<Value = Item> {
    prop_oneof![
        3 => (0_u64..30).prop_map(Item::Negative),
        1 => any::<u64>().prop_map(Item::Negative),
        1 => "[a-z][a-z0-9+.-]{0,5}".prop_map(Item::Text),
    ]
}

/// An item that decodes as a full CRI.
fn full() -> impl Strategy<Value = Item> {
    let authority = prop_oneof![6 => authority(), 1 => Just(Item::NULL), 1 => Just(Item::TRUE)];
    (scheme(), authority, tail())
        .prop_map(|(scheme, authority, tail)| Item::Array([vec![scheme, authority], tail].concat()))
        .prop_filter("a path that its authority allows, and no labels that are octets", |item| {
            Cri::decode(&shortest(item)).is_ok()
        })
}

/// An item that decodes as a relative CRI reference.
fn relative() -> impl Strategy<Value = Item> {
    let front = prop_oneof![
        1 => authority().prop_map(|authority| vec![Item::NULL, authority]),
        1 => Just(vec![Item::NULL, Item::TRUE]),
        1 => Just(vec![Item::TRUE]),
        5 => (0_u64..4).prop_map(|discard| vec![Item::Unsigned(discard)]),
        3 => Just(vec![Item::Unsigned(0)]),
        1 => (0_u64..=127).prop_map(|discard| vec![Item::Unsigned(discard)]),
    ];
    (front, tail())
        .prop_map(|(front, tail)| Item::Array([front, tail].concat()))
        .prop_filter("no labels that are octets", |item| CriRef::decode(&shortest(item)).is_ok())
}

proptest! {
    // shows: D16-4-02, D16-4-06
    #[test]
    fn head_lengths_do_not_count(item in full(), lengths in prop::collection::vec(0_usize..4, 1..9)) {
        let (bytes, longer) = (shortest(&item), with_heads(&item, &lengths));
        let (cri, same) = (Cri::decode(&bytes).unwrap(), Cri::decode(&longer).unwrap());
        prop_assert_eq!(cri, same);
        prop_assert!(cri.cmp(&same).is_eq());
        prop_assert_eq!(hash(cri), hash(same));
        for revision in Revision::ALL {
            prop_assert_eq!(encode(&cri.sections(), revision), encode(&same.sections(), revision));
        }
    }

    // shows: D16-5.2-10
    #[test]
    fn relative_references_keep_their_bytes(item in relative(), lengths in prop::collection::vec(0_usize..4, 1..9)) {
        let bytes = shortest(&item);
        let reference = CriRef::decode(&bytes).unwrap();
        let expected = if bytes == b"\x81\x00" { b"\x80" } else { &bytes[..] };
        prop_assert_eq!(&encode(&reference.sections(), Revision::Draft16).unwrap(), expected);
        let longer = with_heads(&item, &lengths);
        prop_assert_eq!(&encode(&CriRef::decode(&longer).unwrap().sections(), Revision::Draft16).unwrap(), expected);
    }

    #[test]
    fn encoding_decodes_to_an_equal_cri(item in full()) {
        let bytes = shortest(&item);
        let cri = Cri::decode(&bytes).unwrap();
        for revision in Revision::ALL {
            let encoded = encode(&cri.sections(), revision).unwrap();
            prop_assert_eq!(Cri::decode(&encoded).unwrap(), cri);
            // minicbor reads the same bytes as one item.
            let mut decoder = minicbor::Decoder::new(&encoded);
            decoder.skip().unwrap();
            prop_assert_eq!(decoder.position(), encoded.len());
        }
    }

    // shows: D16-4-06
    #[test]
    fn order_and_hash_agree_with_equality(a in full(), b in full(), c in full(), same: bool, lengths in lengths()) {
        // Half of the pairs are one value, most of them in other heads.
        let b = if same { with_heads(&a, &lengths) } else { shortest(&b) };
        let bytes = [shortest(&a), b, shortest(&c)];
        let [a, b, c] = bytes.each_ref().map(|bytes| Cri::decode(bytes).unwrap());
        prop_assert!(!same || a == b);
        prop_assert_eq!(a == b, a.cmp(&b).is_eq());
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        if a == b {
            prop_assert_eq!(hash(a), hash(b));
            prop_assert_eq!(
                encode(&a.sections(), Revision::Rfc9988),
                encode(&b.sections(), Revision::Rfc9988)
            );
        }
        let mut sorted = [a, b, c];
        sorted.sort();
        prop_assert!(sorted[0] <= sorted[1] && sorted[1] <= sorted[2] && sorted[0] <= sorted[2]);
    }

    // shows: D16-5.3-10, D16-5.3-17, D16-5.3-18
    #[test]
    fn resolving_returns_a_cri(base in full(), reference in relative(), lengths in lengths()) {
        let (base, reference) = (with_heads(&base, &lengths), with_heads(&reference, &lengths));
        let (base, reference) = (Cri::decode(&base).unwrap(), CriRef::decode(&reference).unwrap());
        if let Ok(resolved) = base.resolve(reference) {
            prop_assert_eq!(resolved.sections().discard(), Discard::All);
            for revision in Revision::ALL {
                let mut space = [0; 16384];
                let buf = resolved.encode_to(revision, SliceBuffer::new(&mut space)).unwrap();
                let decoded = Cri::decode(buf.as_cri().as_bytes()).unwrap();
                prop_assert_eq!(resolved, decoded);
                prop_assert_eq!(hash(resolved), hash(decoded));
                // The offsets of the encoder are those of the decoder.
                let next = [CriRef::decode(b"\x82\x01\x81\x61x").unwrap(), reference];
                for reference in next {
                    prop_assert_eq!(buf.as_cri().resolve(reference).ok(), decoded.resolve(reference).ok());
                }
            }
        } else {
            prop_assert!(base.sections().authority().is_none() || reference.sections().authority_section() == AuthoritySection::Rootless);
        }
    }

    // shows: D16-5-02, D16-5-03
    #[test]
    fn relativizing_inverts_resolving(base in full(), target in full(), reference in relative(), related: bool) {
        let (base, target, reference) = (shortest(&base), shortest(&target), shortest(&reference));
        let (base, target) = (Cri::decode(&base).unwrap(), Cri::decode(&target).unwrap());
        let resolved = base.resolve(CriRef::decode(&reference).unwrap());
        for revision in Revision::ALL {
            let mut space = [0; 16384];
            let (target, most) = match &resolved {
                // If `reference` leads to the target, the result is not longer than `reference`.
                Ok(resolved) if related => (
                    resolved.sections(),
                    encode(&CriRef::decode(&reference).unwrap().sections(), revision).unwrap().len(),
                ),
                _ => (target.sections(), encode(&target.sections(), revision).unwrap().len()),
            };
            let found = base.relativize(target, revision, SliceBuffer::new(&mut space)).unwrap();
            prop_assert!(found.as_cri_ref().as_bytes().len() <= most);
            let back = base.resolve(found.as_cri_ref()).unwrap();
            prop_assert_eq!(encode(&back.sections(), revision), encode(&target, revision), "{:?} {:?}", found, target);
        }
    }

    // shows: D16-5.2.1-09, D16-10-01, D16-3-11
    #[test]
    fn mutations_are_handled(item in full(), at: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
        let mut bytes = shortest(&item);
        *at.get_mut(&mut bytes) = byte;
        for bytes in [&bytes[..], &bytes[..cut.index(bytes.len())]] {
            let decoded = CriRef::decode(bytes);
            match Ingested::decode(bytes) {
                Ok(Ingested::Processable(reference)) => {
                    prop_assert!(reference.structurally_eq(decoded.unwrap()));
                    let _ = format!("{reference:?} {:?} {}", reference.sections(), reference.diagnostic());
                }
                Ok(Ingested::Unprocessable(_)) => {
                    prop_assert_ne!(decoded.unwrap_err().class(), DecodeErrorClass::Malformed);
                }
                Err(error) => {
                    prop_assert_eq!(error, decoded.unwrap_err());
                    prop_assert!(error.offset() <= bytes.len());
                }
            }
        }
    }

    #[test]
    fn debug_of_sections_is_their_notation(item in full()) {
        let bytes = shortest(&item);
        let cri = Cri::decode(&bytes).unwrap();
        let encoded = encode(&cri.sections(), Revision::Draft16).unwrap();
        let shown = format!("{:?}", CriRef::decode(&encoded).unwrap());
        prop_assert_eq!(format!("{:?}", cri.sections()), shown);
    }
}
