//! The replies to duplicates of answered requests (RFC 7252 sections 4.2, 4.3 and 4.5).

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::config::later;
use crate::exchange::{ExchangeKey, Stamp};
use crate::shares::{Exhausted, Holder, Permit, Shares};

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
    not_idempotent: VecDeque<(Instant, ExchangeKey, Permit, Option<HeldKey>)>,
    shares: Shares,
    limit: usize,
    lifetime: Duration,
}

/// A client, and the digest of a request that it may repeat in another message.
pub(crate) type RequestKey = (Client, u64);

/// The request whose response is held, and the number of the response.
pub(crate) type HeldKey = (RequestKey, u64);

/// The reply to a request.
#[derive(Debug)]
struct Reply {
    stamp: Stamp,
    datagram: Box<[u8]>,
    /// The time at which the reply is removed. It counts from the answer, so that the times of a queue ascend.
    removed: Instant,
}

/// A response that a client gets once it has proved that it receives at its address.
#[derive(Debug)]
pub(crate) struct Held {
    pub(crate) request: RequestKey,
    /// INVARIANT: a message that the gateway wrote.
    pub(crate) response: Vec<u8>,
}

impl Answers {
    pub(crate) fn new(limit: usize, lifetime: Duration) -> Self {
        let (idempotent, not_idempotent) = (VecDeque::new(), VecDeque::new());
        let (replies, held, shares) = (
            HashMap::new(),
            BTreeMap::new(),
            Shares::new("recent requests that are not idempotent", limit),
        );
        Self { replies, held, held_count: 0, idempotent, not_idempotent, shares, limit, lifetime }
    }

    pub(crate) fn len(&self) -> usize {
        self.replies.len()
    }

    /// The stamp of an answered request, and the reply to its duplicates. If that is empty, they are ignored.
    pub(crate) fn get(&mut self, key: &ExchangeKey, now: Instant) -> Option<(Stamp, &[u8])> {
        self.remove_expired(now);
        let reply = self.replies.get(key)?;
        // RFC 7252 section 4.4: the lifetime counts from the request, even if the answer took long. Then the client may use
        // the message ID for another request.
        (now < later(reply.stamp.at, self.lifetime)).then_some((reply.stamp, &reply.datagram))
    }

    /// Reserves room for the reply to a request that is not idempotent.
    pub(crate) fn reserve(&mut self, holder: Holder, now: Instant) -> Result<Permit, Exhausted> {
        self.remove_expired(now);
        self.shares.take(holder)
    }

    /// Keeps the reply to an idempotent request, if there is room. Keeps any other reply, for which room is `reserved`,
    /// and the response that is held beside it.
    pub(crate) fn insert(
        &mut self,
        key: ExchangeKey,
        stamp: Stamp,
        datagram: Vec<u8>,
        (reserved, held): (Option<Permit>, Option<Held>),
        now: Instant,
    ) {
        let has_room = self.make_room();
        let removed = later(now, self.lifetime);
        match reserved {
            Some(permit) => {
                let held = held.map(|Held { request, response }| {
                    self.held_count = self.held_count.wrapping_add(1);
                    self.held.insert((request, self.held_count), response.into());
                    (request, self.held_count)
                });
                self.not_idempotent.push_back((removed, key, permit, held));
            }
            None if has_room => self.idempotent.push_back((removed, key)),
            // A reply that must stay is worth more than this one.
            None => return,
        }
        self.replies.insert(key, Reply { stamp, datagram: datagram.into(), removed });
    }

    /// The first held response to this request.
    pub(crate) fn first_held(&self, request: RequestKey) -> Option<HeldKey> {
        self.held.range((request, 0)..=(request, u64::MAX)).next().map(|(key, _)| *key)
    }

