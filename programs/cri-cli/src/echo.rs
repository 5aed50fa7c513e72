//! An operand as messages and answers show it.
//!
//! A URI is shown with its passwords masked. No search finds every password in operands of other forms, least of all in
//! malformed ones, so a message shows only the few bytes around the error.

use std::borrow::Cow;
use std::ops::Range;

use cri_core::Component;
use cri_inspect::operand::{Form, Recognized, recognize};
use cri_uri::__private::AROUND as AROUND_IN_URI;
use cri_uri::password;

use crate::format::Format;
use crate::hex;
use crate::input::operand::Operand;

/// How many bytes of an operand that is not a URI are shown on each side of an error.
const AROUND: usize = 6;

/// An operand, and how much of it may be shown.
#[derive(Debug)]
pub(crate) struct Echo<'a> {
    /// The bytes of the operand. CBOR is hex digits.
    pub(crate) text: Cow<'a, [u8]>,
    /// The ranges of the passwords in URIs. They ascend.
    pub(crate) passwords: Vec<Range<usize>>,
    /// Whether the operand is CBOR.
    pub(crate) is_cbor: bool,
    /// Whether a URI or IRI is expected and recognized. Hex digits, notation and JSON may be given instead.
    may_be_uri: bool,
    /// Whether the operand was too long to be read as a whole.
    is_cut: bool,
}

impl<'a> Echo<'a> {
    /// An operand, written in `format`.
    pub(crate) fn new(operand: Operand<'a>, format: Format) -> Self {
        let bytes = operand.read();
        let (is_cbor, expects_uri) = (format == Format::Cbor, format.is_text());
        // Letters and digits alone hold no password. `recognize` would decode hex digits once more.
        let is_plain = is_cbor || bytes.iter().all(u8::is_ascii_alphanumeric);
        let recognized = (expects_uri || !is_plain).then(|| recognize(bytes));
        let passwords = match recognized {
            Some(Recognized { form: Form::Uri, .. }) => password::find_in_operand(bytes).collect(),
            Some(_) => of_strings(bytes),
            None => Vec::new(),
        };
        Self {
            text: if is_cbor { hex::encode(bytes).into_bytes().into() } else { bytes.into() },
            passwords,
            is_cbor,
            may_be_uri: expects_uri
                && matches!(recognized, Some(Recognized { form: Form::Uri, doubt: None, .. })),
            is_cut: operand.bytes.is_err(),
        }
    }

    /// Whether the operand is a URI or IRI, or meant as one.
    fn is_uri(&self) -> bool {
        self.may_be_uri && !may_be_hex(&self.text)
    }

    /// The operand, if its CRI has a userinfo or not. With one, an operand that is no URI is masked as a whole, because a
    /// password may be anywhere in it.
    pub(crate) fn with_userinfo(mut self, has_userinfo: bool) -> Self {
        if has_userinfo && !self.is_uri() {
            self.passwords.clear();
            self.passwords.push(0..self.text.len());
        }
        self
    }

    /// The operand as text with URIs in it.
    pub(crate) fn in_prose(mut self) -> Self {
        self.passwords = password::find_in_prose(&self.text).collect();
        self
    }

    /// Whether a message may show the whole operand.
    pub(crate) fn is_shown(&self) -> bool {
        self.is_uri() && !self.is_cut
    }

    /// How many bytes are shown on each side of an error in this component.
    pub(crate) fn around(&self, component: Option<Component>) -> usize {
        match component {
            _ if self.is_uri() => AROUND_IN_URI,
            // A password may be next to the error.
            Some(Component::Userinfo) => 0,
            _ => AROUND,
        }
    }

    /// The whole operand with the passwords of URIs masked.
    pub(crate) fn masked(&self) -> Cow<'_, [u8]> {
        if self.passwords.is_empty() {
            return self.text[..].into();
        }
        let (mut masked, mut from) = (Vec::with_capacity(self.text.len()), 0);
        for Range { start, end } in self.passwords.iter().cloned() {
            masked.extend_from_slice(&self.text[from..start]);
            masked.extend_from_slice(password::MASK.as_bytes());
            from = end;
        }
        masked.extend_from_slice(&self.text[from..]);
        masked.into()
    }
}

