//! Converting URI references to CRI references (section 6).
//!
//! The draft leaves the algorithm open. It demands that converting back yields an equivalent URI, so every step here is
//! a normalisation of RFC 3986 section 6.2.2, an elision of section 3, or a split at a delimiter.

use std::collections::VecDeque;
use std::net::Ipv4Addr;

use crate::pet::{self, Field, Octet, is_unreserved};
use crate::reference::{
    Authority, AuthoritySection, Discard, Host, Piece, Reference, Scheme, Text,
};
use crate::uri::{self, Literal, Part, Parts};
use crate::{Checked, Features, Flaw, Revision, registry};

/// The CRI reference of a URI reference.
///
/// # Errors
///
/// All reasons why the text is no URI reference, or else all reasons why it has no CRI reference.
pub fn from_uri(text: &str, revision: Revision, features: Features) -> Checked<Reference> {
    let parts = uri::parse(text)?;
    let mut convert = Convert { revision, features, flaws: Vec::new() };
    let reference = convert.reference(&parts);
    if convert.flaws.is_empty() { Ok(reference) } else { Err(convert.flaws) }
}

struct Convert {
    revision: Revision,
    features: Features,
    flaws: Vec<Flaw>,
}

impl Convert {
    fn unsupported(&mut self, supported: bool) {
        if !supported {
            self.flaws.push(Flaw::new("unsupported-feature"));
        }
    }

    fn reference(&mut self, parts: &Parts<'_>) -> Reference {
        // C1, section 3: in lower case, and by its number where the registry has one.
        let name = parts.scheme.map(str::to_ascii_lowercase);
        let scheme = name.as_ref().map(|name| match registry::number(name, self.revision) {
            Some(number) => Scheme::Number(number),
            None => {
                self.unsupported(self.features.scheme_name);
                Scheme::Name(name.clone())
            }
        });
        let authority =
            parts.authority.map(|authority| self.authority(&authority, name.as_deref()));
        let is_local = scheme.is_none() && authority.is_none();
        let mut reference = if is_local {
            self.local_path(parts.path)
        } else {
            self.full_path(parts.path, authority, scheme.is_some())
        };
        reference.scheme = scheme;
        // C10: parameters are separated by "&".
        reference.query = parts.query.map(|query| self.texts(query, '&', Field::Parameter));
        reference.fragment = parts.fragment.map(|fragment| self.text(fragment, Field::Fragment));
        reference.normal()
    }

    /// C2 to C7.
    fn authority(&mut self, authority: &uri::Authority<'_>, scheme: Option<&str>) -> Authority {
        let userinfo = authority.userinfo.map(|userinfo| {
            self.unsupported(self.features.userinfo);
            // SP2 of -16: "The rules do not cater for unencoded colon in userinfo."
            if let (Some(colon), Revision::Draft16) = (userinfo.text.find(':'), self.revision) {
                self.flaws
                    .push(Flaw::new("colon-in-userinfo").of("userinfo").at(userinfo.at + colon));
            }
            self.text(userinfo, Field::Userinfo)
        });
        let host = self.host(authority.host);
        let port = authority.port.and_then(|port| self.port(port, scheme));
        Authority { userinfo, host, port }
    }

    /// C6 and C7.
    fn port(&mut self, port: Part<'_>, scheme: Option<&str>) -> Option<u16> {
        let mut flaw = |kind, at| {
            self.flaws.push(Flaw::new(kind).of("port").at(at));
            None
        };
        if port.text.is_empty() {
            return flaw("empty-port", port.at - 1);
        }
        if port.text.len() > 1 && port.text.starts_with('0') {
            flaw("port-leading-zero", port.at);
        }
        match port.text.parse::<u16>() {
            // Section 3: the port may be elided if it is the scheme's default.
            Ok(number) => {
                Some(number).filter(|_| scheme.and_then(registry::default_port) != Some(number))
            }
            Err(_) => flaw("port-range", port.at),
        }
    }

