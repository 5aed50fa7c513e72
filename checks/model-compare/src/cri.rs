//! Decoding, and the operations on one CRI reference.

use cri_coap::encode_proxy_cri;
use cri_core::{
    CriRef, CriRefBuf, DecodeError, DecodeErrorClass, Decoder, Feature, Features, Ingested,
};
use cri_uri::Options;
use cri_uri::equivalence::{self, Equivalence};
use model::decode::{self, Decoded};
use model::normal_form::{Rules, normal_form, renumber};
use model::reference::Reference;
use model::{encode, proxy, to_uri};

use crate::ours::{self, error};
use crate::{REVISIONS, agree};

/// The rules of the crates and of the model.
pub(crate) const RULES: [(Equivalence, Rules); 2] =
    [(Equivalence::Syntax, Rules::Syntax), (Equivalence::Scheme, Rules::Scheme)];

pub(crate) fn features(features: Features) -> model::Features {
    model::Features {
        no_authority: features.has(Feature::NoAuthority),
        userinfo: features.has(Feature::Userinfo),
        extended_cri: features.has(Feature::ExtendedCri),
        scheme_name: features.has(Feature::SchemeName),
    }
}

/// The model's value of a CRI reference that the crates have decoded.
pub(crate) fn model(reference: CriRef<'_>) -> Reference {
    match decode::decode(reference.as_bytes(), model::Features::ALL) {
        Decoded::Processable(model) => model,
        other => panic!("{reference:?} is {other:?}"),
    }
}

fn same<'a>(
    what: &str,
    ours: Result<CriRef<'a>, DecodeError>,
    model: Decoded,
) -> Option<(CriRef<'a>, Reference)> {
    let (is_rejected, model) = match model {
        Decoded::Processable(model) => (false, Ok(model)),
        Decoded::Unprocessable(flaws) => (false, Err(flaws)),
        Decoded::Rejected(flaws) => (true, Err(flaws)),
    };
    let malformed = |error: &DecodeError| error.class() == DecodeErrorClass::Malformed;
    assert_eq!(ours.as_ref().is_err_and(malformed), is_rejected, "{what}: {ours:?}, {model:?}");
    let value = ours.as_ref().map(|ours| ours::reference(&ours.sections()));
    let value = agree(what, value.map_err(|error| error!(error, offset)), model);
    ours.ok().zip(value)
}

/// Decodes any bytes, and runs all operations on the result that need no second input.
pub fn decode(bytes: &[u8], supported: Features) {
    let decoder = Decoder::new().with_features(supported);
    let ours = decoder.decode::<CriRef<'_>>(bytes);
    let model = decode::decode(bytes, features(supported));
    match decoder.decode::<Ingested<'_>>(bytes) {
        Ok(Ingested::Processable(_)) => assert!(matches!(model, Decoded::Processable(_))),
        Ok(Ingested::Unprocessable(_)) => assert!(matches!(model, Decoded::Unprocessable(_))),
        Err(_) => assert!(matches!(model, Decoded::Rejected(_))),
    }
    if let Some((ours, model)) = same("decode", ours, model) {
        assert_eq!(ours.is_full(), model.is_full());
        value(ours, &model);
    }
}

/// Decodes bytes in tag 99, or bytes without a tag where one is expected.
pub fn tagged(bytes: &[u8], supported: Features) {
    let ours = Decoder::new().with_features(supported).tagged().decode::<CriRef<'_>>(bytes);
    let decoded = same("tagged", ours, decode::decode_tagged(bytes, features(supported)));
    let Some((ours, model)) = decoded else { return };
    let mut buffer = Vec::new();
    let encoded = ours.sections().encode_tagged(&mut buffer).map(|()| buffer);
    let model = encode::encode(&model, model::Revision::Rfc9988);
    let model = model.map(|array| [b"\xd8\x63", &*array].concat());
    agree("encode_tagged", encoded.map_err(|error| error!(error)), model);
}

/// Bytes that follow an item change nothing about it.
pub fn prefix(bytes: &[u8], following: &[u8]) {
    let both = [bytes, following].concat();
    let model = decode::decode(bytes, model::Features::ALL);
    // What follows may complete an item that is cut off.
    if matches!(model, Decoded::Rejected(_)) {
        return;
    }
    let prefix = Decoder::new().decode_prefix::<CriRef<'_>>(&both);
    if let Ok((_, rest)) = prefix {
        assert_eq!(rest, following);
    }
    same("decode_prefix", prefix.map(|(ours, _)| ours), model);
}

/// Unprocessable CRIs are equal if their bytes are (5.2.1).
pub fn unprocessable(bytes: &[u8], other_bytes: &[u8]) {
    let ingested = |bytes| Decoder::new().decode::<Ingested<'_>>(bytes);
    if let (Ok(Ingested::Unprocessable(item)), Ok(Ingested::Unprocessable(other))) =
        (ingested(bytes), ingested(other_bytes))
    {
        assert_eq!([item == other, other == item], [bytes == other_bytes; 2]);
    }
}

/// Encodes and converts a value that both sides have decoded.
fn value(ours: CriRef<'_>, model: &Reference) {
    for (of, revision) in REVISIONS {
        let expected = encode::encode(model, revision);
        let encoded = agree("encode", ours::encoded(&ours.sections(), of), expected);
        let is_encoding = encoded.as_deref() == Some(ours.as_bytes());
        assert_eq!(ours.is_encoding_of(of), is_encoding, "is_encoding_of");
        agree("to_uri", ours::uri(ours, of), to_uri::to_uri(model, revision));
        // 8.2.1
        let mut value = Vec::new();
        let option = encode_proxy_cri(ours, of, &mut value).map(|()| value);
        let option = option.map_err(|error| (error.kind().name(), None, None));
        agree("proxy_cri", option, proxy::proxy_cri(model, revision));
        for (rules, model_rules) in RULES {
            let form = equivalence::normal_form(ours, rules, Options::new(of), Vec::new());
            let form = form.map(CriRefBuf::into_buffer).map_err(|error| error!(error));
            let expected = normal_form(model, model_rules, revision);
            agree("normal_form", form, encode::encode(&expected, revision));
        }
        for (other, to) in REVISIONS.into_iter().filter(|(other, _)| *other != of) {
            let form = equivalence::renumber(ours, of, other, Vec::new());
            let form = form.map(CriRefBuf::into_buffer).map_err(|error| error!(error));
            let expected = renumber(model, revision, to);
            agree("renumber", form, expected.and_then(|found| encode::encode(&found, to)));
        }
    }
}
