//! URI reference to CRI reference (section 6 of the draft): written as it is read, and checked whole at the end.

use core::net::{IpAddr, Ipv4Addr};

use cri_core::wire::{EncodedHead, Major};
use cri_core::{ArrayBuffer, Buffer, Component, CriRefBuf, Feature, Revision, SliceBuffer, parse_ipv4};

use crate::charset::Charset;
use crate::dots::{Outline, split_dot};
use crate::pct::{Item, Unit, Units, head};
use crate::{Options, ToCriError, ToCriErrorKind, UriHost, UriRef};

const FALSE: u8 = 0xf4;
const TRUE: u8 = 0xf5;
const NULL: u8 = 0xf6;
const EMPTY_ARRAY: u8 = 0x80;

/// Room for every scheme that has a number, in bytes.
const LONGEST_SCHEME: usize = 48;

impl UriRef<'_> {
    /// The CRI reference that means the same, in the one form of the options' revision.
    ///
    /// `buffer` is cleared first. Scheme and host come out in lower case, dot-segments are removed, the default port
    /// is left out, and percent-encoding is undone where that changes nothing. The URI of the result is equivalent
    /// to this one by syntax and by the default port (RFC 3986 sections 6.2.2 and 6.2.3).
    ///
    /// ```
    /// use cri_core::ArrayBuffer;
    /// use cri_uri::{Options, UriRef};
    ///
    /// let uri = UriRef::parse("COAP://Example.com:5683/a/./b%2Fc?x%20y")?;
    /// let cri = uri.to_cri(Options::default(), ArrayBuffer::<64>::new())?;
    /// assert_eq!(format!("{cri:?}"), r#"[-1, ["example", "com"], ["a", "b/c"], ["x y"]]"#);
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`ToCriErrorKind`] but `Syntax`: what CRIs cannot say, or the features not, or the buffer not hold.
    pub fn to_cri<B: Buffer>(self, options: Options, mut buffer: B) -> Result<CriRefBuf<B>, ToCriError> {
        buffer.truncate(0);
        Writer { uri: self, options, buffer: &mut buffer }.write()?;
        // Every rule was kept on the way. What is left to go wrong is the length.
        CriRefBuf::from_buffer_with(buffer, options.features)
            .map_err(|_| ToCriError::new(ToCriErrorKind::TooLong, Component::Cri, 0))
    }
}

/// A conversion under way.
struct Writer<'a, 'b, B> {
    uri: UriRef<'a>,
    options: Options,
    buffer: &'b mut B,
}

