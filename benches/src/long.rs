//! Classes of long URIs, made from a seed, so that each run makes the same ones.

use crate::mutation::Mutator;

/// Makes a URI of a class, without its scheme, of about `len` bytes.
type Make = fn(len: usize, random: &mut Mutator<'_>) -> String;

/// The class of URIs with percent-encoded reserved characters.
pub(crate) const RESERVED: &str = "reserved";

/// The names of the classes, and what makes their URIs.
pub(crate) const CLASSES: [(&str, Make); 8] = [
    ("many-segments", |len, random| {
        fill("example.com", len, random, |random| format!("/{}", word(1, 8, random)))
    }),
    ("long-segments", |len, random| {
        fill("example.com", len, random, |random| format!("/{}", word(30, 150, random)))
    }),
    ("long-query", |len, random| {
        fill("example.com/list?page=1", len, random, |random| {
            format!("&{}={}", word(2, 10, random), word(1, 20, random))
        })
    }),
    ("long-host", |len, random| {
        // A host name has at most 253 bytes (RFC 1035 section 2.3.4).
        let host = fill("", len.min(200), random, |random| format!("{}.", word(3, 30, random)));
        host.to_ascii_lowercase() + "example.com:61616/a"
    }),
    ("utf-8", |len, random| {
        fill("example.com/wiki", len, random, |random| {
            let mut word = random.pick(&["/", "_"]).to_owned();
            (0..=random.below(8))
                .for_each(|_| word += random.pick(&["%C3%A9", "%D0%B6", "%E6%B8%A9", "a"]));
            word
        })
    }),
    (RESERVED, |len, random| {
        fill("example.com/login?page=1", len, random, |random| {
            let [host, path, value] = [5, 12, 10].map(|len| word(3, len, random));
            format!("&next=https%3A%2F%2F{host}.example%2F{path}%3Fa%3D{value}%26b%3D1")
        })
    }),
    ("dot-segments", |len, random| {
        fill("example.com", len, random, |random| {
            format!("{}/{}", random.pick(&["", "/.", "/..", "/../.."]), word(1, 8, random))
        })
    }),
    ("deep-dot-segments", |len, _| {
        "example.com".to_owned() + &"/a".repeat(len / 5) + &"/..".repeat(len / 5)
    }),
];

/// A URI of 180 to 1,000 bytes.
pub(crate) fn long_uri(make: Make, random: &mut Mutator<'_>) -> String {
    let scheme = random.pick(&["coap", "coaps", "http", "https"]);
    // A piece has at most 150 bytes.
    let len = 180 + random.below(650);
    format!("{scheme}://{}", make(len, random))
}

/// Appends pieces until there are `len` bytes.
fn fill(
    start: &str,
    len: usize,
    random: &mut Mutator<'_>,
    piece: fn(&mut Mutator<'_>) -> String,
) -> String {
    let mut text = start.to_owned();
    while text.len() < len {
        text += &piece(random);
    }
    text
}

/// From `shortest` to `longest` unreserved characters, the first of them a letter or a digit.
fn word(shortest: usize, longest: usize, random: &mut Mutator<'_>) -> String {
    const PLAIN: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";
    let len = shortest + random.below(longest - shortest + 1);
    let first = random.pick(&PLAIN[..PLAIN.len() - 1]);
    [first].into_iter().chain((1..len).map(|_| random.pick(PLAIN))).map(char::from).collect()
}
