//! The parts of cases about CoAP.

use cri_testvectors::{CoapOption, Expected, to_hex};

use super::json::{Json, Object};

/// Each option as its number and its value in hexadecimal digits.
pub(super) fn options(options: &[CoapOption]) -> Json {
    Json::list(options.iter().map(|option| Object::of("number", option.number).with("value", to_hex(&option.value()))))
}

/// An error of a request, with the number of the wrong option and the response code.
pub(super) fn error(error: &Expected, option: Option<u16>, code: Option<&String>) -> Object {
    Object::of("error", Object::from(error).with_some("option", option).with_some("code", code))
}
