//! Reads any text as diagnostic notation. Each byte of the item has a place in the text, and a CRI reads back from the
//! notation that it is written in.
#![no_main]

use cri_core::{CriRef, Revision};
use cri_edn::{Notation, write, write_tagged};
use cri_uri::Options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for revision in Revision::ALL {
        let options = Options::new(revision);
        let notation = match Notation::parse(text, options) {
            Ok(notation) => notation,
            Err(error) => {
                assert!(text.is_char_boundary(error.offset()) && !error.to_string().is_empty());
                continue;
            }
        };
        let bytes = notation.as_bytes();
        for offset in 0..bytes.len() {
            assert!(notation.locate(offset).is_some_and(|place| text.is_char_boundary(place)));
        }
        let Ok(reference) = CriRef::decode(bytes) else { continue };
        for revision in Revision::ALL {
            let options = Options::new(revision);
            let written = write(reference, options);
            let again = Notation::parse(&written, options).expect("written notation is read");
            // Notation does not keep numbers and lengths that are longer than they need to be.
            let again = CriRef::decode(again.as_bytes()).expect("the reference that was written");
            assert!(again.structurally_eq(reference), "{written}");
            let written = write_tagged(reference, options);
            let again =
                Notation::parse(&written, options).expect("written notation is read").untagged();
            let again = CriRef::decode(again.as_bytes()).expect("the reference that was written");
            // Tag 99 holds the form of RFC 9988, which leaves out an empty path.
            let form = |cri: CriRef<'_>| {
                let mut form = Vec::new();
                cri.sections().encode(Revision::Rfc9988, &mut form).map(|()| form)
            };
            assert_eq!(form(again), form(reference), "{written}");
        }
    }
});
