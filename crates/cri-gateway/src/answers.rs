//! The replies to duplicates of answered requests (RFC 7252 sections 4.2, 4.3 and 4.5).

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::exchange::{ExchangeKey, Stamp};
use crate::holder::Holder;
use crate::shares::{Exhausted, Shares};
use crate::timing::later;

/// The replies to answered requests, kept for as long as a duplicate may come.
///
/// Their number is limited. When there is no room, the replies to idempotent requests go first, which RFC 7252 section
/// 4.5 allows. The other replies stay, and the gateway accepts no further request that is not idempotent.
#[derive(Debug)]
pub(crate) struct Answers {
    replies: HashMap<ExchangeKey, Reply>,
    /// The held responses. Those to equal requests are in the order in which they came. INVARIANT: one element of
    /// `not_idempotent` names each.
    held: BTreeMap<HeldKey, Box<[u8]>>,
    /// The number of responses held so far.
    held_count: u64,
    /// INVARIANT: the two queues hold the key and the time `removed` of each reply. Elements with another time belong to
    /// replies that others have replaced. Times ascend.
    idempotent: VecDeque<(Instant, ExchangeKey)>,
    not_idempotent: VecDeque<Reserved>,
    /// INVARIANT: each element of `not_idempotent` has one part, and so has each exchange whose request is not idempotent.
    shares: Shares,
    limit: usize,
    lifetime: Duration,
}

/// A client, and the digest of a request that it may repeat in another message.
pub(crate) type RequestKey = (Client, u64);

/// The request whose response is held, and the number of the response.
type HeldKey = (RequestKey, u64);

/// The reply to a request.
#[derive(Debug)]
struct Reply {
    stamp: Stamp,
    datagram: Box<[u8]>,
    /// The time at which the reply is removed. It counts from the answer, so that the times of a queue ascend.
    removed: Instant,
}

/// The reply to a request that is not idempotent.
#[derive(Clone, Copy, Debug)]
struct Reserved {
    expires: Instant,
    key: ExchangeKey,
    holder: Holder,
    /// The response that is held beside the reply.
    held: Option<HeldKey>,
}

/// A response that a client gets once it has proved that it receives at its address.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) request: RequestKey,
    /// INVARIANT: a message that the gateway wrote.
    pub(crate) response: Vec<u8>,
}

impl Answers {
    pub(crate) fn new(limit: usize, lifetime: Duration) -> Self {
        let (idempotent, not_idempotent) = (VecDeque::new(), VecDeque::new());
        let (replies, held, shares) = (HashMap::new(), BTreeMap::new(), Shares::new(limit));
        Self { replies, held, held_count: 0, idempotent, not_idempotent, shares, limit, lifetime }
    }

    pub(crate) fn len(&self) -> usize {
        self.replies.len()
    }

    /// The reply to a duplicate. An empty reply means that the duplicate is ignored.
    pub(crate) fn get(&mut self, key: &ExchangeKey, now: Instant) -> Option<&[u8]> {
        self.current(key, now).map(|reply| &*reply.datagram)
    }

    /// The stamp of the request that was answered.
    pub(crate) fn stamp(&mut self, key: &ExchangeKey, now: Instant) -> Option<Stamp> {
        self.current(key, now).map(|reply| reply.stamp)
    }

    fn current(&mut self, key: &ExchangeKey, now: Instant) -> Option<&Reply> {
        self.remove_expired(now);
        // RFC 7252 section 4.4: the lifetime counts from the request, even if the answer took long. Then the client may use
        // the message ID for another request.
        self.replies.get(key).filter(|reply| now < later(reply.stamp.at, self.lifetime))
    }

    fn reply(&self, stamp: Stamp, datagram: Vec<u8>, now: Instant) -> Reply {
        Reply { stamp, datagram: datagram.into(), removed: later(now, self.lifetime) }
    }

    /// Reserves room for the reply to a request that is not idempotent.
    pub(crate) fn reserve(&mut self, holder: Holder, now: Instant) -> Result<(), Exhausted> {
        self.remove_expired(now);
        self.shares.take(holder)
    }

    /// Ends a reservation without a reply.
    pub(crate) fn give_back(&mut self, holder: Holder) {
        self.shares.give_back(holder);
    }

