//! The families about CoAP: options of requests, and what asks a proxy.

use crate::hex;
use crate::terms::{Expected, Feature, Revision};
use serde::Deserialize;
use std::net::SocketAddr;

/// An option of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoapOption {
    /// The option's number.
    pub number: u16,
    /// The name that belongs to the number.
    pub name: String,
    text: Option<String>,
    #[serde(default, deserialize_with = "hex::optional")]
    hex: Option<Vec<u8>>,
    #[serde(default = "once")]
    times: usize,
}

fn once() -> usize {
    1
}

impl CoapOption {
    /// The value: `text` or `hex`, as often as `times` says.
    #[must_use]
    pub fn value(&self) -> Vec<u8> {
        let unit = match (&self.text, &self.hex) {
            (Some(text), _) => text.as_bytes(),
            (None, Some(bytes)) => bytes,
            (None, None) => &[],
        };
        unit.repeat(self.times)
    }

    /// Whether the value is given in one way, and no other.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.text.is_some() != self.hex.is_some() && self.times > 0
    }
}

/// A CRI, the destination of a request, and the options of a request for the CRI (section 8.1.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decompose {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of the scheme numbers, and of `uri`.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The CRI, or CRI reference, in diagnostic notation.
    pub edn: String,
    /// The same, encoded.
    #[serde(deserialize_with = "hex::bytes")]
    pub cbor: Vec<u8>,
    /// Its URI reference, where it has one.
    pub uri: Option<String>,
    /// The address and port of the destination.
    pub destination: SocketAddr,
    /// The zone of the destination.
    pub zone: Option<String>,
    /// The variant of CoAP that the CRI asks for, by the name of its scheme.
    pub transport: Option<String>,
    /// The options, in ascending order of numbers.
    pub options: Option<Vec<CoapOption>>,
    /// There are none: why.
    pub error: Option<Expected>,
}

/// The destination of a request, its options, and the CRI that they make (section 8.1.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compose {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of the CRI, and of `uri`.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The address and port of the destination.
    pub destination: SocketAddr,
    /// The zone of the destination.
    pub zone: Option<String>,
    /// The variant of CoAP by which the request came, by the name of its scheme.
    pub transport: String,
    /// The options of the request.
    pub options: Vec<CoapOption>,
    /// The CRI in diagnostic notation.
    pub edn: Option<String>,
    /// The CRI, encoded.
    #[serde(default, deserialize_with = "hex::optional")]
    pub cbor: Option<Vec<u8>>,
    /// The URI of the CRI.
    pub uri: Option<String>,
    /// The options make no CRI: why.
    pub error: Option<Expected>,
    /// The response code that this earns, such as `4.02`.
    pub code: Option<String>,
}

/// What is done with options beside others that they must not stand beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conflicts {
    /// They are rejected.
    Reject,
    /// The one that takes precedence counts.
    Precedence,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// Of the endpoint itself.
    Endpoint,
    /// A CRI, by Proxy-Cri.
    Cri,
    /// A URI, by Proxy-Uri.
    Uri,
    /// What the Uri-* options say in a scheme, by Proxy-Scheme.
    SchemeName,
    /// The same by Proxy-Scheme-Number.
    SchemeNumber,
}

/// The options of a request, and what a proxy is asked for by them (section 8.2; RFC 7252 section 5.10.2).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proxy {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of `edn`.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The options of the request.
    pub options: Vec<CoapOption>,
    /// Strict or tolerant; the result is the same either way where it is absent.
    pub conflicts: Option<Conflicts>,
    /// What is asked for.
    pub asked: Option<Asked>,
    /// By a URI: the text. By a scheme name: the name.
    pub text: Option<String>,
    /// By a scheme number: the number.
    pub number: Option<u64>,
    /// By a scheme number: the default port of the scheme; absent where it has none.
    pub default_port: Option<u16>,
    /// By a CRI, that CRI in diagnostic notation. By a scheme number, the CRI that the options make with it; the
    /// destination of the request is 192.0.2.1, port 5683.
    pub edn: Option<String>,
    /// The same, encoded.
    #[serde(default, deserialize_with = "hex::optional")]
    pub cbor: Option<Vec<u8>>,
    /// The options ask for nothing, or make no CRI: why. Components are not compared.
    pub error: Option<Expected>,
    /// The number of the option that is wrong.
    pub option: Option<u16>,
    /// The response code that this earns, such as `4.00`.
    pub code: Option<String>,
}

/// What is to be written into a Proxy-Cri or Proxy-Scheme-Number option, and the option's value.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProxyOption {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of a CRI in the option.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// Of Proxy-Cri: the CRI, encoded in whatever way.
    #[serde(default, deserialize_with = "hex::optional")]
    pub cbor: Option<Vec<u8>>,
    /// Of Proxy-Scheme-Number: the number.
    pub number: Option<u64>,
    /// The value of the option.
    #[serde(default, deserialize_with = "hex::optional")]
    pub value: Option<Vec<u8>>,
    /// It has no value: why.
    pub error: Option<Expected>,
}
