//! The inputs that need no fuzzing: those of the corpus, and all short ones.

use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use cri_core::{Cri, CriRef, Features};
use cri_testvectors::{CoapOption, Corpus};
use cri_uri::UriRef;
use model_compare::{coap, cri, pair, uri};

/// Runs a check on each of `count` inputs, on several threads.
fn all<I: Debug>(
    count: usize,
    threads: usize,
    input: impl Fn(usize) -> I + Sync,
    check: impl Fn(&I) + Sync,
) -> Result<(), String> {
    let part = |thread: usize| {
        (thread..count).step_by(threads).map(&input).try_for_each(|input| {
            // The message of the panic is already written.
            let checked = catch_unwind(AssertUnwindSafe(|| check(&input)));
            checked.map_err(|_| format!("the crates and the model differ on {input:02x?}"))
        })
    };
    thread::scope(|scope| {
        let threads: Vec<_> =
            (0..threads).map(|thread| scope.spawn(move || part(thread))).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err("a thread ended early".into()))
        })
    })
}

/// Longer CRIs are not in pairs, because the model is slow.
const LONGEST_IN_PAIRS: usize = 2048;

/// The inputs of the corpus of up to `longest` bytes: each by itself, and CRIs in pairs. Of the pairs, takes one in `of`.
pub(crate) fn vectors(of: usize, longest: usize, threads: usize) -> Result<String, String> {
    let corpus = Corpus::load().map_err(|error| error.to_string())?;
    let mut cris: Vec<&[u8]> = corpus.decode.iter().map(|vector| &*vector.cbor).collect();
    cris.extend(corpus.tagged.iter().map(|vector| &*vector.cbor));
    cris.extend(corpus.convert.iter().filter_map(|vector| vector.cbor.as_deref()));
    cris.extend(corpus.resolve.iter().flat_map(|v| [&*v.base_cbor, &*v.reference_cbor]));
    cris.extend(corpus.relativize_cri.iter().flat_map(|v| [&*v.base_cbor, &*v.target_cbor]));
    cris.extend(corpus.compare.iter().flat_map(|vector| [&*vector.a, &*vector.b]));
    cris.extend(corpus.decompose.iter().map(|vector| &*vector.cbor));
    cris.retain(|cri| cri.len() <= longest);
    cris.sort_unstable();
    cris.dedup();
    all(
        cris.len(),
        threads,
        |index| cris[index],
        |bytes| {
            cri::decode(bytes, Features::ALL);
            cri::tagged(bytes, Features::ALL);
            cri::tagged(&[b"\xd8\x63", *bytes].concat(), Features::ALL);
            cri::prefix(bytes, bytes);
            if let Ok(cri) = CriRef::decode(bytes) {
                coap::endpoints().for_each(|endpoint| coap::decompose(cri, &endpoint));
            }
        },
    )?;
    let count = cris.len();
    cris.retain(|cri| cri.len() <= LONGEST_IN_PAIRS);
    let pairs = cris.len() * cris.len() / of;
    let two = |index: usize| (cris[index * of / cris.len()], cris[index * of % cris.len()]);
    all(pairs, threads, two, |(a, b)| {
        cri::unprocessable(a, b);
        let Ok(a) = Cri::decode(a) else { return };
        if let Ok(b) = CriRef::decode(b) {
            pair::resolve(a, b);
        }
        if let Ok(b) = Cri::decode(b) {
            pair::relativize(a, b);
            pair::compare(a, b);
        }
    })?;
    let mut uris: Vec<&str> = corpus.parse.iter().map(|vector| &*vector.uri).collect();
    uris.extend(corpus.convert.iter().filter_map(|vector| vector.uri.as_deref()));
    uris.extend(corpus.normalize.iter().map(|vector| &*vector.uri));
    uris.retain(|uri| uri.len() <= longest);
    all(uris.len(), threads, |index| uris[index], |text| uri::uri(text, Features::ALL))?;
    let requests: Vec<&[CoapOption]> = corpus
        .compose
        .iter()
        .map(|vector| &*vector.options)
        .chain(corpus.proxy.iter().map(|vector| &*vector.options))
        .filter(|options| options.len() <= longest)
        .collect();
    all(
        requests.len(),
        threads,
        |index| requests[index],
        |request| {
            let options: Vec<_> =
                request.iter().map(|option| (option.number, option.value())).collect();
            coap::endpoints().for_each(|endpoint| coap::options(&options, &endpoint));
        },
    )?;
    // Around each number of bytes.
    let numbers = |index: usize| (1_u64 << index).wrapping_sub(1);
    all(64, threads, numbers, |number| coap::scheme_number(*number))?;
    let (uris, requests) = (uris.len(), requests.len());
    Ok(format!("{count} CRIs, {pairs} pairs, {uris} URIs and {requests} requests: no difference"))
}