    /// C4 and C5; RFC 3986 section 3.2.2.
    fn host(&mut self, host: Part<'_>) -> Host {
        match uri::literal(host.text) {
            Some(Literal::Future) => self.flaws.push(Flaw::new("ip-future").of("host")),
            Some(Literal::V6(bytes, zone)) => {
                let zone = zone.map(|zone| self.zone(zone));
                return Host::Address { bytes: bytes.to_vec(), zone };
            }
            None => {}
        }
        // RFC 3986 sections 6.2.2.1 and 6.2.2.2: unreserved characters are decoded, and letters are in lower case.
        let mut octets = pet::octets(host.text, host.at);
        for octet in &mut octets {
            octet.escaped &= !is_unreserved(octet.byte);
            octet.byte = octet.byte.to_ascii_lowercase();
        }
        // The first rule that matches is IPv4address.
        let plain: Option<String> =
            octets.iter().map(|octet| (!octet.escaped).then_some(char::from(octet.byte))).collect();
        if let Some(address) = plain.and_then(|text| text.parse::<Ipv4Addr>().ok()) {
            return Host::Address { bytes: address.octets().to_vec(), zone: None };
        }
        // C5: no upper case. Beyond ASCII, another letter would be another host.
        for (index, octet) in octets.iter().enumerate() {
            let bytes: Vec<u8> = octets[index..].iter().take(4).map(|octet| octet.byte).collect();
            if pet::long_character(&bytes).is_some_and(pet::is_upper_case) {
                self.flaws.push(Flaw::new("upper-case-host").of("host").at(octet.at));
            }
        }
        let labels = octets.split(|octet| octet.byte == b'.');
        Host::Name(labels.map(|label| self.octets(label, Field::Label)).collect())
    }

    /// C4; RFC 6874 section 2. In -27, zones have no conversion.
    fn zone(&mut self, zone: &str) -> String {
        if self.revision == Revision::Rfc9988 {
            self.flaws.push(Flaw::new("zone-id").of("zone-id"));
        }
        let bytes = pet::octets(zone, 0).iter().map(|octet| octet.byte).collect();
        String::from_utf8(bytes).unwrap_or_else(|_| {
            self.flaws.push(Flaw::new("invalid-utf8").of("zone-id"));
            String::new()
        })
    }

    /// The path of a URI reference with a scheme or an authority: RFC 3986 section 5.2.4 removes its dot-segments.
    fn full_path(
        &mut self,
        path: Part<'_>,
        authority: Option<Authority>,
        is_full: bool,
    ) -> Reference {
        let (octets, is_empty) = (normal_path(path), path.text.is_empty());
        let is_rooted = octets.first().is_some_and(is_slash);
        let authority = match authority {
            Some(authority) => AuthoritySection::Authority(authority),
            None => {
                self.unsupported(self.features.no_authority);
                match is_rooted || octets.is_empty() {
                    true => AuthoritySection::Null,
                    false => AuthoritySection::True,
                }
            }
        };
        let octets = if is_rooted { &octets[1..] } else { &octets[..] };
        let segments = match octets {
            [] if !is_rooted => Vec::new(),
            _ => {
                octets.split(is_slash).map(|segment| self.octets(segment, Field::Segment)).collect()
            }
        };
        // 2.1: without an authority, "//" would read as one.
        if let Some(kind) = crate::reference::path_flaw(&authority, &segments) {
            self.flaws.push(Flaw::new(kind).of("path"));
        }
        let path = (is_full || !is_empty).then_some(segments);
        Reference { authority, discard: Discard::All, path, ..Reference::EMPTY }
    }

    /// 5.1.2: the path of a URI reference without scheme and authority. Dot-segments become a discard.
    fn local_path(&mut self, path: Part<'_>) -> Reference {
        if path.text.is_empty() {
            return Reference::EMPTY;
        }
        if path.text.starts_with('/') {
            let octets = normal_path(path);
            let segments = octets[1..]
                .split(is_slash)
                .map(|segment| self.octets(segment, Field::Segment))
                .collect();
            return Reference { discard: Discard::All, path: Some(segments), ..Reference::EMPTY };
        }
        // "foo" removes one segment of the base, and each ".." that meets no segment of its own removes one more. What
        // the literal dot-segments leave of the base is there for those that decoding makes.
        let octets = pet::octets(path.text, path.at);
        let segments: Vec<Vec<Octet>> = octets.split(is_slash).map(<[Octet]>::to_vec).collect();
        let (segments, literal) = without_dots(segments);
        let (segments, encoded) =
            without_dots(segments.iter().map(|segment| decoded(segment)).collect());
        let discard = 1 + literal + encoded;
        let segments =
            segments.iter().map(|segment| self.octets(segment, Field::Segment)).collect();
        // 5.1: the largest discard is 127.
        let discard = match u8::try_from(discard) {
            Ok(discard @ 0..=127) => discard,
            _ => {
                self.flaws.push(Flaw::new("discard-range").of("discard"));
                0
            }
        };
        Reference { discard: Discard::Segments(discard), path: Some(segments), ..Reference::EMPTY }
    }

