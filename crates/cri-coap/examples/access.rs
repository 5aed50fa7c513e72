//! The server side of a device: which resource a request asks for, and whether the client may. Only `main` and the test
//! need `std`; firmware can take the rest as it is.
//!
//! `cargo run -p cri-coap --example access`

use core::fmt;
use core::net::{IpAddr, Ipv4Addr};

use cri_coap::aif::{Aif, AifError, Method};
use cri_coap::{
    ComposeError, EncodedOptions, Endpoint, OptionReadError, ResponseCode, Transport, compose,
};
use cri_core::{ArrayBuffer, CriBuf, Revision};

/// The address of the device, to which the requests are sent.
const DEVICE: Endpoint<'static> =
    Endpoint::new(IpAddr::V4(Ipv4Addr::new(198, 51, 100, 1)), 5683, Transport::Coap);

/// The access rules of the device, `[[[["led"]], 5]]`: GET and PUT on /led.
const RULES: &[u8] = b"\x81\x82\x81\x81\x63led\x05";

/// The requests that arrive: a name, the code, and the bytes that follow the token.
const REQUESTS: [(&str, u8, &[u8]); 5] = [
    ("switch the LED on", 3, b"\xb3led\xff\x01"),
    ("delete the LED", 4, b"\xb3led"),
    ("read the door", 1, b"\xb4door"),
    // Option 9, OSCORE, is critical.
    ("read in secret", 1, b"\x92\x09\x14\x23led"),
    // The path has fewer bytes than its length says.
    ("half a request", 1, b"\xb3le"),
];

/// A request that the device serves.
struct Request {
    method: Method,
    resource: CriBuf<ArrayBuffer<48>>,
}

/// Why the device does not serve a request.
enum Refusal {
    /// The bytes are no options. The device does not answer.
    Malformed(OptionReadError),
    /// The device has no valid rules.
    NoRules(AifError),
    /// The device answers with this code.
    Answer(ResponseCode),
}

impl From<OptionReadError> for Refusal {
    fn from(error: OptionReadError) -> Self {
        Self::Malformed(error)
    }
}

impl From<AifError> for Refusal {
    fn from(error: AifError) -> Self {
        Self::NoRules(error)
    }
}

impl From<ComposeError> for Refusal {
    fn from(error: ComposeError) -> Self {
        Self::Answer(error.code())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "no answer, because {error}"),
            Self::NoRules(error) => write!(f, "no answer, because the rules are invalid: {error}"),
            Self::Answer(code) => write!(f, "answered {code}"),
        }
    }
}

/// Reads the options of a request, and decides by the access rules.
fn read(code: u8, message: &[u8]) -> Result<Request, Refusal> {
    let (options, _payload) = EncodedOptions::decode(message)?;
    let method = permitted_method(code, options)?;
    let resource = compose(options, &DEVICE, Revision::Draft16, ArrayBuffer::new())?;
    Ok(Request { method, resource })
}

/// The method of a request, if the access rules permit it.
fn permitted_method(code: u8, options: EncodedOptions<'_>) -> Result<Method, Refusal> {
    let permitted = Aif::decode(RULES)?.permitted(options, |_| false).map_err(Refusal::Answer)?;
    let method = Method::from_code(code).filter(|&method| permitted.has(method));
    method.ok_or(Refusal::Answer(ResponseCode::METHOD_NOT_ALLOWED))
}

fn run(mut report: impl FnMut(fmt::Arguments<'_>)) {
    for (name, code, message) in REQUESTS {
        match read(code, message) {
            Ok(Request { method, resource }) => {
                report(format_args!("{name}: {method:?} of {resource:?}"));
            }
            Err(refusal) => report(format_args!("{name}: {refusal}")),
        }
    }
}

fn main() {
    run(|line| println!("{line}"));
}

#[test]
fn serves_what_the_rules_permit() {
    let mut lines = Vec::new();
    run(|line| lines.push(line.to_string()));
    assert_eq!(
        lines,
        [
            r#"switch the LED on: Put of [-1, [h'C6336401'], ["led"]]"#,
            "delete the LED: answered 4.05",
            "read the door: answered 4.03",
            "read in secret: answered 4.02",
            "half a request: no answer, because the value of an option is longer than the rest of the message, at byte 0",
        ]
    );
}
