//! Errors are alike, and become the one that holds any.

use cri_core::Component;
use cri_edn::{Notation, ParseError};
use cri_uri::{Error, Options};

#[test]
fn errors_have_a_name_and_become_the_one_that_holds_any() {
    for (notation, name, component, offset) in [
        ("[1, ;]", "syntax", Component::Cri, 4),
        ("[h'0']", "odd-hex-digits", Component::Cri, 4),
        ("cri'coap://h:70000'", "port-range", Component::Port, 13),
    ] {
        let error: ParseError = Notation::parse(notation, Options::default()).unwrap_err();
        assert_eq!((error.name(), error.offset()), (name, offset), "{notation}");
        let any = Error::from(error);
        let found = (any.name(), any.component(), any.offset());
        assert_eq!(found, (name, component, Some(offset)), "{notation}");
    }
}
