//! What a gateway wants done, and how that may fail.

use std::net::SocketAddr;

use crate::answers::Key;
use crate::{Link, Record};

/// What a [`Gateway`](crate::Gateway) wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// A datagram to a client, from the socket that clients send to.
    ToClient {
        /// The client.
        client: SocketAddr,
        /// The datagram.
        datagram: Vec<u8>,
    },
    /// A datagram to the origin of a link, from the socket of that link, which is opened if there is none.
    ToOrigin {
        /// The link.
        link: Link,
        /// The datagram.
        datagram: Vec<u8>,
    },
    /// The socket of a link is to be closed.
    Close(Link),
    /// A name is to be looked up, and [`Gateway::looked_up`](crate::Gateway::looked_up) told what was found.
    LookUp(Lookup),
    /// A line of the log.
    Log(Record),
}

/// A name that is to be looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookup {
    pub(crate) key: Key,
    /// Tells it from others of the same key.
    pub(crate) number: u64,
    pub(crate) name: String,
}

impl Lookup {
    /// The name, in lower case.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Why a datagram was not sent to an origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SendFailure {
    /// The origin cannot be reached, or nobody is at its address and port.
    Unreachable,
    /// There is no socket for the link.
    NoSocket,
}

/// How much there is of what [`Limits`](crate::Limits) bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Load {
    /// Exchanges under way.
    pub exchanges: usize,
    /// Answers that are kept for duplicates.
    pub answers: usize,
    /// Links with a socket.
    pub links: usize,
}
