//! Errors of options as bytes: what is no option, and what cannot be written.

use cri_core::__private::{Described, Description};
use cri_core::Component;

use crate::error::{At, ErrorAt, Place, error_kinds};
use crate::options::numbers::{
    LOCATION_PATH, LOCATION_QUERY, MAX_VALUE, Name, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
};

error_kinds! {
    /// The rule of RFC 7252 section 3.1 that bytes break when they are not the options of a message.
    OptionReadErrorKind;
    /// The error when bytes are not the options of a message. It has the offset of the option or of the payload marker.
    ///
    /// It has no response code: a server does not answer a message with a format error, and rejects it (RFC 7252 section
    /// 4.2).
    OptionReadError at offset: usize;
    /// An option delta of 15, which is reserved for the payload marker.
    ReservedDelta => "reserved-delta",
        "an option delta is 15, which is reserved{}; it must be 0 to 14", At(Some(offset));
    /// An option length of 15, which is reserved.
    ReservedLength => "reserved-length",
        "an option length is 15, which is reserved{}; it must be 0 to 14", At(Some(offset));
    /// The bytes end within the head of an option.
    TruncatedHead => "truncated-head", "the head of an option is cut off{}", At(Some(offset));
    /// A value that is longer than the rest of the message.
    TruncatedValue => "truncated-value",
        "the value of an option is longer than the rest of the message{}", At(Some(offset));
    /// An option number above 65,535.
    NumberTooLarge => "number-too-large", "an option number is above 65535{}", At(Some(offset));
    /// A payload marker that no payload follows.
    EmptyPayload => "empty-payload",
        "no payload follows the payload marker{}; leave out the marker if there is no payload", At(Some(offset));
}

impl<K> ErrorAt<K, usize> {
    /// The offset in bytes of the option that breaks the rule, or of the payload marker.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.place
    }

    /// `Component::Cri`: the error is about the bytes of options, whatever they stand for.
    #[must_use]
    pub const fn component(&self) -> Component {
        Component::Cri
    }
}

impl Described for OptionReadError {
    fn describe(&self) -> Description {
        (self.name(), Component::Cri, Some(self.place))
    }
}

error_kinds! {
    /// The reason why an option cannot be written.
    OptionWriteErrorKind;
    /// The error when an option cannot be written. It names the option; for a payload, the last option before it, or 0.
    ///
    /// ```
    /// let error = cri_coap::OptionWriter::new(&mut []).add(11, b"a").unwrap_err();
    /// assert_eq!(error.to_string(), "the buffer is too small for Uri-Path");
    /// ```
    OptionWriteError at number: u16;
    /// A value of more than 65,804 bytes, the most that an option length can say.
    TooLong => "too-long",
        "the value of an option has more than {MAX_VALUE} bytes, the most that it can have: {}", Name(number);
    /// The buffer is too small for the option.
    BufferFull => "buffer-full", "the buffer is too small for {}", Name(number);
    /// The buffer is too small for the payload.
    Payload => "payload", "the buffer is too small for the payload";
}

/// The number of an option.
impl Place for u16 {
    fn component(self) -> Component {
        match self {
            URI_HOST => Component::Host,
            URI_PORT => Component::Port,
            URI_PATH | LOCATION_PATH => Component::Path,
            URI_QUERY | LOCATION_QUERY => Component::Query,
            _ => Component::Cri,
        }
    }
}
