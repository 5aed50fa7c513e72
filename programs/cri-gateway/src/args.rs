//! The command line.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cri_core::Revision;
use cri_gateway::{AddressRule, Config};

/// A CoAP forward proxy that understands Constrained Resource Identifiers (CRIs).
///
/// The gateway forwards requests with Proxy-Cri, Proxy-Uri, Proxy-Scheme or Proxy-Scheme-Number to their origins over
/// UDP, and forwards the responses. It does not observe, cache, or speak DTLS.
///
/// The first lines on standard output are `listening on ADDRESS:PORT`, one for each --listen. Standard error has one
/// line per request: time, client, method, URI, response code, duration, length of the payload, and the reason if the
/// gateway itself answers.
#[derive(Debug, Parser)]
#[command(name = "cri-gateway", version, max_term_width = 80, after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Listen at this address and port; may be repeated; port 0 means any free port
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:5683", value_parser = address_and_port)]
    pub(crate) listen: Vec<SocketAddr>,
    #[arg(long, help = ALLOW_HELP, value_name = "ADDRESS[/PREFIX][:PORT]")]
    allow: Vec<AddressRule>,
    /// Refuse requests to these addresses, even if --allow allows them; may be repeated
    #[arg(long, value_name = "ADDRESS[/PREFIX][:PORT]")]
    deny: Vec<AddressRule>,
    /// Use this address for a host name; localhost is always known
    #[arg(long, value_name = "NAME=ADDRESS", value_parser = name_and_address)]
    resolve: Vec<(String, IpAddr)>,
    /// Let the operating system look up other host names
    #[arg(long)]
    dns: bool,
    /// Use the scheme numbers of this revision of draft-ietf-core-href
    #[arg(long, value_name = "REVISION", default_value = Revision::Draft16.name(), value_parser = revision(), ignore_case = true)]
    revision: Revision,
    /// Answer 5.04 if the origin does not respond within this time
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = timeout)]
    timeout: u32,
    /// Answer 5.03 if more than this number of requests are under way
    #[arg(long, value_name = "N", default_value = "1024", value_parser = count)]
    in_flight: u32,
    /// Keep up to this number of answers for duplicates of requests; at least the number of --in-flight
    #[arg(long, value_name = "N", default_value = "16384", value_parser = count)]
    remember: u32,
    /// Send clients in these networks long responses without asking them for Echo (RFC 9175) first; only for networks
    /// where nobody can forge an address; may be repeated
    #[arg(long, value_name = "ADDRESS[/PREFIX]", value_parser = network)]
    trust: Vec<AddressRule>,
    /// Do not log requests on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const ALLOW_HELP: &str = "Allow requests to these addresses; may be repeated; all others are refused [default: 127.0.0.0/8 and ::1]";

const AFTER_HELP: &str = "\
Examples:
  cri-gateway
  cri-gateway --listen 192.0.2.1:5683 --allow 198.51.100.0/24
  cri-gateway --allow 0.0.0.0/0 --deny 127.0.0.0/8 --deny 169.254.0.0/16
  cri-gateway --allow 127.0.0.1:61616 --allow '[2001:db8::]/32:5683'

Send a request with libcoap, which uses Proxy-Uri:
  coap-client-notls -P coap://127.0.0.1 coap://127.0.0.1:61616/a

Attackers abuse a proxy that everybody can reach and that reaches everything.
Allow only the addresses that clients need, and listen only where clients are.";

impl Args {
    pub(crate) fn config(&self) -> Config {
        let mut config = Config::default();
        if !self.allow.is_empty() {
            config.allow = self.allow.iter().copied().collect();
        }
        config.allow = config.allow.except(self.deny.iter().copied());
        for (name, address) in &self.resolve {
            config.names.insert(name, *address);
        }
        config.trusted.clone_from(&self.trust);
        config.look_up = self.dns;
        config.revision = self.revision;
        config.timing.request = Duration::from_secs(self.timeout.into());
        config.limits.exchanges = self.in_flight as usize;
        // Each request under way may leave an answer.
        config.limits.answers = self.remember.max(self.in_flight) as usize;
        config
    }
}

