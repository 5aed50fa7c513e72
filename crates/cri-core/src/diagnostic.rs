//! Diagnostic notation of CRIs (RFC 8949 section 8), for `Debug` and for display.

use core::fmt::{self, Write};

use crate::buffer::Buffer;
use crate::constants::MASK;
use crate::interchange::cri::{Cri, CriRef};
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::resolve::{Base, Resolved};
use crate::revision::Revision;
use crate::sections::{
    Authority, Decoded, EncodedItems, HostIp, HostName, PATH, Path, Piece, Pieces, Query, Scheme,
    Sections, Segments, TextOrPet, Userinfo,
};
use crate::text::characters::is_hidden;
use crate::text::utf8::to_str;
use crate::wire::head::Major;
use crate::wire::item::heads;

impl<'a> CriRef<'a> {
    /// Displays the interchange form in diagnostic notation, with any password. The lengths of heads are left out.
    ///
    /// `Debug` masks the password.
    ///
    /// ```
    /// use cri_core::CriRef;
    ///
    /// let reference = CriRef::decode(b"\x83\xf6\x83\xf4\x63u:p\x61h\x81\x61a")?;
    /// assert_eq!(reference.diagnostic().to_string(), r#"[null, [false, "u:p", "h"], ["a"]]"#);
    /// assert_eq!(format!("{reference:?}"), r#"[null, [false, "u:***", "h"], ["a"]]"#);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub const fn diagnostic(self) -> impl fmt::Display + Copy + use<'a> {
        Diagnostic(self.as_bytes())
    }
}

#[derive(Clone, Copy)]
struct Diagnostic<'a>(/* INVARIANT: one checked CRI reference. */ &'a [u8]);

impl fmt::Display for Diagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Items { is_masked: false, ..Items::new(f) }.write(self.0)
    }
}

/// What diagnostic notation is written to.
pub trait Notation: Write {
    /// Writes text that is known to be UTF-8.
    ///
    /// # Errors
    ///
    /// Those of `self`, and no other.
    #[inline]
    fn write_checked(&mut self, text: &[u8]) -> fmt::Result {
        self.write_str(to_str(text))
    }
}

impl Notation for fmt::Formatter<'_> {}

/// Writes what [`CriRef::diagnostic`] displays, without a virtual call for each part.
///
/// # Errors
///
/// Those of `out`, and no other.
#[inline]
pub fn write_diagnostic(out: &mut impl Notation, cri: CriRef<'_>) -> fmt::Result {
    Items { is_masked: false, ..Items::new(out) }.write(cri.as_bytes())
}

/// The number of arrays that nest in a CRI: the outer array, a section, and a text-pet-sequence.
const MAX_DEPTH: usize = 3;

/// Writes checked items with commas between them.
struct Items<'o, W> {
    out: &'o mut W,
    /// What separates the next item from the one before.
    before: &'static str,
    /// Whether `***` stands for what follows the first colon of a userinfo.
    is_masked: bool,
    /// In a userinfo, whether the colon was written.
    colon: Option<bool>,
}

impl<'o, W: Notation> Items<'o, W> {
    const fn new(out: &'o mut W) -> Self {
        Self { out, before: "", is_masked: true, colon: None }
    }

    /// Writes encoded items.
    fn write(&mut self, items: &[u8]) -> fmt::Result {
        // The number of items left in each open array.
        let mut open = [0_u64; MAX_DEPTH];
        let mut depth = 0_usize;
        // The number of open arrays around the userinfo.
        let mut userinfo = None;
        for (head, body) in heads(items) {
            let (major, argument) = (head.major(), head.argument());
            self.out.write_str(self.before)?;
            self.before = ", ";
            match major {
                Major::Unsigned => write!(self.out, "{argument}")?,
                Major::Negative => write_scheme(self.out, argument)?,
                Major::Bytes | Major::Text => self.write_piece(Piece::of_string(major, body))?,
                Major::Array => {
                    self.out.write_char('[')?;
                    if let (1.., Some(left)) = (argument, open.get_mut(depth)) {
                        *left = argument;
                        depth = depth.saturating_add(1);
                        self.before = "";
                        continue;
                    }
                    self.out.write_char(']')?;
                }
                Major::Simple => self.out.write_str(match argument {
                    20 => "false",
                    21 => "true",
                    _ => "null",
                })?,
                // INVARIANT: there are neither maps nor tags in a CRI.
                Major::Map | Major::Tag => {}
            }
            while let Some(left) = depth.checked_sub(1).and_then(|depth| open.get_mut(depth)) {
                *left = left.saturating_sub(1);
                if *left > 0 {
                    break;
                }
                self.out.write_char(']')?;
                depth = depth.saturating_sub(1);
            }
            // In a CRI, `false` stands only before a userinfo.
            if self.is_masked && (major, argument) == (Major::Simple, 20) {
                (userinfo, self.colon) = (Some(depth), Some(false));
            } else if userinfo == Some(depth) {
                (userinfo, self.colon) = (None, None);
            }
        }
        Ok(())
    }

