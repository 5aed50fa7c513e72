//! The arguments of `coap`.

use std::ffi::OsString;

use clap::ValueHint;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use cri_coap::Transport;

use super::Conversion;
use crate::coap::Destination;
use crate::format::Format;

pub(super) const HELP: &str = "\
Without --from, an operand is a URI unless it begins with [ (diagnostic notation) or is 0x and hex digits. \
What the destination says is no option: without --destination, that is the host if it is an IP address, and the port. \
Comments have the bytes of each option in a message, and in the end those of all.

With --compose, each operand is an option, and all of them are one request; standard input has an option a line, \
and a blank line between requests. Options may come in any order; those that name no resource are passed over.

Options, one a line:
  Uri-Path: sensors    text; \\x and two hex digits are a byte, \\\\ is a backslash
  Uri-Port: 61616      a number, also for Proxy-Scheme-Number
  Proxy-Cri: 0x8320…   bytes
  Option 11: 0x61      the value of any option, as bytes
  # a comment          also behind a value and two blanks

Objects, with --json, have besides:
  options  objects with number, name (null where it has none), value (text, a
           number, or 0x and hex digits; null where it is none of them), and
           hex: the bytes of the value
  wire     the bytes of all options in a message, in hex

Examples:
  cri coap --destination 192.0.2.1 'coap://example.com/sensors?unit=c'
  cri coap --proxy https://example.com/
  cri coap --compose 'Uri-Host: example.com' 'Uri-Path: sensors'";

const DESTINATION_HELP: &str = "\
Where the request goes, such as 192.0.2.1, fe80::1%eth0 or [2001:db8::1]:5683; without a port, it is that of \
the scheme";

/// Arguments of `coap`.
#[derive(Clone, Debug, clap::Args)]
#[command(override_usage = "\
cri coap [OPTIONS] [CRI]...
       cri coap [OPTIONS] --compose [OPTION]...")]
pub(crate) struct Coap {
    /// What to ask for, or with --compose the options that ask; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[arg(long, value_name = "IP[:PORT]", value_parser = Destination::parse, help = DESTINATION_HELP)]
    pub(crate) destination: Option<Destination>,
    /// Which CoAP the request goes by; a CRI of another scheme is wrong [default: the CRI's; --compose: coap]
    #[arg(long, value_name = "SCHEME", value_parser = transport())]
    pub(crate) scheme: Option<Transport>,
    /// Read options, and print the CRI that they ask for
    #[arg(long)]
    pub(crate) compose: bool,
    /// Print the option Proxy-Cri, which asks a proxy for any CRI, wherever the request goes
    #[arg(long, conflicts_with = "compose")]
    pub(crate) proxy: bool,
    /// How the operands are written: uri, iri, hex, edn, cbor, json [default: by what they begin with]
    #[arg(long, value_name = "FORM", hide_possible_values = true, conflicts_with = "compose")]
    pub(crate) from: Option<Format>,
    /// With --compose, how the answers are written: uri, iri, hex, edn, cbor, json
    #[arg(long, value_name = "FORM", hide_possible_values = true, requires = "compose")]
    pub(crate) to: Option<Format>,
    /// Answer with one JSON object a line
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

fn transport() -> impl TypedValueParser<Value = Transport> {
    PossibleValuesParser::new(Transport::ALL.map(Transport::scheme))
        .map(|name| Transport::from_scheme(&name).unwrap_or(Transport::Coap))
}