impl<'a, B: Buffer> Writer<'a, '_, B> {
    fn write(&mut self) -> Result<(), ToCriError> {
        let uri = self.uri;
        let full = !uri.is_relative();
        let path = self.outline()?;
        // Section 5.1: sections at the end that say nothing are left off. Of a full CRI, an empty path says nothing
        // in draft-27 only; of a reference without authority, discard stands where scheme and authority would.
        let by_discard = !full && !uri.has_authority();
        let sections: u8 = match () {
            () if uri.fragment().is_some() => 5,
            () if uri.query().is_some() => 4,
            () if path.count > 0 || (full && self.options.revision == Revision::Draft16) => 3,
            () if uri.has_authority() => 2,
            () if full => 1,
            () => 0,
        };
        self.head(Major::Array, sections.saturating_sub(u8::from(by_discard)).into())?;
        if by_discard {
            if sections > 0 {
                self.discard(&path)?;
            }
        } else {
            self.scheme()?;
            if sections > 1 {
                self.authority(&path)?;
            }
        }
        if sections > 2 {
            self.path(&path)?;
        }
        if sections > 3 {
            self.query()?;
        }
        if let Some(fragment) = uri.fragment() {
            self.part(fragment.as_bytes(), Charset::QUERY, Component::Fragment)?;
        }
        Ok(())
    }

    /// The path without its dot-segments.
    fn outline(&self) -> Result<Outline<'a>, ToCriError> {
        let path = self.uri.path().as_bytes();
        if !self.uri.is_relative() || self.uri.has_authority() {
            return Ok(Outline::of_uri(path));
        }
        let too_far = |segment| self.error(ToCriErrorKind::DiscardRange, Component::Discard, segment);
        Outline::of_reference(path).map_err(too_far)
    }

    /// The scheme, by number if it has one; null where there is none.
    fn scheme(&mut self) -> Result<(), ToCriError> {
        let Some(scheme) = self.uri.scheme() else {
            return self.byte(NULL);
        };
        let number = self.lower_case_scheme().and_then(|scheme| self.options.schemes.number(scheme.as_slice()));
        if let Some(number) = number {
            return self.head(Major::Negative, number);
        }
        self.expect(Feature::SchemeName, Component::Scheme, scheme.as_bytes())?;
        Ok(Item::new(scheme.as_bytes(), Charset::UNRESERVED).lower_case().write(self.buffer)?)
    }

    /// The scheme in lower case, unless it is too long to be one that has a number.
    fn lower_case_scheme(&self) -> Option<ArrayBuffer<LONGEST_SCHEME>> {
        let mut scheme = ArrayBuffer::new();
        scheme.extend(self.uri.scheme()?.as_bytes()).ok()?;
        scheme.as_mut_slice().make_ascii_lowercase();
        Some(scheme)
    }

    fn authority(&mut self, path: &Outline<'a>) -> Result<(), ToCriError> {
        if !self.uri.has_authority() {
            self.expect(Feature::NoAuthority, Component::Authority, self.uri.path().as_bytes())?;
            return self.byte(if path.count > 0 && !path.rooted { TRUE } else { NULL });
        }
        let userinfo = self.userinfo()?;
        let host = self.host()?;
        let port = self.port()?;
        let host_items = match host {
            HostItems::Address(_, zone) => u64::from(zone.is_some()).saturating_add(1),
            HostItems::Name(name) => Labels(Some(name)).fold(0, |count: u64, _| count.saturating_add(1)),
        };
        let other_items = u64::from(port.is_some()).saturating_add(if userinfo.is_some() { 2 } else { 0 });
        self.head(Major::Array, host_items.saturating_add(other_items))?;
        if let Some(userinfo) = userinfo {
            self.byte(FALSE)?;
            userinfo.write(self.buffer)?;
        }
        match host {
            HostItems::Address(address, zone) => {
                match address {
                    IpAddr::V4(address) => self.address(&address.octets())?,
                    IpAddr::V6(address) => self.address(&address.octets())?,
                }
                if let Some(zone) = zone {
                    zone.write(self.buffer)?;
                }
            }
            HostItems::Name(name) => {
                for label in Labels(Some(name)) {
                    Item::new(label, Charset::REG_NAME).lower_case().write(self.buffer)?;
                }
            }
        }
        match port {
            Some(port) => self.head(Major::Unsigned, port.into()),
            None => Ok(()),
        }
    }

    fn userinfo(&self) -> Result<Option<Item<'a>>, ToCriError> {
        let Some(userinfo) = self.uri.userinfo().map(str::as_bytes) else {
            return Ok(None);
        };
        self.expect(Feature::Userinfo, Component::Userinfo, userinfo)?;
        // C3 and section 6.1: whether a colon in the text stands in the URI as it is, the revisions disagree.
        if self.options.revision == Revision::Draft27 {
            return self.item(userinfo, Charset::USERINFO, Component::Userinfo).map(Some);
        }
        if let Some(colon) = userinfo.iter().position(|&byte| byte == b':') {
            let colon = userinfo.get(colon..).unwrap_or_default();
            return Err(self.error(ToCriErrorKind::ColonInUserinfo, Component::Userinfo, colon));
        }
        self.item(userinfo, Charset::REG_NAME, Component::Userinfo).map(Some)
    }

    fn host(&self) -> Result<HostItems<'a>, ToCriError> {
        let text = self.uri.host_str().unwrap_or_default().as_bytes();
        let name = match self.uri.host() {
            Some(UriHost::Ipv4(address)) => return Ok(HostItems::Address(address.into(), None)),
            Some(UriHost::Ipv6 { address, zone }) => {
                return Ok(HostItems::Address(address.into(), self.zone(zone.map(str::as_bytes))?));
            }
            Some(UriHost::IpFuture(_)) => return Err(self.error(ToCriErrorKind::IpFuture, Component::Host, text)),
            Some(UriHost::RegName(name)) => name.as_bytes(),
            None => b"",
        };
        if !name.contains(&b'%') {
            return Ok(HostItems::Name(name));
        }
        let mut units = Units::new(name, Charset::REG_NAME);
        loop {
            let at = units.rest();
            match units.next() {
                None => break,
                // C5: A to Z are one with a to z in a host; lower case of anything else would be another host.
                Some(unit) if unit.is_upper_case() => {
                    return Err(self.error(ToCriErrorKind::UpperCaseHost, Component::Host, at));
                }
                Some(Unit::Byte(_)) => self.expect(Feature::ExtendedCri, Component::Host, at)?,
                Some(_) => {}
            }
        }
        // Section 6.1: labels that read as an address once decoded have its URI, which is that of the bytes.
        Ok(decoded_ipv4(name).map_or(HostItems::Name(name), |address| HostItems::Address(address.into(), None)))
    }

    /// The zone identifier, decoded whole (RFC 6874 section 2).
    fn zone(&self, zone: Option<&'a [u8]>) -> Result<Option<Item<'a>>, ToCriError> {
        let Some(zone) = zone else {
            return Ok(None);
        };
        if self.options.revision == Revision::Draft27 {
            return Err(self.error(ToCriErrorKind::ZoneId, Component::ZoneId, zone));
        }
        let item = Item::new(zone, Charset::UNRESERVED);
        match item.first_byte() {
            Some(at) => Err(self.error(ToCriErrorKind::InvalidUtf8, Component::ZoneId, at)),
            None => Ok(Some(item)),
        }
    }

    /// The port, unless it is the scheme's default (C6, C7).
    fn port(&self) -> Result<Option<u16>, ToCriError> {
        let Some(digits) = self.uri.port().map(str::as_bytes) else {
            return Ok(None);
        };
        let error = |kind| self.error(kind, Component::Port, digits);
        match digits {
            [] => {
                let colon = self.uri.offsets.host_end;
                return Err(ToCriError::new(ToCriErrorKind::EmptyPort, Component::Port, colon));
            }
            [b'0', _, ..] => return Err(error(ToCriErrorKind::PortLeadingZero)),
            _ => {}
        }
        let port = digits.iter().try_fold(0_u16, |port, digit| {
            port.checked_mul(10)?.checked_add(digit.wrapping_sub(b'0').into())
        });
        let port = port.ok_or_else(|| error(ToCriErrorKind::PortRange))?;
        let default = self.lower_case_scheme().and_then(|scheme| self.options.schemes.default_port(scheme.as_slice()));
        Ok((default != Some(port)).then_some(port))
    }

    fn address(&mut self, octets: &[u8]) -> Result<(), ToCriError> {
        self.buffer.extend(head(Major::Bytes, octets.len()).as_bytes())?;
        Ok(self.buffer.extend(octets)?)
    }

    fn discard(&mut self, path: &Outline<'a>) -> Result<(), ToCriError> {
        match path.count {
            0 => self.head(Major::Unsigned, 0),
            _ if path.rooted => self.byte(TRUE),
            _ => self.head(Major::Unsigned, (path.above as u64).saturating_add(1)),
        }
    }

    fn path(&mut self, path: &Outline<'a>) -> Result<(), ToCriError> {
        if path.count == 0 {
            return self.byte(if self.uri.is_relative() { NULL } else { EMPTY_ARRAY });
        }
        self.head(Major::Array, path.count as u64)?;
        if !path.dots {
            return path.segments().try_for_each(|segment| self.part(segment, Charset::SEGMENT, Component::Path));
        }
        // Which segments stay is known from the last to the first: measure them, then write them in that order.
        let (mut len, mut first) = (0_usize, b"".as_slice());
        for segment in path.kept() {
            len = len.saturating_add(self.segment(segment)?.encoded_len());
            first = segment;
        }
        if path.rooted && path.count > 1 && first.is_empty() && !self.uri.is_relative() && !self.uri.has_authority() {
            return Err(self.error(ToCriErrorKind::LeadingEmptySegment, Component::Path, first));
        }
        self.buffer.grow(len)?;
        let mut end = self.buffer.len();
        for segment in path.kept() {
            let item = self.segment(segment)?;
            let start = end.saturating_sub(item.encoded_len());
            let space = self.buffer.as_mut_slice().get_mut(start..end).unwrap_or_default();
            item.write(&mut SliceBuffer::new(space))?;
            end = start;
        }
        Ok(())
    }

    fn segment(&self, segment: &'a [u8]) -> Result<Item<'a>, ToCriError> {
        self.item(segment, Charset::SEGMENT, Component::Path)
    }

    fn query(&mut self) -> Result<(), ToCriError> {
        let Some(query) = self.uri.query().map(str::as_bytes) else {
            let full = !self.uri.is_relative();
            return self.byte(if full && self.options.revision == Revision::Draft27 { EMPTY_ARRAY } else { NULL });
        };
        let ampersands = query.iter().filter(|&&byte| byte == b'&').count();
        self.head(Major::Array, (ampersands as u64).saturating_add(1))?;
        let mut parameters = query.split(|&byte| byte == b'&');
        parameters.try_for_each(|parameter| self.part(parameter, Charset::PARAMETER, Component::Query))
    }

    /// Writes a part of the URI as an item.
    fn part(&mut self, part: &'a [u8], raw: Charset, component: Component) -> Result<(), ToCriError> {
        Ok(self.item(part, raw, component)?.write(self.buffer)?)
    }

    /// A part of the URI as an item.
    fn item(&self, part: &'a [u8], raw: Charset, component: Component) -> Result<Item<'a>, ToCriError> {
        let item = Item::new(part, raw);
        if let Some(at) = item.first_byte() {
            self.expect(Feature::ExtendedCri, component, at)?;
        }
        Ok(item)
    }

    fn head(&mut self, major: Major, argument: u64) -> Result<(), ToCriError> {
        Ok(self.buffer.extend(EncodedHead::new(major, argument).as_bytes())?)
    }

    fn byte(&mut self, byte: u8) -> Result<(), ToCriError> {
        Ok(self.buffer.extend(&[byte])?)
    }

    /// Expects `feature` to be on, since what begins with `at` uses it.
    fn expect(&self, feature: Feature, component: Component, at: &[u8]) -> Result<(), ToCriError> {
        if self.options.features.has(feature) {
            return Ok(());
        }
        Err(self.error(ToCriErrorKind::UnsupportedFeature(feature), component, at))
    }

    /// The error of what begins with `at`, which is a part of the URI's text: where it lies says its offset.
    #[cold]
    fn error(&self, kind: ToCriErrorKind, component: Component, at: &[u8]) -> ToCriError {
        let start = self.uri.text.as_ptr().addr();
        ToCriError::new(kind, component, at.as_ptr().addr().saturating_sub(start))
    }
}

/// A host as it is written.
enum HostItems<'a> {
    Address(IpAddr, Option<Item<'a>>),
    Name(&'a [u8]),
}

/// The labels of a registered name: what stands between its dots, percent-encoded ones included (section 6.1).
struct Labels<'a>(/* What is left; `None` behind the last label. */ Option<&'a [u8]>);

impl<'a> Iterator for Labels<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.0?;
        let mut tail = rest;
        while !tail.is_empty() {
            if let Some(behind) = split_dot(tail) {
                self.0 = Some(behind);
                return rest.get(..rest.len().checked_sub(tail.len())?);
            }
            tail = tail.get(1..)?;
        }
        self.0 = None;
        Some(rest)
    }
}

/// The address that a name reads as once it is decoded.
fn decoded_ipv4(name: &[u8]) -> Option<Ipv4Addr> {
    let mut text = ArrayBuffer::<15>::new();
    for unit in Units::new(name, Charset::REG_NAME) {
        match unit {
            Unit::Raw(raw) => text.extend(raw),
            Unit::Text(character, len) => text.extend(character.get(..len)?),
            Unit::Byte(_) => return None,
        }
        .ok()?;
    }
    parse_ipv4(text.as_slice())
}