    /// Writes a text or byte string, masked if it is a piece of a userinfo.
    fn write_piece(&mut self, piece: Piece<'_>) -> fmt::Result {
        let Some(has_colon) = &mut self.colon else {
            return write_piece(self.out, piece, None);
        };
        let bytes = piece.as_bytes();
        let colon = bytes.iter().position(|&byte| byte == b':');
        let end = colon.map_or(bytes.len(), |colon| colon.saturating_add(1));
        let shown = match *has_colon {
            true => Some(0),
            false => (end < bytes.len()).then_some(end),
        };
        *has_colon |= colon.is_some();
        write_piece(self.out, piece, shown)
    }

    /// Writes a text, or the pieces of a sequence as an array.
    fn write_text_or_pet(&mut self, item: TextOrPet<'_>) -> fmt::Result {
        match item.text_bytes() {
            Some(text) => self.write_piece(Piece::of_string(Major::Text, text)),
            None => self.write_array(&[item.encoded_pieces()]),
        }
    }

    /// Writes the items of these runs as one array.
    fn write_array(&mut self, runs: &[&[u8]]) -> fmt::Result {
        self.out.write_str(self.before)?;
        self.out.write_char('[')?;
        self.before = "";
        runs.iter().try_for_each(|run| self.write(run))?;
        self.before = ", ";
        self.out.write_char(']')
    }
}

/// Writes a text or byte string, or only its first `shown` bytes and `***`.
fn write_piece(out: &mut impl Notation, piece: Piece<'_>, shown: Option<usize>) -> fmt::Result {
    let bytes = piece.as_bytes();
    let visible = shown.and_then(|shown| bytes.get(..shown)).unwrap_or(bytes);
    let mask = if shown.is_some() { MASK } else { "" };
    if piece.is_text() {
        out.write_char('"')?;
        // Most text needs no escape.
        if visible.iter().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')) {
            out.write_checked(visible)?;
        } else {
            write_escaped(out, to_str(visible))?;
        }
        out.write_str(mask)?;
        return out.write_char('"');
    }
    out.write_str("h'")?;
    visible
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 0xf])
        .try_for_each(|digit| out.write_char(hex_digit(digit)))?;
    out.write_str(mask)?;
    out.write_char('\'')
}

/// Writes the scheme-id of a scheme number.
fn write_scheme(out: &mut impl Write, number: u64) -> fmt::Result {
    out.write_char('-')?;
    match number {
        // Most scheme numbers are small, and the macro takes ten times as long.
        0..9 => out.write_char(hex_digit((number as u8).wrapping_add(1))),
        _ => write!(out, "{}", u128::from(number).saturating_add(1)),
    }
}

/// The digit of a value below 16.
const fn hex_digit(value: u8) -> char {
    let first = if value < 10 { b'0' } else { b'A' - 10 };
    first.wrapping_add(value) as char
}

/// Writes the inside of a quoted text, with the escapes of JSON (RFC 8610 appendix G.2).
///
/// # Errors
///
/// Those of `out`, and no other.
pub fn write_escaped(out: &mut impl Write, text: &str) -> fmt::Result {
    let mut plain = text;
    while let Some((at, character)) =
        plain.char_indices().find(|(_, character)| is_escaped(*character))
    {
        out.write_str(plain.get(..at).unwrap_or_default())?;
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            _ => write!(out, "\\u{:04x}", u32::from(character))?,
        }
        plain = plain.get(at.saturating_add(character.len_utf8())..).unwrap_or_default();
    }
    out.write_str(plain)
}

