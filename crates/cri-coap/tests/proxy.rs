//! Section 8.2: what a request asks a proxy for, and what earns which response code.

use cri_coap::option::{
    MAX_PROXY_CRI, PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
    Uint,
};
use cri_coap::{
    ComposeErrorKind, Endpoint, Mixing, Origin, ProxyErrorKind, ProxyScheme, ResponseCode, Transport, origin,
    proxy_cri, read_proxy_cri,
};
use cri_core::{Cri, CriRef, DecodeErrorKind, Revision};

/// [-1, ["h"], []]
const CRI: &[u8] = b"\x83\x20\x81\x61h\x80";

fn error(options: &[(u16, &[u8])], mixing: Mixing) -> (ProxyErrorKind, String) {
    let error = origin(options.iter().copied(), mixing).unwrap_err();
    (error.kind(), error.code().to_string())
}

// shows: D16-8.2.1-01, D16-8.2.1-02, D16-8.2.1-03
#[test]
fn a_proxy_cri_is_one_full_cri_without_a_fragment() {
    assert_eq!(read_proxy_cri(CRI), Ok(Cri::decode(CRI).unwrap()));
    for (value, kind, code) in [
        (&b"\x82\x20\x81\x61h\x00"[..], ProxyErrorKind::Cri(DecodeErrorKind::TrailingBytes), "4.00"),
        (b"\x81\x01", ProxyErrorKind::Cri(DecodeErrorKind::NotFull), "4.00"),
        (b"\x9f\x20\x81\x61h\x80\xff", ProxyErrorKind::Cri(DecodeErrorKind::IndefiniteLength), "4.00"),
        (b"\x85\x20\x81\x61h\x81\x61a\xf6\x61f", ProxyErrorKind::Fragment, "4.00"),
        (b"\x85\x20\x81\x61h\x81\x61a\xf6\x60", ProxyErrorKind::Fragment, "4.00"),
        (b"", ProxyErrorKind::Length, "4.02"),
        (&[0x81; 1024], ProxyErrorKind::Length, "4.02"),
    ] {
        assert_eq!(error(&[(PROXY_CRI, value)], Mixing::Strict), (kind, code.into()));
        assert_eq!(error(&[(PROXY_CRI, value)], Mixing::Tolerant), (kind, code.into()));
    }
    assert_eq!(error(&[(PROXY_CRI, CRI), (PROXY_CRI, CRI)], Mixing::Strict).0, ProxyErrorKind::Repeated);
}

// shows: D16-8.2.1-02, D16-8.2.1-03
#[test]
fn writing_refuses_what_reading_would() {
    let write = |bytes: &[u8]| {
        let mut value = Vec::new();
        proxy_cri(CriRef::decode(bytes).unwrap(), Revision::Draft16, &mut value).map(|()| value)
    };
    assert_eq!(write(b"\x82\x20\x81\x61h").unwrap(), CRI);
    assert_eq!(write(b"\x81\x01").unwrap_err().kind(), ProxyErrorKind::NotFull);
    assert_eq!(write(b"\x85\x20\x81\x61h\x80\xf6\x60").unwrap_err().kind(), ProxyErrorKind::Fragment);
    // [-1, ["h"], [<text>]], of which the text is all but 9 bytes.
    let long = |len: usize| {
        let text = len - 9;
        [&b"\x83\x20\x81\x61h\x81\x79"[..], &(text as u16).to_be_bytes(), &vec![b'a'; text]].concat()
    };
    assert_eq!(write(&long(MAX_PROXY_CRI)).unwrap().len(), MAX_PROXY_CRI);
    assert_eq!(write(&long(MAX_PROXY_CRI + 1)).unwrap_err().kind(), ProxyErrorKind::Length);
}

