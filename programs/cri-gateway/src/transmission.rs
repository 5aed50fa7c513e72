//! A datagram that is sent until the other side has it (RFC 7252 section 4.2).

use std::time::{Duration, Instant};

use crate::config::{Timing, later};

/// The retransmissions of one datagram.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transmission {
    datagram: Vec<u8>,
    /// The time to resend the datagram or to give up. `None` for one that is not confirmable, or that has arrived.
    pub(crate) due: Option<Instant>,
    timeout: Duration,
    /// The number of retransmissions left.
    left: u8,
    /// Whether the datagram is sent again for each copy of the client's request.
    relays_copies: bool,
    /// Whether the datagram was sent once, and nothing shows that it arrived.
    pub(crate) is_first_copy: bool,
}

/// The next step for a datagram whose time has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Overdue {
    /// Send it again.
    Resend(Vec<u8>),
    /// Give up: it was sent often enough.
    GiveUp,
}

impl Transmission {
    /// A confirmable message that is sent now for the first time.
    pub(crate) fn confirmable(
        datagram: Vec<u8>,
        random: u64,
        timing: &Timing,
        now: Instant,
    ) -> Self {
        let timeout = timing.first_timeout(random);
        Self {
            datagram,
            due: Some(later(now, timeout)),
            timeout,
            left: timing.max_retransmit,
            ..Self::once()
        }
    }

    /// A message that is sent once.
    pub(crate) fn once() -> Self {
        Self { is_first_copy: true, ..Self::default() }
    }

    /// A confirmable message that is sent now, and again for each copy of the client's request.
    pub(crate) fn relaying_copies(datagram: Vec<u8>) -> Self {
        Self { datagram, relays_copies: true, ..Self::once() }
    }

    /// Ends the retransmissions: the other side has the datagram.
    pub(crate) fn arrived(&mut self) {
        *self = Self::default();
    }

    /// The datagram to send because a copy of the client's request came, if there is one.
    pub(crate) fn copy(&mut self) -> Option<Vec<u8>> {
        self.relays_copies.then(|| {
            self.is_first_copy = false;
            self.datagram.clone()
        })
    }

    /// The next step, if it is time.
    pub(crate) fn overdue(&mut self, now: Instant) -> Option<Overdue> {
        self.due.filter(|&due| due <= now)?;
        let Some(left) = self.left.checked_sub(1) else {
            self.due = None;
            return Some(Overdue::GiveUp);
        };
        self.left = left;
        self.is_first_copy = false;
        self.timeout = self.timeout.saturating_mul(2);
        self.due = Some(later(now, self.timeout));
        Some(Overdue::Resend(self.datagram.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_sent_five_times_and_then_given_up() {
        let start = Instant::now();
        let mut transmission =
            Transmission::confirmable(b"m".to_vec(), 0, &Timing::default(), start);
        // The first timeout is 2 seconds, and each one is twice the one before.
        for seconds in [2, 6, 14, 30] {
            let due = start + Duration::from_secs(seconds);
            assert_eq!(transmission.due, Some(due));
            assert_eq!(transmission.overdue(due - Duration::from_millis(1)), None);
            assert_eq!(transmission.overdue(due), Some(Overdue::Resend(b"m".to_vec())));
        }
        let end = start + Duration::from_secs(62);
        assert_eq!(transmission.overdue(end), Some(Overdue::GiveUp));
        assert_eq!((transmission.due, transmission.overdue(end)), (None, None));
    }

    #[test]
    fn an_arrived_message_is_not_sent_again() {
        let start = Instant::now();
        let mut transmission =
            Transmission::confirmable(b"m".to_vec(), 0, &Timing::default(), start);
        transmission.arrived();
        assert_eq!(transmission.overdue(start + Duration::from_secs(100)), None);
        assert_eq!(
            (Transmission::once().overdue(start), Transmission::once().copy()),
            (None, None)
        );
    }

    #[test]
    fn a_relayed_message_is_sent_for_each_copy_until_it_arrives() {
        let mut transmission = Transmission::relaying_copies(b"m".to_vec());
        assert_eq!((transmission.due, transmission.is_first_copy), (None, true));
        assert_eq!(transmission.copy(), Some(b"m".to_vec()));
        assert!(!transmission.is_first_copy);
        transmission.arrived();
        assert_eq!(transmission.copy(), None);
    }
}
