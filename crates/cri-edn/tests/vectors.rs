//! The diagnostic notation in the vectors of the corpus, read and written.

use cri_core::{CriRef, Revision};
use cri_edn::{Notation, write};
use cri_testvectors::{corpus, run};
use cri_uri::Options;

#[test]
fn notation_reads_as_the_bytes_of_its_vector() {
    run(
        corpus().decode.iter().filter_map(|vector| Some((vector, vector.edn.as_ref()?))),
        |(vector, edn)| {
            let notation = Notation::parse(edn, Options::default()).expect("notation");
            assert_eq!(notation.as_bytes(), vector.cbor);
            assert!(notation.locate(0).is_some_and(|offset| offset < edn.len()));
        },
    );
    let convert = corpus().convert.iter();
    let convert =
        convert.filter_map(|vector| Some((vector, (vector.edn.as_ref()?, vector.cbor.as_ref()?))));
    run(convert, |(_, (edn, cbor))| {
        assert_eq!(Notation::parse(edn, Options::default()).expect("notation").as_bytes(), cbor);
    });
}

#[test]
fn written_notation_reads_back() {
    let convert = corpus().convert.iter().filter(|vector| vector.without.is_empty());
    run(convert.filter_map(|vector| Some((vector, vector.cbor.as_ref()?))), |(vector, cbor)| {
        let options = Options::new(vector.revision.convert(Revision::from_name));
        let written = write(CriRef::decode(cbor).expect("a reference"), options);
        assert_eq!(
            Notation::parse(&written, options).expect("notation").as_bytes(),
            cbor,
            "{written}"
        );
    });
}
