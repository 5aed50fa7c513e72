//! URI references.

use crate::random::Random;

const SEGMENTS: [&str; 30] = [
    "a", "b", "c", "a", "", "", ".", "..", "..", "%2e", "%2E.", ".%2e", "...", ".a", "a:b", ":",
    "@", "%3A", "a%2Fb", "%C3%A9", "%C3", "%FF", "%41", "a%20b", "a;b", "a%3Bb", "%25", "a=b",
    "%00", "~",
];

const NAMES: [&str; 30] = [
    "h",
    "h",
    "a.b",
    "example.com",
    "EXAMPLE.com",
    "",
    "a..b",
    "h.",
    ".",
    "1.2.3.4",
    "1.2.3.%34",
    "01.2.3.4",
    "1.2.3.256",
    "0x7f.1",
    "127.0.0.1",
    "%C3%A9",
    "%C3%84",
    "%45x",
    "a%3Ab",
    "non!port",
    "non%21port",
    "%FF",
    "a%2Eb",
    "%5B::1%5D",
    "1.2.3",
    "%e2%84%aa",
    "255.255.255.255",
    "a%20b",
    "%31.2.3.4",
    "a_b",
];

/// Characters and bytes for the middle of a long text. Some are not allowed everywhere.
const SPECIALS: [&str; 18] = [
    "%41",
    "%3B",
    ";",
    "%C3%A9",
    "%FF",
    "%C3",
    "%2e",
    ".",
    "A",
    ":",
    "@",
    "%",
    "é",
    "!",
    "&",
    "%26",
    "/",
    "%F0%90%8D%88",
];

/// One of the words or, once in 12 times, a long text or any character, percent-encoded.
fn word(words: &[&str], random: &mut Random) -> String {
    match random.below(24) {
        0 => String::from_utf8_lossy(&random.run_of_letters(&SPECIALS)).into_owned(),
        1 => {
            let character = random.character().to_string();
            // Without its last byte, it is not UTF-8.
            let cut = if random.once_in(8) { 1 } else { 0 };
            character
                .bytes()
                .take(character.len() - cut)
                .map(|byte| format!("%{byte:02x}"))
                .collect()
        }
        _ => random.word(words).to_owned(),
    }
}

fn ipv6(random: &mut Random) -> String {
    let group = |random: &mut Random| {
        random
            .pick(&["0", "0", "0000", "1", "a", "F", "ffff", "00a", "2001", "db8", "fe80"])
            .to_string()
    };
    let groups = |count: usize, random: &mut Random| -> Vec<String> {
        (0..count).map(|_| group(random)).collect()
    };
    let dotted = random.once_in(4);
    let total = if dotted { 6 } else { 8 };
    let end = if dotted { "192.0.2.1" } else { "" };
    let mut text = if random.once_in(2) {
        groups(total, random).join(":")
    } else {
        let before = random.below(total);
        let after = random.below(total - before);
        format!("{}::{}", groups(before, random).join(":"), groups(after, random).join(":"))
    };
    if dotted {
        if !text.ends_with(':') {
            text.push(':');
        }
        text.push_str(end);
    }
    match random.below(8) {
        0 => {
            format!("[{text}%25{}]", random.pick(&["eth0", "en1", "%41", "%FF", "", "a%2Db", "A"]))
        }
        1 => format!(
            "[{}]",
            random.pick(&[
                "v1.x",
                "v7.a:b",
                "V1f.x",
                "v.x",
                "::1%eth0",
                "::ffff:1.2.3.4",
                "1::2::3",
                "::01.2.3.4",
                ":::"
            ])
        ),
        _ => format!("[{text}]"),
    }
}

fn authority(random: &mut Random) -> String {
    let mut text = String::new();
    if random.once_in(8) {
        text.push_str(&word(
            &["u", "", "u:p", "u%3Ap", "a%40b", "%C3%A9", "u%20", "a;b", "a%3Bb"],
            random,
        ));
        text.push('@');
    }
    if random.once_in(5) {
        text.push_str(&ipv6(random));
    } else {
        text.push_str(&word(&NAMES, random));
    }
    if random.once_in(4) {
        text.push_str(random.word(&[
            ":80",
            ":443",
            ":5683",
            ":5684",
            ":61616",
            ":0",
            ":",
            ":00",
            ":05683",
            ":65535",
            ":65536",
            ":99999999999",
        ]));
    }
    text
}

fn path(random: &mut Random) -> String {
    let mut segments: Vec<String> = (0..random.below(6)).map(|_| word(&SEGMENTS, random)).collect();
    match random.below(256) {
        0..8 => {
            segments.push("l".repeat(*random.pick(&[23, 24, 31, 32, 255, 256, 4080, 4095, 4096])));
        }
        8 => segments = vec!["..".into(); *random.pick(&[125, 126, 127, 128])],
        9 => segments = vec!["s".into(); *random.pick(&[23, 24, 255, 256])],
        _ => {}
    }
    segments.join("/")
}

fn items(random: &mut Random) -> String {
    const ITEMS: [&str; 16] = [
        "a", "b=c", "", "&", "a&b", "%26", "a%3Db", "/", "?", "%23", "a+b", "%2B", "%C3%A9", "%FF",
        "%", "a%20b",
    ];
    (0..random.below(4)).map(|_| word(&ITEMS, random)).collect()
}

/// A URI reference, or a text that is nearly one.
pub(crate) fn uri(random: &mut Random) -> String {
    let mut text = String::new();
    let has_scheme = !random.once_in(2);
    if has_scheme {
        text.push_str(random.word(&[
            "coap", "COAP", "coaps", "coap+ws", "http", "https", "a", "S", "x-foo", "file", "urn",
            "did", "z39.50r", "1a", "mailto",
        ]));
        text.push(':');
    }
    let has_authority = random.once_in(2);
    if has_authority {
        text.push_str("//");
        text.push_str(&authority(random));
    }
    let path = path(random);
    if (has_authority && !path.is_empty()) || random.once_in(3) {
        text.push('/');
    }
    text.push_str(&path);
    if random.once_in(3) {
        text.push('?');
        text.push_str(&items(random));
    }
    if random.once_in(4) {
        text.push('#');
        text.push_str(&items(random));
    }
    for _ in 0..random.below(8).saturating_sub(5) {
        mutate(&mut text, random);
    }
    text
}

/// Changes one character.
fn mutate(text: &mut String, random: &mut Random) {
    let mut characters: Vec<char> = text.chars().collect();
    let at = random.below(characters.len() + 1);
    let other = *random.pick(&[
        '/', ':', '?', '#', '[', ']', '@', '%', '.', 'a', '1', 'F', ' ', 'é', '\0', '&', '=', '-',
        '+', '~', '\u{7f}', '"', '<', '\\', '^', '`', '|', '2', '5', 'v',
    ]);
    match random.below(4) {
        0 if at < characters.len() => drop(characters.remove(at)),
        1 if at < characters.len() => characters[at] = other,
        2 => characters.truncate(at),
        _ => characters.insert(at, other),
    }
    *text = characters.into_iter().collect();
}