    /// The items between delimiters. An escaped delimiter is data.
    fn texts(&mut self, part: Part<'_>, delimiter: char, field: Field) -> Vec<Text> {
        let octets = pet::octets(part.text, part.at);
        let is_delimiter = |octet: &Octet| !octet.escaped && char::from(octet.byte) == delimiter;
        octets.split(is_delimiter).map(|item| self.octets(item, field)).collect()
    }

    fn text(&mut self, part: Part<'_>, field: Field) -> Text {
        self.octets(&pet::octets(part.text, part.at), field)
    }

    /// 7.1
    fn octets(&mut self, octets: &[Octet], field: Field) -> Text {
        let text = pet::from_octets(octets, field, self.revision);
        if let Text::Sequence(pieces) = &text {
            self.unsupported(
                self.features.extended_cri
                    || !pieces.iter().any(|piece| matches!(piece, Piece::Pet(_))),
            );
        }
        text
    }
}

fn is_slash(octet: &Octet) -> bool {
    octet.byte == b'/' && !octet.escaped
}

/// The path after RFC 3986 section 5.2.4, which decodes nothing (section 5.2.1), and then after section 6.2.2: `%2E` is a
/// dot there, so more dot-segments may go.
fn normal_path(path: Part<'_>) -> Vec<Octet> {
    let resolved = remove_dot_segments(&pet::octets(path.text, path.at));
    remove_dot_segments(&decoded(&resolved))
}

/// RFC 3986 section 6.2.2.2: unreserved characters are not percent-encoded.
fn decoded(octets: &[Octet]) -> Vec<Octet> {
    octets
        .iter()
        .map(|&octet| Octet { escaped: octet.escaped && !is_unreserved(octet.byte), ..octet })
        .collect()
}

/// The segments that the dot-segments among them leave, and how many ".." find none to remove.
fn without_dots(all: Vec<Vec<Octet>>) -> (Vec<Vec<Octet>>, usize) {
    let (mut segments, mut above, mut ends_in_dots) = (Vec::new(), 0, false);
    for segment in all {
        let dots = dots(&segment);
        ends_in_dots = dots.is_some();
        if dots == Some(2) && segments.pop().is_none() {
            above += 1;
        }
        if dots.is_none() {
            segments.push(segment);
        }
    }
    if ends_in_dots {
        segments.push(Vec::new());
    }
    (segments, above)
}

/// 1 for the segment ".", 2 for "..".
fn dots(segment: &[Octet]) -> Option<usize> {
    let only_dots = segment.iter().all(|octet| octet.byte == b'.' && !octet.escaped);
    Some(segment.len()).filter(|length| only_dots && matches!(length, 1 | 2))
}

/// RFC 3986 section 5.2.4, step by step.
fn remove_dot_segments(path: &[Octet]) -> Vec<Octet> {
    let slash = Octet { byte: b'/', escaped: false, at: 0 };
    let mut input: VecDeque<Octet> = path.iter().copied().collect();
    let mut output: Vec<Octet> = Vec::new();
    while !input.is_empty() {
        let text: String = input
            .iter()
            .take(4)
            .map(|octet| if octet.escaped { '%' } else { char::from(octet.byte) })
            .collect();
        let is_whole = |prefix: &str| text == prefix && input.len() == prefix.len();
        if text.starts_with("../") {
            input.drain(..3); // 2A
        } else if text.starts_with("./") {
            input.drain(..2); // 2A
        } else if text.starts_with("/./") {
            input.drain(..2); // 2B
        } else if is_whole("/.") {
            input = VecDeque::from([slash]); // 2B
        } else if text.starts_with("/../") || is_whole("/..") {
            // 2C
            input.drain(..3);
            if input.is_empty() {
                input.push_back(slash);
            }
            let last_slash = output.iter().rposition(is_slash).unwrap_or(0);
            output.truncate(last_slash);
        } else if is_whole(".") || is_whole("..") {
            input.clear(); // 2D
        } else {
            // 2E: the first segment with its leading slash.
            let end =
                input.iter().skip(1).position(is_slash).map_or(input.len(), |index| index + 1);
            output.extend(input.drain(..end));
        }
    }
    output
}
