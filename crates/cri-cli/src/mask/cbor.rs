//! Passwords in CBOR.

use std::ops::Range;

use cri_core::DecodeErrorKind;
use cri_core::wire::{FALSE, skip};
use cri_inspect::ItemHead;
use cri_uri::password;

/// The passwords in a CRI: in the strings of the item that follows `false`. The ranges ascend.
pub(crate) fn secrets_in_cbor(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut secrets = Vec::new();
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(len) = len_of_false(rest) {
            at += len;
            if len_of_false(&bytes[at..]).is_none() {
                // An item that does not end may be secret to the last byte.
                let end = skip(&bytes[at..]).map_or(bytes.len(), |len| at + len);
                secrets.extend(passwords(&bytes[..end], at));
                at = end;
            }
            continue;
        }
        at = match ItemHead::read(bytes, at) {
            Ok(head) => head.end(),
            Err(DecodeErrorKind::EndOfInput) => break,
            // The next head may follow an indefinite length, a break, or a byte that begins no head.
            Err(_) => at + 1,
        };
    }
    secrets
}

/// The length of `false`, if the bytes begin with it: 1, or 2 in the form that is not well-formed.
fn len_of_false(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [FALSE, ..] => Some(1),
        [0xf8, 20, ..] => Some(2),
        _ => None,
    }
}

/// The ranges after the first colon in the strings of the items from `at` on, and all bytes that cannot be read.
fn passwords(bytes: &[u8], mut at: usize) -> Vec<Range<usize>> {
    let mut passwords = Vec::new();
    let mut has_colon = false;
    while at < bytes.len() {
        let Ok(head) = ItemHead::read(bytes, at) else {
            passwords.push(at..bytes.len());
            break;
        };
        let end = head.end().min(bytes.len());
        let string = bytes.get(head.body.start..end).unwrap_or_default();
        let password = if has_colon { Some(0) } else { password::start(string) };
        has_colon = password.is_some();
        let start = password.map_or(end, |password| head.body.start + password);
        if start < end {
            passwords.push(start..end);
        }
        at = end;
    }
    passwords
}

#[cfg(test)]
mod tests {
    use super::secrets_in_cbor;

    #[test]
    fn a_userinfo_in_cbor_is_masked() {
        let hidden = |bytes: &[u8]| -> Vec<u8> {
            secrets_in_cbor(bytes).into_iter().flat_map(|secret| bytes[secret].to_vec()).collect()
        };
        assert_eq!(hidden(b"\x82\x23\x83\xf4\x63u:p\x61h"), b"p");
        // [false, ["u", ':', "p", 'q:'], "h"]
        assert_eq!(hidden(b"\x83\xf4\x84\x61u\x41:\x61p\x42q:\x61h"), b"pq:");
        // [false, 99(["u:p", ["q"]]), "h"]
        assert_eq!(hidden(b"\x83\xf4\xd8\x63\x82\x63u:p\x81\x61q\x61h"), b"pq");
        // [false, false, "u:p"], and false in two bytes
        assert_eq!(hidden(b"\x83\xf4\xf4\x63u:p"), b"p");
        assert_eq!(hidden(b"\x82\xf8\x14\x63u:p"), b"p");
        // Indefinite lengths: [_ [_ false, "u:p"]], and [_ false, (_ "u", ":p")]
        assert_eq!(hidden(b"\x9f\x9f\xf4\x63u:p\xff\xff"), b"p");
        assert_eq!(hidden(b"\x9f\xf4\x7f\x61u\x62:p\xff\xff"), b"\x7f\x61u\x62:p\xff\xff");
        // Cut off.
        assert_eq!(hidden(b"\xf4\x69u:p"), b"p");
        assert_eq!(hidden(b"\xf4"), b"");
        assert_eq!(hidden(b"\x82\x20\x83\xf4\x61u\x61h"), b"");
    }
}
