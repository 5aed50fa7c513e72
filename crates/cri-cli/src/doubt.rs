//! Where a person could mean something else by an operand than what it is read as, and the notes that say so.
//!
//! A note is no error, and changes neither the answer nor the exit status.

use std::net::Ipv4Addr;

use cri_registry::Table;

use crate::answers::Answers;
use crate::echo::Echo;
use crate::format::Format;
use crate::input::operand::{Operand, Place};
use crate::nearest::nearest;
use crate::notes::{Note, Notes};
use crate::report;

/// How many lines of standard input are searched for schemes that are misspelt.
const FIRST_LINES: u64 = 100;

/// Notes the format of an operand.
pub(crate) fn about_format(notes: &mut Notes, note: Note, operand: Operand<'_>, format: Format, answers: &mut Answers) {
    if notes.insert(note) {
        let shown = report::excerpt(&Echo::new(operand, format));
        // A terminal of 80 columns shows most notes in one line.
        let message = match note {
            Note::Hex => format!("{shown} is read as a CRI in hex; for a URI, write --from uri"),
            _ => format!("{shown} is not a whole CRI in hex, so it is a URI; for hex, write --from hex"),
        };
        answers.note(note, report::note(&message, operand.place));
    }
}

/// Notes that a URI reference, whose scheme is not registered, could be meant to have another scheme or a host.
pub(crate) fn about_uri(notes: &mut Notes, operand: Operand<'_>, schemes: Table, answers: &mut Answers) {
    // To look for a similar scheme takes longer than the conversion, so bulk input has it for its first lines only.
    let with_schemes = matches!(operand.place, Place::Argument | Place::Line(..=FIRST_LINES));
    if let Some(note) = doubt(operand.read(), schemes, with_schemes) {
        tell(note, notes, operand, schemes, answers);
    }
}

/// Notes what `doubt` found about a URI reference, if that is new.
#[cold]
#[inline(never)]
fn tell(note: Note, notes: &mut Notes, operand: Operand<'_>, schemes: Table, answers: &mut Answers) {
    if !notes.insert(note) {
        return;
    }
    let uri = operand.read();
    let first = String::from_utf8_lossy(split(uri).0);
    let full = [b"coap://", uri].concat();
    let full = Echo::new(Operand { bytes: Ok(&full), ..operand }, Format::Uri);
    let advice = format!("for a host, write {}", report::excerpt(&full));
    let message = match note {
        Note::Host => format!("{first} is a segment of a path; {advice}"),
        Note::Port => format!("{first} is read as a scheme; {advice}"),
        _ => {
            let near = nearest_scheme(&first, schemes).unwrap_or_default();
            format!("the scheme {first} is not registered; did you mean {near}?")
        }
    };
    answers.note(note, report::note(&message, operand.place));
}

/// The URI reference with a scheme before it, if it begins like a host.
pub(crate) fn with_scheme(uri: &str) -> Option<String> {
    let note = doubt(uri.as_bytes(), Table::DRAFT_16, false)?;
    matches!(note, Note::Host | Note::Port).then(|| format!("coap://{uri}"))
}

/// The registered scheme that was probably meant.
pub(crate) fn nearest_scheme(scheme: &str, schemes: Table) -> Option<&'static str> {
    nearest(scheme, schemes.iter().map(|scheme| scheme.name))
}

/// What a person could misunderstand about a URI reference whose scheme is not registered: its host or, `with_schemes`,
/// also its scheme.
fn doubt(uri: &[u8], schemes: Table, with_schemes: bool) -> Option<Note> {
    let (first, rest) = split(uri);
    let Some(path) = rest.strip_prefix(b":") else {
        return is_host(first, rest).then_some(Note::Host);
    };
    if is_port(path) {
        Some(Note::Port)
    } else if with_schemes && path.starts_with(b"//") {
        nearest_scheme(str::from_utf8(first).ok()?, schemes).map(|_| Note::Scheme)
    } else {
        None
    }
}

/// The scheme or the first segment of a relative path, and what follows it.
fn split(uri: &[u8]) -> (&[u8], &[u8]) {
    let delimiter = uri.iter().position(|byte| matches!(byte, b':' | b'/' | b'?' | b'#'));
    uri.split_at(delimiter.unwrap_or(uri.len()))
}

/// Whether what follows the first colon of a URI begins with a port.
fn is_port(path: &[u8]) -> bool {
    path.first().is_some_and(u8::is_ascii_digit)
        && str::from_utf8(split(path).0).is_ok_and(|port| port.parse::<u16>().is_ok())
}

/// Whether the first segment of a path is more likely a host: an address, or a name of several labels with more after
/// it. A single name with a dot may be that of a file.
fn is_host(first: &[u8], rest: &[u8]) -> bool {
    if !first.first().is_some_and(u8::is_ascii_alphanumeric) || !first.contains(&b'.') {
        return false;
    }
    let Ok(first) = str::from_utf8(first) else { return false };
    let is_label =
        |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let last = first.rsplit('.').next().unwrap_or_default();
    let is_name = last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_alphabetic());
    let has_more = rest.starts_with(b"/") || first.starts_with("www.");
    first.parse::<Ipv4Addr>().is_ok() || is_name && has_more && first.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use cri_registry::Table;

    use super::{doubt, with_scheme};
    use crate::notes::Note;

    #[test]
    fn a_host_without_a_scheme_is_noticed() {
        let note = |uri: &str| doubt(uri.as_bytes(), Table::DRAFT_16, true);
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
            "h:x",
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
