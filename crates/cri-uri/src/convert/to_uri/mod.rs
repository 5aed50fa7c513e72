//! CRI or CRI reference to URI reference (section 6.1 of the draft): checked first, then displayed.

#[cfg(target_pointer_width = "64")]
pub(crate) mod batch;
#[cfg(target_pointer_width = "64")]
pub(crate) mod joined;
#[cfg(target_pointer_width = "64")]
pub(crate) mod short_text;
#[cfg(any(test, not(target_pointer_width = "64")))]
pub(crate) mod unbatched;
#[cfg(not(target_pointer_width = "64"))]
pub(crate) use unbatched as batch;

use core::fmt::{self, Write};

use cri_core::{
    Authority, AuthoritySection, Discard, Host, HostIp, IpBytes, Path, Piece, Query, Revision, Sections, TextOrPet,
    Userinfo,
};

use crate::convert::error::{ToUriError, ToUriErrorKind};
use crate::convert::options::Options;
use crate::convert::to_uri::batch::Batch;
use crate::text::charset::Charset;
use crate::text::machine::IS_64_BIT;
use crate::text::pct::triplet;

/// Conversion to a URI reference, for every form of CRI and CRI reference.
pub trait ToUri<'a> {
    /// The URI reference that means the same, by the options' revision and schemes.
    ///
    /// ```
    /// use cri_core::{Cri, CriRef};
    /// use cri_uri::{Options, ToUri};
    ///
    /// let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?; // [-1, ["h"], ["a", "b"]]
    /// let reference = CriRef::decode(b"\x82\x01\x81\x63c d")?; // [1, ["c d"]]
    /// assert_eq!(reference.to_uri(Options::default())?.to_string(), "c%20d");
    /// let resolved = base.resolve(reference)?;
    /// assert_eq!(resolved.to_uri(Options::default())?.to_string(), "coap://h/a/c%20d");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`ToUriErrorKind`]: a scheme number without a name; a zone that URIs cannot say; and CRI references that
    /// have no URI reference, which still resolve.
    fn to_uri(self, options: Options) -> Result<UriText<'a>, ToUriError>;
}

impl<'a, T: Into<Sections<'a>>> ToUri<'a> for T {
    #[inline]
    fn to_uri(self, options: Options) -> Result<UriText<'a>, ToUriError> {
        UriText::new(self.into(), options)
    }
}

/// A CRI or CRI reference that has a URI reference, and displays as that.
///
/// Displaying it does not fail. `Debug` masks a password; `Display` shows it.
#[derive(Clone, Copy)]
pub struct UriText<'a> {
    /// INVARIANT: these have a URI reference by `UriText::new`.
    sections: Sections<'a>,
    scheme: Option<&'a [u8]>,
    /// The characters of a userinfo that need no percent-encoding.
    userinfo: Charset,
}

impl<'a> UriText<'a> {
    #[inline(always)]
    fn new(sections: Sections<'a>, options: Options) -> Result<Self, ToUriError> {
        let scheme = match sections.scheme_number() {
            None => sections.scheme_name(),
            Some(number) => {
                let name = options.schemes.name(number).ok_or(ToUriError::new(ToUriErrorKind::UnknownScheme))?;
                Some(name.as_bytes())
            }
        };
        match sections.authority_section() {
            AuthoritySection::Authority(authority) => {
                if let Host::Ip(host) = authority.host() {
                    check_zone(host, options.revision)?;
                }
            }
            AuthoritySection::Rootless if scheme.is_none() => {
                return Err(ToUriError::new(ToUriErrorKind::RootlessWithoutScheme));
            }
            AuthoritySection::RootBased if scheme.is_none() => {
                check_reference(sections.discard(), sections.path(), sections.query())?;
            }
            _ => {}
        }
        let userinfo = match options.revision {
            Revision::Draft27 => Charset::USERINFO,
            Revision::Draft16 => Charset::REG_NAME,
        };
        Ok(Self { sections, scheme, userinfo })
    }

