//! The walk over a CRI's sections that recomposes its URI (section 6.1; RFC 3986 section 5.3).
//!
//! There is one walk and several sinks: characters one by one, a page in a buffer, and IRIs. A sink moves by value, so
//! that its position stays in a register.

use core::fmt;

use cri_core::{
    Authority, AuthoritySection, Discard, EncodedItems, Host, HostIp, IpBytes, Piece, Sections, TextOrPet, Userinfo,
};

use crate::convert::field::Field;
use crate::text::charset::Charset;
use crate::text::password::MASK;

/// What a sink returns: itself, or the error that ends the walk.
pub(crate) type Written<S> = Result<S, fmt::Error>;

/// Where the text of a URI goes.
pub(crate) trait Sink: Sized {
    /// Appends ASCII.
    fn ascii(self, ascii: &[u8]) -> Written<Self>;

    /// Appends text, percent-encoding the characters that the field does not keep.
    fn text(self, text: &[u8], field: Field) -> Written<Self>;

    /// Appends a byte string of percent-encoded text.
    fn bytes(self, bytes: &[u8], field: Field) -> Written<Self> {
        self.text(bytes, Field { raw: Charset::NONE, ..field })
    }

    /// Appends the address of these octets, without brackets.
    // Not inlined, as in other places here: the frame of the walk is on the deepest stack.
    #[inline(never)]
    fn address(self, octets: &[u8]) -> Written<Self> {
        IpBytes::new(octets).try_fold(self, |out, byte| out.ascii(&[byte]))
    }

    /// Appends a text, or the pieces of percent-encoded text.
    #[inline(always)]
    fn item(self, item: TextOrPet<'_>, field: Field) -> Written<Self> {
        write_pieces(self, item, field)
    }

    /// Appends the encoded items of `run` with a separator between any two.
    #[inline(always)]
    fn items(self, run: &[u8], separator: u8, field: Field) -> Written<Self> {
        write_each(self, run, separator, field).map(|(out, _)| out)
    }

    /// Appends the labels that `run` begins with; returns whether anything follows them, which is a port.
    fn labels(self, run: &[u8]) -> Result<(Self, bool), fmt::Error> {
        write_each(self, run, b'.', Field::LABEL)
    }
}

/// A CRI or CRI reference, with the parts of its URI that the options decide.
#[derive(Clone, Copy)]
pub(crate) struct Recipe<'a> {
    pub(crate) sections: Sections<'a>,
    pub(crate) scheme: Option<&'a [u8]>,
    pub(crate) userinfo: Field,
}

impl Recipe<'_> {
    /// Appends the URI reference to `out`. If `masked`, asterisks replace a password.
    #[inline(always)]
    pub(crate) fn compose<S: Sink>(&self, mut out: S, masked: bool) -> Written<S> {
        if let Some(scheme) = self.scheme {
            out = out.ascii(scheme)?.ascii(b":")?;
        }
        let section = self.sections.authority_section();
        if let AuthoritySection::Authority(authority) = section {
            out = self.write_authority(out, authority, masked)?;
        }
        let (first, second) = match self.sections.segments().as_encoded() {
            [[], added] => (added, [].as_slice()),
            [base, added] => (base, added),
        };
        let is_rootless = matches!(section, AuthoritySection::Rootless);
        match self.sections.discard() {
            Discard::All if is_rootless || first.is_empty() => {}
            Discard::All => out = out.ascii(b"/")?,
            Discard::Segments(1) if needs_dot(first) => out = out.ascii(b"./")?,
            Discard::Segments(discard) => out = write_dots(out, discard)?,
        }
        out = out.items(first, b'/', Field::SEGMENT)?;
        if !second.is_empty() {
            out = out.ascii(b"/")?.items(second, b'/', Field::SEGMENT)?;
        }
        // Without parameters there is no query. One empty parameter is an empty query.
        let parameters = self.sections.parameters().as_encoded();
        if !parameters.is_empty() {
            out = out.ascii(b"?")?.items(parameters, b'&', Field::PARAMETER)?;
        }
        match self.sections.fragment() {
            Some(fragment) => out.ascii(b"#")?.item(fragment, Field::FRAGMENT),
            None => Ok(out),
        }
    }

    #[inline(always)]
    fn write_authority<S: Sink>(&self, mut out: S, authority: Authority<'_>, masked: bool) -> Written<S> {
        out = out.ascii(b"//")?;
        if let Some(userinfo) = authority.userinfo().map(Userinfo::item) {
            out = if masked { write_masked(out, userinfo, self.userinfo)? } else { out.item(userinfo, self.userinfo)? };
            out = out.ascii(b"@")?;
        }
        let may_have_port;
        match authority.host() {
            Host::Name(name) => (out, may_have_port) = out.labels(name.labels().as_encoded())?,
            Host::Ip(host) => (out, may_have_port) = (write_address(out, host)?, true),
        }
        match may_have_port.then(|| authority.port()).flatten() {
            Some(port) => write_port(out, port),
            None => Ok(out),
        }
    }
}