/// Decodes all inputs of up to `length` bytes. From 4 bytes on, only those that begin with the head of an array,
/// because all others are rejected at their first byte.
pub(crate) fn bytes(length: u32, threads: usize) -> Result<String, String> {
    let mut inputs = 0;
    for length in 0..=length {
        let (arrays_only, bits) = (length > 3, 8 * length);
        let count = if arrays_only { 1 << (bits - 3) } else { 1 << bits };
        let input = |number: usize| {
            let first = number | if arrays_only { 4 << (bits - 3) } else { 0 };
            first.to_be_bytes()[size_of::<usize>() - length as usize..].to_vec()
        };
        all(count, threads, input, |bytes| cri::decode(bytes, Features::ALL))?;
        inputs += count;
    }
    Ok(format!("{inputs} inputs of up to {length} bytes: no difference"))
}

/// Characters of every part of a URI: letters, digits, percent, and all delimiters between components.
const ALPHABET: [char; 14] = ['a', 'F', '1', '2', '%', '.', '/', ':', '?', '#', '[', ']', '@', '-'];

/// Segments that normalising and resolving tell apart, and what may precede a path.
const SEGMENTS: [&str; 6] = ["", "a", ".", "..", "%2E", ".%2e"];
const FRONTS: [&str; 4] = ["", "/", "s:", "//h/"];

/// Parses and converts all texts of up to `length` characters of the alphabet, also with `fluent-uri`, and all paths of up
/// to `length` segments.
pub(crate) fn uris(length: u32, threads: usize) -> Result<String, String> {
    let mut inputs = 0;
    for length in 0..=length {
        let count = ALPHABET.len().pow(length);
        let input = |number: usize| -> String {
            let digit = |place| number / ALPHABET.len().pow(place) % ALPHABET.len();
            (0..length).map(|place| ALPHABET[digit(place)]).collect()
        };
        all(count, threads, input, |text| {
            uri::uri(text, Features::ALL);
            fluent(text);
        })?;
        inputs += count;
        let count = FRONTS.len() * SEGMENTS.len().pow(length);
        let path = |number: usize| -> String {
            let digit = |place| number / FRONTS.len() / SEGMENTS.len().pow(place) % SEGMENTS.len();
            let segments: Vec<_> = (0..length).map(|place| SEGMENTS[digit(place)]).collect();
            format!("{}{}", FRONTS[number % FRONTS.len()], segments.join("/"))
        };
        all(count, threads, path, |text| uri::uri(text, Features::ALL))?;
        inputs += count;
    }
    Ok(format!("{inputs} texts of up to {length} characters or segments: no difference"))
}

/// Another library's parser accepts the same texts, and finds the same components.
fn fluent(text: &str) {
    let theirs = fluent_uri::UriRef::parse(text).ok();
    let theirs = theirs.as_ref().map(|uri| {
        let scheme = uri.scheme().map(fluent_uri::component::Scheme::as_str);
        let authority = uri.authority().map(|authority| authority.as_str());
        let query = uri.query().map(fluent_uri::pct_enc::EStr::as_str);
        let fragment = uri.fragment().map(fluent_uri::pct_enc::EStr::as_str);
        [scheme, authority, Some(uri.path().as_str()), query, fragment]
    });
    let ours = UriRef::parse(text).ok();
    let ours = ours
        .map(|uri| [uri.scheme(), uri.authority(), Some(uri.path()), uri.query(), uri.fragment()]);
    assert_eq!(ours, theirs, "fluent-uri");
}
