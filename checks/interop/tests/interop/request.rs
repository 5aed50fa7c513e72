//! Requests with any options, and their answers.

use std::fmt;

use crate::message::Options;

/// A request without its destination.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) options: Options,
    pub(crate) payload: Vec<u8>,
}

impl Request {
    pub(crate) fn get(options: Options) -> Self {
        Self { method: "GET", options, payload: Vec::new() }
    }

    pub(crate) fn put(options: Options, payload: &[u8]) -> Self {
        Self { method: "PUT", options, payload: payload.to_vec() }
    }
}

/// The code of a response, such as `2.05`, and its payload.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) code: String,
    pub(crate) payload: Vec<u8>,
}

impl Answer {
    /// 2.05 with this content.
    pub(crate) fn content(text: &str) -> Self {
        Self { code: "2.05".to_owned(), payload: text.into() }
    }

    /// What aiocoap's `/hello` answers.
    pub(crate) fn hello() -> Self {
        Self::content("hello from aiocoap")
    }
}

/// Shows the code, the length of the payload, and its beginning as text.
impl fmt::Debug for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, len) = (&self.code, self.payload.len());
        let text: String = String::from_utf8_lossy(&self.payload).chars().take(80).collect();
        write!(f, "{code}, {len} bytes: {text}")
    }
}