    /// Writes the URI reference.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    #[inline]
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        #[cfg(target_pointer_width = "64")]
        if let Some(text) = short_text::text(&mut short_text::space(), &self.sections, self.scheme, self.userinfo) {
            return out.write_str(text);
        }
        self.write(out, false)
    }

    /// Recomposes the components (section 6.1; RFC 3986 section 5.3).
    #[inline(never)]
    pub(crate) fn write(&self, out: &mut impl Write, masked: bool) -> fmt::Result {
        let out = &mut Batch::new(out);
        if let Some(scheme) = self.scheme {
            out.push(scheme)?;
            out.push(b":")?;
        }
        if let Some(authority) = self.sections.authority() {
            self.write_authority(out, authority, masked)?;
        }
        if let Some(path) = self.sections.path() {
            self.write_path(out, path)?;
        }
        if let Some(query) = self.sections.query() {
            write_query(out, query)?;
        }
        if let Some(fragment) = self.sections.fragment() {
            out.push(b"#")?;
            write_item(out, fragment, Charset::QUERY)?;
        }
        out.flush()
    }

    fn write_authority(&self, out: &mut Batch<'_, impl Write>, authority: Authority<'_>, masked: bool) -> fmt::Result {
        out.push(b"//")?;
        if let Some(userinfo) = authority.userinfo().map(Userinfo::item) {
            if masked {
                write_masked(out, userinfo, self.userinfo)?;
            } else {
                write_item(out, userinfo, self.userinfo)?;
            }
            out.push(b"@")?;
        }
        match authority.host() {
            Host::Name(name) => {
                let labels = name.labels();
                #[cfg(target_pointer_width = "64")]
                if out.push_joined(labels.as_encoded(), b'.', Charset::REG_NAME) {
                    // A port is no text, so that there is none.
                    return Ok(());
                }
                write_items(out, labels, b".", Charset::REG_NAME)?;
            }
            Host::Ip(host) => {
                let is_literal = host.octets().len() > 4;
                if is_literal {
                    out.push(b"[")?;
                }
                for byte in IpBytes::new(host.octets()) {
                    out.push(&[byte])?;
                }
                if is_literal {
                    if let Some(zone) = host.zone_bytes() {
                        out.push(b"%25")?;
                        write_text(out, zone, Charset::UNRESERVED)?;
                    }
                    out.push(b"]")?;
                }
            }
        }
        match authority.port() {
            Some(port) => write_port(out, port),
            None => Ok(()),
        }
    }

    fn write_path(&self, out: &mut Batch<'_, impl Write>, path: Path<'_>) -> fmt::Result {
        let rootless = matches!(self.sections.authority_section(), AuthoritySection::Rootless);
        match self.sections.discard() {
            Discard::All if rootless || path.is_empty() => {}
            Discard::All => out.push(b"/")?,
            Discard::Segments(discard) => {
                for _ in 1..discard {
                    out.push(b"../")?;
                }
                if discard == 1 && needs_dot(path) {
                    out.push(b"./")?;
                }
            }
        }
        let segments = path.segments();
        #[cfg(target_pointer_width = "64")]
        if write_runs(out, segments.as_encoded()) {
            return Ok(());
        }
        write_items(out, segments, b"/", Charset::SEGMENT)
    }
}

impl fmt::Display for UriText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_to(f)
    }
}

/// Shows the URI reference; what follows the first colon of the userinfo is masked (RFC 3986 section 3.2.1).
impl fmt::Debug for UriText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        self.write(f, true)?;
        f.write_str("\"")
    }
}

/// Section 6.1: zones are of RFC 6874 in draft-16, and without a URI in draft-27.
fn check_zone(host: HostIp<'_>, revision: Revision) -> Result<(), ToUriError> {
    let Some(zone) = host.zone_bytes() else {
        return Ok(());
    };
    let kind = match (revision, host.octets().len()) {
        (Revision::Draft27, _) => ToUriErrorKind::ZoneId,
        (_, 4) => ToUriErrorKind::ZoneOnIpv4,
        _ if zone.is_empty() => ToUriErrorKind::EmptyZoneId,
        _ => return Ok(()),
    };
    Err(ToUriError::new(kind))
}

/// What a reference without a scheme may say that no URI reference does (sections 2.1 and 6.1).
fn check_reference(discard: Discard, path: Option<Path<'_>>, query: Option<Query<'_>>) -> Result<(), ToUriError> {
    let kind = match discard {
        Discard::Segments(0) if path.is_some() => ToUriErrorKind::DiscardZeroWithPath,
        Discard::Segments(0) if query.is_some_and(|query| query.is_empty()) => ToUriErrorKind::UnsetQuery,
        Discard::Segments(0) => return Ok(()),
        _ if path.is_none_or(|path| path.is_empty()) => ToUriErrorKind::DiscardWithoutPath,
        Discard::All if path.is_some_and(reads_as_authority) => ToUriErrorKind::LeadingEmptySegment,
        _ => return Ok(()),
    };
    Err(ToUriError::new(kind))
}

