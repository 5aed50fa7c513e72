//! Where a person could mean something else by an operand than what it is read as, and the notes that say so.
//!
//! A note is no error, and changes neither the answer nor the exit status.

use std::net::Ipv4Addr;

use cri_registry::Table;

use crate::answers::Answers;
use crate::echo::Echo;
use crate::format::Format;
use crate::input::operand::Operand;
use crate::nearest::nearest;
use crate::notes::{Note, Notes};
use crate::report;

/// Notes the format of an operand.
pub(crate) fn about_format(notes: &mut Notes, note: Note, operand: Operand<'_>, format: Format, answers: &mut Answers) {
    if notes.insert(note) {
        let shown = report::excerpt(&Echo::new(operand, format));
        let message = match note {
            Note::Hex => format!("{shown} is read as the hex digits of a CRI; for a URI reference, write --from uri"),
            _ => format!("{shown} is read as a URI reference; for hex digits, write --from hex"),
        };
        answers.note(note, report::note(&message, operand.place));
    }
}

/// Notes that a URI reference could be meant to have another scheme, or a host.
pub(crate) fn about_uri(notes: &mut Notes, operand: Operand<'_>, schemes: Table, answers: &mut Answers) {
    let Ok(uri) = str::from_utf8(operand.read()) else { return };
    let Some(note) = doubt(uri, schemes).filter(|note| notes.insert(*note)) else { return };
    let (first, _) = split(uri);
    let full = format!("coap://{uri}");
    let full = Echo::new(Operand { bytes: Ok(full.as_bytes()), ..operand }, Format::Uri);
    let advice = format!("for a host, write a scheme before it, as in {}", report::excerpt(&full));
    let message = match note {
        Note::Host => format!("{first} is read as a segment of a path; {advice}"),
        Note::Port => format!("{first} is read as a scheme; {advice}"),
        _ => {
            let near = nearest_scheme(first, schemes).unwrap_or_default();
            format!("the scheme {first} is not registered; did you mean {near}?")
        }
    };
    answers.note(note, report::note(&message, operand.place));
}

/// The URI reference with a scheme before it, if it begins like a host.
pub(crate) fn with_scheme(uri: &str) -> Option<String> {
    let note = doubt(uri, Table::DRAFT_16)?;
    matches!(note, Note::Host | Note::Port).then(|| format!("coap://{uri}"))
}

/// The registered scheme that was probably meant.
pub(crate) fn nearest_scheme(scheme: &str, schemes: Table) -> Option<&'static str> {
    nearest(scheme, schemes.iter().map(|scheme| scheme.name))
}

/// What a person could misunderstand about a URI reference.
fn doubt(uri: &str, schemes: Table) -> Option<Note> {
    let (first, rest) = split(uri);
    let Some(path) = rest.strip_prefix(':') else {
        return is_host(first, rest).then_some(Note::Host);
    };
    if schemes.by_name(first.to_ascii_lowercase()).is_some() {
        None
    } else if is_port(path) {
        Some(Note::Port)
    } else {
        nearest_scheme(first, schemes).filter(|_| path.starts_with("//")).map(|_| Note::Scheme)
    }
}

/// The scheme or the first segment of a relative path, and what follows it.
fn split(uri: &str) -> (&str, &str) {
    uri.split_at(uri.find([':', '/', '?', '#']).unwrap_or(uri.len()))
}

/// Whether what follows the first colon of a URI begins with a port.
fn is_port(path: &str) -> bool {
    let end = path.find(['/', '?', '#']).unwrap_or(path.len());
    path[..end].parse::<u16>().is_ok()
}

/// Whether the first segment of a path is more likely a host: an address, or a name of several labels with more after
/// it. A single name with a dot may be that of a file.
fn is_host(first: &str, rest: &str) -> bool {
    let is_label =
        |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let last = first.rsplit('.').next().unwrap_or_default();
    let is_name = last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    let has_more = rest.starts_with('/') || first.starts_with("www.");
    first.parse::<Ipv4Addr>().is_ok() || is_name && has_more && first.contains('.') && first.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use cri_registry::Table;

    use super::{doubt, with_scheme};
    use crate::notes::Note;

    #[test]
    fn a_host_without_a_scheme_is_noticed() {
        let note = |uri| doubt(uri, Table::DRAFT_16);
        for uri in ["example.com/foo", "192.0.2.1", "192.0.2.1/a", "www.example.com", "a.example.org/?q"] {
            assert_eq!(note(uri), Some(Note::Host), "{uri}");
        }
        for uri in ["localhost:5683", "example.com:5683/x", "h:1?q"] {
            assert_eq!(note(uri), Some(Note::Port), "{uri}");
        }
        for uri in ["coa://h", "htp://h", "coapss://h"] {
            assert_eq!(note(uri), Some(Note::Scheme), "{uri}");
        }
        for uri in [
            "",
            "a",
            "a/b",
            "index.html",
            "../a.b/c",
            "./a.b/c",
            "1.2.3/x",
            "a.b/c",
            "..",
            "a..com/b",
            "coap://h",
            "tel:1",
            "x-test://h",
            "h:70000",
            "coa:h",
            "/a.com/b",
            "?a.com/b",
        ] {
            assert_eq!(note(uri), None, "{uri}");
        }
    }

    #[test]
    fn a_host_gets_a_scheme() {
        assert_eq!(with_scheme("example.com/foo").as_deref(), Some("coap://example.com/foo"));
        assert_eq!(with_scheme("../foo"), None);
    }
}
