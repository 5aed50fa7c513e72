//! The gateway without sockets and clock: datagrams and times go in, and actions come out.

mod requests;
mod responses;

use std::collections::VecDeque;
use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use coap_numbers::code::{self, BAD_GATEWAY, SERVICE_UNAVAILABLE};

use crate::answers::Answers;
use crate::body::empty;
use crate::config::Config;
use crate::exchange::{ExchangeKey, Phase};
use crate::exchanges::Exchanges;
use crate::link::{Link, Links};
use crate::message::{Header, Kind, Malformed, Message, Token};
use crate::output::{Load, Lookup, Output, SendFailure};
use crate::refusal::Refusal;
use crate::resolver::LookupError;
use crate::secret::Secret;
use crate::transmission::Overdue;

/// A CoAP forward proxy as a state machine. No input stops it, and its limits bound its memory.
#[derive(Debug)]
pub struct Gateway {
    config: Config,
    secret: Secret,
    exchanges: Exchanges,
    answers: Answers,
    /// INVARIANT: each exchange in `Phase::Asking` has acquired its link.
    links: Links,
    /// The number of look-ups so far.
    lookups: u64,
    outputs: VecDeque<Output>,
}

impl Gateway {
    /// A gateway without exchanges.
    #[must_use]
    pub fn new(config: Config, secret: Secret) -> Self {
        Self {
            secret,
            exchanges: Exchanges::default(),
            answers: Answers::new(config.limits.answers, config.timing.exchange_lifetime),
            links: Links::new(config.limits.links),
            lookups: 0,
            outputs: VecDeque::new(),
            config,
        }
    }

    /// The next action. After each input, take actions until there are none.
    pub fn output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The latest time to call [`wake`](Gateway::wake).
    #[must_use]
    pub fn next_wake(&self) -> Option<Instant> {
        self.exchanges.next_wake()
    }

    /// The current numbers of exchanges, answers and links.
    #[must_use]
    pub fn load(&self) -> Load {
        Load { exchanges: self.exchanges.len(), answers: self.answers.len(), links: self.links.len() }
    }

    /// Handles a datagram of a client.
    pub fn from_client(&mut self, client: SocketAddr, datagram: &[u8], now: Instant) {
        if datagram.len() > self.config.limits.message {
            return self.refuse_large(client, datagram);
        }
        let message = match Message::read(datagram) {
            Ok(message) => message,
            // RFC 7252 sections 4.2 and 4.3: a malformed message that is not confirmable is ignored.
            Err(Malformed::Message { kind: Kind::Confirmable, id }) => return self.reset(client, id),
            Err(_) => return,
        };
        match (message.kind(), code::classify(message.code())) {
            (Kind::Confirmable | Kind::NonConfirmable, code::Range::Request) => {
                self.request(client, &message, datagram, now);
            }
            // A ping, a response without a request, or a reserved code.
            (Kind::Confirmable, _) => self.reset(client, message.id()),
            (Kind::Acknowledgement | Kind::Reset, code::Range::Empty) => {
                self.client_acknowledged((client, message.id()), now);
            }
            (Kind::NonConfirmable | Kind::Acknowledgement | Kind::Reset, _) => {}
        }
    }

    /// Handles a datagram of a link's origin, which came on the link's socket.
    pub fn from_origin(&mut self, link: Link, datagram: &[u8], now: Instant) {
        let header = match Header::read(datagram) {
            Ok((header, _)) => header,
            Err(Malformed::Message { kind: Kind::Confirmable, id }) => {
                return self.send_to_origin(link, empty(Kind::Reset, id));
            }
            Err(_) => return,
        };
        let is_response = matches!(code::classify(header.code), code::Range::Response(_));
        match header.kind {
            Kind::Acknowledgement | Kind::Reset if header.code == code::EMPTY => {
                let key = (link.client(), self.secret.client_id(&link, header.id));
                if !self.waits_for(&key, &link) {
                    return;
                }
                if header.kind == Kind::Reset {
                    self.fail(&key, &Refusal::new(BAD_GATEWAY, "the origin rejected the request with a reset"), now);
                } else {
                    self.origin_acknowledged(&key);
                }
            }
            Kind::Acknowledgement if is_response => {
                let key = self.key_of(&link, &header.token);
                // RFC 7252 section 5.3.2: the response repeats message ID and token of the request.
                let key = key.filter(|&(_, id)| self.secret.link_id(&link, id) == header.id);
                if let Some(key) = key.filter(|key| self.waits_for(key, &link)) {
                    self.respond(&key, datagram, now);
                }
            }
            Kind::Confirmable | Kind::NonConfirmable if is_response => {
                let key = self.key_of(&link, &header.token);
                if header.kind == Kind::Confirmable {
                    // The token shows that the gateway sent the request, even if the response is a duplicate.
                    let wanted = key.is_some() && Message::read(datagram).is_ok();
                    let kind = if wanted { Kind::Acknowledgement } else { Kind::Reset };
                    self.send_to_origin(link, empty(kind, header.id));
                }
                if let Some(key) = key.filter(|key| self.waits_for(key, &link)) {
                    self.respond(&key, datagram, now);
                }
            }
            // A ping or a request. The gateway serves nothing to origins.
            Kind::Confirmable => self.send_to_origin(link, empty(Kind::Reset, header.id)),
            Kind::NonConfirmable | Kind::Acknowledgement | Kind::Reset => {}
        }
    }

