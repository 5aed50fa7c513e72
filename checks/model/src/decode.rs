//! The structure and the constraints of the interchange form (sections 5.1, 5.2 and 5.2.1, constraints of section 2).

use crate::cbor::{self, Item, Kind};
use crate::pet;
use crate::reference::{
    Authority, AuthoritySection, Discard, Host, Piece, Reference, Scheme, Text,
};
use crate::{Features, Flaw};

/// The outcome of decoding (section 5.2.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decoded {
    /// A CRI or CRI reference.
    Processable(Reference),
    /// An array that can be skipped and breaks these rules.
    Unprocessable(Vec<Flaw>),
    /// Bytes that cannot be skipped.
    Rejected(Vec<Flaw>),
}

/// Decodes a CRI reference (section 5.1). Decoding takes no revision: it accepts the forms of both.
#[must_use]
pub fn decode(bytes: &[u8], features: Features) -> Decoded {
    let items = match cbor::read(bytes) {
        Ok(items) => items,
        Err(flaws) => return Decoded::Rejected(flaws),
    };
    let mut check = Check { features, flaws: Vec::new() };
    let reference = check.reference(&items);
    match reference {
        Some(reference) if check.flaws.is_empty() => Decoded::Processable(reference.normal()),
        _ => Decoded::Unprocessable(check.flaws),
    }
}

/// Decodes a CRI reference in CBOR tag 99 (-27). Offsets count from the tag.
#[must_use]
pub fn decode_tagged(bytes: &[u8], features: Features) -> Decoded {
    let tag = match cbor::read_tag(bytes) {
        Ok(tag) => tag,
        Err(flaws) => return Decoded::Rejected(flaws),
    };
    let shifted = |flaws: Vec<Flaw>| {
        let shift = |flaw: Flaw| Flaw { offset: flaw.offset.map(|offset| offset + tag), ..flaw };
        flaws.into_iter().map(shift).collect()
    };
    match decode(&bytes[tag..], features) {
        Decoded::Processable(reference) => Decoded::Processable(reference),
        Decoded::Unprocessable(flaws) => Decoded::Unprocessable(shifted(flaws)),
        Decoded::Rejected(flaws) => Decoded::Rejected(shifted(flaws)),
    }
}

/// Collects all flaws of one CRI reference.
///
/// A function that returns `None` has recorded a flaw.
struct Check {
    features: Features,
    flaws: Vec<Flaw>,
}

impl Check {
    fn flaw<T>(&mut self, flaw: Flaw) -> Option<T> {
        self.flaws.push(flaw);
        None
    }

    fn unsupported(&mut self, supported: bool, at: usize) {
        if !supported {
            self.flaws.push(Flaw::new("unsupported-feature").at(at));
        }
    }

    /// 5.1, Figure 1: the sections, by the first of them.
    fn reference(&mut self, items: &[Item]) -> Option<Reference> {
        // 5.1: trailing null values are removed.
        if let Some(Item { at, kind: Kind::Null }) = items.last() {
            self.flaws.push(Flaw::new("trailing-null").at(*at));
        }
        // 5.2 step 1: the empty array is [0].
        let Some((first, rest)) = items.split_first() else { return Some(Reference::EMPTY) };
        let relative = Reference::EMPTY;
        match &first.kind {
            // 5.1.2
            Kind::True => self.local(rest, Reference { discard: Discard::All, ..relative }),
            Kind::Unsigned(count) => match u8::try_from(*count) {
                Ok(count @ 0..=127) => {
                    self.local(rest, Reference { discard: Discard::Segments(count), ..relative })
                }
                _ => {
                    self.flaws.push(Flaw::new("discard-range").of("discard").at(first.at));
                    self.local(rest, relative);
                    None
                }
            },
            Kind::Null => self.with_authority(rest, None),
            Kind::Negative(number) => self.with_authority(rest, Some(Scheme::Number(*number))),
            Kind::Text { content, start } => {
                self.unsupported(self.features.scheme_name, first.at);
                let scheme = self.scheme_name(content, *start, first.at);
                let sections = self
                    .with_authority(rest, Some(Scheme::Name(scheme.clone().unwrap_or_default())));
                scheme.and(sections)
            }
            _ => self.flaw(Flaw::new("unexpected-item").at(first.at)),
        }
    }

