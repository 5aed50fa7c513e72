//! Names looked up by the operating system, on a few threads of their own.

use std::fmt;
use std::io;
use std::net::{IpAddr, ToSocketAddrs};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use mio::Waker;

use crate::Lookup;

/// How many names are looked up at once.
const THREADS: usize = 4;
/// How many wait for that.
const WAITING: usize = 64;

/// Why a name was not looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupError {
    /// Too many are being looked up.
    Busy,
    /// It has no address.
    Failed,
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Busy => "expected fewer names to be looked up",
            Self::Failed => "expected a host with an address, found none",
        })
    }
}

impl std::error::Error for LookupError {}

/// What was looked up, and its addresses.
pub(crate) type Found = (Lookup, Result<Vec<IpAddr>, LookupError>);

/// The threads that look up names.
#[derive(Debug)]
pub(crate) struct Resolver {
    questions: SyncSender<Lookup>,
    found: Receiver<Found>,
}

impl Resolver {
    /// Starts the threads, which wake the waker when there is something to be had.
    pub(crate) fn new(waker: &Arc<Waker>) -> io::Result<Self> {
        let (questions, waiting) = sync_channel(WAITING);
        let waiting = Arc::new(Mutex::new(waiting));
        // Where nobody takes what was found, they wait.
        let (sender, found) = sync_channel(WAITING);
        for _ in 0..THREADS {
            let (waiting, sender, waker) = (Arc::clone(&waiting), sender.clone(), Arc::clone(waker));
            thread::Builder::new().name("resolver".into()).spawn(move || look_up(&waiting, &sender, &waker))?;
        }
        Ok(Self { questions, found })
    }

    /// Looks a name up, if not too many wait; else it is given back.
    pub(crate) fn ask(&self, lookup: Lookup) -> Result<(), Lookup> {
        self.questions.try_send(lookup).map_err(|error| match error {
            TrySendError::Full(lookup) | TrySendError::Disconnected(lookup) => lookup,
        })
    }

    /// The next that was looked up.
    pub(crate) fn found(&self) -> Option<Found> {
        self.found.try_recv().ok()
    }
}

/// Looks names up until nobody asks any more.
fn look_up(waiting: &Mutex<Receiver<Lookup>>, found: &SyncSender<Found>, waker: &Waker) {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(lookup) = next else { return };
        // The port is not asked for, but has to be there.
        let addresses = (lookup.name(), 0).to_socket_addrs();
        let addresses: Vec<IpAddr> = addresses.into_iter().flatten().map(|address| address.ip()).collect();
        let result = if addresses.is_empty() { Err(LookupError::Failed) } else { Ok(addresses) };
        if found.send((lookup, result)).is_err() || waker.wake().is_err() {
            return;
        }
    }
}
