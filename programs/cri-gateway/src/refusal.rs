//! Refusals: the gateway's own answers, each with a response code and a reason.

use std::borrow::Cow;
use std::fmt;
use std::net::SocketAddr;

use coap_numbers::code::SERVICE_UNAVAILABLE;
use coap_numbers::option::{ECHO, MAX_AGE};

use crate::message::{Answer, Body, Kind, Token};

/// The Max-Age of a 5.03: the client may try again after this many seconds.
const RETRY_SECONDS: u8 = 5;

/// A response code, and a reason for people (RFC 7252 section 5.5.2), in place of the origin's response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: u8,
    /// INVARIANT: it quotes at most one character of the request, and none that may belong to a password.
    pub(crate) reason: Cow<'static, str>,
    /// The addresses that the refusal is about, for the log. A client cannot see where a name leads.
    pub(crate) destinations: Vec<SocketAddr>,
    /// An Echo value for the client, which asks for the request again.
    pub(crate) echo: Option<Vec<u8>>,
    /// Whether a limit is reached.
    pub(crate) is_busy: bool,
}

impl Refusal {
    pub(crate) fn new(code: u8, reason: impl Into<Cow<'static, str>>) -> Self {
        Self { code, reason: reason.into(), destinations: Vec::new(), echo: None, is_busy: false }
    }

    /// The refusal for an error. INVARIANT of callers: its message quotes at most one character of
    /// the request, and none that may belong to a password.
    pub(crate) fn from_error(code: u8, error: impl fmt::Display) -> Self {
        Self::new(code, error.to_string())
    }

    /// The refusal of a request that would exceed a limit.
    pub(crate) fn busy(reason: impl fmt::Display) -> Self {
        Self { is_busy: true, ..Self::from_error(SERVICE_UNAVAILABLE, reason) }
    }

    /// The answer with the reason as its diagnostic payload, or without it if it does not fit into this number of bytes,
    /// or else with the response code alone.
    ///
    /// A request has a header and the token, so three times its bytes have room for both and an acknowledgement.
    pub(crate) fn answer(&self, header: (Kind, u16, Token), budget: usize) -> Answer {
        for payload in [self.reason.as_bytes(), b""] {
            let mut body = Body::new(self.code, payload);
            if self.code == SERVICE_UNAVAILABLE {
                body.push(MAX_AGE, vec![RETRY_SECONDS]);
            }
            if let Some(value) = &self.echo {
                body.push(ECHO, value);
            }
            let answer = body.write(header);
            if answer.datagram.len() <= budget {
                return answer;
            }
        }
        Body::new(self.code, &b""[..]).write(header)
    }
}
