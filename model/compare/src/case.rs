//! One case: the inputs that a seed determines, and the operations on them.

use cri_core::{Cri, CriRef};
use model::Features;
use model::decode::{Decoded, decode};
use model::reference::Reference;

use crate::agreement::Same;
use crate::generate::tree::{Tree, mutate_bytes};
use crate::generate::{cris, options, uris};
use crate::operation;
use crate::random::Random;
use crate::reached::Reached;

/// Runs the case of a seed. A panic of the crates is a difference, too.
pub(crate) fn run(seed: u64, reached: &mut Reached) -> Same {
    let attempt = std::panic::AssertUnwindSafe(|| case(&mut Random::new(seed), reached));
    std::panic::catch_unwind(attempt).unwrap_or_else(|_| Err("panic".into()))
}

fn case(random: &mut Random, reached: &mut Reached) -> Same {
    match random.below(20) {
        0..5 => decoding(random, reached),
        5..10 => resolution(random, reached),
        10 => relativization(random, reached),
        11 | 12 => comparison(random, reached),
        13..18 => {
            let (text, features) = (uris::uri(random), features(random));
            operation::uri::uri(&text, features, reached)
                .map_err(|difference| format!("{text:?}\n{difference}"))
        }
        18 => decomposition(random, reached),
        _ => composition(random, reached),
    }
}

/// Every feature, most of the time.
fn features(random: &mut Random) -> Features {
    if !random.once_in(6) {
        return Features::ALL;
    }
    Features {
        no_authority: random.once_in(2),
        userinfo: random.once_in(2),
        extended_cri: random.once_in(2),
        scheme_name: random.once_in(2),
    }
}

/// The encoding of an item, with long heads or mutations once in a while.
fn encoded(mut item: Tree, random: &mut Random) -> Vec<u8> {
    for _ in 0..random.below(8).saturating_sub(5) {
        item.mutate(random);
    }
    let mut bytes = if random.once_in(4) { item.with_long_heads(random) } else { item.shortest() };
    for _ in 0..random.below(8).saturating_sub(5) {
        mutate_bytes(&mut bytes, random);
    }
    bytes
}

/// A full CRI that both sides decode.
fn full<'b>(bytes: &'b [u8]) -> Option<(Cri<'b>, Reference)> {
    reference(bytes).and_then(|(ours, model)| Some((ours.to_full()?, model)))
}

/// A CRI reference that both sides decode.
fn reference(bytes: &[u8]) -> Option<(CriRef<'_>, Reference)> {
    match (CriRef::decode(bytes), decode(bytes, Features::ALL)) {
        (Ok(ours), Decoded::Processable(model)) => Some((ours, model)),
        _ => None,
    }
}

/// The encoding of an item, with long heads once in a while.
fn written(item: &Tree, random: &mut Random) -> Vec<u8> {
    if random.once_in(4) { item.with_long_heads(random) } else { item.shortest() }
}

fn decoding(random: &mut Random, reached: &mut Reached) -> Same {
    let item = if random.once_in(2) { cris::full(random) } else { cris::reference(random) };
    let similar = item.with_long_heads(random);
    let (bytes, features) = (encoded(item, random), features(random));
    let mut other = bytes.clone();
    mutate_bytes(&mut other, random);
    let result = operation::decode::bytes(&bytes, features, reached);
    let tags = [
        &b"\xd8\x63"[..],
        b"\xd9\x00\x63",
        b"\xda\0\0\0\x63",
        b"\xc1",
        b"\xd8\x62",
        b"",
        b"\xd8\x63\xd8\x63",
    ];
    let tag = *random.pick(&tags);
    let result = result
        .and_then(|()| operation::decode::tagged(&[tag, &*bytes].concat(), features, reached))
        .and_then(|()| operation::decode::unprocessable(&bytes, &[&bytes, &other, &similar]))
        .and_then(|()| operation::decode::prefix(&bytes, &bytes[..random.below(bytes.len() + 1)]));
    let result = result.and_then(|()| match reference(&bytes) {
        Some((ours, model)) => operation::proxy::cri(ours, &model),
        None => Ok(()),
    });
    result.map_err(|difference| format!("{}, {features:?}\n{difference}", hex(&bytes)))
}

