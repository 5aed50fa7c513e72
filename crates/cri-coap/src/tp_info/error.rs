//! Errors of `tp_info`.

use cri_core::DecodeErrorKind;

use crate::cbor_reader::Fault;
use crate::error::at::ItemPlace;
use crate::error::error_kinds_macro::error_kinds;

error_kinds! {
    /// The rule that bytes break if they are not `tp_info`, or a CRI if it has more or less than a scheme number and an
    /// authority.
    TpInfoErrorKind;
    /// The error of bytes that are not `tp_info`, and of a CRI that cannot stand in it. It has a component and an offset.
    ///
    /// ```
    /// // [[-1, ["H"]]]
    /// let error = cri_coap::tp_info::TpInfo::decode(b"\x81\x82\x20\x81\x61H").unwrap_err();
    /// assert_eq!(error.to_string(), "these bytes are not tp_info: upper-case-host in the host, at byte 5");
    /// ```
    TpInfoError at place: ItemPlace;
    /// The bytes are malformed, or an item has the wrong type or value.
    Decode(kind: DecodeErrorKind) => kind.name(),
        "these bytes are not tp_info: {kind} in the {}", place.component;
    /// The array has a wrong number of items.
    ItemCount => "item-count", "an array with a wrong number of items; a CRI without a local part has a scheme-id and \
        an authority, and tp_info for coap has 3 items";
    /// The scheme is not given by its number, or its `tp_info` has other elements than that of `coap`.
    Scheme => "scheme", "the scheme is not a scheme-id, or tp_info for it is not supported";
    /// The CRI has no authority, or has a path, a query or a fragment.
    LocalPart => "local-part",
        "this CRI has no authority, or has a path, a query or a fragment, which tp_info does not hold";
    /// The buffer is too small.
    BufferFull => "buffer-full", "the buffer is too small for tp_info";
}

impl From<Fault> for TpInfoError {
    fn from(fault: Fault) -> Self {
        fault.with_kind(TpInfoErrorKind::Decode)
    }
}