/// Writes items one by one; returns whether anything follows them.
#[inline(never)]
pub(crate) fn write_each<S: Sink>(
    mut out: S,
    run: &[u8],
    separator: u8,
    field: Field,
) -> Result<(S, bool), fmt::Error> {
    let mut items = EncodedItems::new(run);
    let mut before = [].as_slice();
    for item in items.by_ref() {
        out = out.ascii(before)?.item(item, field)?;
        before = core::slice::from_ref(&separator);
    }
    Ok((out, !items.as_encoded().is_empty()))
}

/// Writes the pieces of an item. A text is one piece.
pub(crate) fn write_pieces<S: Sink>(mut out: S, item: TextOrPet<'_>, field: Field) -> Written<S> {
    for piece in item.pieces() {
        out = write_piece(out, piece, field)?;
    }
    Ok(out)
}

fn write_piece<S: Sink>(out: S, piece: Piece<'_>, field: Field) -> Written<S> {
    if piece.is_text() { out.text(piece.as_bytes(), field) } else { out.bytes(piece.as_bytes(), field) }
}

/// Writes a userinfo up to its first colon, and asterisks for what follows that.
fn write_masked<S: Sink>(mut out: S, userinfo: TextOrPet<'_>, field: Field) -> Written<S> {
    for piece in userinfo.pieces() {
        let bytes = piece.as_bytes();
        if let Some(colon) = bytes.iter().position(|&byte| byte == b':') {
            let shown = bytes.get(..=colon).unwrap_or_default();
            out = if piece.is_text() { out.text(shown, field)? } else { out.bytes(shown, field)? };
            return out.ascii(MASK.as_bytes());
        }
        out = write_piece(out, piece, field)?;
    }
    Ok(out)
}

/// Writes an address; one of IPv6 stands in brackets, with its zone identifier (RFC 6874 section 2).
fn write_address<S: Sink>(mut out: S, host: HostIp<'_>) -> Written<S> {
    let is_literal = host.octets().len() > 4;
    if is_literal {
        out = out.ascii(b"[")?;
    }
    out = out.address(host.octets())?;
    if is_literal {
        if let Some(zone) = host.zone_bytes() {
            out = out.ascii(b"%25")?.text(zone, Field::ZONE)?;
        }
        out = out.ascii(b"]")?;
    }
    Ok(out)
}

/// Writes what removes segments of a base: a discard of one removes the last segment, and each further one is a `..`.
#[inline(never)]
fn write_dots<S: Sink>(mut out: S, discard: u8) -> Written<S> {
    for _ in 1..discard {
        out = out.ascii(b"../")?;
    }
    Ok(out)
}

/// Whether a path of these segments, if nothing precedes it, has to begin with `./`: an empty first segment would make
/// the path rooted, and a colon in the first segment would end a scheme (RFC 3986 section 4.2).
#[inline(never)]
fn needs_dot(segments: &[u8]) -> bool {
    EncodedItems::new(segments).next().is_some_and(|first| first.is_empty() || has_raw_colon(first))
}

/// Whether the URI has a colon in this segment that is not percent-encoded.
fn has_raw_colon(segment: TextOrPet<'_>) -> bool {
    #[allow(clippy::manual_contains, reason = "`contains` links a search of whole words")]
    segment.pieces().any(|piece| piece.is_text() && piece.as_bytes().iter().any(|&byte| byte == b':'))
}

/// Writes a colon and the port.
#[inline(never)]
fn write_port<S: Sink>(out: S, port: u16) -> Written<S> {
    out.ascii(b":")?.ascii(decimal(port, &mut [0; 5]))
}

/// A number in decimal, without leading zeros.
fn decimal(number: u16, digits: &mut [u8; 5]) -> &[u8] {
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
