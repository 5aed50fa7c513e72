//! The gateway without sockets and clock: datagrams and times go in, and actions come out.

mod requests;
mod responses;
mod verification;

use std::collections::VecDeque;
use std::net::IpAddr;
use std::time::Instant;

use coap_numbers::code;

use crate::answers::Answers;
use crate::client::Client;
use crate::config::Config;
use crate::exchange::{ExchangeKey, Exchanges, Phase};
use crate::link::{Link, Links};
use crate::lookups::Lookups;
use crate::message::{Header, Kind, Malformed, Message, empty};
use crate::output::{Load, Lookup, Output, SendFailure};
use crate::refusal::Refusal;
use crate::resolver::LookupError;
use crate::secret::{MessageIds, Secret};
use crate::transmission::Overdue;
use crate::verified::Verified;

/// A CoAP forward proxy as a state machine. No input stops it, and its limits bound its memory.
///
/// ```
/// use std::time::Instant;
///
/// use cri_gateway::{Config, Gateway, Output, Secret};
///
/// let mut gateway = Gateway::new(Config::default(), Secret::known(1));
/// let client = "192.0.2.1:40000".parse()?;
/// gateway.handle_client(client, b"\x40\x00\x00\x07", Instant::now()); // a ping
/// let reset = Output::ToClient { client, datagram: b"\x70\x00\x00\x07".to_vec() };
/// assert_eq!((gateway.output(), gateway.output()), (Some(reset), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Gateway {
    config: Config,
    secret: Secret,
    exchanges: Exchanges,
    answers: Answers,
    links: Links,
    lookups: Lookups,
    verified: Verified,
    message_ids: MessageIds,
    outputs: VecDeque<Output>,
}

