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
#[serde(try_from = "String")]
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

impl TryFrom<String> for CoapOption {
    type Error = String;

    /// Reads the name and the value, such as `Uri-Path: a` or `Uri-Port: h'1633'`.
    fn try_from(text: String) -> Result<Self, String> {
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
        Ok(Self { number, name: name.into(), value })
    }
}

family! {
    /// A CRI, a destination, and the options of a request to that destination for the CRI (section 8.1.1).
    pub struct Decompose {
        pub revision: Revision,
        pub edn: String,
        #[serde(deserialize_with = "hex::bytes")]
        pub cbor: Vec<u8>,
        pub uri: Option<String>,
        pub destination: SocketAddr,
        pub zone, transport: Option<String>,
        pub options: Option<Vec<CoapOption>>,
        pub error: Option<Expected>,
    }
}

family! {
    /// A URI, a destination, and the options of a request to that destination for the URI (RFC 7252 section 6.4).
    pub struct UriOptions {
        pub revision: Revision,
        pub uri: String,
        pub destination: SocketAddr,
        pub zone, transport: Option<String>,
        pub options: Option<Vec<CoapOption>>,
        pub error: Option<Expected>,
    }
}

family! {
    /// The destination and options of a request, and the CRI that they make (section 8.1.2).
    pub struct Compose {
        pub revision: Revision,
        pub destination: SocketAddr,
        pub zone: Option<String>,
        pub transport: String,
        pub options: Vec<CoapOption>,
        pub edn: Option<String>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub cbor: Option<Vec<u8>>,
        pub uri: Option<String>,
        pub error: Option<Expected>,
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
        pub revision: Revision,
        pub options: Vec<CoapOption>,
        pub conflicts: Option<Conflicts>,
        pub asked: Option<Asked>,
        pub text: Option<String>,
        pub number: Option<u64>,
        pub default_port: Option<u16>,
        pub edn: Option<String>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub cbor: Option<Vec<u8>>,
        pub error: Option<Expected>,
        pub option: Option<u16>,
        pub code: Option<String>,
    }
}

family! {
    /// A CRI or scheme number, and the value of the Proxy-Cri or Proxy-Scheme-Number option for it.
    pub struct ProxyOption {
        pub revision: Revision,
        #[serde(default, deserialize_with = "hex::optional")]
        pub cbor: Option<Vec<u8>>,
        pub number: Option<u64>,
        #[serde(default, deserialize_with = "hex::optional")]
        pub value: Option<Vec<u8>>,
        pub error: Option<Expected>,
    }
}
