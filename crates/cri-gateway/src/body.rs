//! The parts of a message that pass from hop to hop: code, options and payload. Each hop has a header of its own.

use std::borrow::Cow;

use cri_coap::{OptionHead, OptionWriter};

use crate::message::{HEADER, Kind, Token};

/// Code, options and payload of a message.
#[derive(Clone, Debug)]
pub(crate) struct Body<'a> {
    code: u8,
    options: Vec<(u16, Cow<'a, [u8]>)>,
    payload: Cow<'a, [u8]>,
}

impl<'a> Body<'a> {
    pub(crate) fn new(code: u8, payload: impl Into<Cow<'a, [u8]>>) -> Self {
        Self { code, options: Vec::new(), payload: payload.into() }
    }

    /// Adds an option, after those with the same number.
    pub(crate) fn push(&mut self, number: u16, value: impl Into<Cow<'a, [u8]>>) {
        self.options.push((number, value.into()));
    }

    /// Writes the datagram with this type, message ID and token.
    pub(crate) fn write(&mut self, (kind, id, token): (Kind, u16, Token)) -> Answer {
        let mut datagram = header(kind, token.as_bytes().len() as u8, self.code, id);
        datagram.extend_from_slice(token.as_bytes());
        let start = datagram.len();
        let values =
            self.options.iter().map(|(_, value)| value.len().saturating_add(OptionHead::MAX_LEN));
        let room = values.fold(self.payload.len().saturating_add(1), usize::saturating_add);
        datagram.resize(start.saturating_add(room), 0);
        // The writer moves bytes for an option that is out of order. In order, many options take linear time. The sort
        // is stable, so options with the same number keep their order.
        self.options.sort_by_key(|&(number, _)| number);
        let mut options = OptionWriter::new(datagram.get_mut(start..).unwrap_or_default());
        for (number, value) in &self.options {
            // INVARIANT of `Gateway`: no value is longer than a datagram, so the writer has a head for every option.
            let _ = options.add(*number, value);
        }
        // There is room for the payload.
        let written = options.finish_with_payload(&self.payload).map_or(0, <[u8]>::len);
        datagram.truncate(start.saturating_add(written));
        Answer { datagram, code: self.code, payload_len: self.payload.len() }
    }
}

/// A written datagram, and what the log says of it.
pub(crate) struct Answer {
    pub(crate) datagram: Vec<u8>,
    pub(crate) code: u8,
    pub(crate) payload_len: usize,
}

/// Returns an empty message: an acknowledgement or a reset.
pub(crate) fn empty(kind: Kind, id: u16) -> Vec<u8> {
    header(kind, 0, coap_numbers::code::EMPTY, id)
}

fn header(kind: Kind, token_len: u8, code: u8, id: u16) -> Vec<u8> {
    let [high, low] = id.to_be_bytes();
    let mut datagram = Vec::with_capacity(HEADER.saturating_mul(16));
    datagram.extend_from_slice(&[0x40 | kind.bits() << 4 | token_len, code, high, low]);
    datagram
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::message::Message;

    #[test]
    fn empty_messages_are_four_bytes() {
        assert_eq!(empty(Kind::Reset, 0x1234), b"\x70\x00\x12\x34");
        assert_eq!(empty(Kind::Acknowledgement, 1), b"\x60\x00\x00\x01");
    }

    proptest! {
        #[test]
        fn written_messages_are_read_back(
            code in 1_u8..,
            id: u16,
            token in vec(any::<u8>(), 0..=8),
            options in vec((any::<u16>(), vec(any::<u8>(), 0..300)), 0..10),
            payload in vec(any::<u8>(), 0..20),
        ) {
            let token = Token::new(&token).unwrap();
            let mut body = Body::new(code, &payload[..]);
            options.iter().for_each(|(number, value)| body.push(*number, &value[..]));
            let datagram = body.write((Kind::Confirmable, id, token)).datagram;
            let message = Message::read(&datagram).unwrap();
            let mut sorted: Vec<_> = options.iter().map(|(number, value)| (*number, &value[..])).collect();
            sorted.sort_by_key(|option| option.0);
            prop_assert_eq!(message.options(), sorted);
            prop_assert_eq!((message.code(), message.id(), message.token()), (code, id, token));
            prop_assert_eq!(message.payload(), payload);
        }
    }
}
