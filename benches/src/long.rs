//! URIs of 200 to 400 bytes, made from the corpus and a seed, so that each run makes the same ones.

use crate::mutation::Mutator;

/// Lengths in bytes.
const SHORTEST: usize = 200;
const LONGEST: usize = 400;
/// The longest piece in bytes that is taken from a URI of the corpus. With one more piece, a URI stays below `LONGEST`.
const PIECE: usize = 50;

/// Characters of long segments.
const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
/// Characters of long labels.
const LABEL: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789-";

/// The `nth` URI. In turn: many segments, long segments, a long host with a port, many parameters.
pub(crate) fn long_uri(nth: usize, corpus: &[&'static str], random: &mut Mutator<'_>) -> String {
    let len = SHORTEST + random.below(LONGEST - PIECE - SHORTEST);
    let mut uri = String::from(random.pick(&["coap", "coaps", "http", "https"]));
    uri.push_str("://");
    if nth % 4 == 2 {
        while uri.len() < len / 2 {
            let len = 3 + random.below(30);
            push_random(&mut uri, len, LABEL, random);
            uri.push('.');
        }
    }
    uri.push_str("example.com");
    if nth % 4 == 2 {
        uri.push_str(random.pick(&[":8080", ":61616", ":1234"]));
    }
    if nth % 4 == 3 {
        uri.push_str("/list");
        push_pieces(&mut uri, len, '?', query, corpus, random);
    } else if nth % 4 == 1 {
        while uri.len() < len {
            uri.push('/');
            let rest = len - uri.len();
            let len = rest.min(30 + random.below(120));
            push_random(&mut uri, len, PLAIN, random);
        }
    } else {
        push_pieces(&mut uri, len, '/', path, corpus, random);
    }
    uri
}

/// The query of a URI.
fn query(uri: &str) -> Option<&str> {
    let (_, query) = uri.split_once('?')?;
    query.split('#').next()
}

/// The path of an HTTP or CoAP URI, without the leading slash.
fn path(uri: &str) -> Option<&str> {
    let (_, rest) = uri.split_once("://")?;
    let (_, path) = rest.split_once('/')?;
    path.split(['?', '#']).next().filter(|path| !path.is_empty() && !path.contains("./"))
}

/// Appends pieces of corpus URIs until the URI has `len` bytes; `first` or, within a query, `&` goes before each.
fn push_pieces(
    uri: &mut String,
    len: usize,
    first: char,
    piece: impl Fn(&'static str) -> Option<&'static str>,
    corpus: &[&'static str],
    random: &mut Mutator<'_>,
) {
    let pieces: Vec<&str> = corpus.iter().copied().filter_map(piece).filter(|piece| piece.len() < PIECE).collect();
    let mut delimiter = first;
    while uri.len() < len {
        uri.push(delimiter);
        uri.push_str(random.pick(&pieces));
        delimiter = if first == '?' { '&' } else { first };
    }
}

fn push_random(uri: &mut String, len: usize, of: &[u8], random: &mut Mutator<'_>) {
    uri.extend((0..len).map(|_| char::from(random.pick(of))));
}