    /// C1, 5.1: `[a-z][a-z0-9+.-]*`.
    fn scheme_name(&mut self, content: &[u8], start: usize, at: usize) -> Option<String> {
        let text = self.utf8(content, start, "scheme");
        let kind = Flaw::new("invalid-scheme-name").of("scheme");
        if content.is_empty() {
            return self.flaw(kind.at(at));
        }
        let wrong = content.iter().enumerate().position(|(index, byte)| match byte {
            b'a'..=b'z' => false,
            b'0'..=b'9' | b'+' | b'.' | b'-' => index == 0,
            _ => true,
        });
        match wrong {
            Some(index) => self.flaw(kind.at(start + index)),
            None => text,
        }
    }

    /// 5.1: a reference that begins with a scheme or null, and an authority. Its discard is true (5.2 step 3).
    fn with_authority(&mut self, rest: &[Item], scheme: Option<Scheme>) -> Option<Reference> {
        let is_full = scheme.is_some();
        if is_full {
            self.path_without_authority(rest.first(), rest.get(1));
        }
        let (authority, rest) = match rest.split_first() {
            None => {
                // C2: the feature "no-authority". A missing authority has no offset.
                if is_full && !self.features.no_authority {
                    self.flaws.push(Flaw::new("unsupported-feature"));
                }
                (Some(AuthoritySection::Null), rest)
            }
            Some((item, rest)) => (self.authority_section(item, is_full), rest),
        };
        let start = Reference { scheme, discard: Discard::All, ..Reference::EMPTY };
        let reference = self.local(rest, start);
        Some(Reference { authority: authority?, ..reference? })
    }

    /// 2.1: full CRIs without an authority that have no URI of their own.
    ///
    /// The first segment of a rootless path must not be missing or empty, because the URI would be that of the rooted
    /// path. A rooted path of several segments must not begin with an empty one, because its URI would begin with `//`.
    fn path_without_authority(&mut self, authority: Option<&Item>, path: Option<&Item>) {
        let segments = match path.map(|path| &path.kind) {
            Some(Kind::Array(segments)) => segments.as_slice(),
            _ => &[],
        };
        let first = segments.first();
        let first_is_empty = first.is_some_and(
            |item| matches!(&item.kind, Kind::Text { content, .. } if content.is_empty()),
        );
        match authority {
            Some(Item { kind: Kind::True, at }) if segments.is_empty() || first_is_empty => {
                let at = first.map_or(*at, |first| first.at);
                self.flaws.push(Flaw::new("empty-rootless-path").of("path").at(at));
            }
            Some(Item { kind: Kind::Null, .. }) if first_is_empty && segments.len() > 1 => {
                let at = first.map_or(0, |first| first.at);
                self.flaws.push(Flaw::new("leading-empty-segment").of("path").at(at));
            }
            _ => {}
        }
    }

    /// 5.1: null, true or an array.
    fn authority_section(&mut self, item: &Item, is_full: bool) -> Option<AuthoritySection> {
        match &item.kind {
            // 5.1: two leading nulls are sent as a discard.
            Kind::Null if !is_full => self.flaw(Flaw::new("leading-nulls").at(item.at)),
            Kind::Null => {
                self.unsupported(self.features.no_authority, item.at);
                Some(AuthoritySection::Null)
            }
            Kind::True => {
                self.unsupported(self.features.no_authority, item.at);
                Some(AuthoritySection::True)
            }
            Kind::Array(items) => self.authority(items, item.at).map(AuthoritySection::Authority),
            _ => self.flaw(Flaw::new("unexpected-item").at(item.at)),
        }
    }

