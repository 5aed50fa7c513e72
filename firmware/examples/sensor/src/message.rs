//! The message of another device: a CBOR map with links in it.

use cri_core::Ingested;
use minicbor::Decode;

/// A temperature, and links to more.
#[derive(Debug, Decode)]
#[cbor(map)]
pub(crate) struct Notification<'b> {
    /// The temperature in degrees Celsius.
    #[n(0)]
    pub(crate) celsius: i8,
    /// Earlier temperatures.
    #[b(1)]
    pub(crate) history: Ingested<'b>,
    /// A page for people.
    #[b(2)]
    pub(crate) help: Ingested<'b>,
}

/// `{0: 21, 1: [2, ["history"], ["last=24"]], 2: [-4, ["EXAMPLE"]]}`
///
/// The second link is not processable: a host in a CRI has no upper-case letters.
pub(crate) const MESSAGE: &[u8] =
    b"\xa3\x00\x15\x01\x83\x02\x81\x67history\x81\x67last=24\x02\x82\x23\x81\x67EXAMPLE";
