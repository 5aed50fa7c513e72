//! The general path from URI to CRI (sections 5.1 and 6 of the draft): one section after the other.

use cri_core::wire::{EMPTY_ARRAY, Major, NULL, TRUE, write_head};
use cri_core::{Buffer, BufferFull, Component, Discard, Feature, PREFER_SPEED, SliceBuffer, Written};

use crate::convert::error::{ToCriError, ToCriErrorKind};
use crate::convert::field::Field;
#[cfg(feature = "nfc")]
use crate::convert::nfc::applies;
use crate::convert::options::{Nfc, Options};
use crate::convert::to_cri::item::Item;
use crate::convert::to_cri::short_texts::write_short_texts;
use crate::text::dot_segments::{Outline, reads_as_authority};
use crate::text::uri_ref::UriRef;

/// A conversion under way.
///
/// The writer keeps the first error and goes on, so each step takes less code. Callers check once, at the end.
pub(crate) struct Writer<'a, 'b, B> {
    pub(crate) uri: &'b UriRef<'a>,
    pub(crate) options: Options,
    pub(crate) buffer: &'b mut B,
    error: Option<ToCriError>,
}

impl<'a, 'b, B: Buffer> Writer<'a, 'b, B> {
    pub(crate) const fn new(uri: &'b UriRef<'a>, options: Options, buffer: &'b mut B) -> Self {
        Self { uri, options, buffer, error: None }
    }

    /// Writes the CRI reference; returns where its sections begin.
    pub(crate) fn write(&mut self) -> Result<Written, ToCriError> {
        let full = !self.uri.is_relative();
        let has_authority = self.uri.has_authority();
        let fragment = self.uri.fragment_bytes();
        let path = self.outline();
        // Section 5.1: empty sections at the end are omitted.
        // In a reference without authority, the discard replaces scheme and authority.
        let by_discard = !full && !has_authority;
        let sections: u8 = if fragment.is_some() {
            5
        } else if self.uri.query_bytes().is_some() {
            4
        } else if path.count > 0 || (full && !self.options.revision.leaves_out(EMPTY_ARRAY, Discard::All)) {
            3
        } else if has_authority {
            2
        } else {
            full.into()
        };
        self.head(Major::Array, sections.saturating_sub(u8::from(by_discard)).into());
        let authority;
        if by_discard {
            if sections > 0 {
                self.discard(&path);
            }
            authority = self.at();
        } else {
            self.scheme();
            authority = self.at();
            if !has_authority {
                self.require(Feature::NoAuthority, Component::Authority, self.uri.path_bytes());
            }
            if sections > 1 {
                self.authority(&path);
            }
        }
        let path_at = self.at();
        let last = if sections > 2 { self.path(&path) } else { path_at };
        let query = self.at();
        if sections > 3 {
            self.query();
        }
        let fragment_at = self.at();
        if let Some(fragment) = fragment {
            self.part(fragment, Field::FRAGMENT);
        }
        self.at();
        match self.error {
            None => Ok(Written { full, authority, path: path_at, query, fragment: fragment_at, last }),
            Some(error) => Err(error),
        }
    }

    /// The offset of the next byte, in the type that a CRI keeps it in.
    fn at(&mut self) -> u32 {
        let len = u32::try_from(self.buffer.len());
        if len.is_err() {
            self.fail_at(ToCriErrorKind::TooLong, Component::Cri, 0);
        }
        len.unwrap_or_default()
    }

