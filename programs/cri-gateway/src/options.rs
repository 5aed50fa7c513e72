//! The options that the gateway forwards (RFC 7252 section 5.7.1).

use std::borrow::Cow;

use coap_numbers::code;
use coap_numbers::option::{
    self, BLOCK1, BLOCK2, HOP_LIMIT, MAX_AGE, OBSERVE, PROXY_CRI, PROXY_SCHEME,
    PROXY_SCHEME_NUMBER, PROXY_URI, ProxySafety, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
};
use cri_coap::unrecognized_critical;

use crate::message::{Body, Message};
use crate::refusal::Refusal;

/// The Hop-Limit of a request that has none (RFC 8768 section 3).
const HOPS: u8 = 16;

/// The gateway's identifier in a 5.08, without blanks (RFC 8768 section 4).
const IDENTIFIER: &str = "cri-gateway";
/// The longest payload in bytes that gets the identifier before it (RFC 7252 section 4.6).
const LONGEST_TRACE: usize = 1024 - IDENTIFIER.len() - 1;

/// Adds the options of a message that the gateway forwards to `body`, except those that `is_consumed` selects. The
/// refusal of an option that is unsafe to forward has this response code.
fn forward<'d>(
    message: &Message<'d>,
    code: u8,
    body: &mut Body<'d>,
    mut is_consumed: impl FnMut(u16, &[u8]) -> Result<bool, Refusal>,
) -> Result<(), Refusal> {
    let mut last = None;
    for &(number, value) in message.options() {
        let repeated = last.replace(number) == Some(number);
        // RFC 7641 section 2: without Observe, the request and its response are plain ones.
        if is_consumed(number, value)? || number == OBSERVE {
            continue;
        }
        let is_forwarded = match number {
            // A block option occurs at most once and has at most 3 bytes (RFC 7959 section 2.1). Otherwise it counts as
            // unknown (RFC 7252 sections 5.4.3 and 5.4.5).
            BLOCK1 | BLOCK2 => value.len() <= 3 && !repeated,
            MAX_AGE => value.len() <= 4 && !repeated,
            _ => option::get_proxy_safety(number) != ProxySafety::Unsafe,
        };
        if !is_forwarded {
            let message = if code == code::BAD_GATEWAY { "response" } else { "request" };
            let reason = format!("{} in the {message} cannot be forwarded", name(number));
            return Err(Refusal::new(code, reason));
        }
        body.push(number, value);
    }
    Ok(())
}

/// Adds the forwarded options of a request to `body`, except those that identify the resource, and those that
/// `is_own` selects.
pub(crate) fn forward_request<'d>(
    message: &Message<'d>,
    mut is_own: impl FnMut((u16, &[u8])) -> bool,
    body: &mut Body<'d>,
) -> Result<(), Refusal> {
    let mut hops = None;
    forward(message, code::BAD_OPTION, body, |number, value| {
        Ok(match number {
            // `Target::write_options` writes these.
            URI_HOST | URI_PORT | URI_PATH | URI_QUERY | PROXY_URI | PROXY_SCHEME | PROXY_CRI
            | PROXY_SCHEME_NUMBER => true,
            HOP_LIMIT => {
                // A repeated elective option is ignored (RFC 7252 section 5.4.5).
                if hops.is_none() {
                    hops = Some(hops_left(value)?);
                }
                true
            }
            _ => is_own((number, value)),
        })
    })?;
    body.push(HOP_LIMIT, vec![hops.unwrap_or(HOPS)]);
    Ok(())
}

/// The Hop-Limit, decreased by one (RFC 8768 section 3).
fn hops_left(value: &[u8]) -> Result<u8, Refusal> {
    match value {
        [] | [0] => Err(Refusal::new(code::BAD_REQUEST, "Hop-Limit is 0; it must be 1 to 255")),
        [1] => Err(Refusal::new(code::HOP_LIMIT_REACHED, IDENTIFIER)),
        [hops] => Ok(hops.saturating_sub(1)),
        _ => Err(Refusal::new(
            code::BAD_REQUEST,
            "Hop-Limit has more than one byte; it must be 1 to 255",
        )),
    }
}

/// Checks the critical options of a request for the gateway itself: each is known, has a valid length, and is not
/// repeated without permission (RFC 7252 sections 5.4.1, 5.4.3 and 5.4.5).
pub(crate) fn check_critical(message: &Message<'_>) -> Result<(), Refusal> {
    unrecognized_critical(message.options().iter().copied(), |_| false).map_or(Ok(()), |number| {
        Err(Refusal::new(
            code::BAD_OPTION,
            format!("{} is unknown or invalid in a request", name(number)),
        ))
    })
}

/// The forwarded parts of a response.
pub(crate) fn forward_response<'d>(message: &Message<'d>) -> Result<Body<'d>, Refusal> {
    let mut body = Body::new(message.code(), forwarded_payload(message));
    forward(message, code::BAD_GATEWAY, &mut body, |_, _| Ok(false))?;
    Ok(body)
}

/// The forwarded payload. A proxy that forwards a 5.08 puts its identifier before the payload, if there is room (RFC
/// 8768 section 4). The client then reads the path of the request.
fn forwarded_payload<'d>(message: &Message<'d>) -> Cow<'d, [u8]> {
    let payload = message.payload();
    match (message.code(), payload) {
        (code::HOP_LIMIT_REACHED, []) => IDENTIFIER.as_bytes().into(),
        (code::HOP_LIMIT_REACHED, _) if payload.len() <= LONGEST_TRACE => {
            [IDENTIFIER.as_bytes(), b" ", payload].concat().into()
        }
        _ => payload.into(),
    }
}