/// Reads a rule without a port.
fn network(text: &str) -> Result<AddressRule, String> {
    match text.parse::<AddressRule>() {
        Ok(rule) if rule.port().is_none() => Ok(rule),
        Ok(_) => Err("clients send from any port; write ADDRESS or ADDRESS/PREFIX".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn address_and_port(text: &str) -> Result<SocketAddr, &'static str> {
    text.parse()
        .map_err(|_| "write an IP address and a port, as in 192.0.2.1:5683 or [2001:db8::1]:5683")
}

fn name_and_address(text: &str) -> Result<(String, IpAddr), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, address) = parts.ok_or("write NAME=ADDRESS, as in sensor.example=192.0.2.1")?;
    let address = match address.strip_prefix('[').and_then(|address| address.strip_suffix(']')) {
        Some(literal) => literal.parse().map(IpAddr::V6),
        None => address.parse(),
    };
    let address =
        address.map_err(|_| "an IP address must follow the =, as in sensor.example=192.0.2.1")?;
    Ok((name.to_owned(), address))
}

/// A larger number is taken for a mistake.
const MAX_COUNT: u32 = 10_000_000;

fn count(text: &str) -> Result<u32, String> {
    number_up_to(MAX_COUNT, text)
}

fn timeout(text: &str) -> Result<u32, String> {
    number_up_to(3600, text)
}

/// Parses a number from 1 to `most`.
fn number_up_to(most: u32, text: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("write a number from 1 to {most}"))
}

/// A revision by a name of [`Revision::NAMES`], of which `draft-` may be left out, as in `cri`.
fn revision() -> impl TypedValueParser<Value = Revision> {
    let short = |name: &'static str| name.strip_prefix("draft-").unwrap_or(name);
    let names = Revision::NAMES.map(|(name, _)| PossibleValue::new(name).alias(short(name)));
    PossibleValuesParser::new(names).map(move |text| {
        let text = text.to_ascii_lowercase();
        let named = |(name, _): &&(&'static str, Revision)| *name == text || short(name) == text;
        Revision::NAMES
            .iter()
            .find(named)
            .map(|(_, revision)| *revision)
            .unwrap_or(Revision::Draft16)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn trusted_networks_have_no_port() {
        for right in ["192.0.2.1", "192.0.2.0/24", "::1", "[::1]", "2001:db8::/32"] {
            assert!(network(right).is_ok(), "{right}");
        }
        for wrong in ["192.0.2.1:5683", "192.0.2.0/24:5683", "[::1]:5683", "192.0.2.1/24", "h"] {
            assert!(network(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_revision_has_the_names_of_its_documents() {
        let revision = |name| Args::parse_from(["cri-gateway", "--revision", name]).revision;
        for name in ["draft-16", "16", "DRAFT-16"] {
            assert_eq!(revision(name), Revision::Draft16, "{name}");
        }
        for name in ["draft-27", "draft-30", "27", "28", "30", "rfc9988", "RFC9988"] {
            assert_eq!(revision(name), Revision::Rfc9988, "{name}");
        }
    }

    #[test]
    fn reads_names_with_addresses() {
        assert_eq!(name_and_address("h=192.0.2.1"), Ok(("h".to_owned(), [192, 0, 2, 1].into())));
        assert_eq!(name_and_address("h=[::1]"), Ok(("h".to_owned(), "::1".parse().unwrap())));
        for wrong in
            ["", "h", "=::1", "h=", "h=i", "h=[::1", "h=::1]", "h=[[::1]]", "h=[192.0.2.1]"]
        {
            assert!(name_and_address(wrong).is_err(), "{wrong}");
        }
    }
}