fn resolution(random: &mut Random, reached: &mut Reached) -> Same {
    let base = cris::full(random);
    let reference_item =
        if random.once_in(8) { cris::near(&base, random) } else { cris::reference(random) };
    let (base, bytes) = (written(&base, random), written(&reference_item, random));
    for bytes in [&base, &bytes] {
        operation::decode::bytes(bytes, Features::ALL, reached)
            .map_err(|difference| format!("{}\n{difference}", hex(bytes)))?;
    }
    let (Some((base, model_base)), Some((ours, model))) = (full(&base), reference(&bytes)) else {
        return Ok(());
    };
    operation::resolve::resolve((base, ours), (&model_base, &model), reached)
        .map_err(|difference| format!("{base:?} + {ours:?}\n{difference}"))
}

fn relativization(random: &mut Random, reached: &mut Reached) -> Same {
    let base = cris::full(random);
    let mut target = if random.once_in(8) { cris::full(random) } else { cris::near(&base, random) };
    if random.once_in(4) {
        target = cris::near(&target, random);
    }
    let (base, target) = (written(&base, random), written(&target, random));
    let (Some((base, model_base)), Some((target, model_target))) = (full(&base), full(&target))
    else {
        return Ok(());
    };
    operation::relativize::relativize((base, target), (&model_base, &model_target), reached)
        .map_err(|difference| format!("{base:?} to {target:?}\n{difference}"))
}

fn comparison(random: &mut Random, reached: &mut Reached) -> Same {
    let item = cris::full(random);
    let bytes = written(&item, random);
    let Some((a, model_a)) = full(&bytes) else { return Ok(()) };
    // The value in other heads, in the form of either revision, or with one section changed.
    let other = match random.below(8) {
        0 => item.with_long_heads(random),
        1 => model::encode::encode(&model_a, model::Revision::Draft16)
            .unwrap_or_else(|_| item.shortest()),
        2 => model::encode::encode(&model_a, model::Revision::Rfc9988)
            .unwrap_or_else(|_| item.shortest()),
        3 | 4 => cris::spelled_otherwise(item, random).shortest(),
        _ => cris::near(&item, random).shortest(),
    };
    let Some((b, model_b)) = full(&other) else { return Ok(()) };
    operation::compare::compare((a, b), (&model_a, &model_b), reached)
        .and_then(|()| operation::canonical::form(b.into(), &model_b, reached))
        .and_then(|()| {
            operation::canonical::equivalent((a.into(), b.into()), (&model_a, &model_b), reached)
        })
        .map_err(|difference| format!("{} and {}\n{difference}", hex(&bytes), hex(&other)))
}

fn decomposition(random: &mut Random, reached: &mut Reached) -> Same {
    let destination = options::destination(random);
    let bytes = match random.below(16) {
        0 => cris::reference(random),
        _ => options::cri_near(&destination, random),
    };
    let bytes = written(&bytes, random);
    let Some((ours, model)) = reference(&bytes) else { return Ok(()) };
    operation::coap::decompose(ours, &model, &destination, reached)
        .map_err(|difference| format!("{ours:?} to {destination:?}\n{difference}"))
}

fn composition(random: &mut Random, reached: &mut Reached) -> Same {
    let destination = options::destination(random);
    let ask_a_proxy = random.once_in(2);
    let options = options::options(random, ask_a_proxy);
    let number = random.next() >> random.below(64);
    let result = operation::coap::composed(&options, &destination, reached)
        .and_then(|()| operation::proxy::asked(&options, &destination, reached))
        .and_then(|()| operation::proxy::scheme_number(number));
    result.map_err(|difference| format!("{options:?} to {destination:?}, {number}\n{difference}"))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    cri_testvectors::to_hex(bytes)
}