    /// The path without its dot-segments.
    fn outline(&mut self) -> Outline<'a> {
        let is_uri = !self.uri.is_relative() || self.uri.has_authority();
        let outline = Outline::new(self.uri.path_bytes(), is_uri);
        if let Some(segment) = outline.too_far {
            self.fail(ToCriErrorKind::DiscardRange, Component::Discard, segment);
        }
        outline
    }

    /// Writes the scheme: its number if it has one, else its name. Without a scheme it writes null.
    fn scheme(&mut self) {
        let Some(scheme) = self.uri.scheme_bytes() else {
            return self.byte(NULL);
        };
        if let Some(number) = self.uri.scheme_number(self.options.schemes) {
            return self.head(Major::Negative, number);
        }
        self.require(Feature::SchemeName, Component::Scheme, scheme);
        self.write_item(&Item::plain(scheme).lower_case());
    }

    /// Writes the discard (section 5.1.2).
    fn discard(&mut self, path: &Outline<'a>) {
        match path.count {
            0 => self.head(Major::Unsigned, 0),
            _ if path.rooted => self.byte(TRUE),
            _ => self.head(Major::Unsigned, (path.above as u64).wrapping_add(1)),
        }
    }

    /// Writes the path; returns where its last segment begins, or its end if it has none.
    fn path(&mut self, path: &Outline<'a>) -> u32 {
        if path.count == 0 {
            self.byte(if self.uri.is_relative() { NULL } else { EMPTY_ARRAY });
            return self.at();
        }
        self.head(Major::Array, path.count as u64);
        if !path.dots {
            return self.parts(path.segments, b'/', Field::SEGMENT);
        }
        // A later `..` may remove a segment. So the path is walked from its end, first to measure, then to write.
        let (mut len, mut first) = (0_usize, b"".as_slice());
        for segment in path.kept() {
            len = len.wrapping_add(self.item(segment, Field::SEGMENT).encoded_len());
            first = segment;
        }
        let has_no_authority = !self.uri.is_relative() && !self.uri.has_authority();
        if has_no_authority && reads_as_authority(path.rooted, path.count, || first.is_empty()) {
            self.fail(ToCriErrorKind::LeadingEmptySegment, Component::Path, first);
        }
        self.zeros(len);
        let mut end = self.buffer.len();
        let mut last = None;
        for segment in path.kept() {
            let item = self.item(segment, Field::SEGMENT);
            let start = end.saturating_sub(item.encoded_len());
            let space = self.buffer.as_mut_slice().get_mut(start..end).unwrap_or_default();
            let room = item.write(&mut SliceBuffer::new(space));
            self.expect_room(room);
            end = start;
            last = last.or(Some(start));
        }
        // An offset that has no room in this type is an error at the next section.
        last.unwrap_or(end) as u32
    }

    fn query(&mut self) {
        let Some(query) = self.uri.query_bytes() else {
            return self.byte(self.options.revision.missing_query(!self.uri.is_relative()));
        };
        let ampersands = query.iter().filter(|&&byte| byte == b'&').count();
        self.head(Major::Array, (ampersands as u64).wrapping_add(1));
        self.parts(query, b'&', Field::PARAMETER);
    }

    /// Writes the parts of `text` between separators, each as an item; returns where the last one begins.
    fn parts(&mut self, text: &'a [u8], separator: u8, field: Field) -> u32 {
        if self.short_texts(text, separator) {
            // Each part is as long as it was, and follows a head of one byte.
            let part = text.iter().rev().take_while(|&&byte| byte != separator).count() as u32;
            return self.at().saturating_sub(part).saturating_sub(1);
        }
        let mut last = self.at();
        for part in text.split(|&byte| byte == separator) {
            last = self.at();
            self.part(part, field);
        }
        last
    }

    /// Writes the parts of `text` between separators in one copy, if they are short and plain; returns whether they
    /// are.
    pub(crate) fn short_texts(&mut self, text: &'a [u8], separator: u8) -> bool {
        // ASCII is in NFC.
        if !PREFER_SPEED || (self.options.nfc != Nfc::Keep && !text.is_ascii()) {
            return false;
        }
        match write_short_texts(self.buffer, text, separator) {
            Ok(written) => written,
            Err(full) => {
                self.expect_room(Err(full));
                true
            }
        }
    }

    /// Writes a part of the URI as an item.
    // Inlined, since its frame would be on the deepest stack.
    #[inline(always)]
    pub(crate) fn part(&mut self, part: &'a [u8], field: Field) {
        let mut item = Item::new(part, field.raw);
        self.check_item(&mut item, field.component);
        self.write_item(&item);
    }

    // Inlined, as `part`.
    #[inline(always)]
    pub(crate) fn write_item(&mut self, item: &Item<'a>) {
        let room = item.write(self.buffer);
        self.expect_room(room);
    }

    /// A part of the URI as an item, checked and in the form that the options want.
    pub(crate) fn item(&mut self, part: &'a [u8], field: Field) -> Item<'a> {
        let mut item = Item::new(part, field.raw);
        self.check_item(&mut item, field.component);
        item
    }

    fn check_item(&mut self, item: &mut Item<'a>, component: Component) {
        if let Some(at) = item.first_byte() {
            self.require(Feature::ExtendedCri, component, at);
        }
        self.in_form_c(item, component);
    }

    /// Brings the item's text into NFC, or checks that it is, if the options ask for that.
    #[cfg(feature = "nfc")]
    pub(crate) fn in_form_c(&mut self, item: &mut Item<'a>, component: Component) {
        if self.options.nfc == Nfc::Keep || !applies(component, self.options.revision) {
            return;
        }
        if self.options.nfc == Nfc::Normalize && component != Component::Userinfo {
            return item.make_nfc();
        }
        if let Some(at) = item.first_not_nfc() {
            self.fail(ToCriErrorKind::NotNfc, component, at);
        }
    }

    /// Leaves the item's text as it is: NFC needs the feature `nfc`.
    #[cfg(not(feature = "nfc"))]
    #[expect(clippy::unused_self, reason = "the method of the feature `nfc` reads the options")]
    pub(crate) const fn in_form_c(&self, _: &mut Item<'a>, _: Component) {}

    pub(crate) fn head(&mut self, major: Major, argument: u64) {
        let room = write_head(self.buffer, major, argument);
        self.expect_room(room);
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.bytes(&[byte]);
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let room = self.buffer.push_bytes(bytes);
        self.expect_room(room);
    }

    /// Makes room for `len` bytes.
    fn zeros(&mut self, len: usize) {
        // Byte by byte, no function that fills memory is linked.
        for _ in 0..len {
            self.byte(0);
        }
    }

    /// Records an error if there was no room for the bytes before.
    #[inline]
    pub(crate) fn expect_room(&mut self, room: Result<(), BufferFull>) {
        if room.is_err() {
            self.fail_at(ToCriErrorKind::BufferFull, Component::Cri, 0);
        }
    }

    /// Records an error if `feature` is off; the text that begins with `at` uses the feature.
    pub(crate) fn require(&mut self, feature: Feature, component: Component, at: &[u8]) {
        if !self.options.features.has(feature) {
            self.fail(ToCriErrorKind::UnsupportedFeature(feature), component, at);
        }
    }

    /// Records an error at the offset of `at`, which is a part of the URI's text.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, kind: ToCriErrorKind, component: Component, at: &[u8]) {
        self.fail_at(kind, component, self.uri.offset_of_bytes(at));
    }

    /// Records an error, unless there was one before.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_at(&mut self, kind: ToCriErrorKind, component: Component, offset: usize) {
        if self.error.is_none() {
            self.error = Some(ToCriError::new(kind, component, offset));
        }
    }
}
