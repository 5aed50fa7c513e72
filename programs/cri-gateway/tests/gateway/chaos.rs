//! A network that loses, duplicates, delays and reorders datagrams: every request still gets its own answer.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use cri_gateway::Link;
use cri_testvectors::sample;
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};

use crate::world::*;

const CLIENTS: u16 = 5;
const REQUESTS: u16 = 8;

/// The path of a datagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Hop {
    ToGateway(SocketAddr),
    ToClient(SocketAddr),
    ToOrigin(Link),
    FromOrigin(Link),
}

/// A random number below `limit`.
fn below(random: &mut TestRng, limit: u64) -> u64 {
    random.next_u64() % limit
}

/// A datagram in the network: its arrival time, a unique number, its path, and its bytes.
type Flying = (Instant, u64, Hop, Vec<u8>);

/// A confirmable message that its sender repeats until it is acknowledged.
struct Repeated {
    hop: Hop,
    datagram: Vec<u8>,
    due: Instant,
    timeout: Duration,
    left: u8,
}

struct Chaos {
    world: World,
    random: TestRng,
    flying: BinaryHeap<Reverse<Flying>>,
    count: u64,
    losses: HashMap<(Hop, Vec<u8>), u8>,
    /// How often the network loses the same datagram. Senders repeat a message five times, once more than CoAP says: two
    /// copies may be lost, one may arrive before the answer is there, and two answers may be lost, so that the last one
    /// arrives. To an unverified address, only the client's copies bring an answer again.
    most_losses: u8,
    /// By path and message ID.
    repeated: HashMap<(Hop, u16), Repeated>,
    /// The responses of origins to each request.
    said: HashMap<(Link, u16), Vec<Vec<u8>>>,
    /// How often an origin executed the request with this payload.
    done: HashMap<Vec<u8>, u32>,
    /// The answers that clients received, by client and message ID.
    answers: HashMap<(SocketAddr, u16), Vec<Read>>,
    next_id: u16,
}

impl Chaos {
    /// Passes a datagram to the network.
    fn send(&mut self, hop: Hop, datagram: &[u8]) {
        let lost = self.losses.entry((hop, datagram.to_vec())).or_default();
        if *lost < self.most_losses && below(&mut self.random, 4) == 0 {
            *lost += 1;
            return;
        }
        let copies = if below(&mut self.random, 5) == 0 { 2 } else { 1 };
        for _ in 0..copies {
            let longest = if below(&mut self.random, 2) == 0 { 900 } else { 50 };
            let delay = Duration::from_millis(below(&mut self.random, longest));
            self.count += 1;
            self.flying.push(Reverse((self.world.now + delay, self.count, hop, datagram.to_vec())));
        }
    }

    /// Sends a datagram, and repeats it until it is acknowledged.
    fn repeat(&mut self, hop: Hop, id: u16, datagram: Vec<u8>) {
        let timeout = Duration::from_millis(2000 + below(&mut self.random, 1000));
        let due = self.world.now + timeout;
        self.send(hop, &datagram);
        self.repeated.insert((hop, id), Repeated { hop, datagram, due, timeout, left: 5 });
    }

    fn arrive(&mut self, hop: Hop, datagram: &[u8]) {
        match hop {
            Hop::ToGateway(client) => self.world.client_at(client, datagram),
            Hop::FromOrigin(link) => self.world.origin(link, datagram),
            Hop::ToClient(client) => self.client(client, &read(datagram)),
            Hop::ToOrigin(link) => self.origin(link, &read(datagram)),
        }
        self.outputs();
    }

    fn outputs(&mut self) {
        for (client, datagram) in std::mem::take(&mut self.world.to_clients) {
            self.send(Hop::ToClient(client), &datagram);
        }
        for (link, datagram) in std::mem::take(&mut self.world.to_origins) {
            self.send(Hop::ToOrigin(link), &datagram);
        }
    }

    fn client(&mut self, client: SocketAddr, received: &Read) {
        if received.kind == ACK {
            self.repeated.remove(&(Hop::ToGateway(client), received.id));
        }
        if received.code == "0.00" {
            assert_eq!(received.kind, ACK);
            return;
        }
        // The token is the message ID of the request.
        let id = u16::from_be_bytes([received.token[0], received.token[1]]);
        self.repeated.remove(&(Hop::ToGateway(client), id));
        if received.kind == CON {
            self.send(Hop::ToGateway(client), &empty(ACK, received.id));
        }
        self.answers.entry((client, id)).or_default().push(received.clone());
    }

