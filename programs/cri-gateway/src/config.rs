//! The configuration of a gateway, and its limits.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::{Duration, Instant};

use cri_check::{AddressRule, AllowList};
use cri_core::Revision;

/// The configuration of a gateway. The default allows only loopback destinations, and looks up no names.
///
/// ```
/// use cri_gateway::{AllowList, Config};
///
/// let mut config = Config::default();
/// config.allow = AllowList::from_iter(["192.0.2.0/24".parse()?]);
/// config.names.insert("sensor.example", [192, 0, 2, 1].into());
/// assert!(!config.look_up); // other names have no address
/// # Ok::<(), cri_gateway::ParseAddressRuleError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The revision of the draft, which decides scheme numbers and how a CRI reads as a URI.
    pub revision: Revision,
    /// The destinations that requests may be sent to.
    pub allow: AllowList,
    /// Host names and their addresses.
    pub names: Names,
    /// Whether the gateway looks up other names.
    pub look_up: bool,
    /// The endpoints of the listeners, to which clients send requests. If a request has Proxy-Scheme or
    /// Proxy-Scheme-Number and no Uri-Host, its host is the address of its listener. If that address is unspecified,
    /// the request is refused.
    pub endpoints: Vec<SocketAddr>,
    /// The networks in which nobody can forge an address. The gateway sends their clients long responses without asking
    /// for Echo (RFC 9175) first. A rule with a port matches the port of the client.
    pub trusted: Vec<AddressRule>,
    /// Timeouts.
    pub timing: Timing,
    /// Limits.
    pub limits: Limits,
}

/// The revision is draft-16, and no destination is allowed.
impl Default for Config {
    fn default() -> Self {
        Self {
            revision: Revision::Draft16,
            allow: AllowList::default(),
            names: Names::default(),
            look_up: false,
            endpoints: Vec::new(),
            trusted: Vec::new(),
            timing: Timing::default(),
            limits: Limits::default(),
        }
    }
}

/// The limits of a gateway. It answers requests beyond them with 5.03, and messages that are too long with 4.13.
///
/// Client addresses share exchanges, links, look-ups, and the answers to requests that are not idempotent. A /64 of
/// IPv6 addresses counts as one address. An address may take one more while it has less than a sixth of what is free.
/// One address therefore gets a seventh of a limit, and each further address a seventh of what the others have left. An
/// address that has nothing may take one as long as anything is free. A quarter of each limit is for requests that carry a
/// fresh Echo value or come from trusted addresses, so forged addresses cannot use it up. By default, it takes 17
/// addresses to use up the other three quarters of the look-ups, 30 for the links, 35 for the exchanges, and 53 for the
/// answers.
///
/// Where a limit is reached, such a request is answered with 5.03. Any other request is answered with 4.01, which asks
/// the client to repeat it with an Echo.
///
/// `answers` times `message` decide how much memory a gateway uses: 38 MB by default, if every answer has the greatest
/// length. The program uses at most 70 MB in all. With answers of 64 bytes and a few clients, it uses 10 MB.
///
/// ```
/// use cri_gateway::Config;
///
/// let mut config = Config::default();
/// config.limits.answers = 1024;
/// assert!(config.limits.answers * config.limits.message < 3 << 20); // less than 3 MB for answers
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The greatest number of exchanges under way.
    pub exchanges: usize,
    /// The greatest number of exchanges under way for one client. Requests with a fresh Echo value are counted
    /// separately, because nobody else can send them.
    pub exchanges_of_client: usize,
    /// The greatest number of answers kept for duplicates. It also limits the requests within 247 seconds that are not
    /// idempotent.
    pub answers: usize,
    /// The greatest number of links. Each has a socket.
    pub links: usize,
    /// The greatest number of host names that are looked up at the same time. [`Server`](crate::Server) has a thread
    /// for each. Further names of a client wait if its requests carry a fresh Echo value, or its address is trusted.
    pub lookups: usize,
    /// The greatest number of clients that get long responses to later requests without Echo.
    pub verified: usize,
    /// The greatest length of a message in bytes. RFC 7252 section 4.6 assumes 1,152. The default has room for a CRI of
    /// 1,023 bytes and a block of 1,024 bytes.
    pub message: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            exchanges: 1024,
            exchanges_of_client: 32,
            answers: 16_384,
            links: 512,
            lookups: 64,
            verified: 4096,
            message: 2304,
        }
    }
}