    /// 5.1: `[?userinfo, host, ?port]`; C2 to C7.
    fn authority(&mut self, items: &[Item], at: usize) -> Option<Authority> {
        let mut rest = items;
        let mut userinfo = None;
        // 5.1: false, and then a text.
        if let Some(Item { at: marker, kind: Kind::False }) = rest.first() {
            self.unsupported(self.features.userinfo, *marker);
            userinfo = match rest.get(1) {
                Some(item) => self.text_or_pet(item, "userinfo"),
                None => return self.flaw(Flaw::new("missing-host").at(at)),
            };
            rest = &rest[2..];
        }
        let host = match rest.first() {
            None | Some(Item { kind: Kind::Unsigned(_), .. }) => {
                return self.flaw(Flaw::new("missing-host").at(at));
            }
            Some(Item { at: host, kind: Kind::Bytes { content, .. } }) => {
                rest = &rest[1..];
                // C4: 4 or 16 bytes. A zone-id after 4 bytes exists in -27 only.
                if !matches!(content.len(), 4 | 16) {
                    self.flaws.push(Flaw::new("invalid-ip-length").of("host").at(*host));
                }
                let mut zone = None;
                if let Some(Item { kind: Kind::Text { content, start }, .. }) = rest.first() {
                    zone = Some(self.utf8(content, *start, "zone-id")?);
                    rest = &rest[1..];
                }
                Host::Address { bytes: content.clone(), zone }
            }
            Some(first) => {
                let is_label =
                    |item: &&Item| matches!(item.kind, Kind::Text { .. } | Kind::Array(_));
                let labels: Vec<Item> = rest.iter().take_while(is_label).cloned().collect();
                if labels.is_empty() {
                    return self.flaw(Flaw::new("unexpected-item").at(first.at));
                }
                rest = &rest[labels.len()..];
                Host::Name(self.host_name(&labels)?)
            }
        };
        let port = match rest.split_first() {
            None => None,
            Some((Item { at, kind: Kind::Unsigned(port) }, after)) => {
                rest = after;
                match u16::try_from(*port) {
                    Ok(port) => Some(port),
                    Err(_) => return self.flaw(Flaw::new("port-range").of("port").at(*at)),
                }
            }
            Some((item, _)) => return self.flaw(Flaw::new("unexpected-item").at(item.at)),
        };
        match rest.split_first().filter(|_| port.is_some()) {
            Some((item, _)) => self.flaw(Flaw::new("unexpected-item").at(item.at)),
            None => Some(Authority { userinfo, host, port }),
        }
    }

    /// C5: labels without dots and without capitals. Finding capitals beyond ASCII needs a table, so decoding accepts
    /// them.
    fn host_name(&mut self, items: &[Item]) -> Option<Vec<Text>> {
        let mut labels = Vec::new();
        for item in items {
            let texts = match &item.kind {
                Kind::Array(pieces) => pieces.as_slice(),
                _ => std::slice::from_ref(item),
            };
            for text in texts {
                let Kind::Text { content, start } = &text.kind else { continue };
                for (index, byte) in content.iter().enumerate() {
                    match byte {
                        b'A'..=b'Z' => self
                            .flaws
                            .push(Flaw::new("upper-case-host").of("host").at(start + index)),
                        // 6.1: "If there are dots in such elements, the conversion fails."
                        b'.' => {
                            self.flaws.push(Flaw::new("dot-in-label").of("host").at(start + index));
                        }
                        _ => {}
                    }
                }
            }
            labels.push(self.text_or_pet(item, "host"));
        }
        let labels: Vec<Text> = labels.into_iter().collect::<Option<_>>()?;
        // The URI of these labels would name an address (6.1 and SPEC.md).
        let plain: Vec<&str> = labels.iter().filter_map(Text::plain).collect();
        if plain.len() == labels.len() && plain.join(".").parse::<std::net::Ipv4Addr>().is_ok() {
            return self.flaw(Flaw::new("ipv4-labels").of("host").at(items[0].at));
        }
        Some(labels)
    }

