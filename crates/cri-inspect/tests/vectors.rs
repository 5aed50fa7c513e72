//! The vectors of the corpus for decoding: every byte of each belongs to one item.

use cri_inspect::{Anatomy, Item};
use cri_registry::Table;
use cri_testvectors::{Outcome, corpus, run};

/// The items of some bytes, which cover the bytes in order.
fn items(bytes: &[u8]) -> Vec<Item<'_>> {
    let items: Vec<_> = Anatomy::new(bytes, Table::DRAFT_16).collect();
    let mut end = 0;
    for item in &items {
        assert_eq!(item.offset, end, "{item:?} follows the item before it");
        end += item.head.len() + item.body.len();
        assert_eq!(
            bytes.get(item.offset..end),
            Some(&*[item.head, item.body].concat()),
            "{item:?} holds its bytes"
        );
    }
    assert_eq!(end, bytes.len(), "the items cover all bytes");
    items
}

#[test]
fn items_cover_all_bytes_in_order() {
    run(&corpus().decode, |vector| {
        items(&vector.cbor);
    });
}

#[test]
fn each_item_of_a_cri_belongs_to_a_component() {
    let vectors = corpus().decode.iter().filter(|vector| vector.outcome == Outcome::Processable);
    run(vectors, |vector| {
        for item in items(&vector.cbor) {
            assert!(item.component.is_some(), "{item:?}");
        }
    });
}
