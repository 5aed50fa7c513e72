//! Reads any text as diagnostic notation. Each byte of the item has a place in the text, and a CRI reads back from the
//! notation that it is written in. Passwords are found in any text.
#![no_main]

use cri_core::{CriRef, Revision};
use cri_edn::{Notation, secrets, unescape, write};
use cri_uri::Options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    passwords(text);
    for revision in Revision::ALL {
        let options = Options::new(revision);
        let notation = match Notation::parse(text, options) {
            Ok(notation) => notation,
            Err(error) => {
                let offset = error.offset().unwrap_or_default();
                assert!(text.is_char_boundary(offset) && !error.to_string().is_empty());
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
        }
    }
});

fn passwords(text: &str) {
    let found = secrets(text);
    for part in found.passwords.iter().chain(&found.enclosed) {
        assert!(text.get(part.clone()).is_some(), "{part:?}");
    }
    for part in found.enclosed {
        let unescaped = unescape(text, part.clone());
        let len = unescaped.as_str().len();
        assert!(
            text.get(unescaped.place(0..len)).is_some_and(|place| place.len() >= len),
            "{part:?}"
        );
    }
}
