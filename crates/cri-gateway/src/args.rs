//! The command line.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use clap::Parser;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use cri_core::Revision;
use cri_gateway::{AllowRule, Config};

/// A CoAP forward proxy that understands Constrained Resource Identifiers (CRIs).
///
/// Requests with Proxy-Cri, Proxy-Uri, Proxy-Scheme or Proxy-Scheme-Number are sent on to their origin over UDP, and
/// the answers are sent back. The first line on standard output is `listening on ADDRESS:PORT`; standard error has one
/// line a request.
#[derive(Debug, Parser)]
#[command(name = "cri-gateway", version, max_term_width = 80, after_help = AFTER_HELP)]
pub(crate) struct Args {
    /// Where clients reach the gateway; port 0 is any that is free
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:5683")]
    pub(crate) listen: SocketAddr,
    #[arg(long, help = ALLOW_HELP, value_name = "ADDRESS[/PREFIX][:PORT]")]
    allow: Vec<AllowRule>,
    /// The address of a host by name; localhost is known
    #[arg(long, value_name = "NAME=ADDRESS", value_parser = name_and_address)]
    resolve: Vec<(String, IpAddr)>,
    /// Look up the addresses of other names, by the operating system
    #[arg(long)]
    dns: bool,
    /// The revision of draft-ietf-core-href
    #[arg(long, value_name = "REVISION", default_value = Revision::Draft16.name(), value_parser = revision())]
    revision: Revision,
    /// How long an origin may take to answer
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..=3600))]
    timeout: u64,
    /// How many requests may be under way; more are answered with 5.03
    #[arg(long, value_name = "N", default_value = "1024", value_parser = count())]
    in_flight: u32,
    /// How many answers are kept for duplicates of requests; as many as may be under way, at least
    #[arg(long, value_name = "N", default_value = "16384", value_parser = count())]
    remember: u32,
    /// Leave out the line a request on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

const ALLOW_HELP: &str =
    "Let requests go to these addresses, and to none that no --allow names [default: 127.0.0.0/8 and ::1]";

const AFTER_HELP: &str = "\
Examples:
  cri-gateway
  cri-gateway --listen 192.0.2.1:5683 --allow 198.51.100.0/24
  cri-gateway --allow 127.0.0.1:61616 --allow '[2001:db8::]/32:5683'

Ask it with libcoap, for a Proxy-Uri:
  coap-client-notls -P coap://127.0.0.1 coap://127.0.0.1:61616/a

A forward proxy that lets anybody reach anything is a weapon: allow what clients need, and listen where they are.";

impl Args {
    pub(crate) fn config(&self) -> Config {
        let mut config = Config::default();
        if !self.allow.is_empty() {
            config.allow = self.allow.iter().copied().collect();
        }
        for (name, address) in &self.resolve {
            config.names.insert(name, *address);
        }
        config.look_up = self.dns;
        config.revision = self.revision;
        config.timing.request = Duration::from_secs(self.timeout);
        config.limits.exchanges = self.in_flight as usize;
        // Each request under way leaves an answer.
        config.limits.answers = self.remember.max(self.in_flight) as usize;
        config
    }
}

fn name_and_address(text: &str) -> Result<(String, IpAddr), String> {
    let parts = text.split_once('=').filter(|(name, _)| !name.is_empty());
    let (name, address) = parts.ok_or("expected a name, = and an address")?;
    let address = match address.strip_prefix('[').and_then(|address| address.strip_suffix(']')) {
        Some(literal) => literal.parse().map(IpAddr::V6),
        None => address.parse(),
    };
    let address = address.map_err(|_| "expected an IP address behind =")?;
    Ok((name.to_owned(), address))
}

/// More than this are a mistake.
const MAX_COUNT: i64 = 10_000_000;

fn count() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=MAX_COUNT)
}

fn revision() -> impl TypedValueParser<Value = Revision> {
    PossibleValuesParser::new(Revision::ALL.map(Revision::name))
        .map(|name| Revision::from_name(&name).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definitions_are_consistent() {
        Args::command().debug_assert();
    }

    #[test]
    fn names_have_addresses() {
        assert_eq!(name_and_address("h=192.0.2.1"), Ok(("h".to_owned(), [192, 0, 2, 1].into())));
        assert_eq!(name_and_address("h=[::1]"), Ok(("h".to_owned(), "::1".parse().unwrap())));
        for wrong in ["", "h", "=::1", "h=", "h=i", "h=[::1", "h=::1]", "h=[[::1]]", "h=[192.0.2.1]"] {
            assert!(name_and_address(wrong).is_err(), "{wrong}");
        }
    }
}