impl Gateway {
    /// A gateway without exchanges.
    #[must_use]
    pub fn new(config: Config, secret: Secret) -> Self {
        Self {
            message_ids: MessageIds::new(&secret),
            secret,
            exchanges: Exchanges::new(config.limits.exchanges),
            answers: Answers::new(config.limits.answers, config.timing.exchange_lifetime),
            links: Links::new(config.limits.links),
            lookups: Lookups::new(config.limits.lookups),
            verified: Verified::new(
                config.limits.verified,
                config.timing.echo,
                config.timing.verified,
            ),
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

    /// How much of each of the [`Limits`](crate::Limits) is in use.
    #[must_use]
    pub fn load(&self) -> Load {
        Load {
            exchanges: self.exchanges.len(),
            answers: self.answers.len(),
            links: self.links.len(),
            lookups: self.lookups.len(),
            verified: self.verified.len(),
        }
    }

    /// Handles a datagram of a client.
    pub fn handle_client(&mut self, client: Client, datagram: &[u8], now: Instant) {
        // The gateway refuses a request that is too long by its header, and spends no time on the rest.
        let limit = self.config.limits.message;
        let read = if datagram.len() > limit { Message::read_header } else { Message::read };
        let message = match read(datagram) {
            Ok(message) => message,
            // RFC 7252 sections 4.2 and 4.3: a malformed message that is not confirmable is ignored.
            Err(Malformed::Message { kind: Kind::Confirmable, id }) => {
                return self.send_to_client(client, empty(Kind::Reset, id));
            }
            Err(_) => return,
        };
        match (message.kind(), code::classify(message.code())) {
            (Kind::Confirmable | Kind::NonConfirmable, code::Range::Request) => {
                // The byte after the limit shows that the request is too long.
                let datagram = datagram.get(..=limit).unwrap_or(datagram);
                self.request(client, &message, datagram, now);
            }
            // A ping, a response without a request, or a reserved code.
            (Kind::Confirmable, _) => self.send_to_client(client, empty(Kind::Reset, message.id())),
            (Kind::Acknowledgement | Kind::Reset, code::Range::Empty) => {
                if let Some(key) = self.exchanges.with_response(client, message.id()) {
                    self.finish(&key, empty(Kind::Acknowledgement, key.id), None, now);
                }
            }
            (Kind::NonConfirmable | Kind::Acknowledgement | Kind::Reset, _) => {}
        }
    }

    /// Handles a datagram of a link's origin, which came on the link's socket.
    ///
    /// ```
    /// use std::time::Instant;
    ///
    /// use cri_gateway::{Config, Gateway, Message, Output, Secret};
    ///
    /// let (mut gateway, now) = (Gateway::new(Config::default(), Secret::known(1)), Instant::now());
    /// // A confirmable GET with token 0x61 and Proxy-Cri [-1, [h'7F000001'], ["a"]].
    /// let request = b"\x41\x01\x00\x07\x61\xdb\xde\x83\x20\x81\x44\x7f\x00\x00\x01\x81\x61a";
    /// gateway.handle_client("192.0.2.1:40000".parse()?, request, now);
    /// let Some(Output::ToOrigin { link, datagram }) = gateway.output() else { unreachable!() };
    ///
    /// // The origin answers 2.05 in its acknowledgement, with the message ID and the token of the gateway.
    /// let sent = Message::read(&datagram)?;
    /// let mut response = vec![0x68, 0x45];
    /// response.extend(sent.id().to_be_bytes());
    /// response.extend(sent.token().as_bytes());
    /// gateway.handle_origin(link, &response, now);
    /// let answer = std::iter::from_fn(|| gateway.output()).find_map(|output| match output {
    ///     Output::ToClient { datagram, .. } => Some(datagram),
    ///     _ => None,
    /// });
    /// assert_eq!(answer.as_deref(), Some(&b"\x61\x45\x00\x07\x61"[..])); // with those of the client
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn handle_origin(&mut self, link: Link, datagram: &[u8], now: Instant) {
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
                let key = ExchangeKey::on_link(&link, self.secret.client_id(&link, header.id));
                let waits = self.waits_on(&link, &key);
                if waits && header.kind == Kind::Acknowledgement {
                    self.exchanges.change(&key, |exchange| exchange.transmission.arrived());
                } else if waits {
                    let reason = "the origin rejected the request with a reset";
                    self.fail(&key, Refusal::new(code::BAD_GATEWAY, reason), now);
                }
            }
            Kind::Acknowledgement | Kind::Confirmable | Kind::NonConfirmable if is_response => {
                let id = self.secret.client_id_in(&header.token, &link);
                if header.kind == Kind::Confirmable {
                    // The token shows that the gateway sent the request, even if the response is a duplicate.
                    let wanted = id.is_some() && Message::read(datagram).is_ok();
                    let kind = if wanted { Kind::Acknowledgement } else { Kind::Reset };
                    self.send_to_origin(link, empty(kind, header.id));
                }
                let Some(id) = id else { return };
                // RFC 7252 section 5.3.2: a response in an acknowledgement repeats message ID and token of the request.
                let is_other = self.secret.link_id(&link, id) != header.id;
                let key = ExchangeKey::on_link(&link, id);
                if header.kind == Kind::Acknowledgement && is_other || !self.waits_on(&link, &key) {
                    return;
                }
                let token = self
                    .exchanges
                    .get(&key)
                    .map(|exchange| self.secret.token(&link, id, exchange.arrival.stamp.digest));
                if token == Some(header.token) {
                    self.respond(&key, datagram, now);
                }
            }
            // A ping or a request. The gateway serves nothing to origins.
            Kind::Confirmable => self.send_to_origin(link, empty(Kind::Reset, header.id)),
            Kind::NonConfirmable | Kind::Acknowledgement | Kind::Reset => {}
        }
    }

    /// Removes an idle link, if there is one. The caller closes its socket.
    ///
    /// This makes room where the operating system has no socket left for another link.
    pub fn remove_idle_link(&mut self) -> Option<Link> {
        self.links.remove_idle()
    }