/// Whether a text may be meant as hex digits, of a CRI or of a URI's text: its first characters or most of them are digits,
/// and it begins neither with a delimiter nor with a scheme. What is no digit may be a mistake, or stand between bytes.
///
/// Decimal numbers and IPv4 addresses are none: `false` (F4) precedes the userinfo of a CRI.
///
/// A text of which a message about an error in its middle shows all may hold too few bytes for a password.
fn may_be_hex(text: &[u8]) -> bool {
    const MANY: usize = 2 * AROUND;
    let is_digit = u8::is_ascii_hexdigit;
    let is_mark = |byte: &u8| byte.is_ascii_whitespace() || byte.is_ascii_punctuation();
    let text = text.trim_ascii();
    let text = text.strip_prefix(b"0x").or(text.strip_prefix(b"0X")).unwrap_or(text);
    let name_len = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let (name, rest) = text.split_at(name_len);
    let is_scheme = matches!(rest, [b':' | b'+' | b'-' | b'.', ..])
        && matches!(name, [b'a'..=b'z' | b'A'..=b'Z', ..])
        && !name.iter().all(is_digit);
    let number_len =
        text.iter().take_while(|byte| byte.is_ascii_digit() || b".-".contains(byte)).count();
    let is_number = match text.split_at(number_len) {
        (_, []) => true,
        (number, [b':' | b'/' | b'?' | b'#', ..]) => number.contains(&b'.'),
        _ => false,
    };
    if is_scheme || is_number || matches!(text, [b'/' | b'?' | b'#', ..]) {
        return false;
    }
    let digits = text.iter().filter(|byte| is_digit(byte)).count();
    let first = text.iter().filter(|byte| !is_mark(byte)).take(MANY);
    let begins_so = first.filter(|byte| is_digit(byte)).count() == MANY;
    let others = text.iter().filter(|byte| !is_digit(byte) && !byte.is_ascii_whitespace()).count();
    text.len() > MANY && (begins_so || digits >= 2 * others)
}

/// The places of what may be passwords in diagnostic notation, in JSON and in C: those of URIs, and in every other quoted
/// string all that follows a colon, which may be escaped. They ascend.
fn of_strings(text: &[u8]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = password::find_in_prose(text).collect();
    let mut at = 0;
    while let Some(open) = text[at..].iter().position(|byte| matches!(byte, b'"' | b'\'' | b'`')) {
        let open = at + open;
        // As many backquotes end a raw text as begin it.
        let quotes = if text[open] == b'`' { run_len(&text[open..]) } else { 1 };
        let start = open + quotes;
        let end = start + string_len(&text[start..], &text[open..start]);
        let string = &text[start..end];
        let in_text = |password: Range<usize>| start + password.start..start + password.end;
        let is_literal = matches!(text[..open], [.., b'c' | b'C', b'r' | b'R', b'i' | b'I']);
        let is_uri = is_literal || string.windows(3).any(|sign| sign == b"://");
        if is_uri {
            found.extend(password::find_in_operand(string).map(in_text));
        }
        if !is_uri || string.contains(&b'\\') {
            found.extend(after_colon(string).map(|colon| in_text(colon..string.len())));
        }
        at = text.len().min(end + quotes);
    }
    found.retain(|password| !password.is_empty());
    found.sort_by_key(|password| password.start);
    found.dedup_by(|next, password| {
        let joins = next.start <= password.end;
        password.end = if joins { password.end.max(next.end) } else { password.end };
        joins
    });
    found
}

/// How many backquotes a text begins with.
fn run_len(text: &[u8]) -> usize {
    text.iter().take_while(|byte| **byte == b'`').count()
}

/// The length of a quoted string, up to the quotation marks that end it.
fn string_len(text: &[u8], quotes: &[u8]) -> usize {
    if let [b'`', ..] = quotes {
        let mut at = 0;
        while let Some(raw) = text[at..].iter().position(|byte| *byte == b'`') {
            let run = run_len(&text[at + raw..]);
            at += raw;
            if run == quotes.len() {
                return at;
            }
            at += run;
        }
        return text.len();
    }
    let mut is_escaped = false;
    let ends = |byte: &u8| {
        let ends = quotes == [*byte] && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        ends
    };
    text.iter().position(ends).unwrap_or(text.len())
}

/// The offset after the first colon, which may be percent-encoded or escaped.
fn after_colon(string: &[u8]) -> Option<usize> {
    (0..string.len()).find_map(|at| {
        let rest = match &string[at..] {
            [b':', rest @ ..] => return Some(string.len() - rest.len()),
            [b'\\', b'u', b'{', rest @ ..]
            | [b'\\', b'u' | b'x', rest @ ..]
            | [b'%', rest @ ..] => rest,
            _ => return None,
        };
        let zeros = rest.iter().take_while(|digit| **digit == b'0').count();
        match &rest[zeros..] {
            [b'3', b'a' | b'A', rest @ ..] => Some(string.len() - rest.len()),
            _ => None,
        }
    })
}
