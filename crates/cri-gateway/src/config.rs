//! The configuration of a gateway, and its limits.

use std::net::SocketAddr;

use cri_core::Revision;

use crate::allow_list::{AddressRule, AllowList};
use crate::names::Names;
use crate::timing::Timing;

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
#[derive(Clone, Debug, Default)]
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
/// length. The program uses at most 64 MB in all. With answers of 64 bytes and a few clients, it uses 10 MB.
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
