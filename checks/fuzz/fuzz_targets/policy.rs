//! Checks any URI by a policy that allows public addresses and all names. A slow reading of the URI's text agrees with the
//! policy. A URL library whose IDNA is too tolerant (CVE-2024-12224) reads each name that is allowed as that name.
#![no_main]

#[path = "../../../crates/cri-check/tests/networks.rs"]
mod networks;

use std::net::IpAddr;
use std::sync::LazyLock;

use cri_check::{AllowList, NameRule, TargetPolicy};
use cri_core::Host;
use cri_uri::{Options, Table, UriRef, to_cri};
use libfuzzer_sys::fuzz_target;
use url::Url;

static POLICY: LazyLock<TargetPolicy> = LazyLock::new(|| {
    TargetPolicy::new(Table::DRAFT_16, AllowList::public())
        .allow_schemes(["http", "https"])
        .allow_names([".".parse().expect("a rule")])
        .allow_address_hosts()
        .allow_ports([8080])
});

fuzz_target!(|text: &str| {
    let Ok(cri) = to_cri(text, Options::default(), Vec::new()) else { return };
    let uri = UriRef::parse(text).expect("what has a CRI");
    let result = POLICY.check(cri.as_cri_ref());
    if let Ok((host, port)) = result {
        assert_eq!(uri.userinfo(), None);
        assert!([80, 443, 8080].contains(&port));
        if let Host::Name(name) = host {
            name_is_read_as_itself(&name.to_string());
        }
    }
    match read(uri) {
        Some(Reading::Refused) => assert!(result.is_err(), "{result:?}"),
        Some(Reading::Allowed) => assert!(result.is_ok(), "{result:?}"),
        // A label that IDNA may have written. Only tables know.
        None => {}
    }
});

enum Reading {
    Allowed,
    Refused,
}

/// What a person who has the documents would decide, or `None` if it takes the tables of IDNA.
fn read(uri: UriRef<'_>) -> Option<Reading> {
    let scheme = uri.scheme().unwrap_or_default().to_ascii_lowercase();
    let default = match &*scheme {
        "http" => "80",
        "https" => "443",
        _ => return Some(Reading::Refused),
    };
    let port = uri.port().filter(|port| !port.is_empty()).unwrap_or(default);
    let is_port = port == default || port == "8080";
    let Some(host) = uri.host_str().filter(|_| uri.userinfo().is_none() && is_port) else {
        return Some(Reading::Refused);
    };
    let literal = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    let name = decoded(literal.unwrap_or(host))?;
    if let Ok(address) = name.parse::<IpAddr>() {
        let is_public = networks::is_public(address);
        return Some(if is_public { Reading::Allowed } else { Reading::Refused });
    }
    // What remains in brackets has a zone.
    if literal.is_some() || !is_name(&name) {
        return Some(Reading::Refused);
    }
    let is_ace = name.split('.').any(|label| label.starts_with("xn--"));
    (!is_ace).then_some(Reading::Allowed)
}

/// The host in lower case, without percent-encoding, if it is ASCII.
fn decoded(host: &str) -> Option<String> {
    let mut name = String::new();
    let mut rest = host.chars();
    while let Some(character) = rest.next() {
        let character = match character {
            '%' => {
                let digits = [rest.next()?, rest.next()?];
                let octet = u8::from_str_radix(&String::from_iter(digits), 16).ok()?;
                char::from(octet)
            }
            _ => character,
        };
        name.push(Some(character).filter(char::is_ascii)?.to_ascii_lowercase());
    }
    Some(name)
}

/// Whether this is a name of two labels or more that every resolver looks up alike.
fn is_name(name: &str) -> bool {
    let labels: Vec<&str> = name.split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty()
            && label.len() < 64
            && !label.starts_with('-')
            && label.chars().all(|each| each.is_ascii_alphanumeric() || each == '-' || each == '_')
    };
    let last = labels[labels.len() - 1];
    name.len() < 254
        && labels.len() > 1
        && labels.iter().all(is_label)
        && !last.starts_with(|first: char| first.is_ascii_digit())
        && !["localhost", "localdomain", "localdomain4", "localdomain6"].contains(&last)
        && !labels.ends_with(&["ipv6-literal", "net"])
}

/// A library that decodes ACE labels to ASCII reads no address and no other name.
fn name_is_read_as_itself(name: &str) {
    assert!(name.parse::<NameRule>().is_ok(), "{name}");
    if let Ok(url) = Url::parse(&format!("https://{name}/")) {
        assert_eq!(url.host(), Some(url::Host::Domain(name)), "{name}");
    }
}
