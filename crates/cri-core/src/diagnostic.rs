//! Diagnostic notation of CRIs (RFC 8949 section 8), for `Debug` and for display.

use core::fmt::{self, Write};

use crate::buffer::Buffer;
use crate::constants::MASK;
use crate::error::BufferTooSmall;
use crate::interchange::cri::Cri;
use crate::interchange::cri_ref::CriRef;
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::resolve::{Base, Resolved};
use crate::sections::Sections;
use crate::sections::authority::{Authority, AuthoritySection, Host, HostIp, Userinfo};
use crate::sections::discard::Discard;
use crate::sections::host_name::HostName;
use crate::sections::items::TextOrPet;
use crate::sections::path::Path;
use crate::sections::piece::Piece;
use crate::sections::query::Query;
use crate::sections::scheme::Scheme;
use crate::text::hidden::is_hidden;
use crate::text::utf8::to_str;
use crate::text::write_text::write_text;
use crate::wire::head::{Head, Major};

/// Displays a CRI reference in diagnostic notation, as it is encoded: `[-1, ["h"], ["a", "b"]]`.
///
/// `Display` shows a password, and `Debug` masks it.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\x18\x01\x81\x61g")?; // [1_0, ["g"]]
/// assert_eq!(reference.diagnostic().to_string(), r#"[1, ["g"]]"#); // without lengths of heads
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Diagnostic<'a>(/* INVARIANT: one checked CRI reference. */ &'a [u8]);

impl<'a> CriRef<'a> {
    /// Displays the interchange form in diagnostic notation, with any password.
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
    pub const fn diagnostic(self) -> Diagnostic<'a> {
        Diagnostic(self.as_bytes())
    }
}

impl Diagnostic<'_> {
    /// Writes the text that this value displays.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(self, out: &mut impl Write) -> fmt::Result {
        write_item(out, self.0, false)
    }

    /// Writes the text that this value displays to the start of `buffer`, and returns it.
    ///
    /// # Errors
    ///
    /// [`BufferTooSmall`], which says how many bytes the text needs.
    pub fn write_into(self, buffer: &mut [u8]) -> Result<&str, BufferTooSmall> {
        write_text(buffer, |out| self.write_to(out))
    }
}

impl fmt::Display for Diagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

/// The number of arrays that nest in a CRI: the outer array, a section, and a text-pet-sequence.
const MAX_DEPTH: usize = 3;

/// Writes the checked item that `bytes` begins with. If `masked`, `***` stands for what follows the first colon of a
/// userinfo.
fn write_item(out: &mut impl Write, mut bytes: &[u8], masked: bool) -> fmt::Result {
    // The number of items left in each open array.
    let mut open = [0_u64; MAX_DEPTH];
    let mut depth = 0_usize;
    // In a CRI, `false` stands only before a userinfo.
    let mut userinfo: Option<Mask> = None;
    loop {
        let Ok(head) = Head::read(bytes) else {
            return Ok(());
        };
        let (major, argument) = (head.major(), head.argument());
        bytes = bytes.get(head.len()..).unwrap_or_default();
        match major {
            Major::Unsigned => write!(out, "{argument}")?,
            Major::Negative => write!(out, "-{}", u128::from(argument).saturating_add(1))?,
            Major::Bytes | Major::Text => {
                let body;
                (body, bytes) = head.split_body(bytes).unwrap_or_default();
                write_masked(out, Piece::of_string(major, body), &mut userinfo)?;
            }
            Major::Array => out.write_char('[')?,
            Major::Simple => out.write_str(match argument {
                20 => "false",
                21 => "true",
                _ => "null",
            })?,
            // INVARIANT: there are neither maps nor tags in a CRI.
            Major::Map | Major::Tag => {}
        }
        match (major, argument) {
            (Major::Simple, 20) if masked => userinfo = Some(Mask { depth, colon: false }),
            (Major::Array, 1..) => {
                if let Some(items) = open.get_mut(depth) {
                    *items = argument;
                }
                depth = depth.saturating_add(1);
                continue;
            }
            (Major::Array, _) => out.write_char(']')?,
            _ => {}
        }
        // After an item, close the arrays that it ends, or separate it from the next item.
        loop {
            if userinfo.as_ref().is_some_and(|mask| mask.depth == depth)
                && (major, argument) != (Major::Simple, 20)
            {
                userinfo = None;
            }
            let Some(items) = depth.checked_sub(1).and_then(|depth| open.get_mut(depth)) else {
                return Ok(());
            };
            *items = items.saturating_sub(1);
            if *items > 0 {
                out.write_str(", ")?;
                break;
            }
            out.write_char(']')?;
            depth = depth.saturating_sub(1);
        }
    }
}

/// A userinfo while it is written. What follows its first colon is hidden.
struct Mask {
    /// The number of open arrays around the userinfo.
    depth: usize,
    /// Whether the colon was written.
    colon: bool,
}

/// Writes a text or byte string, masked if it is a piece of a userinfo.
fn write_masked(out: &mut impl Write, piece: Piece<'_>, mask: &mut Option<Mask>) -> fmt::Result {
    let Some(mask) = mask else {
        return write_piece(out, piece, None);
    };
    let bytes = piece.as_bytes();
    let colon = bytes.iter().position(|&byte| byte == b':');
    let end = colon.map_or(bytes.len(), |colon| colon.saturating_add(1));
    let shown = match mask.colon {
        true => Some(0),
        false => (end < bytes.len()).then_some(end),
    };
    mask.colon |= colon.is_some();
    write_piece(out, piece, shown)
}

