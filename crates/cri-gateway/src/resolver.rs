//! Threads that look up names with the operating system.

use std::fmt;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
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

/// The threads that look up names.
#[derive(Debug)]
pub(crate) struct Resolver {
    questions: SyncSender<Lookup>,
    pub(crate) found: Receiver<Found>,
}

impl Resolver {
    /// Starts a thread for each look-up that may be under way. The threads wake `waker` after each look-up.
    pub(crate) fn new(threads: usize, waker: &Arc<Waker>) -> io::Result<Self> {
        let threads = threads.max(1);
        let (questions, waiting) = sync_channel(threads);
        let waiting = Arc::new(Mutex::new(waiting));
        // The threads wait while nobody takes their results.
        let (sender, found) = sync_channel(threads);
        for _ in 0..threads {
            let (waiting, sender, waker) =
                (Arc::clone(&waiting), sender.clone(), Arc::clone(waker));
            thread::Builder::new()
                .name("resolver".into())
                .spawn(move || look_up(&waiting, &sender, &waker))?;
        }
        Ok(Self { questions, found })
    }

    /// Asks for a look-up. Returns whether there is room for it.
    pub(crate) fn ask(&self, lookup: &Lookup) -> bool {
        self.questions.try_send(lookup.clone()).is_ok()
    }
}

/// Looks up names until the resolver is dropped.
fn look_up(waiting: &Mutex<Receiver<Lookup>>, found: &SyncSender<Found>, waker: &Waker) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(lookup) = next else { return };
        // `ToSocketAddrs` needs a port, which is not used.
        let addresses = (lookup.name(), 0).to_socket_addrs();
        let addresses: Vec<IpAddr> =
            addresses.into_iter().flatten().map(|address| address.ip()).collect();
        let result = if addresses.is_empty() { Err(LookupError::Failed) } else { Ok(addresses) };
        if found.send((lookup, result)).is_err() || waker.wake().is_err() {
            return;
        }
    }
}
