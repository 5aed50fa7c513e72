//! What nobody else can guess: tokens, where message IDs begin, and random delays.

use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};
use std::net::SocketAddr;

use crate::Link;
use crate::message::Token;

/// A key for hashing, from which everything that has to be random comes.
///
/// A hash of what an exchange is known by, and not the next of a generator, since a duplicate whose exchange was
/// forgotten is then asked for again with the same token and message ID, and the origin takes it for the duplicate
/// that it is. The key is the standard library's, which has it from the operating system.
#[derive(Clone, Debug)]
pub struct Secret(DefaultHasher);

impl Secret {
    /// A key from the operating system.
    #[must_use]
    pub fn random() -> Self {
        Self(RandomState::new().build_hasher())
    }

    /// A key that is no secret, for what has to be repeatable.
    #[must_use]
    pub fn known(seed: u64) -> Self {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        Self(hasher)
    }

    /// The token of the request of this message ID of the client: the ID, and 48 bits to be guessed, more than the 32
    /// of RFC 7252 section 5.3.1.
    pub(crate) fn token(&self, link: &Link, id: u16) -> Token {
        let mut bytes = self.hash(b't', (link, id)).to_be_bytes();
        let [high, low, ..] = &mut bytes;
        [*high, *low] = id.to_be_bytes();
        bytes.into()
    }

    /// The message ID in a token.
    pub(crate) fn id_of(token: &Token) -> Option<u16> {
        token.as_bytes().first_chunk().map(|&id| u16::from_be_bytes(id))
    }

    /// The message ID on the link of a request of this message ID of the client.
    ///
    /// A client does not repeat an ID before it may, and so the link does not.
    pub(crate) fn id_on(&self, link: &Link, id: u16) -> u16 {
        id.wrapping_add(self.offset(link))
    }

    /// The message ID of the client of this one on the link.
    pub(crate) fn id_before(&self, link: &Link, id: u16) -> u16 {
        id.wrapping_sub(self.offset(link))
    }

    /// What spreads the timeouts of the messages that this request makes.
    pub(crate) fn spread(&self, client: SocketAddr, id: u16) -> u64 {
        self.hash(b's', (client, id))
    }

    fn offset(&self, link: &Link) -> u16 {
        self.hash(b'o', link) as u16
    }

    fn hash(&self, purpose: u8, value: impl Hash) -> u64 {
        let mut hasher = self.0.clone();
        purpose.hash(&mut hasher);
        value.hash(&mut hasher);
        hasher.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_ids_lead_back_to_the_request() {
        let secret = Secret::random();
        let link = Link::new(([192, 0, 2, 1], 1).into(), ([192, 0, 2, 2], 5683).into());
        for id in [0, 1, 0xff, 0x100, u16::MAX] {
            assert_eq!(Secret::id_of(&secret.token(&link, id)), Some(id));
            assert_eq!(secret.id_before(&link, secret.id_on(&link, id)), id);
        }
        assert_eq!(Secret::id_of(&Token::default()), None);
        assert_eq!(Secret::known(1).token(&link, 7), Secret::known(1).token(&link, 7));
        assert_ne!(Secret::known(1).token(&link, 7), Secret::known(2).token(&link, 7));
        assert_ne!(Secret::random().token(&link, 7), Secret::random().token(&link, 7));
    }
}
