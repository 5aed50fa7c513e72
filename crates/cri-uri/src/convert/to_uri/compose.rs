//! The walk over a CRI's sections that recomposes its URI (section 6.1; RFC 3986 section 5.3).
//!
//! There is one walk and a sink for each kind of target: characters one by one, a page in a buffer, and IRIs. A sink moves
//! by value, so that its position stays in a register. It keeps the first error of the writer and then writes nothing, so
//! the walk checks for errors once, at its end.

use cri_core::__private::{IpNumbers, PREFER_SPEED, checked_items};
use cri_core::{Authority, AuthoritySection, Discard, Host, HostIp, Sections, TextOrPet};

use crate::convert::text_component::TextComponent;
use crate::text::grammar::charset::Charset;

/// The most that a sink joins, in bytes.
pub(crate) const PART: usize = 64;

/// Where the text of a URI goes.
pub(crate) trait Sink: Sized {
    /// Appends ASCII.
    fn ascii(self, ascii: &[u8]) -> Self;

    /// Appends text, percent-encoding the characters that the component does not keep.
    fn text(self, text: &[u8], component: TextComponent) -> Self;

    /// Appends a byte string of percent-encoded text.
    fn bytes(self, bytes: &[u8], component: TextComponent) -> Self {
        self.text(bytes, TextComponent { raw: Charset::NONE, ..component })
    }

    /// Appends the address of these octets, without brackets.
    // Not inlined, as in other places here: the frame of the walk is on the deepest stack.
    #[inline(never)]
    fn address(self, octets: &[u8]) -> Self {
        IpNumbers::new(octets)
            .fold(self, |out, (text, len)| out.ascii(text.get(..len).unwrap_or_default()))
    }

    /// Appends some of the encoded items that `run` begins with, and returns how many bytes of `run` they are. The
    /// first mark precedes the first item, and the second one each later item.
    #[inline(always)]
    fn join(self, _run: &[u8], _marks: [u8; 2], _: TextComponent) -> (Self, usize) {
        (self, 0)
    }

    /// Appends the items that `run` begins with. The marks are those of [`join`](Self::join).
    #[inline(always)]
    fn others(self, run: &[u8], marks: [u8; 2], component: TextComponent) -> Self {
        write_one_by_one(self, run, marks, component)
    }
}

/// A CRI or CRI reference, with the parts of its URI that the options decide.
#[derive(Clone, Copy)]
pub(crate) struct Recipe<'a> {
    pub(crate) sections: Sections<'a>,
    pub(crate) scheme: Option<&'a [u8]>,
    pub(crate) userinfo: TextComponent,
}

impl Recipe<'_> {
    /// Appends the URI reference to `out`.
    #[inline(always)]
    pub(crate) fn compose<S: Sink>(&self, mut out: S) -> S {
        if let Some(scheme) = self.scheme {
            out = out.ascii(scheme).ascii(b":");
        }
        let section = self.sections.authority_section();
        if let AuthoritySection::Authority(authority) = section {
            out = self.write_authority(out, authority);
        }
        let mut segments = self.sections.segments();
        let is_rooted = self.sections.discard() == Discard::All
            && !matches!(section, AuthoritySection::Rootless);
        if !is_rooted && let Some(first) = segments.next() {
            // No slash precedes the first segment.
            out = write_dots(out, self.sections.discard(), first);
            out = write_pieces(out, first, TextComponent::SEGMENT);
        }
        let [base, added] = segments.as_encoded();
        (out, _) = write_items(out, base, b'/', b'/', TextComponent::SEGMENT);
        (out, _) = write_items(out, added, b'/', b'/', TextComponent::SEGMENT);
        // Without parameters there is no query. One empty parameter is an empty query.
        (out, _) = write_items(
            out,
            self.sections.parameters().as_encoded(),
            b'?',
            b'&',
            TextComponent::PARAMETER,
        );
        match self.sections.fragment() {
            Some(fragment) => write_pieces(out.ascii(b"#"), fragment, TextComponent::FRAGMENT),
            None => out,
        }
    }

    #[inline(always)]
    fn write_authority<S: Sink>(&self, mut out: S, authority: Authority<'_>) -> S {
        out = out.ascii(b"/");
        let mut before = b'/';
        if let Some(userinfo) = authority.userinfo() {
            out = write_pieces(out.ascii(&[before]), userinfo.item(), self.userinfo);
            before = b'@';
        }
        let may_have_port;
        match authority.host() {
            Host::Name(name) => {
                (out, may_have_port) = write_items(
                    out,
                    name.labels().as_encoded(),
                    before,
                    b'.',
                    TextComponent::LABEL,
                );
            }
            Host::Ip(host) => {
                (out, may_have_port) = (write_address(out.ascii(&[before]), host), true);
            }
        }
        match may_have_port.then(|| authority.port()).flatten() {
            Some(port) => write_port(out, port),
            None => out,
        }
    }
}

