//! Decoding, encoding and converting to a URI.

use cri_core::{CriRef, DecodeErrorClass, Decoder, Ingested};
use cri_uri::{Options, ToUri};
use model::decode::{self, Decoded};
use model::reference::{Host, Reference, Text};
use model::{Features, Revision, encode, to_uri};

use crate::agreement::{Same, agree, equal, parts};
use crate::ours;
use crate::reached::Reached;

/// Decodes any bytes, and runs all operations on the result that need no second input.
pub(crate) fn bytes(bytes: &[u8], features: Features, reached: &mut Reached) -> Same {
    let decoder = Decoder::new().with_features(ours::features(features));
    let ours = decoder.decode::<CriRef<'_>>(bytes);
    let model = decode::decode(bytes, features);
    reached.count_if(features != Features::ALL, "decode: without a feature");
    let ingested = decoder.decode::<Ingested<'_>>(bytes);
    let skipped = matches!(ingested, Ok(Ingested::Unprocessable(_)));
    match (ours, model) {
        (Ok(ours), Decoded::Processable(model)) => {
            reached.count("decode: processable");
            count(bytes, &model, reached);
            equal("decode", ours::reference(&ours.sections()), model.clone())?;
            equal("decode: full", ours.is_full(), model.is_full())?;
            equal("decode: as ingested", matches!(ingested, Ok(Ingested::Processable(_))), true)?;
            value(ours, &model, reached)
        }
        (Err(error), Decoded::Unprocessable(flaws))
            if error.class() != DecodeErrorClass::Malformed =>
        {
            reached.count("decode: unprocessable");
            equal("decode: as ingested", skipped, true)?;
            agree::<()>("decode", Err(parts!(error, offset)), Err(flaws)).map(drop)
        }
        (Err(error), Decoded::Rejected(flaws)) if error.class() == DecodeErrorClass::Malformed => {
            reached.count("decode: rejected");
            equal("decode: as ingested", ingested.is_err(), true)?;
            agree::<()>("decode", Err(parts!(error, offset)), Err(flaws)).map(drop)
        }
        (ours, model) => Err(format!("decode\n  crates: {ours:?}\n  model:  {model:?}")),
    }
}

/// Unprocessable CRIs are equal if their bytes are, and differ from all processable ones (section 5.2.1).
pub(crate) fn unprocessable(bytes: &[u8], others: &[&[u8]]) -> Same {
    let ingested = |bytes| Decoder::new().decode::<Ingested<'_>>(bytes);
    let Ok(item @ Ingested::Unprocessable(_)) = ingested(bytes) else { return Ok(()) };
    for other_bytes in others {
        if let Ok(other) = ingested(other_bytes) {
            equal("Ingested ==", [item == other, other == item], [bytes == *other_bytes; 2])?;
        }
    }
    Ok(())
}

/// Decodes bytes in CBOR tag 99, or bytes without a tag where one is expected.
pub(crate) fn tagged(bytes: &[u8], features: Features, reached: &mut Reached) -> Same {
    let ours =
        Decoder::new().with_features(ours::features(features)).tagged().decode::<CriRef<'_>>(bytes);
    match (ours, decode::decode_tagged(bytes, features)) {
        (Ok(ours), Decoded::Processable(model)) => {
            reached.count("tagged: processable");
            equal("tagged", ours::reference(&ours.sections()), model.clone())?;
            let mut buffer = Vec::new();
            let encoded = ours
                .sections()
                .encode_tagged(&mut buffer)
                .map(|()| buffer)
                .map_err(|error| parts!(error));
            let expected = encode::encode(&model, Revision::Rfc9988)
                .map(|array| [b"\xd8\x63", &*array].concat());
            agree("encode_tagged", encoded, expected).map(drop)
        }
        (Err(error), Decoded::Unprocessable(flaws))
            if error.class() != DecodeErrorClass::Malformed =>
        {
            agree::<()>("tagged", Err(parts!(error, offset)), Err(flaws)).map(drop)
        }
        (Err(error), Decoded::Rejected(flaws)) if error.class() == DecodeErrorClass::Malformed => {
            reached.count("tagged: rejected");
            agree::<()>("tagged", Err(parts!(error, offset)), Err(flaws)).map(drop)
        }
        (ours, model) => Err(format!("tagged\n  crates: {ours:?}\n  model:  {model:?}")),
    }
}

/// Bytes that follow an item change nothing about it.
pub(crate) fn prefix(bytes: &[u8], following: &[u8]) -> Same {
    let both = [bytes, following].concat();
    let prefix = Decoder::new().decode_prefix::<CriRef<'_>>(&both);
    match (prefix, decode::decode(bytes, Features::ALL)) {
        (Ok((ours, rest)), Decoded::Processable(model)) => {
            equal("decode_prefix", (ours::reference(&ours.sections()), rest), (model, following))
        }
        (Err(error), Decoded::Unprocessable(flaws)) => {
            agree::<()>("decode_prefix", Err(parts!(error, offset)), Err(flaws)).map(drop)
        }
        // What follows may complete an item that is cut off.
        (_, Decoded::Rejected(_)) => Ok(()),
        (ours, model) => Err(format!("decode_prefix\n  crates: {ours:?}\n  model:  {model:?}")),
    }
}

/// Encodes and converts a value that both sides have decoded.
pub(crate) fn value(ours: CriRef<'_>, model: &Reference, reached: &mut Reached) -> Same {
    for revision in Revision::ALL {
        let of = ours::revision(revision);
        let mut buffer = Vec::new();
        let encoded =
            ours.sections().encode(of, &mut buffer).map(|()| buffer).map_err(|error| parts!(error));
        let encoded = agree("encode", encoded, encode::encode(model, revision))?;
        let is_encoding = encoded.as_deref() == Some(ours.as_bytes());
        equal("is_encoding_of", ours.is_encoding_of(of), is_encoding)?;
        let uri =
            ours.to_uri(Options::new(of)).map(|uri| uri.to_string()).map_err(|error| parts!(error));
        let uri = agree("to_uri", uri, to_uri::to_uri(model, revision))?;
        reached.count_if(uri.is_none(), "decode: no URI");
    }
    Ok(())
}

fn count(bytes: &[u8], model: &Reference, reached: &mut Reached) {
    let shortest = Revision::ALL.map(|revision| encode::encode(model, revision));
    reached.count_if(
        !shortest.iter().any(|found| found.as_deref() == Ok(bytes)),
        "decode: long heads",
    );
    size(bytes.len(), reached);
    let texts = model.path.iter().chain(&model.query).flatten().chain(&model.fragment);
    let labels = match &model.authority {
        model::reference::AuthoritySection::Authority(authority) => match &authority.host {
            Host::Name(labels) => labels.as_slice(),
            Host::Address { .. } => &[],
        },
        _ => &[],
    };
    let has_sequence = texts.chain(labels).any(|text| matches!(text, Text::Sequence(_)));
    reached.count_if(has_sequence, "decode: text-pet-sequence");
}

/// Counts the sizes at which implementations may switch to another code path.
pub(crate) fn size(length: usize, reached: &mut Reached) {
    match length {
        30..=33 => reached.count("size: around 31"),
        254..=257 => reached.count("size: around 255"),
        4094..=4098 => reached.count("size: around 4,095"),
        _ => {}
    }
}
