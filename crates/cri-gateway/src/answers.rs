//! The replies to duplicates of answered requests (RFC 7252 sections 4.2, 4.3 and 4.5).

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use crate::exchange::ExchangeKey;
use crate::idempotence::Idempotence;
use crate::timing::later;

/// The replies to answered requests, kept for as long as a duplicate may come.
///
/// Their number is limited. When there is no room, the replies to idempotent requests go first, which RFC 7252 section
/// 4.5 allows. The other replies stay, and the gateway accepts no further request that is not idempotent.
#[derive(Debug)]
pub(crate) struct Answers {
    replies: HashMap<ExchangeKey, Box<[u8]>>,
    /// INVARIANT: each key of `replies` is in exactly one of the two queues, once, and they hold no other keys. Times
    /// ascend.
    idempotent: VecDeque<(Instant, ExchangeKey)>,
    not_idempotent: VecDeque<(Instant, ExchangeKey)>,
    limit: usize,
    lifetime: Duration,
}

impl Answers {
    pub(crate) fn new(limit: usize, lifetime: Duration) -> Self {
        let (idempotent, not_idempotent) = (VecDeque::new(), VecDeque::new());
        Self { replies: HashMap::new(), idempotent, not_idempotent, limit, lifetime }
    }

    pub(crate) fn len(&self) -> usize {
        self.replies.len()
    }

    /// The reply to a duplicate. An empty reply means that the duplicate is ignored.
    pub(crate) fn get(&mut self, key: &ExchangeKey, now: Instant) -> Option<&[u8]> {
        self.remove_expired(now);
        self.replies.get(key).map(|reply| &**reply)
    }

    /// Whether there is room for `more` replies to requests that are not idempotent.
    pub(crate) fn has_room(&mut self, more: usize, now: Instant) -> bool {
        self.remove_expired(now);
        self.not_idempotent.len().saturating_add(more) <= self.limit
    }

    /// Keeps a reply.
    pub(crate) fn insert(&mut self, key: ExchangeKey, reply: Vec<u8>, idempotence: Idempotence, now: Instant) {
        while self.replies.len() >= self.limit {
            let oldest = match self.idempotent.pop_front() {
                // A reply that must stay is worth more than this one.
                None if idempotence == Idempotence::Idempotent => return,
                None => self.not_idempotent.pop_front(),
                oldest => oldest,
            };
            let Some((_, oldest)) = oldest else { break };
            self.replies.remove(&oldest);
        }
        if self.replies.insert(key, reply.into()).is_none() {
            let queue = match idempotence {
                Idempotence::Idempotent => &mut self.idempotent,
                Idempotence::NotIdempotent => &mut self.not_idempotent,
            };
            queue.push_back((later(now, self.lifetime), key));
        }
    }

    fn remove_expired(&mut self, now: Instant) {
        for queue in [&mut self.idempotent, &mut self.not_idempotent] {
            while let Some((_, key)) = queue.front().filter(|(expires, _)| *expires <= now) {
                self.replies.remove(key);
                queue.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use Idempotence::{Idempotent, NotIdempotent};

    use super::*;

    fn key(id: u16) -> ExchangeKey {
        (SocketAddr::from(([192, 0, 2, 1], 1)).into(), id)
    }

    #[test]
    fn a_reply_expires_when_its_message_id_may_come_back() {
        let start = Instant::now();
        let lifetime = Duration::from_secs(247);
        let mut answers = Answers::new(8, lifetime);
        answers.insert(key(1), b"a".to_vec(), Idempotent, start);
        answers.insert(key(2), Vec::new(), NotIdempotent, start + Duration::from_secs(1));
        assert_eq!(answers.get(&key(1), start), Some(&b"a"[..]));
        assert_eq!(answers.get(&key(2), start + lifetime), Some(&b""[..]));
        assert_eq!(answers.get(&key(1), start + lifetime), None);
        assert_eq!(answers.len(), 1);
        assert_eq!(answers.get(&key(2), start + lifetime + Duration::from_secs(1)), None);
        assert_eq!(answers.len(), 0);
    }

    #[test]
    fn replies_to_idempotent_requests_go_first() {
        let now = Instant::now();
        let mut answers = Answers::new(3, Duration::from_secs(247));
        answers.insert(key(1), b"post".to_vec(), NotIdempotent, now);
        answers.insert(key(2), b"get".to_vec(), Idempotent, now);
        answers.insert(key(3), b"post".to_vec(), NotIdempotent, now);
        assert!(answers.has_room(1, now) && !answers.has_room(2, now));
        answers.insert(key(4), b"post".to_vec(), NotIdempotent, now);
        assert_eq!(answers.get(&key(2), now), None);
        assert!([1, 3, 4].into_iter().all(|id| answers.get(&key(id), now).is_some()));
        assert!(!answers.has_room(1, now));
        answers.insert(key(5), b"get".to_vec(), Idempotent, now);
        assert_eq!(answers.get(&key(5), now), None);
        assert!([1, 3, 4].into_iter().all(|id| answers.get(&key(id), now).is_some()));
        assert!(answers.has_room(3, now + Duration::from_secs(247)));
    }
}
