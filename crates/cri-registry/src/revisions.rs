//! The data of both revisions, from the files of `data/`.

use crate::csv::{self, Row};
use crate::data::{Data, Entry};
use crate::perfect_hash::Perfect;

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