/// Whether the path, written with a slash before each segment, begins with `//`.
fn reads_as_authority(path: Path<'_>) -> bool {
    path.len() > 1 && path.segments().next().is_some_and(TextOrPet::is_empty)
}

/// Whether a path before which nothing stands has to begin with `./`: an empty first segment would vanish or make it
/// rooted, and a colon in it would end a scheme (RFC 3986 section 4.2).
pub(crate) fn needs_dot(path: Path<'_>) -> bool {
    path.segments().next().is_some_and(|first| first.is_empty() || has_colon(first))
}

/// Whether there is a colon that comes out as one.
fn has_colon(segment: TextOrPet<'_>) -> bool {
    #[allow(clippy::manual_contains, reason = "it has a search of words, which is large")]
    segment.pieces().any(|piece| piece.is_text() && piece.as_bytes().iter().any(|&byte| byte == b':'))
}

/// Writes a question mark and the parameters behind it, where there are any.
fn write_query(out: &mut Batch<'_, impl Write>, query: Query<'_>) -> fmt::Result {
    if query.is_empty() {
        return Ok(());
    }
    out.push(b"?")?;
    let parameters = query.parameters();
    #[cfg(target_pointer_width = "64")]
    if out.push_joined(parameters.as_encoded(), b'&', Charset::PARAMETER) {
        return Ok(());
    }
    write_items(out, parameters, b"&", Charset::PARAMETER)
}

/// Writes the segments of a path at once, and says so; writes nothing where it takes more than that.
#[cfg(target_pointer_width = "64")]
#[inline(always)]
fn write_runs(out: &mut Batch<'_, impl Write>, runs: [&[u8]; 2]) -> bool {
    match runs {
        [[], []] => true,
        [run, []] | [[], run] => out.push_joined(run, b'/', Charset::SEGMENT),
        _ => out.push_both_joined(runs, b'/', Charset::SEGMENT),
    }
}

/// Writes items with a separator between them.
fn write_items<'a>(
    out: &mut Batch<'_, impl Write>,
    items: impl Iterator<Item = TextOrPet<'a>>,
    separator: &[u8],
    raw: Charset,
) -> fmt::Result {
    let mut before = b"".as_slice();
    for item in items {
        out.push(before)?;
        write_item(out, item, raw)?;
        before = separator;
    }
    Ok(())
}

/// Writes an item: of text, what is not in `raw` percent-encoded, and of bytes all.
fn write_item(out: &mut Batch<'_, impl Write>, item: TextOrPet<'_>, raw: Charset) -> fmt::Result {
    if IS_64_BIT && let Some(text) = item.text_bytes() {
        return write_text(out, text, raw);
    }
    // A text is one piece.
    item.pieces().try_for_each(|piece| write_piece(out, piece, raw))
}

fn write_piece(out: &mut Batch<'_, impl Write>, piece: Piece<'_>, raw: Charset) -> fmt::Result {
    if piece.is_text() {
        return write_text(out, piece.as_bytes(), raw);
    }
    piece.as_bytes().iter().try_for_each(|&byte| write_triplet(out, byte))
}

/// Writes a userinfo up to its first colon, and nothing of what is behind it.
fn write_masked(out: &mut Batch<'_, impl Write>, userinfo: TextOrPet<'_>, raw: Charset) -> fmt::Result {
    for piece in userinfo.pieces() {
        let bytes = piece.as_bytes();
        let Some(colon) = bytes.iter().position(|&byte| byte == b':') else {
            write_piece(out, piece, raw)?;
            continue;
        };
        let shown = bytes.get(..=colon).unwrap_or_default();
        write_text(out, shown, if piece.is_text() { raw } else { Charset::NONE })?;
        return out.push(b"***");
    }
    Ok(())
}

/// A text with fewer bytes than that is written byte by byte where it takes percent-encoding.
const LEAST_FOR_RUNS: usize = 32;

