//! The walk over a CRI's sections that recomposes its URI (section 6.1; RFC 3986 section 5.3).
//!
//! There is one walk and a sink for each kind of target: characters one by one, a page in a buffer, and IRIs. A sink moves
//! by value, so that its position stays in a register. It keeps the first error of the writer and then writes nothing, so
//! the walk checks for errors once, at its end.

use cri_core::{
    Authority, AuthoritySection, Discard, EncodedItems, Host, HostIp, IpBytes, Sections, TextOrPet, Userinfo,
};

use crate::convert::field::Field;
use crate::text::charset::Charset;
use crate::text::password::MASK;

/// Where the text of a URI goes.
pub(crate) trait Sink: Sized {
    /// Appends ASCII.
    fn ascii(self, ascii: &[u8]) -> Self;

    /// Appends text, percent-encoding the characters that the field does not keep.
    fn text(self, text: &[u8], field: Field) -> Self;

    /// Appends a byte string of percent-encoded text.
    fn bytes(self, bytes: &[u8], field: Field) -> Self {
        self.text(bytes, Field { raw: Charset::NONE, ..field })
    }

    /// Appends the address of these octets, without brackets.
    // Not inlined, as in other places here: the frame of the walk is on the deepest stack.
    #[inline(never)]
    fn address(self, octets: &[u8]) -> Self {
        IpBytes::new(octets).fold(self, |out, byte| out.ascii(&[byte]))
    }

    /// Appends the encoded items that `run` begins with. `before` precedes the first item, and `separator` each of the
    /// others. Returns whether anything follows the items.
    #[inline(always)]
    fn items(self, run: &[u8], before: u8, separator: u8, field: Field) -> (Self, bool) {
        write_each(self, run, before, separator, field)
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
    pub(crate) fn compose<S: Sink>(&self, mut out: S, masked: bool) -> S {
        if let Some(scheme) = self.scheme {
            out = out.ascii(scheme).ascii(b":");
        }
        let section = self.sections.authority_section();
        if let AuthoritySection::Authority(authority) = section {
            out = self.write_authority(out, authority, masked);
        }
        let [mut first, mut second] = self.sections.segments().as_encoded();
        if first.is_empty() {
            (first, second) = (second, first);
        }
        let is_rooted = match self.sections.discard() {
            Discard::All => !matches!(section, AuthoritySection::Rootless),
            Discard::Segments(discard) => {
                out = write_dots(out, discard, first);
                false
            }
        };
        if !is_rooted {
            // No slash precedes the first segment.
            let mut items = EncodedItems::new(first);
            if let Some(segment) = items.next() {
                out = write_item(out, segment, Field::SEGMENT);
            }
            first = items.as_encoded();
        }
        (out, _) = out.items(first, b'/', b'/', Field::SEGMENT);
        (out, _) = out.items(second, b'/', b'/', Field::SEGMENT);
        // Without parameters there is no query. One empty parameter is an empty query.
        (out, _) = out.items(self.sections.parameters().as_encoded(), b'?', b'&', Field::PARAMETER);
        match self.sections.fragment() {
            Some(fragment) => write_item(out.ascii(b"#"), fragment, Field::FRAGMENT),
            None => out,
        }
    }

    #[inline(always)]
    fn write_authority<S: Sink>(&self, mut out: S, authority: Authority<'_>, masked: bool) -> S {
        out = out.ascii(b"/");
        let mut before = b'/';
        if let Some(userinfo) = authority.userinfo().map(Userinfo::item) {
            out = write_userinfo(out.ascii(&[before]), userinfo, self.userinfo, masked);
            before = b'@';
        }
        let may_have_port;
        match authority.host() {
            Host::Name(name) => {
                (out, may_have_port) = out.items(name.labels().as_encoded(), before, b'.', Field::LABEL);
            }
            Host::Ip(host) => (out, may_have_port) = (write_address(out.ascii(&[before]), host), true),
        }
        match may_have_port.then(|| authority.port()).flatten() {
            Some(port) => write_port(out, port),
            None => out,
        }
    }
}

/// Writes items one by one; see [`Sink::items`].
#[inline(never)]
pub(crate) fn write_each<S: Sink>(mut out: S, run: &[u8], mut before: u8, separator: u8, field: Field) -> (S, bool) {
    let mut items = EncodedItems::new(run);
    for item in items.by_ref() {
        out = write_item(out.ascii(&[before]), item, field);
        before = separator;
    }
    (out, !items.as_encoded().is_empty())
}

/// Writes a text, or the pieces of percent-encoded text.
pub(crate) fn write_item<S: Sink>(out: S, item: TextOrPet<'_>, field: Field) -> S {
    match item.text_bytes() {
        Some(text) => out.text(text, field),
        None => item.pieces().fold(out, |out, piece| write_piece(out, piece.is_text(), piece.as_bytes(), field)),
    }
}

fn write_piece<S: Sink>(out: S, is_text: bool, piece: &[u8], field: Field) -> S {
    if is_text { out.text(piece, field) } else { out.bytes(piece, field) }
}

/// Writes a userinfo. If `masked`, asterisks replace what follows its first colon.
fn write_userinfo<S: Sink>(mut out: S, userinfo: TextOrPet<'_>, field: Field, masked: bool) -> S {
    for piece in userinfo.pieces() {
        let bytes = piece.as_bytes();
        let colon = bytes.iter().position(|&byte| masked && byte == b':');
        let shown = colon.and_then(|colon| bytes.get(..=colon));
        out = write_piece(out, piece.is_text(), shown.unwrap_or(bytes), field);
        if shown.is_some() {
            return out.ascii(MASK.as_bytes());
        }
    }
    out
}

/// Writes an address; one of IPv6 stands in brackets, with its zone identifier (RFC 6874 section 2).
fn write_address<S: Sink>(out: S, host: HostIp<'_>) -> S {
    if host.octets().len() <= 4 {
        return out.address(host.octets());
    }
    let mut out = out.ascii(b"[").address(host.octets());
    if let Some(zone) = host.zone_bytes() {
        out = out.ascii(b"%25").text(zone, Field::ZONE);
    }
    out.ascii(b"]")
}

/// Writes what removes segments of a base: a discard of one removes the last segment, and each further one is a `..`.
#[inline(never)]
fn write_dots<S: Sink>(out: S, discard: u8, segments: &[u8]) -> S {
    if discard == 1 && needs_dot(segments) {
        return out.ascii(b"./");
    }
    (1..discard).fold(out, |out, _| out.ascii(b"../"))
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
fn write_port<S: Sink>(out: S, port: u16) -> S {
    out.ascii(b":").ascii(decimal(port, &mut [0; 5]))
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
