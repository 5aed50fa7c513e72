//! Errors are alike, and become the one that holds any.

use cri_coap::aif::Aif;
use cri_coap::{
    ComposeError, EncodedOptions, Endpoint, OptionReadError, OptionWriter, Transport, compose,
    decompose, option,
};
use cri_core::{ArrayBuffer, Component, Cri, Revision};
use cri_uri::Error;

#[test]
fn errors_have_a_name_a_component_and_an_offset() {
    let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    let host = (option::URI_HOST, &b"a b"[..]);
    let composed = compose([host], &endpoint, Revision::Draft16, ArrayBuffer::<32>::new());
    let composed: ComposeError = composed.unwrap_err();
    assert_eq!((composed.name(), composed.offset()), ("invalid-host", None));
    let https = Cri::decode(b"\x82\x23\x81\x61h").unwrap(); // [-4, ["h"]]
    let decomposed = decompose(https, &endpoint, Revision::Draft16).err().unwrap();
    let read: OptionReadError = EncodedOptions::decode(b"\xb1a\xd1").unwrap_err();
    assert_eq!((read.name(), read.component()), ("truncated-head", Component::Cri));
    let aif = Aif::decode(b"\x81\x82\x81\x81\x62..\x01").unwrap_err(); // [[[[".."]], 1]]

    let errors: [(Error, &str, Component, Option<usize>); 4] = [
        (composed.into(), "invalid-host", Component::Host, None),
        (decomposed.into(), "not-coap", Component::Scheme, None),
        (read.into(), "truncated-head", Component::Cri, Some(2)),
        (aif.into(), "dot-segment", Component::Path, Some(4)),
    ];
    for (error, name, component, offset) in errors {
        assert_eq!((error.name(), error.component(), error.offset()), (name, component, offset));
    }
}

#[test]
fn options_stand_for_components() {
    for (number, component) in [
        (option::URI_HOST, Component::Host),
        (option::URI_PORT, Component::Port),
        (option::URI_PATH, Component::Path),
        (option::LOCATION_PATH, Component::Path),
        (option::URI_QUERY, Component::Query),
        (option::LOCATION_QUERY, Component::Query),
        (option::PROXY_CRI, Component::Cri),
    ] {
        let error = OptionWriter::new(&mut []).add(number, b"a").unwrap_err();
        assert_eq!((error.option(), error.component(), error.offset()), (number, component, None));
        let any = Error::from(error);
        assert_eq!((any.name(), any.component()), ("buffer-full", component));
    }
    let error: Error = cri_coap::decode_proxy_cri(b"\x80").unwrap_err().into();
    assert_eq!((error.component(), error.offset()), (Component::Cri, None));
}