/// Writes text, what is not in `raw` percent-encoded.
fn write_text(out: &mut Batch<'_, impl Write>, mut text: &[u8], raw: Charset) -> fmt::Result {
    #[cfg(target_pointer_width = "64")]
    if out.push_raw(text, raw) {
        return Ok(());
    }
    if !IS_64_BIT || text.len() < LEAST_FOR_RUNS {
        let mut write = |byte| if raw.has(byte) { out.push(&[byte]) } else { write_triplet(out, byte) };
        return text.iter().try_for_each(|&byte| write(byte));
    }
    while !text.is_empty() {
        // What is raw is ASCII.
        let (run, rest) = text.split_at_checked(raw.run_len(text)).unwrap_or_default();
        out.push(run)?;
        let Some((&byte, rest)) = rest.split_first() else {
            break;
        };
        write_triplet(out, byte)?;
        text = rest;
    }
    Ok(())
}

fn write_triplet(out: &mut Batch<'_, impl Write>, byte: u8) -> fmt::Result {
    let [mark, high, low] = triplet(byte);
    out.push(&[mark])?;
    out.push(&[high])?;
    out.push(&[low])
}

/// Writes a colon and the port in decimal.
fn write_port(out: &mut Batch<'_, impl Write>, port: u16) -> fmt::Result {
    out.push(b":")?;
    out.push(decimal(port, &mut [0; 5]))
}

/// A number in decimal, without leading zeros.
pub(crate) fn decimal(number: u16, digits: &mut [u8; 5]) -> &[u8] {
    let mut start = digits.len();
    let mut rest = number;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' | (rest % 10) as u8;
        rest /= 10;
        start = start.saturating_sub(1);
        if rest == 0 {
            break;
        }
    }
    digits.get(start..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::ToString;

    use cri_core::CriRef;

    use super::*;

    fn text(cri: &[u8], revision: Revision) -> UriText<'_> {
        CriRef::decode(cri).unwrap().to_uri(Options::new(revision)).unwrap()
    }

    // shows: R3986-3.2.1-02
    #[test]
    fn passwords_are_masked() {
        for (cri, draft_16, draft_27) in [
            // [null, [false, "u:p", "h"]]
            (b"\x82\xf6\x83\xf4\x63u:p\x61h".as_slice(), r#""//u%3A***@h""#, r#""//u:***@h""#),
            // [null, [false, ["u", ':;', "p"], "h"]]
            (b"\x82\xf6\x83\xf4\x83\x61u\x42:;\x61p\x61h", r#""//u%3A***@h""#, r#""//u%3A***@h""#),
            // [null, [false, ["u", ';', "a:b"], "h"]]
            (b"\x82\xf6\x83\xf4\x83\x61u\x41;\x63a:b\x61h", r#""//u%3Ba%3A***@h""#, r#""//u%3Ba:***@h""#),
            // [null, [false, "u", "h", 80], ["a:b"]]
            (b"\x83\xf6\x84\xf4\x61u\x61h\x18\x50\x81\x63a:b", r#""//u@h:80/a:b""#, r#""//u@h:80/a:b""#),
        ] {
            assert_eq!(format!("{:?}", text(cri, Revision::Draft16)), draft_16);
            assert_eq!(format!("{:?}", text(cri, Revision::Draft27)), draft_27);
        }
        assert_eq!(text(b"\x82\xf6\x83\xf4\x63u:p\x61h", Revision::Draft27).to_string(), "//u:p@h");
    }

    // shows: D16-6.1-17
    #[test]
    fn ports_are_decimal() {
        for (port, expected) in
            [(b"\0".as_slice(), ":0"), (b"\x0a", ":10"), (b"\x19\x30\x39", ":12345"), (b"\x19\xff\xff", ":65535")]
        {
            let cri = [b"\x82\xf6\x82\x60".as_slice(), port].concat();
            assert_eq!(text(&cri, Revision::Draft16).to_string(), format!("//{expected}"));
        }
    }

    #[test]
    fn errors_of_the_writer_come_through() {
        struct Full(usize);
        impl Write for Full {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
                Ok(())
            }
        }
        // [-1, [false, ["a", ';'], h'20…01', "z", 80], ["b "], ["c"], "d"]
        let mut cri = b"\x85\x20\x85\xf4\x82\x61a\x41;\x50\x20".to_vec();
        cri.extend([0; 14]);
        cri.extend(b"\x01\x61z\x18\x50\x81\x62b \x81\x61c\x61d");
        let uri = text(&cri, Revision::Draft16);
        let expected = "coap://a%3B@[2000::1%25z]:80/b%20?c#d";
        assert_eq!(uri.to_string(), expected);
        for room in 0..expected.len() {
            assert!(uri.write_to(&mut Full(room)).is_err());
        }
        assert!(uri.write_to(&mut Full(expected.len())).is_ok());
    }
}
