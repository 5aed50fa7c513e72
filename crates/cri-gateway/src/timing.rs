//! How long things take (RFC 7252 sections 4.8 and 4.8.2).

use std::time::{Duration, Instant};

/// The times that messages are sent again by, and forgotten after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timing {
    /// `ACK_TIMEOUT`: a confirmable message is sent again after this much, times 1 to 1.5 at random; then after
    /// twice that, and so on.
    pub ack_timeout: Duration,
    /// `MAX_RETRANSMIT`: how often it is sent again.
    pub max_retransmit: u8,
    /// How long a confirmable request may wait for its response before it is acknowledged without one.
    pub processing_delay: Duration,
    /// How long a request may take in all. It is less than the 93 seconds of `MAX_TRANSMIT_WAIT`, so that clients hear
    /// of it.
    pub request: Duration,
    /// `EXCHANGE_LIFETIME`: how long a message ID may come back.
    pub exchange_lifetime: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            ack_timeout: Duration::from_secs(2),
            max_retransmit: 4,
            processing_delay: Duration::from_millis(1500),
            request: Duration::from_secs(60),
            exchange_lifetime: Duration::from_secs(247),
        }
    }
}

impl Timing {
    /// `ACK_TIMEOUT` times `ACK_RANDOM_FACTOR`: from 1, for 0, to 1.5, for `u64::MAX`.
    pub(crate) fn first_timeout(&self, random: u64) -> Duration {
        // 16 bits are fine enough.
        let part = self.ack_timeout.saturating_mul((random >> 48) as u32).checked_div(2 * 0xffff);
        self.ack_timeout.saturating_add(part.unwrap_or_default())
    }
}

/// `now` and so much more.
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
        assert!(Duration::from_millis(2499) < middle && middle < Duration::from_millis(2501), "{middle:?}");
    }
}
