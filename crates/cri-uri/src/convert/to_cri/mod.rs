//! URI reference to CRI reference (section 6 of the draft): written as it is read, by rules that leave nothing to
//! check.

pub(crate) mod authority;
#[cfg(target_pointer_width = "64")]
pub(crate) mod fast;
pub(crate) mod item;

use cri_core::wire::{EMPTY_ARRAY, Major, NULL, TRUE, write_head};
use cri_core::{Buffer, BufferFull, Component, CriRef, CriRefBuf, Feature, Revision, SliceBuffer, Written};

use crate::convert::error::{ToCriError, ToCriErrorKind};
use crate::convert::options::{Nfc, Options};
use crate::convert::to_cri::item::{Item, SHORT, write_short_texts};
use crate::text::charset::Charset;
use crate::text::dot_segments::Outline;
use crate::text::machine::IS_64_BIT;
use crate::text::uri_ref::UriRef;

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
    /// Any [`ToCriErrorKind`] but `Syntax`: what CRIs cannot say, or the features not, or the buffer not hold. After
    /// one, a buffer that is borrowed is empty.
    #[inline]
    pub fn to_cri<B: Buffer>(self, options: Options, mut buffer: B) -> Result<CriRefBuf<B>, ToCriError> {
        if let Some(written) = write_short(self.text, &options, &mut buffer) {
            return Ok(CriRefBuf::from_written(buffer, written));
        }
        let written = self.write_cri(&options, &mut buffer)?;
        Ok(CriRefBuf::from_written(buffer, written))
    }

    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn write_cri(&self, options: &Options, buffer: &mut impl Buffer) -> Result<Written, ToCriError> {
        let written = Writer::new(self, *options, buffer).write();
        match written {
            Ok(_) => debug_assert!(CriRef::decode_with(buffer.as_slice(), options.features).is_ok()),
            Err(_) => buffer.truncate(0),
        }
        written
    }
}

/// The CRI reference that means the same as the URI reference `text`: parsed and converted at once.
///
/// `buffer` is cleared first. The answer is that of [`UriRef::parse`] and [`UriRef::to_cri`], one after the other. Where
/// the components of the URI are of no use, this takes less time than both: short text is read but once.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::{Options, to_cri};
///
/// let cri = to_cri("COAP://Example.com:5683/a/./b%2Fc?x%20y", Options::default(), ArrayBuffer::<64>::new())?;
/// assert_eq!(format!("{cri:?}"), r#"[-1, ["example", "com"], ["a", "b/c"], ["x y"]]"#);
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
///
/// # Errors
///
/// Any [`ToCriErrorKind`]: `Syntax` where the text is no URI reference, and else what CRIs cannot say, or not with these
/// features, or what the buffer has no room for. After one, a buffer that is borrowed is empty.
#[inline]
pub fn to_cri<B: Buffer>(text: &str, options: Options, mut buffer: B) -> Result<CriRefBuf<B>, ToCriError> {
    let written = match write_short(text, &options, &mut buffer) {
        Some(written) => written,
        None => write_parsed(text, &options, &mut buffer)?,
    };
    Ok(CriRefBuf::from_written(buffer, written))
}

#[cfg_attr(target_pointer_width = "64", inline(never))]
fn write_parsed(text: &str, options: &Options, buffer: &mut impl Buffer) -> Result<Written, ToCriError> {
    UriRef::parse(text)?.write_cri(options, buffer)
}

/// Clears `buffer`, and writes the CRI of `text` to it if the fast path takes that.
#[cfg(target_pointer_width = "64")]
#[inline(always)]
fn write_short(text: &str, options: &Options, buffer: &mut impl Buffer) -> Option<Written> {
    buffer.truncate(0);
    fast::convert(text, options, buffer).map(fast::ShortCri::written)
}

/// Clears `buffer`: there is no fast path.
#[cfg(not(target_pointer_width = "64"))]
#[inline(always)]
fn write_short(_: &str, _: &Options, buffer: &mut impl Buffer) -> Option<Written> {
    buffer.truncate(0);
    None
}