    /// Removes the link that has been idle for longest, if any is idle. The caller closes its socket.
    ///
    /// This makes room where the operating system has no socket left for another link.
    pub fn remove_idle_link(&mut self) -> Option<Link> {
        self.links.remove_idle()
    }

    /// Handles a datagram that could not be sent to the origin of a link.
    pub fn not_sent(&mut self, link: Link, failure: SendFailure, now: Instant) {
        let refusal = match failure {
            SendFailure::Unreachable => {
                Refusal::new(BAD_GATEWAY, "the origin cannot be reached at its address and port")
            }
            SendFailure::NoSocket => {
                Refusal::new(SERVICE_UNAVAILABLE, "the gateway has no socket left for another origin")
            }
        };
        for key in self.exchanges.on_link(&link) {
            self.fail(&key, &refusal, now);
        }
    }

    /// Handles the result of a look-up.
    pub fn looked_up(&mut self, lookup: &Lookup, found: Result<&[IpAddr], LookupError>, now: Instant) {
        let request = match self.exchanges.get(&lookup.key).map(|exchange| &exchange.phase) {
            Some(Phase::Resolving { request, lookup: number }) if *number == lookup.number => request.clone(),
            _ => return,
        };
        let resumed = found.map_err(|error| match error {
            LookupError::Busy => Refusal::from_error(SERVICE_UNAVAILABLE, error),
            LookupError::Failed => Refusal::from_error(BAD_GATEWAY, error),
        });
        let resumed = resumed.and_then(|addresses| self.resume(&lookup.key, &request, addresses, now));
        if let Err(refusal) = resumed {
            self.fail(&lookup.key, &refusal, now);
        }
    }

    /// Does what is due: retransmissions, acknowledgements and timeouts.
    pub fn wake(&mut self, now: Instant) {
        while let Some(key) = self.exchanges.next_due(now) {
            self.due(&key, now);
        }
    }

    /// Does what is due for one exchange.
    fn due(&mut self, key: &ExchangeKey, now: Instant) {
        let due = self.exchanges.change(key, |exchange| {
            let is_late = exchange.is_late(now);
            let acknowledges = !is_late && exchange.acknowledges(now);
            let link = exchange.link();
            let overdue = exchange.transmission().and_then(|transmission| transmission.overdue(now));
            (is_late, acknowledges, link, overdue)
        });
        let Some((is_late, acknowledges, link, overdue)) = due else { return };
        if acknowledges {
            self.send_to_client(key.0, empty(Kind::Acknowledgement, key.1));
        }
        match (overdue, link) {
            _ if is_late => self.time_out(key, now),
            (None, _) => {}
            (Some(Overdue::Resend(datagram)), Some(link)) => self.send_to_origin(link, datagram),
            (Some(Overdue::Resend(datagram)), None) => self.send_to_client(key.0, datagram),
            (Some(Overdue::GiveUp), Some(_)) => self.time_out(key, now),
            (Some(Overdue::GiveUp), None) => self.finish(key, empty(Kind::Acknowledgement, key.1), now),
        }
    }

    /// The key of the exchange that the gateway made this token of the link for.
    fn key_of(&self, link: &Link, token: &Token) -> Option<ExchangeKey> {
        let id = Secret::client_id_in(token)?;
        (self.secret.token(link, id) == *token).then_some((link.client(), id))
    }

    /// Whether the exchange waits for a response on this link.
    fn waits_for(&self, key: &ExchangeKey, link: &Link) -> bool {
        self.exchanges.get(key).is_some_and(|exchange| exchange.link() == Some(*link))
    }

    fn reset(&mut self, client: SocketAddr, id: u16) {
        self.send_to_client(client, empty(Kind::Reset, id));
    }

    fn send_to_client(&mut self, client: SocketAddr, datagram: Vec<u8>) {
        self.outputs.push_back(Output::ToClient { client, datagram });
    }

    fn send_to_origin(&mut self, link: Link, datagram: Vec<u8>) {
        self.outputs.push_back(Output::ToOrigin { link, datagram });
    }
}
