//! What duplicates of answered requests are answered with (RFC 7252 sections 4.2, 4.3 and 4.5).

use std::collections::{HashMap, VecDeque};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::timing::later;

/// What an exchange is known by: the client, and its message ID.
pub(crate) type Key = (SocketAddr, u16);

/// Whether asking twice is as good as asking once (RFC 7252 section 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeatable {
    Yes,
    No,
}

/// The replies to requests that were answered, for as long as a duplicate may come.
///
/// They are bounded: where there are too many, those of requests that may be repeated are forgotten first, which RFC
/// 7252 section 4.5 allows. The others stay, and no more requests like theirs are taken until there is room.
#[derive(Debug)]
pub(crate) struct Answers {
    replies: HashMap<Key, Box<[u8]>>,
    /// INVARIANT: each key of `replies` is in one of the two, once, and they have no others. Times ascend.
    repeatable: VecDeque<(Instant, Key)>,
    others: VecDeque<(Instant, Key)>,
    limit: usize,
    lifetime: Duration,
}

impl Answers {
    pub(crate) fn new(limit: usize, lifetime: Duration) -> Self {
        Self { replies: HashMap::new(), repeatable: VecDeque::new(), others: VecDeque::new(), limit, lifetime }
    }

    pub(crate) fn len(&self) -> usize {
        self.replies.len()
    }

    /// What a duplicate is answered with; an empty reply is none.
    pub(crate) fn get(&mut self, key: &Key, now: Instant) -> Option<&[u8]> {
        self.forget(now);
        self.replies.get(key).map(|reply| &**reply)
    }

    /// Whether there is room for so many more, when what may be forgotten is.
    pub(crate) fn has_room(&mut self, more: usize, now: Instant) -> bool {
        self.forget(now);
        self.others.len().saturating_add(more) <= self.limit
    }

    /// Keeps the reply.
    pub(crate) fn insert(&mut self, key: Key, reply: Vec<u8>, repeatable: Repeatable, now: Instant) {
        while self.replies.len() >= self.limit {
            let oldest = match self.repeatable.pop_front() {
                // Not at the expense of one that has to stay.
                None if repeatable == Repeatable::Yes => return,
                None => self.others.pop_front(),
                oldest => oldest,
            };
            let Some((_, oldest)) = oldest else { break };
            self.replies.remove(&oldest);
        }
        if self.replies.insert(key, reply.into()).is_none() {
            let queue = if repeatable == Repeatable::Yes { &mut self.repeatable } else { &mut self.others };
            queue.push_back((later(now, self.lifetime), key));
        }
    }

    fn forget(&mut self, now: Instant) {
        for queue in [&mut self.repeatable, &mut self.others] {
            while let Some((_, key)) = queue.front().filter(|(expires, _)| *expires <= now) {
                self.replies.remove(key);
                queue.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(id: u16) -> Key {
        (([192, 0, 2, 1], 1).into(), id)
    }

    #[test]
    fn a_reply_is_forgotten_when_its_message_id_may_come_back() {
        let start = Instant::now();
        let lifetime = Duration::from_secs(247);
        let mut answers = Answers::new(8, lifetime);
        answers.insert(key(1), b"a".to_vec(), Repeatable::Yes, start);
        answers.insert(key(2), Vec::new(), Repeatable::No, start + Duration::from_secs(1));
        assert_eq!(answers.get(&key(1), start), Some(&b"a"[..]));
        assert_eq!(answers.get(&key(2), start + lifetime), Some(&b""[..]));
        assert_eq!(answers.get(&key(1), start + lifetime), None);
        assert_eq!(answers.len(), 1);
        assert_eq!(answers.get(&key(2), start + lifetime + Duration::from_secs(1)), None);
        assert_eq!(answers.len(), 0);
    }

    #[test]
    fn what_may_be_repeated_is_forgotten_first() {
        let now = Instant::now();
        let mut answers = Answers::new(3, Duration::from_secs(247));
        answers.insert(key(1), b"post".to_vec(), Repeatable::No, now);
        answers.insert(key(2), b"get".to_vec(), Repeatable::Yes, now);
        answers.insert(key(3), b"post".to_vec(), Repeatable::No, now);
        assert!(answers.has_room(1, now) && !answers.has_room(2, now));
        answers.insert(key(4), b"post".to_vec(), Repeatable::No, now);
        assert_eq!(answers.get(&key(2), now), None);
        assert!([1, 3, 4].into_iter().all(|id| answers.get(&key(id), now).is_some()));
        assert!(!answers.has_room(1, now));
        answers.insert(key(5), b"get".to_vec(), Repeatable::Yes, now);
        assert_eq!(answers.get(&key(5), now), None);
        assert!([1, 3, 4].into_iter().all(|id| answers.get(&key(id), now).is_some()));
        assert!(answers.has_room(3, now + Duration::from_secs(247)));
    }
}