/// Whether a character is escaped in quotes: it ends them, or steers a terminal.
const fn is_escaped(character: char) -> bool {
    matches!(character, '"' | '\\') || is_hidden(character)
}

/// Shows the interchange form of draft-16 in diagnostic notation, with any password masked.
impl fmt::Debug for Sections<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discard = self.discard.encoded();
        f.write_char('[')?;
        let mut items = Items::new(f);
        for (index, section) in
            self.written(Revision::Draft16, discard.as_bytes()).into_iter().enumerate()
        {
            if index == PATH && self.segments > 0 {
                items.write_array(&[self.items[PATH], self.added])?;
            } else {
                items.write(section)?;
            }
        }
        f.write_char(']')
    }
}

/// Shows the scheme-id or the scheme name in diagnostic notation.
impl fmt::Debug for Scheme<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number(number) => write_scheme(f, number),
            Self::Name(name) => write_piece(f, Piece::text(name), None),
        }
    }
}

/// Implements `Debug` by a function that writes the value.
macro_rules! debug {
    ($($(#[$about:meta])* $type:ty $(, $buffer:ident)?: $write:expr;)*) => {$(
        $(#[$about])*
        impl$(<$buffer: Buffer>)? fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let write: fn(&Self, &mut fmt::Formatter<'_>) -> fmt::Result = $write;
                write(self, f)
            }
        }
    )*};
}

debug! {
    /// Shows the interchange form in diagnostic notation, with any password masked.
    CriRef<'_>: |reference, f| Items::new(f).write(reference.as_bytes());
    /// Shows the interchange form in diagnostic notation, with any password masked.
    Cri<'_>: |cri, f| cri.as_cri_ref().fmt(f);
    /// Shows the interchange form in diagnostic notation, with any password masked.
    CriRefBuf<B>, B: |reference, f| reference.as_cri_ref().fmt(f);
    /// Shows the interchange form in diagnostic notation, with any password masked.
    CriBuf<B>, B: |cri, f| cri.as_cri_ref().fmt(f);
    /// Shows the interchange form of draft-16 in diagnostic notation, with any password masked.
    Base<'_>: |base, f| base.sections().fmt(f);
    /// Shows the interchange form of draft-16 in diagnostic notation, with any password masked.
    Resolved<'_>: |resolved, f| resolved.sections().fmt(f);
    /// Shows the items of the section in diagnostic notation, with any password masked.
    Authority<'_>: |authority, f| Items::new(f).write_array(&[authority.items]);
    /// Shows the items of the address in diagnostic notation.
    HostIp<'_>: |host, f| {
        f.debug_list().entry(&Piece::bytes(host.octets())).entries(host.zone().map(Piece::text)).finish()
    };
    /// Shows the labels in diagnostic notation.
    HostName<'_>: |name, f| f.debug_list().entries(name.labels()).finish();
    /// Shows the segments in diagnostic notation.
    Path<'_>: |path, f| Items::new(f).write_array(&[path.base, path.added]);
    /// Shows the parameters in diagnostic notation.
    Query<'_>: |query, f| Items::new(f).write_array(&[query.items]);
    /// Shows the segments that are left in diagnostic notation.
    Segments<'_>: |segments, f| f.debug_list().entries(segments.clone()).finish();
    /// Shows the items that are left in diagnostic notation.
    EncodedItems<'_>: |items, f| Items::new(f).write_array(&[items.as_encoded()]);
    /// Shows the userinfo in diagnostic notation, with any password masked.
    Userinfo<'_>: |userinfo, f| {
        Items { colon: Some(false), ..Items::new(f) }.write_text_or_pet(userinfo.item())
    };
    /// Shows the item in diagnostic notation.
    TextOrPet<'_>: |item, f| Items::new(f).write_text_or_pet(*item);
    /// Shows the text in quotation marks. A password is not masked.
    Decoded<'_>: |decoded, f| {
        f.write_char('"')?;
        decoded.write(f, write_escaped)?;
        f.write_char('"')
    };
    /// Shows the pieces that are left in diagnostic notation.
    Pieces<'_>: |pieces, f| f.debug_list().entries(pieces.clone()).finish();
    /// Shows the piece in diagnostic notation.
    Piece<'_>: |piece, f| write_piece(f, *piece, None);
}