/// Host names and their addresses. `localhost` is always listed (RFC 6761 section 6.3).
///
/// ```
/// use cri_gateway::Names;
///
/// let mut names = Names::default();
/// names.insert("Sensor.example", [192, 0, 2, 1].into());
/// assert_eq!(names.get("sensor.example"), Some(&[[192, 0, 2, 1].into()][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(HashMap<String, Vec<IpAddr>>);

impl Names {
    /// Adds an address for a name.
    pub fn insert(&mut self, name: &str, address: IpAddr) {
        self.0.entry(without_last_dot(name).to_ascii_lowercase()).or_default().push(address);
    }

    /// The addresses of a name, which must be in lower case. A dot after the name does not matter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[IpAddr]> {
        self.0.get(without_last_dot(name)).map(Vec::as_slice)
    }
}

/// Removes the dot of a fully qualified name (RFC 3986 section 3.2.2).
fn without_last_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

impl Default for Names {
    fn default() -> Self {
        let loopback = vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        Self(HashMap::from([("localhost".to_owned(), loopback)]))
    }
}

/// The times after which messages are sent again, given up, or forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timing {
    /// `ACK_TIMEOUT`: a confirmable message is sent again after this time, multiplied by a random number from 1 to 1.5.
    /// Each further timeout is twice the one before.
    pub ack_timeout: Duration,
    /// `MAX_RETRANSMIT`: how often a confirmable message is sent again.
    pub max_retransmit: u8,
    /// A confirmable request without a response is acknowledged after this time.
    pub processing_delay: Duration,
    /// A confirmable request of a client whose address is not verified is acknowledged after this time. The response
    /// may not be sent again to that address. As long as the request is not acknowledged, the client sends it again,
    /// and so asks for a lost response.
    pub unverified_delay: Duration,
    /// A request without a response is answered with 5.04 after this time. The default is less than the 93 seconds of
    /// `MAX_TRANSMIT_WAIT`, after which a client no longer waits.
    pub request: Duration,
    /// `EXCHANGE_LIFETIME`: a duplicate of a message may come for this time.
    pub exchange_lifetime: Duration,
    /// A client may use an Echo value for this time (RFC 9175 section 2.3).
    pub echo: Duration,
    /// The address of a client counts as verified for this time after a request with a valid Echo value.
    pub verified: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            ack_timeout: Duration::from_secs(2),
            max_retransmit: 4,
            processing_delay: Duration::from_millis(1500),
            unverified_delay: Duration::from_secs(30),
            request: Duration::from_secs(60),
            exchange_lifetime: Duration::from_secs(247),
            echo: Duration::from_secs(120),
            verified: Duration::from_secs(300),
        }
    }
}

impl Timing {
    /// `ACK_TIMEOUT` multiplied by a factor from 1, where `random` is 0, to 1.5, where it is `u64::MAX`.
    pub(crate) fn first_timeout(&self, random: u64) -> Duration {
        // 16 bits of randomness suffice.
        let part = self.ack_timeout.saturating_mul((random >> 48) as u32).checked_div(2 * 0xffff);
        self.ack_timeout.saturating_add(part.unwrap_or_default())
    }
}

/// The time `by` after `now`.
pub(crate) fn later(now: Instant, by: Duration) -> Instant {
    now.checked_add(by).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_after_a_name_does_not_matter() {
        let mut names = Names::default();
        assert_eq!(names.get("localhost."), names.get("localhost"));
        names.insert("Fqdn.example.", [192, 0, 2, 1].into());
        assert_eq!(names.get("fqdn.example"), Some(&[[192, 0, 2, 1].into()][..]));
        assert_eq!((names.get("fqdn.example.."), names.get(".")), (None, None));
    }

    #[test]
    fn the_first_timeout_is_random_within_bounds() {
        let timing = Timing::default();
        assert_eq!(timing.first_timeout(0), Duration::from_secs(2));
        assert_eq!(timing.first_timeout(u64::MAX), Duration::from_secs(3));
        let middle = timing.first_timeout(1 << 63);
        assert!(
            Duration::from_millis(2499) < middle && middle < Duration::from_millis(2501),
            "{middle:?}"
        );
    }
}
