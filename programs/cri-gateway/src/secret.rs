//! Values that nobody else can guess: tokens, the first message IDs of links, and random delays.

use std::hash::{Hash, Hasher};
use std::{fmt, io};

use siphasher::sip::SipHasher24;

use crate::client::Client;
use crate::link::Link;
use crate::message::Token;

/// The key of a keyed hash, from which every random value of a gateway comes.
///
/// Random values are hashes of what identifies an exchange, and not the output of a generator. If the gateway forgets
/// an exchange and the client retries, the gateway sends the same token and message ID again. The origin then still
/// recognises the duplicate.
///
/// ```
/// use cri_gateway::Secret;
///
/// let secret = Secret::random()?;
/// assert_eq!(format!("{secret:?}"), "Secret(..)"); // the key is never shown
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Secret([u8; 16]);

impl Secret {
    /// A key from the operating system.
    ///
    /// # Errors
    ///
    /// Those of the operating system, where it has no random bytes.
    pub fn random() -> io::Result<Self> {
        let mut key = [0; 16];
        getrandom::fill(&mut key)?;
        Ok(Self(key))
    }

    /// A key that everybody can know, for repeatable tests.
    #[must_use]
    pub fn known(seed: u64) -> Self {
        Self(u128::from(seed).to_be_bytes())
    }

    /// The token of the request with this message ID of the client and this digest: the ID, the last 16 bits of the
    /// digest, and 32 random bits, for which RFC 7252 section 5.3.1 asks.
    ///
    /// A late response to an earlier request with the same ID has another token, because the digest differs.
    pub(crate) fn token(&self, link: &Link, client_id: u16, digest: u64) -> Token {
        let digest = digest as u16;
        let mut bytes = self.hash(b't', (link, client_id, digest)).to_be_bytes();
        let [a, b, c, d, ..] = &mut bytes;
        [*a, *b] = client_id.to_be_bytes();
        [*c, *d] = digest.to_be_bytes();
        let token = Token::new(&bytes);
        // INVARIANT: a token may have 8 bytes.
        debug_assert!(token.is_some());
        token.unwrap_or_default()
    }

    /// The client's message ID in a token, if the gateway made the token for a request on this link.
    pub(crate) fn client_id_in(&self, token: &Token, link: &Link) -> Option<u16> {
        let &[a, b, c, d] = token.as_bytes().first_chunk()?;
        let (client_id, digest) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
        (self.token(link, client_id, digest.into()) == *token).then_some(client_id)
    }

    /// The message ID on the link for a message ID of the client.
    ///
    /// The two differ by a constant, so an ID comes back on the link no sooner than in the client's messages.
    pub(crate) fn link_id(&self, link: &Link, client_id: u16) -> u16 {
        client_id.wrapping_add(self.id_offset(link))
    }

    /// The message ID of the client for a message ID on the link.
    pub(crate) fn client_id(&self, link: &Link, link_id: u16) -> u16 {
        link_id.wrapping_sub(self.id_offset(link))
    }

    /// A random number that spreads the timeouts of the messages for one request.
    pub(crate) fn timeout_spread(&self, client: Client, client_id: u16) -> u64 {
        self.hash(b's', (client, client_id))
    }

    /// The hash in the Echo value that is issued to a client at this time.
    pub(crate) fn echo(&self, client: Client, seconds: u32) -> u64 {
        self.hash(b'e', (client, seconds))
    }

    /// The hash of a request, or of its parts.
    pub(crate) fn digest(&self, parts: impl Hash) -> u64 {
        self.hash(b'd', parts)
    }

    fn id_offset(&self, link: &Link) -> u16 {
        self.hash(b'o', link) as u16
    }

    fn hash(&self, purpose: u8, value: impl Hash) -> u64 {
        let mut hasher = SipHasher24::new_with_key(&self.0);
        value.hash(&mut hasher);
        // Last, because the hasher is slower after a single byte.
        purpose.hash(&mut hasher);
        hasher.finish()
    }
}

/// Shows that there is a key, and not the key.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

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
        Self { next: std::array::from_fn(|series| secret.hash(b'm', series) as u16) }
    }

    /// The message ID of the next message to a client.
    pub(crate) fn next(&mut self, client: Client, secret: &Secret) -> u16 {
        // INVARIANT: the remainder is less than the number of series.
        let series = secret.hash(b'c', client) as usize % SERIES;
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

    use crate::link::Series;

    fn link() -> Link {
        let client = SocketAddr::from(([192, 0, 2, 1], 1)).into();
        Link::new(client, ([192, 0, 2, 2], 5683).into(), Series::First)
    }

    #[test]
    fn tokens_and_ids_lead_back_to_the_request() {
        let secret = Secret::random().unwrap();
        let link = link();
        for id in [0, 1, 0xff, 0x100, u16::MAX] {
            assert_eq!(secret.client_id_in(&secret.token(&link, id, 1 << 40), &link), Some(id));
            assert_eq!(secret.client_id(&link, secret.link_id(&link, id)), id);
        }
        assert_eq!(secret.client_id_in(&Token::default(), &link), None);
        assert_eq!(secret.client_id_in(&Secret::known(1).token(&link, 1, 0), &link), None);
    }

    #[test]
    fn tokens_depend_on_the_key_and_the_request() {
        let link = link();
        let token = |secret: &Secret| secret.token(&link, 7, 0);
        assert_eq!(token(&Secret::known(1)), token(&Secret::known(1)));
        assert_ne!(token(&Secret::known(1)), token(&Secret::known(2)));
        assert_ne!(token(&Secret::known(1)), Secret::known(1).token(&link, 7, 1));
        assert_ne!(token(&Secret::random().unwrap()), token(&Secret::random().unwrap()));
    }

    #[test]
    fn debug_does_not_show_the_key() {
        assert_eq!(format!("{:?}", Secret::known(1)), "Secret(..)");
    }

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
