//! What was found at the place of a failure, where the message of a library does not name it. The libraries keep no text of
//! their input.

use std::ops::Range;

use cri_core::__private::is_hidden;
use cri_core::Scheme;
use cri_uri::__private::find_zone;
use cri_uri::pct::characters;

use crate::characters::named;
use crate::command::given::Given;
use crate::failure::Failure;

/// The most digits of a port that a message shows.
const MAX_DIGITS: usize = 20;

/// The failure of an operand with what was found there. Text that may belong to a password is not named.
pub(crate) fn naming_found(failure: Failure, given: Given<'_>) -> Failure {
    let is_text = given.from.is_text();
    let at_offset = || {
        let offset = failure.offset.filter(|_| is_text)?;
        let is_secret = given.echo().passwords.iter().any(|password| password.contains(&offset));
        given.operand.read().get(offset..).filter(|_| !is_secret)
    };
    match failure.kind {
        "upper-case-host" => match at_offset().and_then(|text| characters(text).next()) {
            Some((_, Ok(found))) => failure.saying(
                "an upper-case letter in",
                &format!("{} is an upper-case letter in", named(found)),
            ),
            _ => failure,
        },
        "port-range" => match at_offset().and_then(digits) {
            Some(port) => failure.saying("the port is", &format!("the port {port} is")),
            None => failure,
        },
        "invalid-ip-literal" => match failure.offset.and_then(|at| zone(given, at)) {
            Some((place, zone)) => failure.marking(place).saying(
                "do not hold an IPv6 address",
                &format!("hold {zone}, which is no zone identifier"),
            ),
            None => failure,
        },
        "unknown-scheme" => match number(given) {
            Some(number) => {
                failure.saying("the scheme number", &format!("the scheme number {number}"))
            }
            None => failure,
        },
        _ => failure,
    }
}

/// The zone identifier of the address in brackets at `offset`, with the `%` before it, and its place in the operand.
fn zone(given: Given<'_>, offset: usize) -> Option<(Range<usize>, String)> {
    const LONG: usize = 40;
    let text = given.operand.read();
    let place = find_zone(text, offset).filter(|_| given.from.is_text())?;
    let passwords = given.echo().passwords;
    if passwords.iter().any(|password| password.start < place.end && place.start < password.end) {
        return None;
    }
    let found = str::from_utf8(&text[place.clone()]).ok()?;
    let is_plain = found.len() <= LONG && !found.contains(is_hidden);
    Some((place, if is_plain { format!("'{found}'") } else { "text".to_owned() }))
}

/// The scheme number of an operand that is a CRI.
pub(crate) fn number(given: Given<'_>) -> Option<u64> {
    let mut buffer = Vec::new();
    match given.read(&mut buffer).ok()?.as_cri_ref().sections().scheme()? {
        Scheme::Number(number) => Some(number),
        Scheme::Name(_) => None,
    }
}

/// The digits that a text begins with.
fn digits(text: &[u8]) -> Option<&str> {
    let len = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    str::from_utf8(&text[..len]).ok().filter(|digits| (1..=MAX_DIGITS).contains(&digits.len()))
}
