//! Options as a message has them (RFC 7252 section 3.1).

use cri_coap::OptionHead;

use crate::coap::option::CoapOption;

/// Each option with its head. The options are in the order of their numbers, as in a message, and no value is longer than
/// a message can hold.
pub(crate) fn in_message(options: &[CoapOption]) -> impl Iterator<Item = (OptionHead, &CoapOption)> {
    options.iter().scan(0, |before, option| {
        let delta = option.number - std::mem::replace(before, option.number);
        Some((OptionHead::new(delta, option.value.len())?, option))
    })
}
