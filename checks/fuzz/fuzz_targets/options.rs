//! Reads any bytes as the options of a message. Writing the options restores the bytes, in whatever order they are added.
//! Decisions about the options end, and agree with each other.
#![no_main]

use cri_coap::aif::{Aif, Method};
use cri_coap::{
    EncodedOptions, Endpoint, OptionWriter, ResponseCode, Transport, compose, option,
    unrecognized_critical,
};
use cri_core::Revision;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (options, payload) = match EncodedOptions::decode(bytes) {
        Ok(read) => read,
        Err(error) => {
            assert!(error.offset() < bytes.len() && !error.to_string().is_empty());
            return;
        }
    };
    let pairs: Vec<_> = options.into_iter().collect();
    assert!(pairs.is_sorted_by_key(|(number, _)| *number));
    assert_eq!(written(&pairs, payload), bytes);
    // Options with one number keep their order, so only the numbers are in another one.
    let mut other_order = pairs.clone();
    other_order.sort_by_key(|(number, _)| u16::MAX - *number);
    assert_eq!(written(&other_order, payload), bytes);
    other_order.sort_by_key(|(number, _)| number.reverse_bits());
    assert_eq!(written(&other_order, payload), bytes);

    let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    let critical = unrecognized_critical(options, |_| false);
    assert!(critical.is_none_or(|number| pairs.iter().any(|(given, _)| *given == number)));
    // [[[[]], 5], [[["a"], ["q"]], 2]]
    let rules =
        Aif::decode(b"\x82\x82\x81\x80\x05\x82\x82\x81\x61a\x81\x61q\x02").expect("access rules");
    let permitted = rules.permitted(options, |_| false);
    assert_eq!(permitted == Err(ResponseCode::BAD_OPTION), critical.is_some());
    for method in Method::ALL {
        assert_eq!(
            rules.allows(method, options),
            permitted.is_ok_and(|methods| methods.has(method))
        );
    }
    if permitted.is_ok() {
        // Only these resources have rules. A decision does not look at Uri-Host, which may be invalid.
        let local = options
            .into_iter()
            .filter(|(number, _)| matches!(*number, option::URI_PATH | option::URI_QUERY));
        let cri = compose(local, &endpoint, Revision::Draft16, Vec::new());
        let sections = cri.as_ref().map(|cri| cri.as_cri().sections());
        assert!(sections.is_ok_and(|sections| sections.segments().chain(sections.parameters()).count() <= 2));
    }
});

/// The options and the payload, written in this order to a buffer of exactly the right size or larger.
fn written(pairs: &[(u16, &[u8])], payload: &[u8]) -> Vec<u8> {
    let most = pairs.iter().map(|(_, value)| value.len() + 5).sum::<usize>() + 1 + payload.len();
    let mut space = vec![0; most];
    let mut options = OptionWriter::new(&mut space);
    for (number, value) in pairs {
        options.add(*number, value).expect("the buffer holds all options");
    }
    options.finish_with_payload(payload).expect("the buffer holds all options").to_vec()
}
