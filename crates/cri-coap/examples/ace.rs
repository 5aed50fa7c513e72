//! The resource server of ACE (RFC 9200): an access token carries access rules about CRIs, and the rules decide about the
//! requests of its holder. Only `main` and the test need `std`; firmware can take the rest as it is.
//!
//! The example reads the claims of a token that was verified before. It verifies none itself.
//!
//! `cargo run -p cri-coap --example ace`

use cri_coap::aif::{Aif, Method};
use cri_coap::{EncodedOptions, ResponseCode};
use cri_core::wire::{Head, Major, skip};

/// The number of the claim `scope` (RFC 9200). As a byte string, it may hold access rules (RFC 9237).
const SCOPE: u64 = 9;

/// The claims of a token: the audience (3), which is "led", and the scope. The byte string of the scope holds
/// `[[[["led"]], 5], [[["log"], ["last=1"]], 1]]`: GET and PUT on /led, and GET on /log?last=1.
const CLAIMS: &[u8] = b"\xa2\x03\x63led\x09\x58\x19\
    \x82\x82\x81\x81\x63led\x05\x82\x82\x81\x63log\x81\x66last=1\x01";

/// The requests that arrive: a name, the code, and the bytes that follow the token of the message.
const REQUESTS: [(&str, u8, &[u8]); 6] = [
    ("switch the LED on", 3, b"\xb3led\xff\x01"),
    ("delete the LED", 4, b"\xb3led"),
    ("read the last entry", 1, b"\xb3log\x46last=1"),
    ("read all entries", 1, b"\xb3log"),
    ("read the door", 1, b"\xb4door"),
    // The critical option 9, which this server does not know
    ("read in secret", 1, b"\x92\x09\x14\x23led"),
];

/// The value of a claim that is a byte string, in a map of claims with integers as keys.
fn claim(claims: &[u8], wanted: u64) -> Option<&[u8]> {
    let map = Head::read(claims).ok().filter(|map| map.major() == Major::Map)?;
    let mut rest = claims.get(map.len()..)?;
    for _ in 0..map.argument() {
        let key = Head::read(rest).ok()?;
        rest = rest.get(skip(rest).ok()?..)?;
        let value = Head::read(rest).ok()?;
        if (key.major(), key.argument()) == (Major::Unsigned, wanted) {
            let bytes = rest.get(value.len()..)?.get(..usize::try_from(value.argument()).ok()?)?;
            return (value.major() == Major::Bytes).then_some(bytes);
        }
        rest = rest.get(skip(rest).ok()?..)?;
    }
    None
}

/// Decides about a request, with the response codes of RFC 9200 section 5.10.1.1.
fn decide(rules: Aif<'_>, code: u8, options: EncodedOptions<'_>) -> Result<Method, ResponseCode> {
    let permitted = rules.permitted(options, |_| false)?;
    let method = Method::from_code(code).filter(|&method| permitted.has(method));
    method.ok_or(ResponseCode::METHOD_NOT_ALLOWED)
}

fn run(mut report: impl FnMut(&str, Result<Method, ResponseCode>)) {
    // A token without valid rules permits nothing.
    let rules = claim(CLAIMS, SCOPE).and_then(|scope| Aif::decode(scope).ok());
    for (name, code, message) in REQUESTS {
        let decision = match (rules, EncodedOptions::decode(message)) {
            (Some(rules), Ok((options, _payload))) => decide(rules, code, options),
            (None, _) => Err(ResponseCode::FORBIDDEN),
            (_, Err(_)) => Err(ResponseCode::BAD_REQUEST),
        };
        report(name, decision);
    }
}

fn main() {
    run(|name, decision| match decision {
        Ok(method) => println!("{name}: {method:?} is permitted"),
        Err(code) => println!("{name}: answered {code}"),
    });
}

#[test]
fn the_token_decides() {
    let mut decisions = Vec::new();
    run(|_, decision| decisions.push(decision));
    let expected = [
        Ok(Method::Put),
        Err(ResponseCode::METHOD_NOT_ALLOWED),
        Ok(Method::Get),
        Err(ResponseCode::FORBIDDEN),
        Err(ResponseCode::FORBIDDEN),
        Err(ResponseCode::BAD_OPTION),
    ];
    assert_eq!(decisions, expected);
}

#[test]
fn other_claims_are_no_scope() {
    // {9: "led"}, {8: h'80'}, [9, h'80'], {9: h'80'} cut off, and {9: h'80'}
    for (claims, scope) in [
        (&b"\xa1\x09\x63led"[..], None),
        (b"\xa1\x08\x41\x80", None),
        (b"\x82\x09\x41\x80", None),
        (b"\xa1\x09\x41", None),
        (b"\xa1\x09\x41\x80", Some(&b"\x80"[..])),
    ] {
        assert_eq!(claim(claims, SCOPE), scope, "{claims:02x?}");
    }
}
