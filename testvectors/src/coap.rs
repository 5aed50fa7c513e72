//! The families about CoAP: the options of requests, and requests to proxies.

use crate::hex;
use crate::terms::{Expected, Revision};
use serde::Deserialize;
use std::net::SocketAddr;

/// The options that vectors have, by their numbers.
const OPTIONS: &[(u16, &str)] = &[
    (1, "If-Match"),
    (3, "Uri-Host"),
    (7, "Uri-Port"),
    (11, "Uri-Path"),
    (12, "Content-Format"),
    (15, "Uri-Query"),
    (35, "Proxy-Uri"),
    (39, "Proxy-Scheme"),
    (60, "Size1"),
    (235, "Proxy-Cri"),
    (239, "Proxy-Scheme-Number"),
];

/// An option of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Written")]
pub struct CoapOption {
    /// The option's number.
    pub number: u16,
    /// The name that belongs to the number.
    pub name: String,
    value: Vec<u8>,
}

impl CoapOption {
    /// The value.
    #[must_use]
    pub fn value(&self) -> Vec<u8> {
        self.value.clone()
    }
}

/// An option as it stands in a file.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Written {
    /// The name and the value, such as `Uri-Path: a` or `Uri-Port: h'1633'`.
    Once(String),
    /// A value that is repeated.
    Repeated { option: String, times: usize },
}

impl TryFrom<Written> for CoapOption {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let (text, times) = match written {
            Written::Once(text) => (text, 1),
            Written::Repeated { option, times } => (option, times),
        };
        let (name, value) = text
            .split_once(": ")
            .ok_or_else(|| format!("expected `Name: value`, found {text:?}"))?;
        let known = OPTIONS.iter().find(|(_, known)| *known == name);
        let &(number, _) = known.ok_or_else(|| format!("there is no option {name}"))?;
        let digits = value.strip_prefix("h'").and_then(|rest| rest.strip_suffix('\''));
        let value = match digits {
            Some(digits) => {
                hex::from_hex(digits).ok_or_else(|| format!("no hex digits: {text}"))?
            }
            None => value.as_bytes().to_vec(),
        };
        Ok(Self { number, name: name.into(), value: value.repeat(times) })
    }
}

family! {
    /// A CRI, a destination, and the options of a request to that destination for the CRI (section 8.1.1).
    pub struct Decompose {
        /// The revision of the scheme numbers, and of `uri`.
        pub revision: Revision,
        /// The CRI, or CRI reference, in diagnostic notation.
        pub edn: String,
        /// The encoded CRI.
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        /// Its URI reference, where it has one.
        pub uri: Option<String>,
        /// The address and port of the destination.
        pub destination: SocketAddr,
        /// The zone of the destination.
        pub zone: Option<String>,
        /// The scheme name of the variant of CoAP that the CRI asks for.
        pub transport: Option<String>,
        /// The options, in ascending order of numbers.
        pub options: Option<Vec<CoapOption>>,
        /// The reason why there are no options.
        pub error: Option<Expected>,
    }
}

family! {
    /// The destination and options of a request, and the CRI that they make (section 8.1.2).
    pub struct Compose {
        /// The revision of the CRI, and of `uri`.
        pub revision: Revision,
        /// The address and port of the destination.
        pub destination: SocketAddr,
        /// The zone of the destination.
        pub zone: Option<String>,
        /// The scheme name of the variant of CoAP by which the request arrived.
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
        /// The reason why the options make no CRI.
        pub error: Option<Expected>,
        /// The response code for the error, such as `4.02`.
        pub code: Option<String>,
    }
}

/// How a reader treats options that must not stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conflicts {
    /// It rejects the request.
    Reject,
    /// It uses the option that takes precedence.
    Precedence,
}

impl Conflicts {
    /// The name as it stands in the files: `reject` or `precedence`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reject => "reject",
            Self::Precedence => "precedence",
        }
    }
}

/// The origin that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// The endpoint itself, not a proxy.
    Endpoint,
    /// A CRI, by Proxy-Cri.
    Cri,
    /// A URI, by Proxy-Uri.
    Uri,
    /// The Uri-* options with a scheme name, by Proxy-Scheme.
    SchemeName,
    /// The Uri-* options with a scheme number, by Proxy-Scheme-Number.
    SchemeNumber,
}

impl Asked {
    /// The name as it stands in the files, such as `scheme-name`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Endpoint => "endpoint",
            Self::Cri => "cri",
            Self::Uri => "uri",
            Self::SchemeName => "scheme-name",
            Self::SchemeNumber => "scheme-number",
        }
    }
}

family! {
    /// The options of a request, and the origin that they ask a proxy for (section 8.2; RFC 7252 section 5.10.2).
    pub struct Proxy {
        /// The revision of a CRI that the options make with a scheme number.
        pub revision: Revision,
        /// The options of the request.
        pub options: Vec<CoapOption>,
        /// The reader's treatment of conflicts. Where it is absent, the result is the same for both.
        pub conflicts: Option<Conflicts>,
        /// The kind of origin.
        pub asked: Option<Asked>,
        /// The URI, or the scheme name.
        pub text: Option<String>,
        /// The scheme number.
        pub number: Option<u64>,
        /// The default port of the scheme with that number. Absent where it has none.
        pub default_port: Option<u16>,
        /// In diagnostic notation, the CRI in Proxy-Cri, or the CRI that the options make with the scheme number. The
        /// destination of the request is 192.0.2.1, port 5683.
        pub edn: Option<String>,
        /// The encoded CRI.
        #[serde(default, deserialize_with = "hex::optional")]
        pub cbor: Option<Vec<u8>>,
        /// The reason why the options are refused, or make no CRI. Components are not compared.
        pub error: Option<Expected>,
        /// The number of the wrong option.
        pub option: Option<u16>,
        /// The response code for the error, such as `4.00`.
        pub code: Option<String>,
    }
}

family! {
    /// A CRI or scheme number, and the value of the Proxy-Cri or Proxy-Scheme-Number option for it.
    pub struct ProxyOption {
        /// The revision of a CRI in the option.
        pub revision: Revision,
        /// For Proxy-Cri: the CRI, in any encoding.
        #[serde(default, deserialize_with = "hex::optional")]
        pub cbor: Option<Vec<u8>>,
        /// For Proxy-Scheme-Number: the number.
        pub number: Option<u64>,
        /// The value of the option.
        #[serde(default, deserialize_with = "hex::optional")]
        pub value: Option<Vec<u8>>,
        /// The reason why the option has no value.
        pub error: Option<Expected>,
    }
}
