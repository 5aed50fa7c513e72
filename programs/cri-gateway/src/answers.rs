//! The replies to duplicates of answered requests (RFC 7252 sections 4.2, 4.3 and 4.5).

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::{Duration, Instant};

use crate::client::Client;
use crate::config::later;
use crate::exchange::{ExchangeKey, Stamp};
use crate::refusal::Refusal;
use crate::shares::{Permit, ShareGroup, Shares};

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
    /// INVARIANT: the two queues have an element for each reply. Elements with another time than the reply belong to
    /// replies that others have replaced. Times ascend.
    idempotent: VecDeque<Kept>,
    not_idempotent: VecDeque<Kept>,
    shares: Shares,
    lifetime: Duration,
}

/// A request that a client may repeat in another message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RequestKey {
    pub(crate) client: Client,
    pub(crate) digest: u64,
}

/// The request whose response is held, and the number of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct HeldKey {
    request: RequestKey,
    number: u64,
}

/// The reply to a request.
#[derive(Debug)]
struct Reply {
    stamp: Stamp,
    datagram: Box<[u8]>,
    /// The time counts from the answer, so that the times of a queue ascend.
    expires: Instant,
}

/// What expires with a reply.
#[derive(Debug)]
struct Kept {
    expires: Instant,
    key: ExchangeKey,
    _permit: Option<Permit>,
    held: Option<HeldKey>,
}

/// Whether a reply must be kept.
#[derive(Debug)]
pub(crate) enum Keep {
    /// It is the reply to an idempotent request.
    IfThereIsRoom,
    /// Its room is reserved. A response may be held beside it.
    Reserved(Permit, Option<Held>),
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
        Self {
            replies: HashMap::new(),
            held: BTreeMap::new(),
            held_count: 0,
            idempotent: VecDeque::new(),
            not_idempotent: VecDeque::new(),
            shares: Shares::new("recent requests that are not idempotent", limit),
            lifetime,
        }
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
    pub(crate) fn reserve(&mut self, group: ShareGroup, now: Instant) -> Result<Permit, Refusal> {
        self.remove_expired(now);
        self.shares.take(group)
    }

    /// Keeps the reply to a request.
    pub(crate) fn insert(
        &mut self,
        key: ExchangeKey,
        stamp: Stamp,
        datagram: Vec<u8>,
        keep: Keep,
        now: Instant,
    ) {
        let has_room = self.make_room();
        let expires = later(now, self.lifetime);
        match keep {
            Keep::Reserved(permit, held) => {
                let held = held.map(|Held { request, response }| {
                    self.held_count = self.held_count.wrapping_add(1);
                    let held = HeldKey { request, number: self.held_count };
                    self.held.insert(held, response.into());
                    held
                });
                self.not_idempotent.push_back(Kept { expires, key, _permit: Some(permit), held });
            }
            Keep::IfThereIsRoom if has_room => {
                self.idempotent.push_back(Kept { expires, key, _permit: None, held: None });
            }
            // A reply that must stay is worth more than this one.
            Keep::IfThereIsRoom => return,
        }
        self.replies.insert(key, Reply { stamp, datagram: datagram.into(), expires });
    }

    /// The first held response to this request.
    pub(crate) fn first_held(&self, request: RequestKey) -> Option<HeldKey> {
        let [first, last] = [0, u64::MAX].map(|number| HeldKey { request, number });
        self.held.range(first..=last).next().map(|(key, _)| *key)
    }

    /// Removes and returns a held response.
    pub(crate) fn take_held(&mut self, key: &HeldKey) -> Option<Box<[u8]>> {
        self.held.remove(key)
    }

    /// Removes replies to idempotent requests until there is room for one reply. Returns whether there is.
    fn make_room(&mut self) -> bool {
        while self.replies.len() >= self.shares.limit {
            let Some(oldest) = self.idempotent.pop_front() else { return false };
            self.remove(&oldest);
        }
        true
    }

    /// Removes a reply, unless another one has replaced it, and the response held beside it.
    fn remove(&mut self, kept: &Kept) {
        if self.replies.get(&kept.key).is_some_and(|reply| reply.expires == kept.expires) {
            self.replies.remove(&kept.key);
        }
        kept.held.and_then(|held| self.held.remove(&held));
    }

    fn remove_expired(&mut self, now: Instant) {
        let mut expired = Vec::new();
        for queue in [&mut self.idempotent, &mut self.not_idempotent] {
            while queue.front().is_some_and(|kept| kept.expires <= now) {
                expired.extend(queue.pop_front());
            }
        }
        expired.iter().for_each(|kept| self.remove(kept));
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

        fn reserve(&mut self, address: u8, at: u64) -> Result<Permit, Refusal> {
            let now = self.at(at);
            self.answers.reserve(ShareGroup::new(client(address), true), now)
        }

        fn insert(&mut self, id: u16, (sent, answered): (u64, u64), reply: &[u8], keep: Keep) {
            let stamp = Stamp { digest: 0, proof: Proof::Echo, at: self.at(sent) };
            let now = self.at(answered);
            self.answers.insert(key(id), stamp, reply.to_vec(), keep, now);
        }

        fn insert_reserved(&mut self, id: u16, at: u64, reply: &[u8]) {
            let permit = self.reserve(1, at).unwrap();
            self.insert(id, (at, at), reply, Keep::Reserved(permit, None));
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
        world.insert(1, (0, 0), b"a", Keep::IfThereIsRoom);
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
            world.insert(1, (sent, answered), reply, Keep::Reserved(permit, None));
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
        (4..=21).for_each(|id| world.insert(id, (0, 0), b"get", Keep::IfThereIsRoom));
        // One group gets at most a seventh of the room.
        assert!(world.reserve(1, 0).is_err());
        let permit = world.reserve(2, 0).unwrap();
        world.insert(23, (0, 0), b"post", Keep::Reserved(permit, None));
        assert_eq!(world.get(4, 0), None);
        assert_eq!(world.counts(), (21, 4));
        assert!((1..=3).chain(5..=21).chain([23]).all(|id| world.get(id, 0).is_some()));
        // A reply to an idempotent request is not kept without room.
        let mut world = World::new(1);
        world.insert_reserved(1, 0, b"post");
        world.insert(2, (0, 0), b"get", Keep::IfThereIsRoom);
        assert_eq!(world.get(2, 0), None);
        assert_eq!(world.counts(), (1, 1));
    }

    #[test]
    fn held_responses_are_taken_once_in_order_or_expire_with_their_replies() {
        let mut world = World::new(32);
        let request = |digest| RequestKey { client: client(1), digest };
        for id in 1..=4_u16 {
            let held = Held { request: request(5), response: vec![id as u8] };
            let permit = world.reserve(1, 0).unwrap();
            world.insert(id, (id.into(), id.into()), b"4.01", Keep::Reserved(permit, Some(held)));
        }
        // The first expires, and the others stay.
        assert_eq!(world.get(1, 248), None);
        assert_eq!(world.answers.first_held(request(4)), None);
        assert_eq!(world.answers.first_held(request(6)), None);
        for id in 2..=3 {
            let first = world.answers.first_held(request(5)).unwrap();
            assert_eq!(world.answers.take_held(&first).as_deref(), Some(&[id][..]));
            assert_eq!(world.answers.take_held(&first), None);
        }
        assert_eq!(world.get(4, 251), None);
        assert_eq!(world.answers.first_held(request(5)), None);
        assert_eq!((world.counts(), world.answers.held.len()), ((0, 0), 0));
    }
}
