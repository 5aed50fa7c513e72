//! A CRI without its local part: `[scheme-id, authority]`.

use cri_core::wire::{Major, reencode, skip, write_head};
use cri_core::{
    Authority, Buffer, BufferFull, Component, DecodeErrorKind, Host, Revision, Sections,
};

use super::error::{TpInfoError, TpInfoErrorKind};
use crate::cbor_reader::{Reader, fault_from};
use crate::endpoint::{Endpoint, Transport};

/// A CRI without its local part, which has a scheme number and an authority, borrowed and still encoded.
///
/// ```
/// use cri_coap::tp_info::CriNoLocal;
/// use cri_core::Cri;
///
/// let address = CriNoLocal::new(Cri::decode(b"\x82\x20\x82\x61h\x19\xf0\xb0")?)?; // [-1, ["h", 61616]]
/// assert_eq!((address.scheme_number(), address.authority().port()), (0, Some(61616))); // coap
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CriNoLocal<'a> {
    scheme: u64,
    authority: Authority<'a>,
}

impl<'a> CriNoLocal<'a> {
    /// Converts a full CRI that has no local part.
    ///
    /// # Errors
    ///
    /// `Scheme` for a CRI whose scheme is given by name, and for a CRI reference without a scheme. `LocalPart` for a CRI
    /// without an authority, or with a path, a query or a fragment.
    pub fn new(cri: impl Into<Sections<'a>>) -> Result<Self, TpInfoError> {
        let sections = cri.into();
        let error = TpInfoError::of_value;
        let scheme = sections.scheme_number();
        let scheme = scheme.ok_or(error(TpInfoErrorKind::Scheme, Component::Scheme))?;
        let local_part = |component| Err(error(TpInfoErrorKind::LocalPart, component));
        let Some(authority) = sections.authority() else { return local_part(Component::Authority) };
        if sections.segments().next().is_some() {
            return local_part(Component::Path);
        }
        if sections.query().is_some() {
            return local_part(Component::Query);
        }
        if sections.has_fragment() {
            return local_part(Component::Fragment);
        }
        Ok(Self { scheme, authority })
    }

    /// Decodes all of `bytes` as `[scheme-id, authority]`, or as the scheme-id and the items of the authority in one array.
    ///
    /// If the second item is an array, it is the authority. A first label that is percent-encoded text, which is an array
    /// too, therefore needs the nested form.
    ///
    /// # Errors
    ///
    /// `ItemCount`, also for `[scheme-id, authority, []]`, which is a CRI with a path; `Scheme` for a first item that is
    /// no scheme-id; and `Decode`.
    #[doc(hidden)]
    pub fn decode(bytes: &'a [u8]) -> Result<Self, TpInfoError> {
        let mut reader = Reader::new(bytes);
        let item = reader.item()?;
        reader.end()?;
        Self::read(item)
    }

    /// Reads one whole item.
    pub(super) fn read(mut item: Reader<'a>) -> Result<Self, TpInfoError> {
        let wrong_count =
            TpInfoError::in_bytes(TpInfoErrorKind::ItemCount, Component::Cri, item.at());
        let items = item.argument(Major::Array, Component::Cri, DecodeErrorKind::NotAnArray)?;
        let spliced = items.checked_sub(1).filter(|&items| items > 0).ok_or(wrong_count)?;
        let at = item.at();
        let scheme = item.head(Component::Scheme)?;
        if scheme.major() != Major::Negative {
            return Err(TpInfoError::in_bytes(TpInfoErrorKind::Scheme, Component::Scheme, at));
        }
        let first = item.clone();
        let second = item.head(Component::Authority)?;
        let (count, items) = match second.major() {
            Major::Array if spliced > 1 => return Err(wrong_count),
            Major::Array => (second.argument(), item),
            _ => (spliced, first),
        };
        // Each item takes at least a byte, and all of them were skipped, so the count fits.
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let authority = Authority::decode_items(items.rest(), count)
            .map_err(|error| fault_from(error, items.at()))?;
        Ok(Self { scheme: scheme.argument(), authority })
    }

    /// The scheme number.
    #[must_use]
    pub const fn scheme_number(&self) -> u64 {
        self.scheme
    }

    /// The authority.
    #[must_use]
    pub const fn authority(&self) -> Authority<'a> {
        self.authority
    }

    /// The address and the port, if the scheme is one of CoAP in `revision`, and the host is an IP address.
    ///
    /// A missing port is the default port of the scheme. There is no endpoint if the authority has a userinfo, because an
    /// endpoint has none.
    #[must_use]
    pub fn endpoint(&self, revision: Revision) -> Option<Endpoint<'a>> {
        let transport = Transport::from_number(self.scheme, revision)?;
        let Host::Ip(ip) = self.authority.host() else { return None };
        if self.authority.has_userinfo() {
            return None;
        }
        let port = self.authority.port().unwrap_or(transport.default_port());
        let endpoint = Endpoint::new(ip.address(), port, transport);
        Some(ip.zone().map_or(endpoint, |zone| endpoint.with_zone(zone)))
    }

    /// Appends `[scheme-id, authority]` with the shortest heads.
    pub(super) fn write<B: Buffer>(&self, buffer: &mut B) -> Result<(), BufferFull> {
        let items = self.authority.as_encoded();
        write_head(buffer, Major::Array, 2)?;
        write_head(buffer, Major::Negative, self.scheme)?;
        write_head(buffer, Major::Array, count(items))?;
        reencode(buffer, items)
    }
}

/// The number of checked items.
fn count(items: &[u8]) -> u64 {
    let mut rest = items;
    let mut count = 0_u64;
    while let Ok(len @ 1..) = skip(rest) {
        rest = rest.get(len..).unwrap_or_default();
        count = count.saturating_add(1);
    }
    count
}
