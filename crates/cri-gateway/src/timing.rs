//! Timeouts (RFC 7252 sections 4.8 and 4.8.2).

use std::time::{Duration, Instant};

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
