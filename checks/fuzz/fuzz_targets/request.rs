//! The input of the target `coap`: one byte for the endpoint, then options. `cargo xtask fuzz-seeds` writes its seeds
//! in this format.

/// The options that the library reads. In an input, the first byte of an option is an index into this table, or the
/// number itself where it is past the end of the table.
pub(crate) const NUMBERS: [u16; 10] = [3, 7, 11, 15, 8, 20, 35, 39, 235, 239];

/// The endpoint at which a request arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    /// An index into the six transports, in the order of `Transport::ALL`.
    pub(crate) transport: usize,
    /// Whether its address is an IPv6 address.
    pub(crate) is_ipv6: bool,
    /// Whether its port differs from 5683.
    pub(crate) has_other_port: bool,
    /// Whether its address has a zone.
    pub(crate) has_zone: bool,
}

impl Endpoint {
    /// The endpoint that a byte stands for.
    pub(crate) fn read(byte: u8) -> Self {
        Self {
            transport: usize::from(byte % 6),
            is_ipv6: byte & 8 != 0,
            has_other_port: byte & 16 != 0,
            has_zone: byte & 32 != 0,
        }
    }
}

/// The options that follow the first byte: each has a byte for its number, a byte for its length, and its value. A value
/// that is cut short ends the input.
pub(crate) fn options(mut rest: &[u8]) -> Vec<(u16, &[u8])> {
    let mut options = Vec::new();
    while let [number, len, value @ ..] = rest {
        let number = NUMBERS.get(usize::from(*number)).copied().unwrap_or(u16::from(*number));
        let (value, following) = value.split_at(usize::from(*len).min(value.len()));
        options.push((number, value));
        rest = following;
    }
    options
}
