//! Which options pass (RFC 7252 section 5.7.1).

use std::borrow::Cow;

use coap_numbers::code::{BAD_GATEWAY, BAD_OPTION, BAD_REQUEST, HOP_LIMIT_REACHED};
use coap_numbers::option::{
    self, ACCEPT, BLOCK1, BLOCK2, Criticality, HOP_LIMIT, IF_MATCH, IF_NONE_MATCH, MAX_AGE, OBSERVE, PROXY_CRI,
    PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, ProxySafety, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
};
use cri_coap::option::MAX_TEXT;

use crate::body::Body;
use crate::message::Message;
use crate::refusal::Refusal;

/// The Hop-Limit of a request that has none (RFC 8768 section 3).
const HOPS: u8 = 16;

/// What the gateway calls itself in a 5.08 (RFC 8768 section 4: without blanks).
const IDENTIFIER: &str = "cri-gateway";
/// The longest payload in bytes that an identifier is put in front of (RFC 7252 section 4.6).
const LONGEST_TRACE: usize = 1024 - IDENTIFIER.len() - 1;

/// What becomes of an option.
enum Fate {
    Passes,
    /// It was read already, or it is known here and not wanted there.
    Stays,
    /// It is unsafe to forward, and it is not known, or not in this length or number.
    Unknown,
}

fn fate(number: u16, value: &[u8], repeated: bool) -> Fate {
    match number {
        // 3 bytes at most, and once (RFC 7959 section 2.1). Longer or repeated, it is as if it were not known
        // (RFC 7252 sections 5.4.3 and 5.4.5).
        BLOCK1 | BLOCK2 if value.len() <= 3 && !repeated => Fate::Passes,
        MAX_AGE if value.len() <= 4 && !repeated => Fate::Passes,
        // RFC 7641 section 2: without it, the request is a plain one, and so is the answer.
        OBSERVE => Fate::Stays,
        _ if option::get_proxy_safety(number) == ProxySafety::Unsafe => Fate::Unknown,
        _ => Fate::Passes,
    }
}

/// Number and value of each option, and whether one of the same number precedes it.
fn with_repeated<'m, 'd>(message: &'m Message<'d>) -> impl Iterator<Item = (u16, &'d [u8], bool)> + use<'m, 'd> {
    let mut last = None;
    message.options().iter().map(move |&(number, value)| (number, value, last.replace(number) == Some(number)))
}

/// Adds to `body` what passes of a request's options, but for those that say what it asks for.
pub(crate) fn forward_request<'d>(message: &Message<'d>, body: &mut Body<'d>) -> Result<(), Refusal> {
    let mut hops = None;
    for (number, value, repeated) in with_repeated(message) {
        match number {
            // The target has these.
            URI_HOST | URI_PORT | URI_PATH | URI_QUERY | PROXY_URI | PROXY_SCHEME | PROXY_CRI | PROXY_SCHEME_NUMBER => {
            }
            // What is repeated and elective is not there (RFC 7252 section 5.4.5).
            HOP_LIMIT if repeated => {}
            HOP_LIMIT => hops = Some(hops_left(value)?),
            _ => match fate(number, value, repeated) {
                Fate::Passes => body.push(number, value),
                Fate::Stays => {}
                Fate::Unknown => return Err(unknown(BAD_OPTION, number)),
            },
        }
    }
    body.push(HOP_LIMIT, vec![hops.unwrap_or(HOPS)]);
    Ok(())
}

/// A Hop-Limit less one (RFC 8768 section 3).
fn hops_left(value: &[u8]) -> Result<u8, Refusal> {
    match value {
        [] | [0] => Err(Refusal::new(BAD_REQUEST, "expected a hop limit from 1 to 255, found 0")),
        [1] => Err(Refusal::new(HOP_LIMIT_REACHED, IDENTIFIER)),
        [hops] => Ok(hops.saturating_sub(1)),
        _ => Err(Refusal::new(BAD_REQUEST, "expected a hop limit from 1 to 255, found more than one byte")),
    }
}

/// Whether a request for the gateway itself has only critical options that are known, each in a length and number that
/// it may have (RFC 7252 sections 5.4.1, 5.4.3 and 5.4.5).
pub(crate) fn check_critical(message: &Message<'_>) -> Result<(), Refusal> {
    let critical = |number| option::get_criticality(number) == Criticality::Critical;
    let mut wrong = with_repeated(message)
        .filter(|&(number, value, repeated)| critical(number) && !may_be(number, value, repeated));
    wrong.next().map_or(Ok(()), |(number, ..)| {
        let name = name(number);
        Err(Refusal::new(BAD_OPTION, format!("expected options that are known and valid, found {name}")))
    })
}

