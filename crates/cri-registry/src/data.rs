//! The data of the tables.

use crate::csv::{self, Row};
use crate::perfect_hash::Perfect;

/// The schemes of a table, and the perfect hash that finds them by name.
///
/// A scheme's *position* is its index in `entries`.
///
/// # Invariants
///
/// 1. The numbers of `entries` ascend strictly.
/// 2. The lengths of `shifts` and `slots` are powers of two.
/// 3. The slot of each name, by its hash and the shift of its bucket, holds the name's position. No two names share a
///    slot. A slot without a name holds 0, the position of a name with another slot.
pub(crate) struct Data {
    pub(crate) entries: &'static [Entry],
    pub(crate) multiplier: u32,
    pub(crate) shifts: &'static [u8],
    pub(crate) slots: &'static [u16],
}

/// One scheme of a table, in the fewest bytes.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) number: u16,
    /// The default port, or 0 for a scheme without one.
    pub(crate) port: u16,
}

impl Entry {
    /// An entry to be overwritten.
    pub(crate) const NONE: Self = Self { name: "", number: 0, port: 0 };
}

const PORTS_FILE: &str = include_str!("../data/default-ports.csv");
pub(crate) static PORTS: [Row; csv::count(PORTS_FILE)] = csv::rows(PORTS_FILE);

/// Makes the tables of a revision from its file.
macro_rules! tables {
    ($revision:ident, $file:literal) => {
        pub(crate) mod $revision {
            use super::*;

            const FILE: &str = include_str!(concat!("../data/", $file));
            static ROWS: [Row; csv::count(FILE)] = csv::rows(FILE);
            static NAMES: [u8; csv::names_len(&ROWS)] = csv::names(&ROWS);
            static ENTRIES: [Entry; ROWS.len()] = csv::schemes(&ROWS, &NAMES, &PORTS);
            static COAP_ENTRIES: [Entry; 6] = csv::coap(&ENTRIES);
            static HASH: Perfect<128, 512> = Perfect::of(&ENTRIES);
            static COAP_HASH: Perfect<2, 8> = Perfect::of(&COAP_ENTRIES);

            /// The whole registry.
            pub(crate) static ALL: Data = HASH.data(&ENTRIES);
            /// The six CoAP schemes.
            pub(crate) static COAP: Data = COAP_HASH.data(&COAP_ENTRIES);
        }
    };
}

tables!(draft_16, "draft-16.csv");
tables!(rfc9988, "rfc9988.csv");