    /// Removes and returns a held response.
    pub(crate) fn take_held(&mut self, key: &HeldKey) -> Option<Box<[u8]>> {
        self.held.remove(key)
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
        while let Some(&(removed, key)) = self.idempotent.front().filter(|(at, _)| *at <= now) {
            self.remove(&key, removed);
            self.idempotent.pop_front();
        }
        while let Some(&(removed, key, _, held)) =
            self.not_idempotent.front().filter(|(at, ..)| *at <= now)
        {
            self.remove(&key, removed);
            held.and_then(|held| self.held.remove(&held));
            self.not_idempotent.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use super::*;
    use crate::link::Series;
    use crate::verified::Proof;

    const LIFETIME: Duration = Duration::from_secs(247);

    fn client(address: u8) -> Client {
        SocketAddr::from(([192, 0, 2, address], 1)).into()
    }

    fn key(id: u16) -> ExchangeKey {
        ExchangeKey { client: client(1), id, series: Series::First }
    }

    /// Answers and a clock.
    struct World {
        answers: Answers,
        start: Instant,
    }

    impl World {
        fn new(limit: usize) -> Self {
            Self { answers: Answers::new(limit, LIFETIME), start: Instant::now() }
        }

        fn at(&self, seconds: u64) -> Instant {
            self.start + Duration::from_secs(seconds)
        }

        fn reserve(&mut self, address: u8, at: u64) -> Result<Permit, Exhausted> {
            let now = self.at(at);
            self.answers.reserve(Holder::new(client(address), true), now)
        }

        fn insert(
            &mut self,
            id: u16,
            (sent, answered): (u64, u64),
            reply: &[u8],
            room: (Option<Permit>, Option<Held>),
        ) {
            let stamp = Stamp { digest: 0, proof: Proof::Echo, at: self.at(sent) };
            let now = self.at(answered);
            self.answers.insert(key(id), stamp, reply.to_vec(), room, now);
        }

        fn insert_reserved(&mut self, id: u16, at: u64, reply: &[u8]) {
            let permit = self.reserve(1, at).unwrap();
            self.insert(id, (at, at), reply, (Some(permit), None));
        }

        fn get(&mut self, id: u16, at: u64) -> Option<&[u8]> {
            let now = self.at(at);
            self.answers.get(&key(id), now).map(|(_, reply)| reply)
        }

        fn counts(&self) -> (usize, usize) {
            (self.answers.len(), self.answers.shares.used())
        }
    }

    #[test]
    fn a_reply_expires_when_its_message_id_may_come_back() {
        let mut world = World::new(8);
        world.insert(1, (0, 0), b"a", (None, None));
        world.insert_reserved(2, 1, b"");
        assert_eq!(world.get(1, 0), Some(&b"a"[..]));
        assert_eq!(world.get(2, 247), Some(&b""[..]));
        assert_eq!(world.get(1, 247), None);
        assert_eq!(world.counts(), (1, 1));
        assert_eq!(world.get(2, 248), None);
        assert_eq!(world.counts(), (0, 0));
    }

    #[test]
    fn a_reply_expires_by_the_time_of_its_request() {
        let mut world = World::new(32);
        // The answer to the first request took 60 seconds, and the second request has its message ID.
        for (sent, answered, reply) in [(0, 60, b"1"), (247, 248, b"2")] {
            assert_eq!(world.get(1, sent), None);
            let permit = world.reserve(1, sent).unwrap();
            world.insert(1, (sent, answered), reply, (Some(permit), None));
        }
        // The first reply is removed, and the second stays.
        assert_eq!(world.get(1, 307), Some(&b"2"[..]));
        assert_eq!(world.counts(), (1, 1));
        assert_eq!(world.get(1, 493), Some(&b"2"[..]));
        assert_eq!(world.get(1, 494), None);
        assert_eq!(world.get(1, 495), None);
        assert_eq!(world.counts(), (0, 0));
    }

    #[test]
    fn replies_to_idempotent_requests_go_first() {
        let mut world = World::new(21);
        (1..=3).for_each(|id| world.insert_reserved(id, 0, b"post"));
        (4..=21).for_each(|id| world.insert(id, (0, 0), b"get", (None, None)));
        // One holder gets at most a seventh of the room.
        assert!(world.reserve(1, 0).is_err());
        let permit = world.reserve(2, 0).unwrap();
        world.insert(23, (0, 0), b"post", (Some(permit), None));
        assert_eq!(world.get(4, 0), None);
        assert_eq!(world.counts(), (21, 4));
        assert!((1..=3).chain(5..=21).chain([23]).all(|id| world.get(id, 0).is_some()));
        // A reply to an idempotent request is not kept without room.
        let mut world = World::new(1);
        world.insert_reserved(1, 0, b"post");
        world.insert(2, (0, 0), b"get", (None, None));
        assert_eq!(world.get(2, 0), None);
        assert_eq!(world.counts(), (1, 1));
    }

    #[test]
    fn held_responses_are_taken_once_in_order_or_expire_with_their_replies() {
        let mut world = World::new(32);
        let request = (client(1), 5);
        for id in 1..=4_u16 {
            let held = Held { request, response: vec![id as u8] };
            let permit = world.reserve(1, 0).unwrap();
            world.insert(id, (id.into(), id.into()), b"4.01", (Some(permit), Some(held)));
        }
        // The first expires, and the others stay.
        assert_eq!(world.get(1, 248), None);
        assert_eq!(world.answers.first_held((client(1), 4)), None);
        assert_eq!(world.answers.first_held((client(1), 6)), None);
        for id in 2..=3 {
            let first = world.answers.first_held(request).unwrap();
            assert_eq!(world.answers.take_held(&first).as_deref(), Some(&[id][..]));
            assert_eq!(world.answers.take_held(&first), None);
        }
        assert_eq!(world.get(4, 251), None);
        assert_eq!(world.answers.first_held(request), None);
        assert_eq!((world.counts(), world.answers.held.len()), ((0, 0), 0));
    }
}