/// Whether a critical option of a request may be so (RFC 7252 section 5.10, RFC 7959 section 2.1).
fn may_be(number: u16, value: &[u8], repeated: bool) -> bool {
    match number {
        IF_MATCH => value.len() <= 8,
        URI_PATH | URI_QUERY => value.len() <= MAX_TEXT,
        URI_HOST => !value.is_empty() && value.len() <= MAX_TEXT && !repeated,
        URI_PORT | ACCEPT => value.len() <= 2 && !repeated,
        IF_NONE_MATCH => value.is_empty() && !repeated,
        BLOCK1 | BLOCK2 => value.len() <= 3 && !repeated,
        _ => false,
    }
}

/// What goes back of a response.
pub(crate) fn forward_response<'d>(message: &Message<'d>) -> Result<Body<'d>, Refusal> {
    let mut body = Body::new(message.code(), payload_back(message));
    for (number, value, repeated) in with_repeated(message) {
        match fate(number, value, repeated) {
            Fate::Passes => body.push(number, value),
            Fate::Stays => {}
            Fate::Unknown => return Err(unknown(BAD_GATEWAY, number)),
        }
    }
    Ok(body)
}

/// The payload that goes back. Whoever relays that the hops are used up puts its identifier in front, where there is
/// room (RFC 8768 section 4): so one reads the way that the request took.
fn payload_back<'d>(message: &Message<'d>) -> Cow<'d, [u8]> {
    let payload = message.payload();
    match (message.code(), payload) {
        (HOP_LIMIT_REACHED, []) => IDENTIFIER.as_bytes().into(),
        (HOP_LIMIT_REACHED, _) if payload.len() <= LONGEST_TRACE => {
            [IDENTIFIER.as_bytes(), b" ", payload].concat().into()
        }
        _ => payload.into(),
    }
}

fn unknown(code: u8, number: u16) -> Refusal {
    let of = if code == BAD_GATEWAY { " of the origin" } else { "" };
    let name = name(number);
    Refusal::new(code, format!("expected options{of} that can be forwarded, found {name}"))
}