/// A conversion under way.
///
/// What is wrong first is the error. Where code is to be small it goes on after that, so that every step takes less of
/// it; elsewhere nothing more is written.
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

    pub(crate) fn write(&mut self) -> Result<Written, ToCriError> {
        let full = !self.uri.is_relative();
        let has_authority = self.uri.has_authority();
        let fragment = self.uri.fragment_bytes();
        let path = self.outline();
        // Section 5.1: sections at the end that say nothing are left off. Of a full CRI, an empty path says nothing
        // in draft-27 only; of a reference without authority, discard stands where scheme and authority would.
        let by_discard = !full && !has_authority;
        let sections: u8 = if fragment.is_some() {
            5
        } else if self.uri.query_bytes().is_some() {
            4
        } else if path.count > 0 || (full && self.options.revision == Revision::Draft16) {
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
        if let Some(error) = self.error.filter(|_| IS_64_BIT) {
            return Err(error);
        }
        let path_at = self.at();
        let last = if sections > 2 { self.path(&path) } else { path_at };
        let query = self.at();
        if sections > 3 {
            self.query();
        }
        let fragment_at = self.at();
        if let Some(fragment) = fragment {
            self.part(fragment, Charset::QUERY, Component::Fragment);
        }
        self.at();
        match self.error {
            None => Ok(Written { full, authority, path: path_at, query, fragment: fragment_at, last }),
            Some(error) => Err(error),
        }
    }

    /// The offset of what is written next, as a CRI keeps it.
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

    /// The scheme, by number if it has one; null where there is none.
    fn scheme(&mut self) {
        let Some(scheme) = self.uri.scheme_bytes() else {
            return self.byte(NULL);
        };
        if let Some(number) = self.uri.scheme_number(self.options.schemes) {
            return self.head(Major::Negative, number);
        }
        self.require(Feature::SchemeName, Component::Scheme, scheme);
        self.write_item(&Item::new(scheme, Charset::UNRESERVED).lower_case());
    }

    fn discard(&mut self, path: &Outline<'a>) {
        match path.count {
            0 => self.head(Major::Unsigned, 0),
            _ if path.rooted => self.byte(TRUE),
            _ => self.head(Major::Unsigned, (path.above as u64).wrapping_add(1)),
        }
    }

    /// Writes the path; gives where its last segment begins, or its end if it has none.
    fn path(&mut self, path: &Outline<'a>) -> u32 {
        if path.count == 0 {
            self.byte(if self.uri.is_relative() { NULL } else { EMPTY_ARRAY });
            return self.at();
        }
        self.head(Major::Array, path.count as u64);
        if !path.dots {
            return self.parts(path.segments, b'/', Charset::SEGMENT, Component::Path);
        }
        // Which segments stay is known from the last to the first: measure them, then write them in that order.
        let (mut len, mut first) = (0_usize, b"".as_slice());
        for segment in path.kept() {
            len = len.wrapping_add(self.segment(segment).encoded_len());
            first = segment;
            if self.is_over() {
                return 0;
            }
        }
        if path.rooted && path.count > 1 && first.is_empty() && !self.uri.is_relative() && !self.uri.has_authority() {
            self.fail(ToCriErrorKind::LeadingEmptySegment, Component::Path, first);
        }
        self.zeros(len);
        if self.is_over() {
            return 0;
        }
        let mut end = self.buffer.len();
        let mut last = None;
        for segment in path.kept() {
            let item = self.segment(segment);
            let start = end.saturating_sub(item.encoded_len());
            let space = self.buffer.as_mut_slice().get_mut(start..end).unwrap_or_default();
            let room = item.write(&mut SliceBuffer::new(space));
            self.expect_room(room);
            end = start;
            last = last.or(Some(start));
        }
        // What does not fit is found at the next section.
        last.unwrap_or(end) as u32
    }

    fn segment(&mut self, segment: &'a [u8]) -> Item<'a> {
        let mut item = Item::new(segment, Charset::SEGMENT);
        self.check_item(&mut item, Component::Path);
        item
    }

    fn query(&mut self) {
        let Some(query) = self.uri.query_bytes() else {
            let full = !self.uri.is_relative();
            return self.byte(if full && self.options.revision == Revision::Draft27 { EMPTY_ARRAY } else { NULL });
        };
        let ampersands = query.iter().filter(|&&byte| byte == b'&').count();
        self.head(Major::Array, (ampersands as u64).wrapping_add(1));
        self.parts(query, b'&', Charset::PARAMETER, Component::Query);
    }

    /// Writes what stands between the separators in `text`, each part as an item; gives where the last one begins.
    fn parts(&mut self, text: &'a [u8], separator: u8, raw: Charset, component: Component) -> u32 {
        if self.short_texts(text, separator) {
            // Each part is as long as it was, behind a head of one byte.
            let part = text.iter().rev().take_while(|&&byte| byte != separator).count() as u32;
            return self.at().saturating_sub(part).saturating_sub(1);
        }
        let mut last = self.at();
        for part in text.split(|&byte| byte == separator) {
            last = self.at();
            self.part(part, raw, component);
            if self.is_over() {
                break;
            }
        }
        last
    }

    /// Writes what stands between the separators in `text` where that can be copied; says whether it could.
    pub(crate) fn short_texts(&mut self, text: &'a [u8], separator: u8) -> bool {
        // ASCII is in NFC as it is.
        if !IS_64_BIT || (self.options.nfc != Nfc::Keep && !text.is_ascii()) {
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
    // Its frame would be one more where the stack is deepest.
    #[inline(always)]
    pub(crate) fn part(&mut self, part: &'a [u8], raw: Charset, component: Component) {
        let mut item = Item::new(part, raw);
        self.check_item(&mut item, component);
        self.write_item(&item);
    }

    // As that of `part` would be.
    #[inline(always)]
    pub(crate) fn write_item(&mut self, item: &Item<'a>) {
        let room = item.write(self.buffer);
        self.expect_room(room);
    }

    /// Checks a part of the URI, and brings it into the form that the options want.
    pub(crate) fn check_item(&mut self, item: &mut Item<'a>, component: Component) {
        if let Some(at) = item.first_byte() {
            self.require(Feature::ExtendedCri, component, at);
        }
        self.in_form_c(item, component);
    }

    /// Without the feature `nfc`, text stays what it is.
    #[cfg(not(feature = "nfc"))]
    #[expect(clippy::unused_self, reason = "with the feature it is looked at")]
    pub(crate) const fn in_form_c(&self, _: &mut Item<'a>, _: Component) {}

    pub(crate) fn head(&mut self, major: Major, argument: u64) {
        if IS_64_BIT && argument < SHORT.into() {
            return self.byte((major as u8) << 5 | argument as u8);
        }
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

    fn zeros(&mut self, len: usize) {
        if IS_64_BIT {
            let room = self.buffer.push_zeros(len);
            return self.expect_room(room);
        }
        // One by one, they link no function that fills memory.
        for _ in 0..len {
            self.byte(0);
        }
    }

    /// Whether something is wrong, and nothing more is to be written.
    const fn is_over(&self) -> bool {
        IS_64_BIT && self.error.is_some()
    }

    /// Expects what was just written to have had room.
    #[inline]
    pub(crate) fn expect_room(&mut self, room: Result<(), BufferFull>) {
        if room.is_err() {
            self.fail_at(ToCriErrorKind::BufferFull, Component::Cri, 0);
        }
    }

    /// Requires `feature` to be on, since what begins with `at` uses it.
    pub(crate) fn require(&mut self, feature: Feature, component: Component, at: &[u8]) {
        if !self.options.features.has(feature) {
            self.fail(ToCriErrorKind::UnsupportedFeature(feature), component, at);
        }
    }

    /// What begins with `at` is wrong, which is a part of the URI's text: where it lies says its offset.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ToCriErrorKind, component: Component, at: &[u8]) {
        self.fail_at(kind, component, self.uri.offset_of_bytes(at));
    }

    /// What is at this offset is wrong.
    #[cold]
    pub(crate) fn fail_at(&mut self, kind: ToCriErrorKind, component: Component, offset: usize) {
        if self.error.is_none() {
            self.error = Some(ToCriError::new(kind, component, offset));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    use cri_core::{ArrayBuffer, Features};
    use cri_registry::Table;

    use super::*;

    fn convert(uri: &str, options: Options) -> Result<String, ToCriError> {
        Ok(format!("{:?}", UriRef::parse(uri)?.to_cri(options, Vec::new())?))
    }

    // shows: D16-6-03, D16-5.1-14
    #[test]
    fn each_revision_has_one_form() {
        for (uri, draft_16, draft_27) in [
            ("coap://h", r#"[-1, ["h"], []]"#, r#"[-1, ["h"]]"#),
            ("coap://h/", r#"[-1, ["h"], [""]]"#, r#"[-1, ["h"], [""]]"#),
            ("coap://h?q", r#"[-1, ["h"], [], ["q"]]"#, r#"[-1, ["h"], [], ["q"]]"#),
            ("coap://h/p#f", r#"[-1, ["h"], ["p"], null, "f"]"#, r#"[-1, ["h"], ["p"], [], "f"]"#),
            ("coap://h#f", r#"[-1, ["h"], [], null, "f"]"#, r#"[-1, ["h"], [], [], "f"]"#),
            ("a:", r#"["a", null, []]"#, r#"["a"]"#),
            ("a:#b", r#"["a", null, [], null, "b"]"#, r#"["a", null, [], [], "b"]"#),
            ("a:./", r#"["a", null, []]"#, r#"["a"]"#),
            ("a:?", r#"["a", null, [], [""]]"#, r#"["a", null, [], [""]]"#),
            ("coap+ws://h/", r#"[-9, ["h"], [""]]"#, r#"[-25, ["h"], [""]]"#),
            ("", "[]", "[]"),
            ("#f", r#"[0, null, null, "f"]"#, r#"[0, null, null, "f"]"#),
            ("?q#f", r#"[0, null, ["q"], "f"]"#, r#"[0, null, ["q"], "f"]"#),
            ("//h", r#"[null, ["h"]]"#, r#"[null, ["h"]]"#),
            ("//h#f", r#"[null, ["h"], null, null, "f"]"#, r#"[null, ["h"], null, null, "f"]"#),
            ("//h?q", r#"[null, ["h"], null, ["q"]]"#, r#"[null, ["h"], null, ["q"]]"#),
            ("/?q", r#"[true, [""], ["q"]]"#, r#"[true, [""], ["q"]]"#),
            ("..#f", r#"[2, [""], null, "f"]"#, r#"[2, [""], null, "f"]"#),
        ] {
            assert_eq!(convert(uri, Options::new(Revision::Draft16)).unwrap(), draft_16, "{uri}");
            assert_eq!(convert(uri, Options::new(Revision::Draft27)).unwrap(), draft_27, "{uri}");
        }
    }

    #[test]
    fn errors_are_where_the_uri_is_wrong() {
        use Component::{Discard, Host, Path, Port, Userinfo, ZoneId};
        for (uri, kind, component, offset) in [
            ("s://u@[v1.x]", ToCriErrorKind::IpFuture, Host, 6),
            ("s://h:", ToCriErrorKind::EmptyPort, Port, 5),
            ("s://h:01", ToCriErrorKind::PortLeadingZero, Port, 6),
            ("s://h:65536", ToCriErrorKind::PortRange, Port, 6),
            ("s://u%3A:p@h:", ToCriErrorKind::ColonInUserinfo, Userinfo, 8),
            ("s://a.%41%2e%C3%84", ToCriErrorKind::UpperCaseHost, Host, 12),
            ("s:/.//b", ToCriErrorKind::LeadingEmptySegment, Path, 5),
            ("s:b/..//c/../", ToCriErrorKind::LeadingEmptySegment, Path, 7),
            ("//[::1%25a%C3%A9%C3]", ToCriErrorKind::InvalidUtf8, ZoneId, 16),
        ] {
            let error = convert(uri, Options::default()).unwrap_err();
            assert_eq!((error.kind(), error.component(), error.offset()), (kind, component, offset), "{uri}");
            assert!(format!("{error}").ends_with(&format!(" at byte {offset}")), "{error}");
        }
        let error = convert("//[::1%25z]", Options::new(Revision::Draft27)).unwrap_err();
        assert_eq!((error.kind(), error.component(), error.offset()), (ToCriErrorKind::ZoneId, ZoneId, 9));
        let above = "../".repeat(127);
        let error = convert(&above, Options::default()).unwrap_err();
        assert_eq!((error.kind(), error.component(), error.offset()), (ToCriErrorKind::DiscardRange, Discard, 378));
        let message =
            "expected at most 126 segments \"..\" that leave the base's directory, found one more at byte 378";
        assert_eq!(format!("{error}"), message);
    }

    #[test]
    fn nothing_is_left_of_what_is_wrong() {
        let long = "a/./%2F".repeat(100);
        for uri in ["s://h:", "s:/.//b", "coap://h:99999/", &format!("coap://h:99999/{long}"), &format!("s:/.//{long}")]
        {
            for mut buffer in [Vec::new(), Vec::with_capacity(1000)] {
                assert!(UriRef::parse(uri).unwrap().to_cri(Options::default(), &mut buffer).is_err());
                assert!(buffer.is_empty(), "{uri}");
            }
        }
        let mut buffer = ArrayBuffer::<8>::new();
        assert!(UriRef::parse(&long).unwrap().to_cri(Options::default(), &mut buffer).is_err());
        assert!(buffer.is_empty());
    }

    // shows: D16-2-C12-01, D16-7-02
    #[test]
    fn features_are_missed_where_they_are_used() {
        use Component::{Authority, Fragment, Host, Path, Query, Scheme, Userinfo};
        use Feature::{ExtendedCri, NoAuthority, SchemeName};
        for (uri, feature, component, offset) in [
            ("s://h", SchemeName, Scheme, 0),
            ("coap:/a", NoAuthority, Authority, 5),
            ("coap://u@h", Feature::Userinfo, Userinfo, 7),
            ("//u%21@h", ExtendedCri, Userinfo, 3),
            ("//a.b%C3%A9%21", ExtendedCri, Host, 11),
            ("/a/b%20%3B", ExtendedCri, Path, 7),
            ("/x/../b%3B", ExtendedCri, Path, 7),
            ("?a&%FF", ExtendedCri, Query, 3),
            ("#%2F", ExtendedCri, Fragment, 1),
        ] {
            let options = Options::default();
            assert!(convert(uri, options).is_ok(), "{uri}");
            let error = convert(uri, options.with_features(Features::ALL.without(feature))).unwrap_err();
            let expected = (ToCriErrorKind::UnsupportedFeature(feature), component, offset);
            assert_eq!((error.kind(), error.component(), error.offset()), expected, "{uri}");
        }
        assert!(convert("coap://h/%20?%26", Options::default().with_features(Features::NONE)).is_ok());
    }

    // shows: D16-2-C7-01
    #[test]
    fn ports_that_are_a_default_of_the_scheme_go() {
        let convert = |uri| convert(uri, Options::default()).unwrap();
        assert_eq!(convert("COAPS://h:5684"), r#"[-2, ["h"], []]"#);
        assert_eq!(convert("coap://h:5684"), r#"[-1, ["h", 5684], []]"#);
        assert_eq!(convert("//h:5683"), r#"[null, ["h", 5683]]"#);
        assert_eq!(convert("s://h:0"), r#"["s", ["h", 0], []]"#);
    }

    #[test]
    fn coap_options_number_six_schemes() {
        for revision in Revision::ALL {
            let convert = |uri: &str, options| convert(uri, options).unwrap();
            for (_, name) in Options::coap(revision).schemes.iter() {
                let uri = format!("{name}://h:5683/");
                assert_eq!(convert(&uri, Options::coap(revision)), convert(&uri, Options::new(revision)));
            }
            assert_eq!(convert("https://h/", Options::coap(revision)), r#"["https", ["h"], [""]]"#);
        }
    }

    #[test]
    fn every_scheme_that_has_a_number_gets_it() {
        for table in [Table::DRAFT_16, Table::DRAFT_27] {
            for (number, name) in table.iter() {
                let options = Options { schemes: table, ..Options::default() };
                let expected = format!("[-{}, null, []]", number + 1);
                assert_eq!(convert(&format!("{}:", name.to_ascii_uppercase()), options).unwrap(), expected);
            }
        }
        let long = "A".repeat(49);
        let expected = format!(r#"["{}", null, []]"#, long.to_ascii_lowercase());
        assert_eq!(convert(&format!("{long}:"), Options::default()).unwrap(), expected);
    }

    #[test]
    fn heads_grow_with_what_they_count() {
        for count in [23, 24, 255, 256] {
            for (front, unit, back) in [("//", "a.", "a"), ("/", "a/", "a"), ("/./", "a/", "a"), ("?", "a&", "a")] {
                let cri = convert(&format!("{front}{}{back}", unit.repeat(count)), Options::default()).unwrap();
                assert_eq!(cri.matches("\"a\"").count(), count + 1);
            }
        }
    }
}
