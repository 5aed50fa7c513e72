//! Passwords in CoAP options, one per line.

use std::ops::Range;

use cri_uri::password;

use crate::mask::digits::{are_nearly_digits, hidden_in_hex};
use crate::mask::ranges::merged;
use crate::mask::text::{readable, search, widest_password};

/// The passwords in CoAP options, also in values that are hex digits or have escapes. The ranges ascend.
///
/// Comments repeat the values. If anything is secret, every comment is.
pub(crate) fn secrets_in_options(bytes: &[u8]) -> Vec<Range<usize>> {
    let text = readable(bytes);
    let mut secrets = search(&text);
    let mut comments = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = line.trim_end_matches(['\r', '\n']).len();
        let comment = line[..end].find('#').unwrap_or(end);
        if let Some(digits) = start_of_digits(&line[..comment]) {
            let first = start + digits;
            let inner = hidden_in_hex(&line[digits..comment]);
            secrets
                .extend(inner.into_iter().map(|secret| first + secret.start..first + secret.end));
        }
        if bytes[start..start + end].utf8_chunks().any(|chunk| !chunk.invalid().is_empty()) {
            let widest = widest_password(&bytes[start..start + end]);
            secrets.extend(widest.map(|secret| start + secret.start..start + secret.end));
        }
        let inner = passwords_in_escapes(&line.as_bytes()[..end]);
        secrets.extend(inner.into_iter().map(|secret| start + secret.start..start + secret.end));
        // A value may be cut off, and its comment complete.
        let digits = line[comment..end].trim_start_matches('#');
        if !hidden_in_hex(digits).is_empty() {
            secrets.push(start + comment..start + end);
        }
        comments.push(start + comment..start + end);
        start += line.len();
    }
    if !secrets.is_empty() {
        secrets.extend(comments.into_iter().filter(|comment| !comment.is_empty()));
    }
    merged(secrets)
}

/// Whether text that is expected to be something else looks like a CoAP option that may hold a password.
pub(crate) fn is_option(text: &str) -> bool {
    let name = text.trim_start();
    let begins = |prefix: &str| {
        name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    begins("Proxy-") || begins("Option") || begins("Uri-")
}

/// The offset of the hex digits in a line. The value of a Proxy-Cri is in hex digits, also where `0x` is missing.
/// A line may also be digits alone.
fn start_of_digits(line: &str) -> Option<usize> {
    let prefix = line.find("0x").or_else(|| line.find("0X"));
    let stray = || are_nearly_digits(line).then_some(0);
    prefix.or_else(stray).or_else(|| {
        let colon = line.find(':')?;
        let name = line[..colon].to_ascii_lowercase();
        (name.contains("cri") || name.contains("option")).then_some(colon + 1)
    })
}

/// The passwords of URIs in a line that may have escapes: `\x` and two hex digits, and two backslashes.
fn passwords_in_escapes(line: &[u8]) -> Vec<Range<usize>> {
    if !line.contains(&b'\\') {
        return Vec::new();
    }
    let (mut text, mut places) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(byte) = line.get(at) {
        places.push(at);
        let (byte, len) = match &line[at..] {
            [b'\\', b'x', digits @ ..] => match digits.first_chunk().and_then(byte_of_digits) {
                Some(byte) => (byte, 4),
                None => (b'\\', 1),
            },
            [b'\\', b'\\', ..] => (b'\\', 2),
            _ => (*byte, 1),
        };
        text.push(byte);
        at += len;
    }
    places.push(line.len());
    password::find(&text).map(|secret| places[secret.start]..places[secret.end]).collect()
}

fn byte_of_digits(digits: &[u8; 2]) -> Option<u8> {
    let [high, low] = digits.map(|digit| char::from(digit).to_digit(16));
    u8::try_from(high? << 4 | low?).ok()
}
