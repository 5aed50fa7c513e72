//! The message IDs of the gateway's own messages to clients (RFC 7252 section 4.4).

use crate::client::Client;
use crate::secret::Secret;

/// The number of series. The clients of one series share its IDs.
const SERIES: usize = 256;

/// The next message IDs of messages to clients that are neither acknowledgements nor resets.
///
/// A client takes two messages with one ID for duplicates, and ignores the second. RFC 7252 section 4.4 therefore
/// requires that no ID comes back within `EXCHANGE_LIFETIME` (247 seconds). A response must not repeat the message ID of
/// its request in a message of its own, because two requests may have one ID, of which one is forged.
///
/// An ID of a series comes back after 65,535 others. A series with fewer than 265 messages a second therefore repeats no
/// ID within `EXCHANGE_LIFETIME`. The keyed hash of a client chooses its series.
#[derive(Debug)]
pub(crate) struct MessageIds {
    next: [u16; SERIES],
}

impl MessageIds {
    /// Message IDs that begin where nobody can guess.
    pub(crate) fn new(secret: &Secret) -> Self {
        let mut next = [0; SERIES];
        for (series, id) in next.iter_mut().enumerate() {
            *id = secret.first_message_id(series);
        }
        Self { next }
    }

    /// The message ID of the next message to a client.
    pub(crate) fn next(&mut self, client: Client, secret: &Secret) -> u16 {
        // INVARIANT: the remainder is less than the number of series.
        let series = usize::from(secret.series(client)) % SERIES;
        let Some(next) = self.next.get_mut(series) else { return 0 };
        let id = *next;
        *next = next.wrapping_add(1);
        id
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::net::SocketAddr;

    use super::*;

    #[test]
    fn an_id_comes_back_after_all_others() {
        let secret = Secret::known(1);
        let mut ids = MessageIds::new(&secret);
        let client = SocketAddr::from(([192, 0, 2, 1], 1)).into();
        let first = ids.next(client, &secret);
        let others: HashSet<_> = (0..0xffff).map(|_| ids.next(client, &secret)).collect();
        assert!(others.len() == 0xffff && !others.contains(&first));
        assert_eq!(ids.next(client, &secret), first);
    }

    #[test]
    fn clients_have_many_series_with_first_ids_that_depend_on_the_key() {
        let first_ids = |secret: Secret| {
            let client = |port| Client::from(SocketAddr::from(([192, 0, 2, 1], port)));
            (0..64)
                .map(|port| MessageIds::new(&secret).next(client(port), &secret))
                .collect::<HashSet<_>>()
        };
        let (one, other) = (first_ids(Secret::known(1)), first_ids(Secret::known(2)));
        assert!(one.len() > 32 && one.intersection(&other).count() < 8);
    }
}
