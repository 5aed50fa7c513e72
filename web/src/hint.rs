//! Hints for texts that are wrong: what would make them work.

use cri_operand::{advice_on_tag, with_scheme, without_delimiters};

use crate::fault::Fault;
use crate::recognize::{Form, Recognized};

/// The fault of a text, with a hint if there is one. The program `cri` has the same hints.
pub(crate) fn advised(fault: Fault, recognized: Recognized<'_>) -> Fault {
    let text = recognized.text;
    let for_a_host = || with_scheme(text).map(|uri| format!("for a host, write {uri}"));
    let with_host = |fault: Fault| match for_a_host() {
        Some(advice) => fault.advising_instead(&advice),
        None => fault,
    };
    match (fault.kind, recognized.form) {
        ("colon-in-userinfo", _) => fault.advising("RFC 9988 allows it"),
        ("not-an-array", _) => match advice_on_tag(text) {
            Some(advice) => fault.advising(advice),
            None => fault,
        },
        ("base-not-full", Form::Uri | Form::Iri) => match for_a_host() {
            Some(advice) => fault.advising(&advice),
            None => fault,
        },
        ("invalid-scheme", Form::Uri | Form::Iri) if for_a_host().is_some() => with_host(fault),
        (_, Form::Uri | Form::Iri) if text.starts_with('[') => with_host(fault),
        (_, Form::Uri | Form::Iri) => match without_delimiters(text) {
            Some(uri) => fault.advising_instead(&format!("for the URI alone, write {uri}")),
            None => fault,
        },
        _ => fault,
    }
}