// shows: D16-8.2.1-04, D16-8.2.1-05, D16-8.2.1-06
#[test]
fn mixtures() {
    let beside =
        [(URI_HOST, &b"g"[..]), (URI_PORT, b"\x01"), (URI_PATH, b"y"), (URI_QUERY, b"q"), (PROXY_URI, b"coap://g")];
    for other in beside {
        let options = [other, (PROXY_CRI, CRI)];
        assert_eq!(error(&options, Mixing::Strict), (ProxyErrorKind::Mixed, "4.00".into()));
        assert_eq!(origin(options, Mixing::Tolerant), Ok(Origin::Cri(Cri::decode(CRI).unwrap())));
    }
    for other in [(PROXY_SCHEME, &b"coap"[..]), (PROXY_SCHEME_NUMBER, b"")] {
        for mixing in [Mixing::Strict, Mixing::Tolerant] {
            assert_eq!(error(&[(PROXY_CRI, CRI), other], mixing), (ProxyErrorKind::Mixed, "4.00".into()));
            assert_eq!(error(&[(PROXY_URI, b"coap://h"), other], mixing), (ProxyErrorKind::Mixed, "4.00".into()));
        }
    }
    for mixing in [Mixing::Strict, Mixing::Tolerant] {
        let both = [(PROXY_SCHEME, &b"coap"[..]), (PROXY_SCHEME_NUMBER, b"")];
        assert_eq!(error(&both, mixing), (ProxyErrorKind::Mixed, "4.00".into()));
    }
    let with_path = [(URI_PATH, &b"a"[..]), (PROXY_URI, b"coap://h")];
    assert_eq!(error(&with_path, Mixing::Strict).0, ProxyErrorKind::Mixed);
    assert_eq!(origin(with_path, Mixing::Tolerant), Ok(Origin::Uri("coap://h")));
    assert_eq!(origin([(URI_PATH, &b"a"[..])], Mixing::Strict), Ok(Origin::Endpoint));
    assert_eq!(error(&[(PROXY_URI, b"")], Mixing::Strict), (ProxyErrorKind::Length, "4.02".into()));
    assert_eq!(error(&[(PROXY_URI, b"\xff")], Mixing::Strict).0, ProxyErrorKind::InvalidUtf8);
}

// shows: D16-8.2.2-01, D16-8.2.2-02, D16-8.2.2-03, D16-8.2.2-04
#[test]
fn schemes_by_number() {
    let proxy = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    let options = [(URI_HOST, &b"h"[..]), (URI_PATH, b"a"), (PROXY_SCHEME_NUMBER, b"\x02")];
    let asked = origin(options, Mixing::Strict).unwrap();
    assert_eq!(asked, Origin::Scheme(ProxyScheme::Number(2)));
    let cri = asked.compose(options, Some(80), &proxy, Revision::Draft16, Vec::new()).unwrap();
    assert_eq!(format!("{cri:?}"), r#"[-3, ["h"], ["a"]]"#);
    let with_port = [(URI_HOST, &b"h"[..]), (URI_PORT, b"\x1f\x90"), (PROXY_SCHEME_NUMBER, b"\x02")];
    let cri = asked.compose(with_port, Some(80), &proxy, Revision::Draft16, Vec::new()).unwrap();
    assert_eq!(format!("{cri:?}"), r#"[-3, ["h", 8080], []]"#);

    for (value, number) in [(&b""[..], 0), (b"\x00", 0), (b"\x2f\x24", 12068), (b"\xff\xff\xff", 0xff_ffff)] {
        let asked = origin([(PROXY_SCHEME_NUMBER, value)], Mixing::Strict);
        assert_eq!(asked, Ok(Origin::Scheme(ProxyScheme::Number(number))));
    }
    let too_long = [(PROXY_SCHEME_NUMBER, &b"\x00\x00\x00\x01"[..])];
    assert_eq!(error(&too_long, Mixing::Strict), (ProxyErrorKind::Length, "4.02".into()));
    assert_eq!(Uint::new(1 << 24).as_bytes().len(), 4);
    assert_eq!(origin([(PROXY_SCHEME, &b"coap"[..])], Mixing::Strict), Ok(Origin::Scheme(ProxyScheme::Name("coap"))));

    let none = Origin::Endpoint.compose(options, None, &proxy, Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(none.kind(), ProxyErrorKind::NotByNumber);
    let bad = [(URI_HOST, &b"a b"[..]), (PROXY_SCHEME_NUMBER, b"\x02")];
    let bad = asked.compose(bad, Some(80), &proxy, Revision::Draft16, Vec::new()).unwrap_err();
    assert_eq!(bad.kind(), ProxyErrorKind::Compose(ComposeErrorKind::InvalidHost));
    assert_eq!(bad.code(), ResponseCode::BAD_REQUEST);
    assert_eq!(bad.code().to_byte(), 0x80);
}