    /// Lets an origin handle a request. It recognises duplicates. It answers in the acknowledgement, in a confirmable
    /// message of its own, or in one that is not confirmable.
    fn origin(&mut self, link: Link, received: &Read) {
        if received.kind == ACK {
            self.repeated.remove(&(Hop::FromOrigin(link), received.id));
            return;
        }
        assert_ne!(received.kind, RST);
        if let Some(said) = self.said.get(&(link, received.id)).cloned() {
            said.iter().for_each(|datagram| self.send(Hop::FromOrigin(link), datagram));
            return;
        }
        *self.done.entry(received.payload.clone()).or_default() += 1;
        let echo = &received.payload;
        let says = match below(&mut self.random, 3) {
            0 if received.kind == CON => {
                vec![message(ACK, 0x44, received.id, &received.token, &[], echo)]
            }
            _ if received.kind == NON => {
                vec![message(NON, 0x44, received.id, &received.token, &[], echo)]
            }
            _ => {
                self.next_id = self.next_id.wrapping_add(1);
                let id = self.next_id;
                self.repeat(
                    Hop::FromOrigin(link),
                    id,
                    message(CON, 0x44, id, &received.token, &[], echo),
                );
                vec![empty(ACK, received.id)]
            }
        };
        self.said.insert((link, received.id), says.clone());
        says.iter().for_each(|datagram| self.send(Hop::FromOrigin(link), datagram));
    }

    /// Simulates the next event, unless it is after `until`.
    fn step(&mut self, until: Instant) -> bool {
        let flying = self.flying.peek().map(|Reverse((at, ..))| *at);
        let due = self.repeated.values().map(|repeated| repeated.due).min();
        let wake = self.world.gateway.next_wake();
        let Some(at) = [flying, due, wake].into_iter().flatten().min().filter(|&at| at <= until)
        else {
            return false;
        };
        self.world.now = self.world.now.max(at);
        if flying == Some(at) {
            let Reverse((_, _, hop, datagram)) = self.flying.pop().unwrap();
            self.arrive(hop, &datagram);
        } else if wake == Some(at) {
            self.world.gateway.wake(at);
            self.world.outputs();
            self.outputs();
        } else {
            let mut keys: Vec<_> =
                self.repeated.iter().filter(|(_, repeated)| repeated.due <= at).collect();
            keys.sort_by_key(|(key, _)| **key);
            let key = *keys[0].0;
            let repeated = self.repeated.get_mut(&key).unwrap();
            if repeated.left == 0 {
                self.repeated.remove(&key);
            } else {
                repeated.left -= 1;
                repeated.timeout *= 2;
                repeated.due = at + repeated.timeout;
                let (hop, datagram) = (repeated.hop, repeated.datagram.clone());
                self.send(hop, &datagram);
            }
        }
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sample(0..120, 4).count() as u32, ..ProptestConfig::default() })]

    #[test]
    fn every_request_gets_its_own_answer(seed in 1..u64::MAX, spread in 1..30_000_u64, is_trusting: bool) {
        let mut chaos = Chaos {
            world: World::seeded(seed, |config| {
                config.timing.request = Duration::from_secs(200);
                // The answers are short, so clients get them without Echo, too.
                let trusted: cri_gateway::AddressRule = "192.0.2.0/24".parse().unwrap();
                config.trusted.extend(is_trusting.then_some(trusted));
            }),
            random: TestRng::from_seed(RngAlgorithm::XorShift, &u128::from(seed).to_le_bytes()),
            flying: BinaryHeap::new(),
            count: 0,
            losses: HashMap::new(),
            most_losses: if is_trusting { 2 } else { 1 },
            repeated: HashMap::new(),
            said: HashMap::new(),
            done: HashMap::new(),
            answers: HashMap::new(),
            next_id: 0,
        };
        let mut asked = Vec::new();
        for client in 1..=CLIENTS {
            for id in 1..=REQUESTS {
                let at = chaos.world.now + Duration::from_millis(below(&mut chaos.random, spread));
                asked.push((at, SocketAddr::new([192, 0, 2, 1].into(), client), id));
            }
        }
        asked.sort();
        for &(at, client, id) in &asked {
            while chaos.step(at) {}
            chaos.world.now = at;
            // There are two origins. All clients use the same message IDs and tokens.
            let uri = format!("coap://127.0.0.{}/", 1 + id % 2);
            let payload = format!("{client} {id}");
            let request = message(CON, POST, id, &id.to_be_bytes(), &[(PROXY_URI, uri.as_bytes())], payload.as_bytes());
            chaos.repeat(Hop::ToGateway(client), id, request);
        }
        while chaos.step(chaos.world.now + Duration::from_secs(1000)) {}

        for (_, client, id) in asked {
            let answers = chaos.answers.get(&(client, id)).cloned().unwrap_or_default();
            prop_assert!(!answers.is_empty(), "{} {} has no answer", client, id);
            let payload = format!("{client} {id}").into_bytes();
            for answer in answers {
                prop_assert_eq!((&*answer.code, &answer.payload), ("2.04", &payload));
            }
            prop_assert_eq!(chaos.done.get(&payload), Some(&1));
        }
        prop_assert_eq!(chaos.world.gateway.load().exchanges, 0);
    }
}