/// Writes the encoded items that `run` begins with. `before` precedes the first item, and `separator` each of the others.
/// Returns whether anything may follow the items.
#[inline(always)]
fn write_items<S: Sink>(
    out: S,
    run: &[u8],
    before: u8,
    separator: u8,
    component: TextComponent,
) -> (S, bool) {
    if run.is_empty() {
        return (out, false);
    }
    let (out, joined) = out.join(run, [before, separator], component);
    match run.get(joined..) {
        None | Some([]) => (out, false),
        // A port.
        Some([0x00..=0x1f, ..]) => (out, true),
        Some(others) => {
            let before = if joined == 0 { before } else { separator };
            (out.others(others, [before, separator], component), true)
        }
    }
}

/// Writes encoded items one by one.
#[inline(never)]
pub(crate) fn write_one_by_one<S: Sink>(
    mut out: S,
    run: &[u8],
    [mut before, separator]: [u8; 2],
    component: TextComponent,
) -> S {
    for item in checked_items(run) {
        out = write_pieces(out.ascii(&[before]), item, component);
        before = separator;
    }
    out
}

/// Writes an item.
#[inline(always)]
pub(crate) fn write_pieces<S: Sink>(out: S, item: TextOrPet<'_>, component: TextComponent) -> S {
    match item.text_bytes() {
        Some(text) if PREFER_SPEED => out.text(text, component),
        _ => item.pieces().fold(out, |out, piece| match piece.is_text() {
            true => out.text(piece.as_bytes(), component),
            false => out.bytes(piece.as_bytes(), component),
        }),
    }
}

/// Writes an address; one of IPv6 stands in brackets, with its zone identifier (RFC 6874 section 2).
fn write_address<S: Sink>(out: S, host: HostIp<'_>) -> S {
    if host.octets().len() <= 4 {
        return out.address(host.octets());
    }
    let mut out = out.ascii(b"[").address(host.octets());
    if let Some(zone) = host.zone_bytes() {
        out = out.ascii(b"%25").text(zone, TextComponent::ZONE);
    }
    out.ascii(b"]")
}

/// Writes what removes segments of a base before the first segment of a relative path. A discard of one removes the last
/// segment, and each further one is a `..`.
fn write_dots<S: Sink>(out: S, discard: Discard, first: TextOrPet<'_>) -> S {
    match discard {
        // An empty first segment would make the path rooted, and a colon in the first segment would end a scheme
        // (RFC 3986 section 4.2).
        Discard::Segments(1) if first.is_empty() || has_raw_colon(first) => out.ascii(b"./"),
        Discard::Segments(discard) => (1..discard).fold(out, |out, _| out.ascii(b"../")),
        Discard::All => out,
    }
}

/// Whether this item has a colon in its text. In a segment, the URI does not percent-encode it.
pub(crate) fn has_raw_colon(item: TextOrPet<'_>) -> bool {
    #[allow(clippy::manual_contains, reason = "`contains` links a search of whole words")]
    item.pieces().any(|piece| piece.is_text() && piece.as_bytes().iter().any(|&byte| byte == b':'))
}

/// Writes a colon and the port, without leading zeros.
#[inline(never)]
fn write_port<S: Sink>(mut out: S, port: u16) -> S {
    out = out.ascii(b":");
    let mut unit = 10_000_u16;
    // After 1, the unit is 0, which divides nothing.
    while let Some(digits) = port.checked_div(unit) {
        if digits > 0 || unit == 1 {
            out = out.ascii(&[b'0' | (digits % 10) as u8]);
        }
        unit /= 10;
    }
    out
}
