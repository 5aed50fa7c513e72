//! What a gateway may do, and how much of it at once.

use std::net::SocketAddr;

use cri_core::Revision;

use crate::{AllowList, Names, Timing};

/// What a gateway depends on. The default allows loopback only, and looks no name up.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Config {
    /// The revision of the draft whose scheme numbers and URIs hold.
    pub revision: Revision,
    /// The destinations that requests may be sent to.
    pub allow: AllowList,
    /// The names whose addresses are given.
    pub names: Names,
    /// Whether other names are looked up.
    pub look_up: bool,
    /// The endpoint that clients send to, which is the host of a request by scheme that names none; not where it is
    /// every address of the host.
    pub endpoint: Option<SocketAddr>,
    /// How long things take.
    pub timing: Timing,
    /// How much there may be.
    pub limits: Limits,
}

/// How much there may be at once. Beyond it, requests are answered with 5.03.
///
/// The memory of a gateway is bounded by `answers` times `message`, if every answer is as long as may be: 38 MB by
/// default. Answers of 64 bytes take 4 MB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Exchanges under way.
    pub exchanges: usize,
    /// Exchanges under way of one client.
    pub exchanges_of_client: usize,
    /// Answers that are kept for duplicates. What is not idempotent can be asked for this often in 247 seconds.
    pub answers: usize,
    /// Links, and so sockets.
    pub links: usize,
    /// Bytes of a message. RFC 7252 section 4.6 assumes 1,152; this leaves room for a block of 1,024 bytes behind a
    /// CRI of 1,023.
    pub message: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { exchanges: 1024, exchanges_of_client: 32, answers: 16_384, links: 512, message: 2304 }
    }
}