/// Writes a text, or the pieces of a sequence as an array.
fn write_text_or_pet(
    out: &mut impl Write,
    item: TextOrPet<'_>,
    mut mask: Option<Mask>,
) -> fmt::Result {
    let is_sequence = item.text_bytes().is_none();
    let mut before = if is_sequence { "[" } else { "" };
    for piece in item.pieces() {
        out.write_str(before)?;
        write_masked(out, piece, &mut mask)?;
        before = ", ";
    }
    if is_sequence { out.write_char(']') } else { Ok(()) }
}

/// Writes a text or byte string, or only its first `shown` bytes and `***`.
fn write_piece(out: &mut impl Write, piece: Piece<'_>, shown: Option<usize>) -> fmt::Result {
    let bytes = piece.as_bytes();
    let visible = shown.and_then(|shown| bytes.get(..shown)).unwrap_or(bytes);
    let quote = if piece.is_text() {
        out.write_char('"')?;
        write_escaped(out, to_str(visible))?;
        '"'
    } else {
        out.write_str("h'")?;
        visible
            .iter()
            .flat_map(|byte| [byte >> 4, byte & 0xf])
            .try_for_each(|digit| out.write_char(hex_digit(digit)))?;
        '\''
    };
    if shown.is_some() {
        out.write_str(MASK)?;
    }
    out.write_char(quote)
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
    // Most text has nothing to escape, which bytes show faster than characters.
    if text.bytes().all(|byte| byte.is_ascii() && !is_escaped(char::from(byte))) {
        return out.write_str(text);
    }
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

/// Whether a character is escaped in quotes: it ends them, or nobody sees it.
const fn is_escaped(character: char) -> bool {
    matches!(character, '"' | '\\') || is_hidden(character)
}

/// A null, in the place of a section that is missing.
struct Null;

impl fmt::Debug for Null {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null")
    }
}

/// Shows the interchange form of draft-16 in diagnostic notation, with any password masked.
impl fmt::Debug for Sections<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        match (self.scheme(), self.authority_section()) {
            (None, AuthoritySection::RootBased) => match self.discard {
                Discard::All => list.entry(&true),
                Discard::Segments(0)
                    if !self.has_path && self.query().is_none() && !self.has_fragment() =>
                {
                    &mut list
                }
                Discard::Segments(count) => list.entry(&count),
            },
            (scheme, authority) => {
                match scheme {
                    Some(scheme) => list.entry(&scheme),
                    None => list.entry(&Null),
                };
                match authority {
                    AuthoritySection::RootBased => list.entry(&Null),
                    AuthoritySection::Rootless => list.entry(&true),
                    AuthoritySection::Authority(authority) => list.entry(&authority),
                }
            }
        };
        let (query, fragment) = (self.query().is_some(), self.has_fragment());
        match self.path() {
            Some(path) => list.entry(&path),
            None if query || fragment => list.entry(&Null),
            None => &mut list,
        };
        match self.query() {
            Some(query) => list.entry(&query),
            None if fragment => list.entry(&Null),
            None => &mut list,
        };
        if let Some(fragment) = self.fragment() {
            list.entry(&fragment);
        }
        list.finish()
    }
}

/// Shows the items of the section in diagnostic notation, with any password masked.
impl fmt::Debug for Authority<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        if let Some(userinfo) = self.userinfo() {
            list.entry(&false).entry(&userinfo);
        }
        match self.host() {
            Host::Name(name) => {
                list.entries(name.labels());
            }
            Host::Ip(ip) => {
                list.entry(&Piece::bytes(ip.octets())).entries(ip.zone().map(Piece::text));
            }
        }
        list.entries(self.port()).finish()
    }
}

/// Shows the scheme-id or the scheme name in diagnostic notation.
impl fmt::Debug for Scheme<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number(number) => write!(f, "-{}", u128::from(number).saturating_add(1)),
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
    Diagnostic<'_>: |diagnostic, f| write_item(f, diagnostic.0, true);
    /// Shows the interchange form in diagnostic notation, with any password masked.
    CriRef<'_>: |reference, f| write_item(f, reference.as_bytes(), true);
    /// Shows the interchange form in diagnostic notation, with any password masked.
    Cri<'_>: |cri, f| write_item(f, cri.as_bytes(), true);
    /// Shows the interchange form in diagnostic notation, with any password masked.
    CriRefBuf<B>, B: |reference, f| write_item(f, reference.as_bytes(), true);
    /// Shows the interchange form in diagnostic notation, with any password masked.
    CriBuf<B>, B: |cri, f| write_item(f, cri.as_bytes(), true);
    /// Shows the interchange form of draft-16 in diagnostic notation, with any password masked.
    Base<'_>: |base, f| base.sections().fmt(f);
    /// Shows the interchange form of draft-16 in diagnostic notation, with any password masked.
    Resolved<'_>: |resolved, f| resolved.sections().fmt(f);
    /// Shows the items of the address in diagnostic notation.
    HostIp<'_>: |host, f| {
        f.debug_list().entry(&Piece::bytes(host.octets())).entries(host.zone().map(Piece::text)).finish()
    };
    /// Shows the labels in diagnostic notation.
    HostName<'_>: |name, f| f.debug_list().entries(name.labels()).finish();
    /// Shows the segments in diagnostic notation.
    Path<'_>: |path, f| f.debug_list().entries(path.segments()).finish();
    /// Shows the parameters in diagnostic notation.
    Query<'_>: |query, f| f.debug_list().entries(query.parameters()).finish();
    /// Shows the userinfo in diagnostic notation, with any password masked.
    Userinfo<'_>: |userinfo, f| write_text_or_pet(f, userinfo.item(), Some(Mask { depth: 0, colon: false }));
    /// Shows the item in diagnostic notation.
    TextOrPet<'_>: |item, f| write_text_or_pet(f, *item, None);
    /// Shows the piece in diagnostic notation.
    Piece<'_>: |piece, f| write_piece(f, *piece, None);
}
