//! The input of the target `gateway`: one byte for the configuration, then steps. `cargo xtask fuzz-seeds` writes its
//! seeds in this format.

/// What happens in a step. In an input, the first byte of a step is an index into [`EVENTS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A client sends the data.
    Client,
    /// A client sends a request: method, type, message ID, index of the target, and length of the payload divided by 8.
    Request,
    /// A client repeats its last request with the last Echo value that it got, and with this message ID.
    Repeat,
    /// A client acknowledges the message with this ID, or rejects it.
    Acknowledge,
    /// An origin sends the data on a link.
    Origin,
    /// An origin answers a request: type, response code, and length of the payload divided by 8.
    Answer,
    /// A datagram on a link was not sent.
    NotSent,
    /// A look-up ends with the addresses that the first byte selects.
    LookedUp,
    /// Time passes: the data's first two bytes, in units of 25 milliseconds.
    Pass,
    /// An idle link loses its socket.
    RemoveIdle,
}

const EVENTS: [Event; 10] = [
    Event::Client,
    Event::Request,
    Event::Repeat,
    Event::Acknowledge,
    Event::Origin,
    Event::Answer,
    Event::NotSent,
    Event::LookedUp,
    Event::Pass,
    Event::RemoveIdle,
];

/// One step: an event, the index of the client, link, request or look-up that it is about, and its data.
pub(crate) struct Step<'a> {
    pub(crate) event: Event,
    pub(crate) index: usize,
    pub(crate) data: &'a [u8],
}

impl<'a> Step<'a> {
    /// Reads a step, and returns the bytes after it. Data that is cut short ends the input.
    #[allow(dead_code, reason = "outside its tests, the task only writes")]
    pub(crate) fn read(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let [event, index, len, rest @ ..] = bytes else { return None };
        let event = EVENTS[usize::from(*event) % EVENTS.len()];
        let (data, rest) = rest.split_at(usize::from(*len).min(rest.len()));
        Some((Self { event, index: usize::from(*index), data }, rest))
    }

    /// Writes the step, or returns `None` where its data is longer than 255 bytes.
    #[allow(dead_code, reason = "the fuzz target only reads")]
    pub(crate) fn write(&self) -> Option<Vec<u8>> {
        let event = EVENTS.iter().position(|event| *event == self.event)?;
        let head = [
            u8::try_from(event).ok()?,
            u8::try_from(self.index).ok()?,
            u8::try_from(self.data.len()).ok()?,
        ];
        Some([&head, self.data].concat())
    }
}