    /// Keeps the reply to an idempotent request, if there is room.
    pub(crate) fn insert_idempotent(
        &mut self,
        key: ExchangeKey,
        stamp: Stamp,
        reply: Vec<u8>,
        now: Instant,
    ) {
        // A reply that must stay is worth more than this one.
        if self.make_room() {
            let reply = self.reply(stamp, reply, now);
            self.idempotent.push_back((reply.removed, key));
            self.replies.insert(key, reply);
        }
    }

    /// Keeps the reply to a request that is not idempotent. INVARIANT of callers: the holder has reserved room for it.
    pub(crate) fn insert_reserved(
        &mut self,
        key: ExchangeKey,
        stamp: Stamp,
        reply: Vec<u8>,
        held: Option<Held>,
        holder: Holder,
        now: Instant,
    ) {
        self.make_room();
        let reply = self.reply(stamp, reply, now);
        let expires = reply.removed;
        self.replies.insert(key, reply);
        let held = held.map(|Held { request, response }| {
            self.held_count = self.held_count.wrapping_add(1);
            self.held.insert((request, self.held_count), response.into());
            (request, self.held_count)
        });
        self.not_idempotent.push_back(Reserved { expires, key, holder, held });
    }

    /// Whether a response to this request is held.
    pub(crate) fn holds(&self, request: RequestKey) -> bool {
        self.first_held(request).is_some()
    }

    fn first_held(&self, request: RequestKey) -> Option<HeldKey> {
        self.held.range((request, 0)..=(request, u64::MAX)).next().map(|(key, _)| *key)
    }

    /// Removes and returns the first held response to this request.
    pub(crate) fn take_held(&mut self, request: RequestKey) -> Option<Held> {
        let response = self.held.remove(&self.first_held(request)?)?;
        Some(Held { request, response: response.into() })
    }

    /// Removes replies to idempotent requests until there is room for one reply. Returns whether there is.
    fn make_room(&mut self) -> bool {
        while self.replies.len() >= self.limit {
            let Some((removed, oldest)) = self.idempotent.pop_front() else { return false };
            self.remove(&oldest, removed);
        }
        true
    }

    /// Removes the reply with this key and time, unless another one has replaced it.
    fn remove(&mut self, key: &ExchangeKey, removed: Instant) {
        if self.replies.get(key).is_some_and(|reply| reply.removed == removed) {
            self.replies.remove(key);
        }
    }