    /// Handles a datagram that could not be sent to the origin of a link.
    pub fn not_sent(&mut self, link: Link, failure: SendFailure, now: Instant) {
        let refusal = match failure {
            SendFailure::Unreachable => Refusal::new(
                code::BAD_GATEWAY,
                "the origin cannot be reached at its address and port",
            ),
            SendFailure::NoSocket => Refusal::new(
                code::SERVICE_UNAVAILABLE,
                "the gateway has no socket left for another origin",
            ),
        };
        // The error is about one datagram. Earlier requests may have arrived all the same.
        let last_sent = self.links.last_sent(&link);
        for key in self.exchanges.on_link(&link) {
            self.exchanges.change(&key, |exchange| {
                exchange.may_have_arrived = !(last_sent == Some(key.id) && exchange.is_sent_once());
            });
            self.fail(&key, refusal.clone(), now);
        }
    }

    /// Handles the result of a look-up.
    pub fn looked_up(
        &mut self,
        lookup: &Lookup,
        found: Result<&[IpAddr], LookupError>,
        now: Instant,
    ) {
        let begun = self.lookups.end(lookup.number);
        self.outputs.extend(begun.into_iter().map(Output::LookUp));
        let request = match self.exchanges.get(&lookup.key).map(|exchange| &exchange.phase) {
            Some(Phase::Resolving { request, lookup: number }) if *number == lookup.number => {
                request.clone()
            }
            _ => return,
        };
        let resumed = match found {
            Ok(addresses) => self.resume(&lookup.key, &request, addresses, now),
            Err(error @ LookupError::Busy) => {
                Err(Refusal::from_error(code::SERVICE_UNAVAILABLE, error))
            }
            Err(error) => Err(Refusal::from_error(code::BAD_GATEWAY, error)),
        };
        if let Err(refusal) = resumed {
            self.fail(&lookup.key, refusal, now);
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
            (
                is_late,
                !is_late && exchange.acknowledges(now),
                exchange.link(),
                exchange.transmission.overdue(now),
            )
        });
        let Some((is_late, acknowledges, link, overdue)) = due else { return };
        if acknowledges {
            self.send_to_client(key.client, empty(Kind::Acknowledgement, key.id));
        }
        let is_over = is_late || link.is_some() && overdue == Some(Overdue::GiveUp);
        match (overdue, link) {
            _ if is_over => {
                let reason = "the origin did not respond in time";
                self.fail(key, Refusal::new(code::GATEWAY_TIMEOUT, reason), now);
            }
            (None, _) => {}
            (Some(Overdue::Resend(datagram)), Some(link)) => {
                self.send_request_to_origin(link, key.id, datagram);
            }
            (Some(Overdue::Resend(datagram)), None) => self.send_to_client(key.client, datagram),
            (Some(Overdue::GiveUp), _) => {
                self.finish(key, empty(Kind::Acknowledgement, key.id), None, now);
            }
        }
    }

    /// Whether an exchange waits for a response on the link.
    fn waits_on(&self, link: &Link, key: &ExchangeKey) -> bool {
        self.exchanges.get(key).is_some_and(|exchange| exchange.link() == Some(*link))
    }

    /// The message ID of a response to the client's request with the message ID `id`.
    fn response_id(&mut self, kind: Kind, client: Client, id: u16) -> u16 {
        // RFC 7252 sections 4.2 and 4.4: an acknowledgement repeats the ID. Another message has an ID of its sender.
        if kind == Kind::Acknowledgement { id } else { self.message_ids.next(client, &self.secret) }
    }

    fn send_to_client(&mut self, client: Client, datagram: Vec<u8>) {
        self.outputs.push_back(Output::ToClient { client, datagram });
    }

    /// Sends the request of the link's client with this message ID.
    fn send_request_to_origin(&mut self, link: Link, id: u16, datagram: Vec<u8>) {
        self.links.sent(&link, id);
        self.send_to_origin(link, datagram);
    }

    fn send_to_origin(&mut self, link: Link, datagram: Vec<u8>) {
        self.outputs.push_back(Output::ToOrigin { link, datagram });
    }
}