fn name(number: u16) -> String {
    option::to_name(number).map_or_else(|| format!("option {number}"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use coap_numbers::option::{ETAG, NO_RESPONSE, OSCORE, SIZE1};

    use super::*;
    use crate::message::{Kind, Token};

    fn datagram(options: &[(u16, &[u8])]) -> Vec<u8> {
        let mut body = Body::new(1, &b""[..]);
        options.iter().for_each(|&(number, value)| body.push(number, value));
        body.write(Kind::Confirmable, 1, Token::default())
    }

    fn forwarded(options: &[(u16, &[u8])]) -> Result<Vec<u8>, Refusal> {
        let given = datagram(options);
        let mut body = Body::new(1, &b""[..]);
        forward_request(&Message::read(&given).unwrap(), &mut body)?;
        Ok(body.write(Kind::Confirmable, 1, Token::default()))
    }

    fn returned(options: &[(u16, &[u8])]) -> Result<Vec<u8>, Refusal> {
        let given = datagram(options);
        Ok(forward_response(&Message::read(&given).unwrap())?.write(Kind::Confirmable, 1, Token::default()))
    }

    #[test]
    fn what_is_safe_passes_and_what_is_known() {
        let passing: [(u16, &[u8]); 9] = [
            (IF_MATCH, b"e"),
            (IF_MATCH, b"f"),
            (ETAG, b"12345678"),
            (ACCEPT, b"\x3c"),
            (BLOCK2, b"\x16"),
            (BLOCK1, b"\x00\x00\x0e"),
            (SIZE1, b"\x10\x00"),
            (2053, b"\x08\x00"),
            (65000, b"safe"),
        ];
        let hops = [&passing[..], &[(HOP_LIMIT, &[HOPS])]].concat();
        assert_eq!(forwarded(&passing).unwrap(), datagram(&hops));
        assert_eq!(returned(&passing).unwrap(), datagram(&passing));
        let consumed: [(u16, &[u8]); 3] = [(URI_HOST, b"h"), (OBSERVE, b""), (URI_PATH, b"a")];
        assert_eq!(forwarded(&consumed).unwrap(), datagram(&[(HOP_LIMIT, &[HOPS])]));
        assert_eq!(returned(&[(OBSERVE, b"\x01"), (ETAG, b"e")]).unwrap(), datagram(&[(ETAG, b"e")]));
        assert_eq!(returned(&[(MAX_AGE, b"\x3c")]).unwrap(), datagram(&[(MAX_AGE, b"\x3c")]));
    }

    #[test]
    fn what_is_unsafe_and_unknown_does_not() {
        for options in [
            &[(NO_RESPONSE, &b"\x02"[..])][..],
            &[(19, b"\x08")], // Q-Block1
            &[(65003, b"")],
            &[(65002, b"")],
            &[(BLOCK1, b"\x01\x02\x03\x04")],
            &[(BLOCK2, b"\x00"), (BLOCK2, b"\x00")],
            &[(MAX_AGE, b"\x01\x02\x03\x04\x05")],
        ] {
            assert_eq!(forwarded(options).unwrap_err().code(), BAD_OPTION, "{options:?}");
            assert_eq!(returned(options).unwrap_err().code(), BAD_GATEWAY, "{options:?}");
        }
        assert_eq!(returned(&[(URI_PATH, b"a")]).unwrap_err().code(), BAD_GATEWAY);
        let reason = forwarded(&[(NO_RESPONSE, b"")]).unwrap_err().reason();
        assert_eq!(reason, "expected options that can be forwarded, found No-Response");
    }

    #[test]
    fn what_asks_the_gateway_itself_is_valid() {
        let checked = |options: &[(u16, &[u8])]| {
            let given = datagram(options);
            check_critical(&Message::read(&given).unwrap()).map_err(|refusal| refusal.code())
        };
        let long = [b'a'; 256];
        for valid in [
            &[(URI_HOST, &long[1..]), (URI_PORT, b""), (URI_PATH, b""), (URI_PATH, b"a"), (URI_QUERY, b"")][..],
            &[(IF_MATCH, b""), (IF_MATCH, b"12345678"), (IF_NONE_MATCH, b""), (ACCEPT, b"\x01\x00"), (BLOCK2, b"\x06")],
            // Elective ones are not looked at.
            &[(ETAG, &long), (OBSERVE, b"12345"), (65000, b"")],
        ] {
            assert_eq!(checked(valid), Ok(()), "{valid:?}");
        }
        for wrong in [
            &[(URI_HOST, &b""[..])][..],
            &[(URI_HOST, &long)],
            &[(URI_HOST, b"h"), (URI_HOST, b"h")],
            &[(URI_PORT, b"\x00\x00\x00")],
            &[(URI_PATH, b"a"), (URI_PATH, &long)],
            &[(URI_QUERY, &long)],
            &[(IF_MATCH, b"123456789")],
            &[(IF_NONE_MATCH, b"1")],
            &[(ACCEPT, b""), (ACCEPT, b"")],
            &[(BLOCK2, b"1234")],
            &[(OSCORE, b"")],
            &[(19, b"\x08")], // Q-Block1
            &[(65001, b"")],
        ] {
            assert_eq!(checked(wrong), Err(BAD_OPTION), "{wrong:?}");
        }
    }

    #[test]
    fn hops_are_counted() {
        fn hops(value: &[u8]) -> (u16, &[u8]) {
            (HOP_LIMIT, value)
        }
        assert_eq!(forwarded(&[hops(b"\xff")]).unwrap(), datagram(&[hops(b"\xfe")]));
        assert_eq!(forwarded(&[hops(b"\x02"), hops(b"\x09")]).unwrap(), datagram(&[hops(b"\x01")]));
        for (value, code) in
            [(&b"\x01"[..], HOP_LIMIT_REACHED), (b"\x00", BAD_REQUEST), (b"", BAD_REQUEST), (b"\x01\x00", BAD_REQUEST)]
        {
            assert_eq!(forwarded(&[hops(value)]).unwrap_err().code(), code, "{value:?}");
        }
    }

    #[test]
    fn each_proxy_puts_its_name_before_the_trace_of_used_up_hops() {
        let long = [b'a'; LONGEST_TRACE + 1];
        for (code, payload, expected) in [
            (HOP_LIMIT_REACHED, &b""[..], &b"cri-gateway"[..]),
            (HOP_LIMIT_REACHED, b"proxy-2 proxy-3", b"cri-gateway proxy-2 proxy-3"),
            (HOP_LIMIT_REACHED, &long, &long),
            (BAD_GATEWAY, b"proxy-2", b"proxy-2"),
        ] {
            let given = Body::new(code, payload).write(Kind::Confirmable, 1, Token::default());
            let back = forward_response(&Message::read(&given).unwrap()).unwrap().write(
                Kind::Confirmable,
                1,
                Token::default(),
            );
            assert_eq!(Message::read(&back).unwrap().payload(), expected);
        }
        assert_eq!(forwarded(&[(HOP_LIMIT, b"\x01")]).unwrap_err().reason(), IDENTIFIER);
    }
}
