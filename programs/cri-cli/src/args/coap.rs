//! The arguments of `coap`.

use std::ffi::OsString;

use clap::ValueHint;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use cri_coap::Transport;

use crate::args::shared::Conversion;
use crate::coap::destination::Destination;
use crate::format::Format;

const DESTINATION_HELP: &str = "\
Where the request goes, such as 192.0.2.1, fe80::1%eth0 or [2001:db8::1]:5683; without a port, to the default port \
of the scheme";

/// Arguments of `coap`.
#[derive(Clone, Debug, clap::Args)]
#[command(override_usage = "\
cri coap [OPTIONS] [OPERAND]...
       cri coap [OPTIONS] --compose [OPERAND]...")]
#[command(mut_arg("nfc", |nfc| nfc.help(NFC_HELP)))]
pub(crate) struct Coap {
    /// CRIs, or with --compose options; - or none reads standard input
    #[arg(value_name = "OPERAND", value_hint = ValueHint::Other)]
    pub(crate) operands: Vec<OsString>,
    #[arg(long, value_name = "IP[:PORT]", value_parser = Destination::parse, help = DESTINATION_HELP)]
    pub(crate) destination: Option<Destination>,
    /// The scheme of the request; a CRI with another scheme is an error [default: that of the CRI, or coap with
    /// --compose]
    #[arg(long, value_name = "SCHEME", value_parser = transport())]
    pub(crate) scheme: Option<Transport>,
    /// Read options, and print the CRI that they stand for: lines, hex digits, or the objects of --json
    #[arg(long)]
    pub(crate) compose: bool,
    /// With --compose, read whole messages in hex digits, with header and token
    #[arg(long, requires = "compose")]
    pub(crate) message: bool,
    /// Print the option Proxy-Cri, which asks a proxy for a CRI of any scheme
    #[arg(long, conflicts_with = "compose")]
    pub(crate) proxy: bool,
    /// How the operands are written: uri, iri, hex, edn, c, cbor, json; with --compose hex, c, json [default: as recognized, or
    /// else uri, or with --compose options in lines]
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) from: Option<Format>,
    /// With --compose, how the answers are written: uri, iri, hex, edn, c, cbor, json
    #[arg(long, value_name = "FORM", hide_possible_values = true)]
    pub(crate) to: Option<Format>,
    /// Answer with one JSON object per line
    #[arg(long, conflicts_with = "to")]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) conversion: Conversion,
}

/// What a request does with text that is not in NFC. An option has the bytes of the URI (RFC 7252 section 6.4), and only a CRI
/// has rules for its text.
pub(crate) const NFC_HELP: &str = "What to do with text in URIs that is not in Unicode's Normalization Form C \
[default: keep for options, and refuse for a CRI in --proxy and --compose]";

fn transport() -> impl TypedValueParser<Value = Transport> {
    PossibleValuesParser::new(Transport::ALL.map(Transport::name))
        .map(|name| Transport::from_name(&name).unwrap_or(Transport::Coap))
}