fn name(number: u16) -> String {
    option::to_name(number).map_or_else(|| format!("option {number}"), str::to_owned)
}

#[cfg(test)]
mod tests {
    use coap_numbers::code::{BAD_GATEWAY, BAD_OPTION, BAD_REQUEST, HOP_LIMIT_REACHED};
    use coap_numbers::option::{ACCEPT, ETAG, IF_MATCH, NO_RESPONSE, OSCORE, SIZE1};

    use super::*;
    use crate::message::{Kind, Token};

    fn written(mut body: Body<'_>) -> Vec<u8> {
        body.write((Kind::Confirmable, 1, Token::default())).datagram
    }

    fn datagram(options: &[(u16, &[u8])]) -> Vec<u8> {
        let mut body = Body::new(1, &b""[..]);
        options.iter().for_each(|&(number, value)| body.push(number, value));
        written(body)
    }

    fn forwarded(options: &[(u16, &[u8])]) -> Result<Vec<u8>, Refusal> {
        let given = datagram(options);
        let mut body = Body::new(1, &b""[..]);
        forward_request(&Message::read(&given).unwrap(), |_| false, &mut body)?;
        Ok(written(body))
    }

    fn returned(options: &[(u16, &[u8])]) -> Result<Vec<u8>, Refusal> {
        let given = datagram(options);
        Ok(written(forward_response(&Message::read(&given).unwrap())?))
    }

    #[test]
    fn safe_and_known_options_are_forwarded() {
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
        assert_eq!(
            returned(&[(OBSERVE, b"\x01"), (ETAG, b"e")]).unwrap(),
            datagram(&[(ETAG, b"e")])
        );
        assert_eq!(returned(&[(MAX_AGE, b"\x3c")]).unwrap(), datagram(&[(MAX_AGE, b"\x3c")]));
    }

    #[test]
    fn unknown_unsafe_options_are_refused() {
        for options in [
            &[(NO_RESPONSE, &b"\x02"[..])][..],
            &[(19, b"\x08")], // Q-Block1
            &[(65003, b"")],
            &[(65002, b"")],
            &[(BLOCK1, b"\x01\x02\x03\x04")],
            &[(BLOCK2, b"\x00"), (BLOCK2, b"\x00")],
            &[(MAX_AGE, b"\x01\x02\x03\x04\x05")],
        ] {
            assert_eq!(forwarded(options).unwrap_err().code, BAD_OPTION, "{options:?}");
            assert_eq!(returned(options).unwrap_err().code, BAD_GATEWAY, "{options:?}");
        }
        assert_eq!(returned(&[(URI_PATH, b"a")]).unwrap_err().code, BAD_GATEWAY);
        let reason = forwarded(&[(NO_RESPONSE, b"")]).unwrap_err().reason;
        assert_eq!(reason, "No-Response in the request cannot be forwarded");
    }

    #[test]
    fn critical_options_for_the_gateway_are_checked() {
        let checked = |options: &[(u16, &[u8])]| {
            let given = datagram(options);
            check_critical(&Message::read(&given).unwrap()).map_err(|refusal| refusal.code)
        };
        assert_eq!(checked(&[(URI_PATH, b"a"), (ETAG, &[b'e'; 9]), (65000, b"")]), Ok(()));
        assert_eq!(checked(&[(OSCORE, b"")]), Err(BAD_OPTION));
    }

    #[test]
    fn the_hop_limit_is_decreased() {
        fn hops(value: &[u8]) -> (u16, &[u8]) {
            (HOP_LIMIT, value)
        }
        assert_eq!(forwarded(&[hops(b"\xff")]).unwrap(), datagram(&[hops(b"\xfe")]));
        assert_eq!(forwarded(&[hops(b"\x02"), hops(b"\x09")]).unwrap(), datagram(&[hops(b"\x01")]));
        for (value, code) in [
            (&b"\x01"[..], HOP_LIMIT_REACHED),
            (b"\x00", BAD_REQUEST),
            (b"", BAD_REQUEST),
            (b"\x01\x00", BAD_REQUEST),
        ] {
            assert_eq!(forwarded(&[hops(value)]).unwrap_err().code, code, "{value:?}");
        }
    }

    #[test]
    fn each_proxy_puts_its_identifier_before_the_payload_of_a_5_08() {
        let long = [b'a'; LONGEST_TRACE + 1];
        for (code, payload, expected) in [
            (HOP_LIMIT_REACHED, &b""[..], &b"cri-gateway"[..]),
            (HOP_LIMIT_REACHED, b"proxy-2 proxy-3", b"cri-gateway proxy-2 proxy-3"),
            (HOP_LIMIT_REACHED, &long, &long),
            (BAD_GATEWAY, b"proxy-2", b"proxy-2"),
        ] {
            let given = written(Body::new(code, payload));
            let back = written(forward_response(&Message::read(&given).unwrap()).unwrap());
            assert_eq!(Message::read(&back).unwrap().payload(), expected);
        }
        assert_eq!(forwarded(&[(HOP_LIMIT, b"\x01")]).unwrap_err().reason, IDENTIFIER);
    }
}
