//! Threads that look up names with the operating system.

use std::fmt;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use mio::Waker;

use crate::output::Lookup;

/// The reason why a look-up found no address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupError {
    /// Too many names are being looked up.
    Busy,
    /// The name has no address.
    Failed,
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Busy => "too many names are being looked up",
            Self::Failed => "the host name has no address",
        })
    }
}

impl std::error::Error for LookupError {}

/// A look-up and its result.
pub(crate) type Found = (Lookup, Result<Vec<IpAddr>, LookupError>);

/// The look-ups under way, each on a thread of its own. The gateway limits their number.
#[derive(Debug)]
pub(crate) struct Resolver {
    sender: Sender<Found>,
    pub(crate) found: Receiver<Found>,
    waker: Arc<Waker>,
}

impl Resolver {
    /// A resolver that wakes `waker` after each look-up.
    pub(crate) fn new(waker: Arc<Waker>) -> Self {
        let (sender, found) = channel();
        Self { sender, found, waker }
    }

    /// Begins a look-up.
    pub(crate) fn begin(&self, lookup: Lookup) -> io::Result<()> {
        let (sender, waker) = (self.sender.clone(), Arc::clone(&self.waker));
        let thread = thread::Builder::new().name("resolver".into());
        thread.spawn(move || {
            // `ToSocketAddrs` needs a port, which is not used.
            let addresses = (lookup.name(), 0).to_socket_addrs().into_iter().flatten();
            let addresses: Vec<_> = addresses.map(|address| address.ip()).collect();
            let failed = addresses.is_empty();
            let result = if failed { Err(LookupError::Failed) } else { Ok(addresses) };
            // Both fail only if the server has ended.
            let _ = sender.send((lookup, result));
            let _ = waker.wake();
        })?;
        Ok(())
    }
}
