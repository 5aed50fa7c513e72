//! Parts of a CRI as they are in its URI (section 6.1 of the draft).

use core::fmt::{self, Write};

use crate::error::Component;
use crate::sections::authority::{Authority, Host, HostIp};
use crate::sections::decoded::write_triplet;
use crate::sections::ip_text::IpText;
use crate::sections::items::TextOrPet;
use crate::sections::path::Path;
use crate::sections::query::Query;
use crate::text::characters::is_unreserved;

/// Whether the URI keeps this character in text of the component. It percent-encodes all others (section 6.1; RFC 3986
/// appendix A). In a userinfo, draft-16 percent-encodes the colon, too.
#[must_use]
pub const fn is_kept(component: Component, byte: u8) -> bool {
    use Component::{Fragment, Host, Path, Query, Userinfo, ZoneId};
    match byte {
        _ if is_unreserved(byte) => true,
        b'!' | b'$' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=' => {
            !matches!(component, ZoneId)
        }
        b'&' => matches!(component, Userinfo | Host | Path | Fragment),
        b':' => matches!(component, Userinfo | Path | Query | Fragment),
        b'@' => matches!(component, Path | Query | Fragment),
        b'/' | b'?' => matches!(component, Query | Fragment),
        _ => false,
    }
}

/// Writes items, with `separator` between them.
fn write_items<'a>(
    out: &mut impl Write,
    items: impl IntoIterator<Item = TextOrPet<'a>>,
    separator: &str,
    component: Component,
) -> fmt::Result {
    let mut before = "";
    for item in items {
        out.write_str(before)?;
        before = separator;
        for piece in item.pieces() {
            piece.as_bytes().iter().try_for_each(|&byte| {
                let kept = piece.is_text() && is_kept(component, byte);
                if kept { out.write_char(byte.into()) } else { write_triplet(out, byte) }
            })?;
        }
    }
    Ok(())
}

/// Shows the text as it is, and the bytes of percent-encoded text as `%HH`. [`decode`](TextOrPet::decode) displays what the
/// item stands for.
impl fmt::Display for TextOrPet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().try_for_each(|piece| match piece.as_str() {
            Some(text) => f.write_str(text),
            None => piece.as_bytes().iter().try_for_each(|&byte| write_triplet(f, byte)),
        })
    }
}

/// Shows the address as in the URI: one of IPv6 in brackets. A zone identifier follows `%25` (RFC 6874), even where the
/// revision has no URI for it.
impl fmt::Display for HostIp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (open, close) = if self.address().is_ipv6() { ("[", "]") } else { ("", "") };
        write!(f, "{open}{}", IpText(self.address()))?;
        if let Some(zone) = self.zone() {
            f.write_str("%25")?;
            write_items(f, [TextOrPet::of_text(zone)], "", Component::ZoneId)?;
        }
        f.write_str(close)
    }
}

/// Shows the host as in the URI: an address of IPv6 in brackets, and a name percent-encoded. A
/// [`HostName`](crate::HostName) displays its text, for people and for name lookup.
impl fmt::Display for Host<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ip(ip) => ip.fmt(f),
            Self::Name(name) => write_items(f, name.labels(), ".", Component::Host),
        }
    }
}

/// Shows the authority as in the URI, without the two slashes. This includes a password, which `Debug` masks.
///
/// A colon in the text of the userinfo is a colon, as in RFC 9988. Draft-16 writes it as `%3A`: with `cri-uri`, convert the whole to
/// a URI, and take its authority.
impl fmt::Display for Authority<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(userinfo) = self.userinfo() {
            write_items(f, [userinfo.item()], "", Component::Userinfo)?;
            f.write_char('@')?;
        }
        self.host().fmt(f)?;
        self.port().map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// Shows the path as in the URI. It begins with a slash unless it is rootless or relative. The discard of a reference, such as
/// `../`, is not part of it.
impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_rooted && !self.is_empty() {
            f.write_char('/')?;
        }
        write_items(f, self.segments(), "/", Component::Path)
    }
}

/// Shows the parameters as in the URI, without the question mark.
impl fmt::Display for Query<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_items(f, self.parameters(), "&", Component::Query)
    }
}