    fn remove_expired(&mut self, now: Instant) {
        while let Some(&(removed, key)) =
            self.idempotent.front().filter(|(removed, _)| *removed <= now)
        {
            self.remove(&key, removed);
            self.idempotent.pop_front();
        }
        while let Some(&reserved) =
            self.not_idempotent.front().filter(|reserved| reserved.expires <= now)
        {
            let Reserved { expires, key, holder, held } = reserved;
            self.not_idempotent.pop_front();
            self.remove(&key, expires);
            if let Some(held) = held {
                self.held.remove(&held);
            }
            self.shares.give_back(holder);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;
    use crate::link::Series;
    use crate::proof::Proof;

    fn stamp(at: Instant) -> Stamp {
        Stamp { digest: 0, proof: Proof::Echo, at }
    }

    fn client() -> Client {
        SocketAddr::from(([192, 0, 2, 1], 1)).into()
    }

    fn key(id: u16) -> ExchangeKey {
        ExchangeKey { client: client(), id, series: Series::First }
    }

    fn holder() -> Holder {
        Holder::new(client(), true)
    }

    fn insert_reserved(
        answers: &mut Answers,
        id: u16,
        reply: &[u8],
        now: Instant,
    ) -> Result<(), Exhausted> {
        answers.reserve(holder(), now)?;
        answers.insert_reserved(key(id), stamp(now), reply.to_vec(), None, holder(), now);
        Ok(())
    }

    #[test]
    fn a_reply_expires_when_its_message_id_may_come_back() {
        let start = Instant::now();
        let lifetime = Duration::from_secs(247);
        let mut answers = Answers::new(8, lifetime);
        answers.insert_idempotent(key(1), stamp(start), b"a".to_vec(), start);
        insert_reserved(&mut answers, 2, b"", start + Duration::from_secs(1)).unwrap();
        assert_eq!(answers.get(&key(1), start), Some(&b"a"[..]));
        assert_eq!(answers.get(&key(2), start + lifetime), Some(&b""[..]));
        assert_eq!(answers.get(&key(1), start + lifetime), None);
        assert_eq!((answers.len(), answers.shares.used()), (1, 1));
        assert_eq!(answers.get(&key(2), start + lifetime + Duration::from_secs(1)), None);
        assert_eq!((answers.len(), answers.shares.used()), (0, 0));
    }

    #[test]
    fn a_reply_expires_by_the_time_of_its_request() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut answers = Answers::new(32, Duration::from_secs(247));
        // The answer to the first request took 60 seconds, and the second request has its message ID.
        for (sent, answered, reply) in [(0, 60, b"1"), (247, 248, b"2")] {
            assert_eq!(answers.get(&key(1), at(sent)), None);
            answers.reserve(holder(), at(sent)).unwrap();
            answers.insert_reserved(
                key(1),
                stamp(at(sent)),
                reply.to_vec(),
                None,
                holder(),
                at(answered),
            );
        }
        // The first reply is removed, and the second stays.
        assert_eq!(answers.get(&key(1), at(307)), Some(&b"2"[..]));
        assert_eq!(answers.shares.used(), 1);
        assert_eq!(answers.get(&key(1), at(493)), Some(&b"2"[..]));
        assert_eq!(answers.get(&key(1), at(494)), None);
        assert_eq!(answers.get(&key(1), at(495)), None);
        assert_eq!((answers.len(), answers.shares.used()), (0, 0));
    }

    #[test]
    fn replies_to_idempotent_requests_go_first() {
        let now = Instant::now();
        let mut answers = Answers::new(21, Duration::from_secs(247));
        for id in 1..=3 {
            insert_reserved(&mut answers, id, b"post", now).unwrap();
        }
        (4..=21)
            .for_each(|id| answers.insert_idempotent(key(id), stamp(now), b"get".to_vec(), now));
        // One holder gets at most a seventh of the room.
        assert_eq!(insert_reserved(&mut answers, 22, b"post", now), Err(Exhausted::Share));
        let other = Holder::new(SocketAddr::from(([192, 0, 2, 2], 1)).into(), true);
        assert_eq!(answers.reserve(other, now), Ok(()));
        answers.insert_reserved(key(23), stamp(now), b"post".to_vec(), None, other, now);
        assert_eq!(answers.get(&key(4), now), None);
        assert_eq!(answers.len(), 21);
        assert!((1..=3).chain(5..=21).chain([23]).all(|id| answers.get(&key(id), now).is_some()));
        // A reservation without a reply is given back.
        let third = Holder::new(SocketAddr::from(([192, 0, 2, 3], 1)).into(), true);
        assert_eq!(answers.reserve(third, now), Ok(()));
        assert_eq!(answers.shares.used(), 5);
        answers.give_back(third);
        assert_eq!(answers.shares.used(), 4);
    }

    #[test]
    fn held_responses_are_taken_once_in_order_or_expire_with_their_replies() {
        let start = Instant::now();
        let mut answers = Answers::new(32, Duration::from_secs(247));
        let request = (client(), 5);
        for id in 1..=4 {
            let held = Held { request, response: vec![id as u8] };
            answers.reserve(holder(), start).unwrap();
            answers.insert_reserved(
                key(id),
                stamp(start + Duration::from_secs(id.into())),
                b"4.01".to_vec(),
                Some(held),
                holder(),
                start + Duration::from_secs(id.into()),
            );
        }
        // The first expires, and the others stay.
        assert_eq!(answers.get(&key(1), start + Duration::from_secs(248)), None);
        assert!(
            answers.holds(request)
                && !answers.holds((client(), 4))
                && !answers.holds((client(), 6))
        );
        for id in 2..=3 {
            assert_eq!(answers.take_held(request).map(|held| held.response), Some(vec![id]));
        }
        assert_eq!(answers.get(&key(4), start + Duration::from_secs(251)), None);
        assert_eq!(answers.take_held(request), None);
        assert_eq!((answers.replies.len(), answers.held.len(), answers.shares.used()), (0, 0, 0));
    }

    #[test]
    fn a_reply_to_an_idempotent_request_is_not_kept_without_room() {
        let now = Instant::now();
        let mut answers = Answers::new(1, Duration::from_secs(247));
        insert_reserved(&mut answers, 1, b"post", now).unwrap();
        answers.insert_idempotent(key(2), stamp(now), b"get".to_vec(), now);
        assert_eq!(answers.get(&key(2), now), None);
        assert_eq!(answers.get(&key(1), now), Some(&b"post"[..]));
    }
}