    /// 5.1: path, query and fragment, which end both forms.
    fn local(&mut self, rest: &[Item], mut reference: Reference) -> Option<Reference> {
        if rest.len() > 3 {
            self.flaws.push(Flaw::new("too-many-sections").of("cri").at(0));
        }
        let path = rest.first().map(|item| self.texts(item, "path"));
        let query = rest.get(1).map(|item| self.texts(item, "query"));
        let fragment = rest.get(2).map(|item| match item.kind {
            Kind::Null => Some(None),
            _ => self.text_or_pet(item, "fragment").map(Some),
        });
        reference.path = path.unwrap_or(Some(None))?;
        reference.query = query.unwrap_or(Some(None))?;
        reference.fragment = fragment.unwrap_or(Some(None))?;
        Some(reference)
    }

    /// C8 to C10: null, or an array of texts; no segment is `.` or `..`.
    fn texts(&mut self, section: &Item, component: &'static str) -> Option<Option<Vec<Text>>> {
        let items = match &section.kind {
            Kind::Null => return Some(None),
            Kind::Array(items) => items,
            _ => return self.flaw(Flaw::new("unexpected-item").of(component).at(section.at)),
        };
        let mut texts = Vec::new();
        for item in items {
            let text = self.text_or_pet(item, component);
            if component == "path"
                && matches!(text.as_ref().and_then(Text::plain), Some("." | ".."))
            {
                self.flaws.push(Flaw::new("dot-segment").of("path").at(item.at));
            }
            texts.push(text);
        }
        texts.into_iter().collect::<Option<_>>().map(Some)
    }

    /// 7.1: text, or an array of alternating text and byte strings.
    fn text_or_pet(&mut self, item: &Item, component: &'static str) -> Option<Text> {
        match &item.kind {
            Kind::Text { content, start } => self.utf8(content, *start, component).map(Text::Plain),
            Kind::Array(pieces) => {
                self.unsupported(self.features.extended_cri, item.at);
                self.sequence(pieces, item.at, component).map(Text::Sequence)
            }
            _ => self.flaw(Flaw::new("unexpected-item").of(component).at(item.at)),
        }
    }

    /// 7.1: neither empty pieces nor two of one type in a row, at least one byte string, and minimal byte strings.
    fn sequence(
        &mut self,
        items: &[Item],
        at: usize,
        component: &'static str,
    ) -> Option<Vec<Piece>> {
        let malformed = Flaw::new("malformed-pet").of(component);
        let mut pieces: Vec<Piece> = Vec::new();
        for item in items {
            let (piece, is_empty) = match &item.kind {
                Kind::Text { content, start } => {
                    let text = self.utf8(content, *start, component).unwrap_or_default();
                    (Piece::Text(text), content.is_empty())
                }
                Kind::Bytes { content, start } => {
                    if let Some(index) = pet::not_minimal(content) {
                        self.flaws
                            .push(Flaw::new("pet-not-minimal").of(component).at(start + index));
                    }
                    (Piece::Pet(content.clone()), content.is_empty())
                }
                _ => return self.flaw(Flaw::new("unexpected-item").of(component).at(item.at)),
            };
            let repeats = matches!(
                (pieces.last(), &piece),
                (Some(Piece::Text(_)), Piece::Text(_)) | (Some(Piece::Pet(_)), Piece::Pet(_))
            );
            if is_empty || repeats {
                self.flaws.push(malformed.clone().at(item.at));
            }
            pieces.push(piece);
        }
        if !pieces.iter().any(|piece| matches!(piece, Piece::Pet(_))) {
            self.flaws.push(malformed.at(at));
        }
        Some(pieces)
    }

    /// RFC 8949 section 3.1: text is UTF-8.
    fn utf8(&mut self, content: &[u8], start: usize, component: &'static str) -> Option<String> {
        match String::from_utf8(content.to_vec()) {
            Ok(text) => Some(text),
            Err(error) => {
                let index = error.utf8_error().valid_up_to();
                self.flaw(Flaw::new("invalid-utf8").of(component).at(start + index))
            }
        }
    }
}
