//! What was found at the place of a failure, where the message of a library does not name it, and the option that
//! allows it. The libraries keep no text of their input.

use cri_core::Scheme;
use cri_registry::Table;
use cri_uri::__private::characters;

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
        "unknown-scheme" => match number(given) {
            Some(number) => {
                let failure =
                    failure.saying("the scheme number", &format!("the scheme number {number}"));
                of_other_revision(failure, number)
            }
            None => failure,
        },
        "zone-id" if is_text => failure.advising_instead("remove it, or write --revision 16"),
        "not-nfc" if is_text => failure.or("let cri do so: --nfc normalize"),
        _ => failure,
    }
}

/// The failure of a scheme number that is in one table only, with the revision of that table.
fn of_other_revision(failure: Failure, number: u64) -> Failure {
    let in_16 = Table::DRAFT_16.by_number(number);
    let in_rfc_9988 = Table::RFC_9988.by_number(number);
    match (in_16, in_rfc_9988) {
        (Some(scheme), None) => {
            failure.advising(&format!("in draft-16 it is {}: --revision 16", scheme.name))
        }
        (None, Some(scheme)) => {
            failure.advising(&format!("in RFC 9988 it is {}: --revision rfc9988", scheme.name))
        }
        _ => failure,
    }
}

/// The scheme number of an operand that is a CRI.
fn number(given: Given<'_>) -> Option<u64> {
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
