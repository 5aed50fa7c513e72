//! Diagnostic notation of CRIs (RFC 8949 section 8), for `Debug` and for display.

use core::fmt::{self, Write};

use crate::sections::Sections;
use crate::sections::authority::{Authority, AuthoritySection, Host, HostName, Userinfo};
use crate::sections::discard::Discard;
use crate::sections::host_ip::HostIp;
use crate::sections::path::Path;
use crate::sections::query::Query;
use crate::sections::scheme::Scheme;
use crate::text::{Piece, TextOrPet};
use crate::utf8::to_str;
use crate::wire::head::Head;
use crate::wire::major::Major;

/// Displays a CRI reference in diagnostic notation, as it is encoded: `[-1, ["h"], ["a", "b"]]`.
///
/// `Display` shows a password, and `Debug` masks it.
#[derive(Clone, Copy)]
pub struct Diagnostic<'a>(/* INVARIANT: one checked CRI reference. */ &'a [u8]);

impl<'a> Diagnostic<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Diagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_item(f, self.0, false)
    }
}

impl fmt::Debug for Diagnostic<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_item(f, self.0, true)
    }
}

/// The number of arrays that nest in a CRI: the outer array, a section, and a text-pet-sequence.
const MAX_DEPTH: usize = 3;

/// Writes the checked item that `bytes` begins with. If `masked`, `***` stands for what follows the first colon of a
/// userinfo.
pub(crate) fn write_item(f: &mut fmt::Formatter<'_>, mut bytes: &[u8], masked: bool) -> fmt::Result {
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
            Major::Unsigned => write!(f, "{argument}")?,
            Major::Negative => write!(f, "-{}", u128::from(argument).saturating_add(1))?,
            Major::Bytes | Major::Text => {
                let body;
                (body, bytes) = head.split_body(bytes).unwrap_or_default();
                let piece = Piece::of_string(major, body);
                match &mut userinfo {
                    Some(mask) => mask.write(f, piece)?,
                    None => write_piece(f, piece, None)?,
                }
            }
            Major::Array => f.write_char('[')?,
            Major::Simple => f.write_str(match argument {
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
            (Major::Array, _) => f.write_char(']')?,
            _ => {}
        }
        // After an item, close the arrays that it ends, or separate it from the next item.
        loop {
            if userinfo.as_ref().is_some_and(|mask| mask.depth == depth) && (major, argument) != (Major::Simple, 20) {
                userinfo = None;
            }
            let Some(items) = depth.checked_sub(1).and_then(|depth| open.get_mut(depth)) else {
                return Ok(());
            };
            *items = items.saturating_sub(1);
            if *items > 0 {
                f.write_str(", ")?;
                break;
            }
            f.write_char(']')?;
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

impl Mask {
    fn write(&mut self, f: &mut fmt::Formatter<'_>, piece: Piece<'_>) -> fmt::Result {
        let colon = piece.as_bytes().iter().position(|&byte| byte == b':');
        let end = colon.map_or(piece.as_bytes().len(), |colon| colon.saturating_add(1));
        let shown = match self.colon {
            true => Some(0),
            false => (end < piece.as_bytes().len()).then_some(end),
        };
        self.colon |= colon.is_some();
        write_piece(f, piece, shown)
    }
}

/// Writes a text or byte string, or only its first `shown` bytes and `***`.
fn write_piece(f: &mut fmt::Formatter<'_>, piece: Piece<'_>, shown: Option<usize>) -> fmt::Result {
    let bytes = piece.as_bytes();
    let visible = shown.and_then(|shown| bytes.get(..shown)).unwrap_or(bytes);
    let quote = if piece.is_text() {
        f.write_char('"')?;
        write_escaped(f, to_str(visible))?;
        '"'
    } else {
        f.write_str("h'")?;
        visible.iter().try_for_each(|byte| write!(f, "{byte:02X}"))?;
        '\''
    };
    if shown.is_some() {
        f.write_str("***")?;
    }
    f.write_char(quote)
}

/// Writes the inside of a quoted text, with the escapes of JSON (RFC 8610 appendix G.2).
fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            // Controls, and characters that change how the text around them is shown.
            '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => {
                write!(f, "\\u{:04x}", u32::from(character))?;
            }
            _ => f.write_char(character)?,
        }
    }
    Ok(())
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
                Discard::Segments(0) if !self.has_path && self.query().is_none() && !self.has_fragment() => &mut list,
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

/// Implements `Debug` for sections of text items.
macro_rules! debug_as_list {
    ($($type:ident by $items:ident;)*) => {$(
        /// Shows the items in diagnostic notation.
        impl fmt::Debug for $type<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.$items()).finish()
            }
        }
    )*};
}

debug_as_list! {
    HostName by labels;
    Path by segments;
    Query by parameters;
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

/// Shows the items of the address in diagnostic notation.
impl fmt::Debug for HostIp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entry(&Piece::bytes(self.octets())).entries(self.zone().map(Piece::text)).finish()
    }
}

/// Shows the userinfo in diagnostic notation, with any password masked.
impl fmt::Debug for Userinfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        struct Masked<'a>(Piece<'a>, bool);

        impl fmt::Debug for Masked<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Mask { depth: 0, colon: self.1 }.write(f, self.0)
            }
        }

        let mut colon = false;
        let mut pieces = self.item().pieces().map(|piece| {
            let masked = Masked(piece, colon);
            colon |= piece.as_bytes().contains(&b':');
            masked
        });
        match self.item().text_bytes() {
            Some(_) => pieces.try_for_each(|piece| piece.fmt(f)),
            None => f.debug_list().entries(pieces).finish(),
        }
    }
}

/// Shows the item in diagnostic notation.
impl fmt::Debug for TextOrPet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text_bytes() {
            Some(_) => self.pieces().try_for_each(|piece| write_piece(f, piece, None)),
            None => f.debug_list().entries(self.pieces()).finish(),
        }
    }
}

/// Shows the piece in diagnostic notation.
impl fmt::Debug for Piece<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_piece(f, *self, None)
    }
}
