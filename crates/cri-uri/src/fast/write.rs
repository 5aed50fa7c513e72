//! The CRI of a short URI reference.
//!
//! Taken are those whose arrays have heads of one byte, without zone, without an upper-case letter in the scheme,
//! without percent-encoding before the path, and without dot-segments in a rootless path of a URI. Text is copied
//! sixteen bytes at a time, past its end, where the next item comes to stand; and separators are found eight bytes at
//! a time.

use core::net::IpAddr;

use cri_core::wire::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE};
use cri_core::{Buffer, Features, Revision, SliceBuffer, Written};

use super::short::Short;
use crate::charset::Charset;
use crate::pct::{Item, SHORT};
use crate::{Nfc, Options, UriHost, UriRef};

/// The head of the empty text; the length of a short text is added to it.
const TEXT: u8 = (Major::Text as u8) << 5;
/// How many bytes are copied at once.
const STEP: usize = 16;

/// Room in bytes for the CRI of a URI, and for what is copied past its end: an address is at most 13 bytes longer, and
/// the rest a few for its heads.
pub(crate) fn room(uri: &UriRef<'_>) -> usize {
    uri.as_str().len().saturating_add(48)
}

/// Writes the CRI of `uri` to the front of `out`, and gives what it wrote; `None` where that is for the general path.
#[inline(never)]
pub(crate) fn write(uri: &UriRef<'_>, options: &Options, out: &mut [u8]) -> Option<Written> {
    if options.features != Features::ALL {
        return None;
    }
    let short = Short::new(uri.as_str().as_bytes())?;
    let any_percent = short.ascii_contains(b'%')?;
    if any_percent && options.nfc != Nfc::Keep {
        return None;
    }
    let mut cri = Cri {
        uri,
        short,
        out,
        len: 1,
        last: 1,
        any_percent,
        count: 0,
        starts: [0; SHORT as usize],
        any_dots: false,
        ends_in_dots: false,
        above: 0,
    };
    let full = !uri.is_relative();
    let (path, path_end, query_end) = (uri.offsets.path, uri.offsets.path_end, uri.offsets.query_end);
    let (any_path, any_query, any_fragment) = (path < path_end, path_end < query_end, query_end < short.len());
    let rooted = any_path && short.at(path) == b'/';
    let mut sections = 0_u8;
    let mut authority = cri.len;
    let any_tail = any_path || any_query || any_fragment;
    if full || uri.has_authority() {
        sections = 2;
        cri.scheme(options)?;
        authority = cri.len;
        cri.authority(options)?;
    } else if any_tail {
        sections = 1;
        // Section 5.1.2; how many segments more of the base go is known behind the path.
        cri.push(match (any_path, rooted) {
            (false, _) => 0,
            (true, true) => TRUE,
            (true, false) => 1,
        })?;
        authority = cri.len;
    }
    let path_at = cri.len;
    // Section 5.1: what says nothing is left off at the end. An empty path says something in a CRI of draft-16.
    let is_draft_27 = options.revision == Revision::Draft27;
    if any_path {
        cri.path(path.wrapping_add(rooted.into()), path_end, rooted)?;
    } else if any_tail || (full && !is_draft_27) {
        cri.push(if full { EMPTY_ARRAY } else { NULL })?;
    }
    sections = sections.wrapping_add((any_tail || (full && !is_draft_27)).into());
    let query_at = cri.len;
    let last = if any_path { cri.last } else { query_at };
    if any_query {
        cri.array::<b'&'>(path_end.wrapping_add(1), query_end)?;
    } else if any_fragment {
        cri.push(if full && is_draft_27 { EMPTY_ARRAY } else { NULL })?;
    }
    let fragment_at = cri.len;
    if any_fragment {
        cri.item(query_end.wrapping_add(1), short.len(), Charset::QUERY)?;
    }
    sections = sections.wrapping_add((any_query || any_fragment).into()).wrapping_add(any_fragment.into());
    *cri.out.first_mut()? = EMPTY_ARRAY | sections;
    // INVARIANT: what is written is at most `room`, which a byte holds.
    let [len, authority, path, query, fragment, last] =
        [cri.len, authority, path_at, query_at, fragment_at, last].map(|offset| offset as u8);
    Some(Written { len, authority, path, query, fragment, last, full })
}

/// A CRI that is being written.
struct Cri<'a> {
    uri: &'a UriRef<'a>,
    short: Short<'a>,
    out: &'a mut [u8],
    /// How many bytes are written.
    len: usize,
    /// Where the last segment begins.
    last: usize,
    /// Whether anything is percent-encoded.
    any_percent: bool,
    /// How many items the array has that is being written.
    count: u8,
    /// Where the segments begin that are written.
    starts: [u8; SHORT as usize],
    /// Whether there was a dot-segment, and whether one was the last.
    any_dots: bool,
    ends_in_dots: bool,
    /// How many `..` found no segment to remove.
    above: u8,
}

impl Cri<'_> {
    #[inline(always)]
    fn set_all<const N: usize>(&mut self, at: usize, bytes: [u8; N]) -> Option<()> {
        *self.out.get_mut(at..at.wrapping_add(N))?.first_chunk_mut()? = bytes;
        Some(())
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) -> Option<()> {
        self.push_all([byte])
    }

    #[inline(always)]
    fn push_all<const N: usize>(&mut self, bytes: [u8; N]) -> Option<()> {
        self.set_all(self.len, bytes)?;
        self.len = self.len.wrapping_add(N);
        Some(())
    }

    #[inline(always)]
    fn number(&mut self, major: Major, number: u16) -> Option<()> {
        let top = (major as u8) << 5;
        let [high, low] = number.to_be_bytes();
        match number {
            0..24 => self.push(top | low),
            24..0x100 => self.push_all([top | 24, low]),
            _ => self.push_all([top | 25, high, low]),
        }
    }

    /// The scheme, by number if it has one; null where there is none.
    #[inline(always)]
    fn scheme(&mut self, options: &Options) -> Option<()> {
        let end = self.uri.offsets.scheme;
        if end == 0 {
            return self.push(NULL);
        }
        let scheme = self.short.slice(0, end);
        if let Some(number) = options.schemes.number(scheme) {
            return self.number(Major::Negative, u16::try_from(number).ok()?);
        }
        if scheme.iter().any(u8::is_ascii_uppercase) {
            return None;
        }
        self.plain_item(0, end)
    }

    /// The authority section: the authority, or which of the two forms of there being none (C2 to C7).
    #[inline(always)]
    fn authority(&mut self, options: &Options) -> Option<()> {
        let path = self.uri.offsets.path;
        if !self.uri.has_authority() {
            // Section 2.1: what has the URI of an authority is an error, and the general path's.
            return match self.short.slice(path, self.uri.offsets.path_end) {
                [] => None,
                [b'/', ..] => self.push(NULL),
                _ => self.push(TRUE),
            };
        }
        let head = self.len;
        self.push(0)?;
        self.userinfo(options)?;
        let (host, host_end) = (self.uri.offsets.host, self.uri.offsets.host_end);
        let address = match self.short.at(host) {
            b'0'..=b'9' | b'[' => match self.uri.host()? {
                UriHost::Ipv4(address) => Some(IpAddr::V4(address)),
                UriHost::Ipv6 { address, zone: None } => Some(IpAddr::V6(address)),
                UriHost::RegName(_) => None,
                _ => return None,
            },
            _ => None,
        };
        match address {
            Some(IpAddr::V4(address)) => {
                self.push(0x44)?;
                self.push_all(address.octets())?;
                self.count = self.count.wrapping_add(1);
            }
            Some(IpAddr::V6(address)) => {
                self.push(0x50)?;
                self.push_all(address.octets())?;
                self.count = self.count.wrapping_add(1);
            }
            None => self.labels(host, host_end)?,
        }
        if host_end < path
            && let Some(port) = self.port(options)?
        {
            self.number(Major::Unsigned, port)?;
            self.count = self.count.wrapping_add(1);
        }
        self.array_head(head)
    }

    /// The labels of a name without percent-encoding, in lower case (C5).
    #[inline(always)]
    fn labels(&mut self, host: usize, host_end: usize) -> Option<()> {
        let start = self.len;
        self.items::<b'.'>(host, host_end)?;
        if self.any_percent && self.short.slice(host, host_end).contains(&b'%') {
            return None;
        }
        if self.short.any_upper_case(host, host_end) {
            // The heads are no upper-case letters.
            self.out.get_mut(start..self.len)?.make_ascii_lowercase();
        }
        Some(())
    }

    /// The userinfo, if there is one.
    #[inline(always)]
    fn userinfo(&mut self, options: &Options) -> Option<()> {
        let (start, host) = (self.uri.offsets.authority, self.uri.offsets.host);
        if start == host {
            return Some(());
        }
        let end = host.wrapping_sub(1);
        let userinfo = self.short.slice(start, end);
        // C3: the revisions disagree about a colon.
        if userinfo.contains(&b'%') || (options.revision == Revision::Draft16 && userinfo.contains(&b':')) {
            return None;
        }
        self.push(FALSE)?;
        self.plain_item(start, end)?;
        self.count = 2;
        Some(())
    }

    /// The port, unless it is the scheme's default (C6, C7); there is a colon.
    #[inline(always)]
    fn port(&self, options: &Options) -> Option<Option<u16>> {
        let digits = self.short.slice(self.uri.offsets.host_end.wrapping_add(1), self.uri.offsets.path);
        if digits.len() > 5 || !matches!(digits, [b'0'] | [b'1'..=b'9', ..]) {
            return None;
        }
        let digit = |port: u32, &digit: &u8| port.wrapping_mul(10).wrapping_add(digit.wrapping_sub(b'0').into());
        let port = u16::try_from(digits.iter().fold(0, digit)).ok()?;
        let default = options.schemes.default_port(self.short.slice(0, self.uri.offsets.scheme));
        Some((default != Some(port)).then_some(port))
    }

    /// The path: its segments, without dot-segments (RFC 3986 section 5.2.4).
    #[inline(always)]
    fn path(&mut self, start: usize, end: usize, rooted: bool) -> Option<()> {
        let head = self.len;
        self.push(0)?;
        self.items::<b'/'>(start, end)?;
        if self.any_dots {
            self.without_dots(rooted)?;
        }
        // Section 2.1: what would read as an authority is an error, and the general path's.
        let is_bare = !self.uri.is_relative() && !self.uri.has_authority();
        if is_bare && rooted && self.count > 1 && self.out.get(head.wrapping_add(1)) == Some(&TEXT) {
            return None;
        }
        self.array_head(head)
    }

    /// What is left to do where there was a dot-segment.
    #[cold]
    fn without_dots(&mut self, rooted: bool) -> Option<()> {
        if self.ends_in_dots {
            // The slash before it stays.
            self.begin_item()?;
            self.last = self.len;
            self.push(TEXT)?;
        }
        match (self.uri.is_relative() && !self.uri.has_authority(), rooted) {
            (_, true) => Some(()),
            (true, false) => {
                let discard = self.out.get_mut(1)?;
                *discard = discard.checked_add(self.above).filter(|&discard| u64::from(discard) < SHORT)?;
                Some(())
            }
            // What `..` leaves of a rootless path may be rooted.
            (false, false) => None,
        }
    }

    /// The array of what stands between the separators.
    #[inline(always)]
    fn array<const SEPARATOR: u8>(&mut self, start: usize, end: usize) -> Option<()> {
        let head = self.len;
        self.push(0)?;
        self.items::<SEPARATOR>(start, end)?;
        self.array_head(head)
    }

    #[inline(always)]
    fn array_head(&mut self, at: usize) -> Option<()> {
        let count = core::mem::take(&mut self.count);
        *self.out.get_mut(at)? = EMPTY_ARRAY | count;
        (u64::from(count) < SHORT).then_some(())
    }

    /// What stands between the separators, each part as an item.
    #[inline(always)]
    fn items<const SEPARATOR: u8>(&mut self, start: usize, end: usize) -> Option<()> {
        let mut item = start;
        for (at, mut marks) in self.short.marks(SEPARATOR, start, end) {
            while marks != 0 {
                let mark = at.wrapping_add(marks.trailing_zeros() as usize / 8);
                self.part::<SEPARATOR>(item, mark)?;
                item = mark.wrapping_add(1);
                marks &= marks.wrapping_sub(1);
            }
        }
        self.part::<SEPARATOR>(item, end)
    }

    #[inline(always)]
    fn part<const SEPARATOR: u8>(&mut self, start: usize, end: usize) -> Option<()> {
        match SEPARATOR {
            b'/' => return self.segment(start, end),
            b'&' => self.item(start, end, Charset::PARAMETER)?,
            _ => self.plain_item(start, end)?,
        }
        self.count = self.count.wrapping_add(1);
        Some(())
    }

    /// A segment, or what a dot-segment does.
    #[inline(always)]
    fn segment(&mut self, start: usize, end: usize) -> Option<()> {
        let head = self.len;
        self.begin_item()?;
        self.item(start, end, Charset::SEGMENT)?;
        self.ends_in_dots = false;
        if self.out.get(head.wrapping_add(1)) == Some(&b'.') {
            return self.dots(head);
        }
        self.last = head;
        Some(())
    }

    /// Counts an item that begins here.
    #[inline(always)]
    fn begin_item(&mut self) -> Option<()> {
        *self.starts.get_mut(usize::from(self.count))? = self.len as u8;
        self.count = self.count.wrapping_add(1);
        Some(())
    }

    /// What the segment at `head` does, which begins with a dot.
    #[inline(never)]
    fn dots(&mut self, head: usize) -> Option<()> {
        let removed = match self.out.get(head..self.len)? {
            [_, b'.'] => 1,
            [_, b'.', b'.'] => 2,
            _ => {
                self.last = head;
                return Some(());
            }
        };
        (self.any_dots, self.ends_in_dots) = (true, true);
        // The dot-segment itself goes, and one before it, if there is one.
        match self.count.checked_sub(removed) {
            Some(count) => self.count = count,
            None => (self.count, self.above) = (0, self.above.wrapping_add(1)),
        }
        self.len = usize::from(*self.starts.get(usize::from(self.count))?);
        self.last = match self.count.checked_sub(1) {
            Some(last) => usize::from(*self.starts.get(usize::from(last))?),
            None => self.len,
        };
        Some(())
    }

    /// What may be percent-encoded, where characters of `raw` are as they are.
    #[inline(always)]
    fn item(&mut self, start: usize, end: usize, raw: Charset) -> Option<()> {
        if self.any_percent { self.encoded_item(start, end, raw) } else { self.plain_item(start, end) }
    }

    #[inline(never)]
    fn encoded_item(&mut self, start: usize, end: usize, raw: Charset) -> Option<()> {
        let percents = self.short.marks(b'%', start, end).map(|(_, marks)| marks.count_ones() as usize).sum::<usize>();
        if percents == 0 {
            return self.plain_item(start, end);
        }
        let item = self.len;
        // Each triplet becomes a byte, if all that is percent-encoded is text.
        self.text_head(end.wrapping_sub(start).wrapping_sub(percents.wrapping_mul(2)))?;
        let body = self.len;
        let mut rest = start;
        let mut all = 0;
        for (at, mut marks) in self.short.marks(b'%', start, end) {
            while marks != 0 {
                let percent = at.wrapping_add(marks.trailing_zeros() as usize / 8);
                marks &= marks.wrapping_sub(1);
                self.text(rest, percent)?;
                let byte = self.short.triplet(percent);
                if raw.has(byte) && !Charset::UNRESERVED.has(byte) {
                    return self.sequence(item, start, end, raw);
                }
                all |= byte;
                self.push(byte)?;
                rest = percent.wrapping_add(3);
            }
        }
        self.text(rest, end)?;
        if !all.is_ascii() && core::str::from_utf8(self.out.get(body..self.len)?).is_err() {
            return self.sequence(item, start, end, raw);
        }
        Some(())
    }

    /// A text-pet-sequence, at `at`: what text cannot say is in it.
    #[cold]
    fn sequence(&mut self, at: usize, start: usize, end: usize, raw: Charset) -> Option<()> {
        let mut buffer = SliceBuffer::new(self.out.get_mut(at..)?);
        Item::new(self.short.slice(start, end), raw).write(&mut buffer).ok()?;
        self.len = at.wrapping_add(buffer.len());
        Some(())
    }

    /// A text as it stands in the URI.
    #[inline(always)]
    fn plain_item(&mut self, start: usize, end: usize) -> Option<()> {
        self.text_head(end.wrapping_sub(start))?;
        self.text(start, end)
    }

    #[inline(always)]
    fn text_head(&mut self, len: usize) -> Option<()> {
        // The second byte of a head that has but one is overwritten.
        let is_long = len >= SHORT as usize;
        self.set_all(self.len, if is_long { [TEXT | 24, len as u8] } else { [TEXT | len as u8, 0] })?;
        self.len = self.len.wrapping_add(1).wrapping_add(is_long.into());
        Some(())
    }

    /// What is between these positions of the URI.
    #[inline(always)]
    fn text(&mut self, start: usize, end: usize) -> Option<()> {
        let len = end.wrapping_sub(start);
        self.set_all(self.len, self.short.sixteen(start))?;
        let mut copied = STEP;
        while copied < len {
            let behind = self.short.sixteen(start.wrapping_add(copied));
            self.set_all(self.len.wrapping_add(copied), behind)?;
            copied = copied.wrapping_add(STEP);
        }
        self.len = self.len.wrapping_add(len);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::String;
    use std::vec;
    use std::vec::Vec;

    use cri_core::CriRefBuf;
    use cri_registry::Table;

    use super::super::short::LONGEST;
    use super::*;
    use crate::to_cri::Writer;

    /// What the fast path writes, the general one does, and it is what it says it is; says whether it wrote anything.
    fn agrees(text: &str, options: Options) -> bool {
        let Ok(uri) = UriRef::parse(text) else {
            return false;
        };
        let mut fast = vec![0; room(&uri)];
        let Some(written) = write(&uri, &options, &mut fast) else {
            return false;
        };
        fast.truncate(written.len.into());
        let mut general = Vec::new();
        Writer { uri, options, buffer: &mut general }.write().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fast, general, "{text}");
        // This decodes it, where there are debug assertions.
        assert_eq!(CriRefBuf::from_written(fast, written).as_bytes(), general);
        true
    }

    fn all_options() -> [Options; 3] {
        let firmware = Options { schemes: Table::COAP_DRAFT_16, ..Options::default() };
        [Options::default(), Options::new(Revision::Draft27), firmware]
    }

    #[test]
    fn it_agrees_with_the_general_path() {
        const BITS: [&str; 24] = [
            "/", ".", "..", "?", "#", "&", ":", "@", "A", "z", "%", "%41", "%2F", "%2e", "%FF", "%C3%A9", "0", "9",
            "[", "]", "=", "//", "/.", "/../",
        ];
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let converted = corpus.convert.iter().filter_map(|vector| vector.uri.as_ref());
        let mut written = 0;
        for text in converted.chain(corpus.parse.iter().map(|vector| &vector.uri)) {
            for options in all_options() {
                written += usize::from(agrees(text, options));
            }
            for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let (before, behind) = text.split_at(at);
                let after_one = behind.char_indices().nth(1).map_or("", |(next, _)| &behind[next..]);
                for more in BITS {
                    for text in [[before, more, behind].concat(), [before, more, after_one].concat()] {
                        for options in all_options() {
                            agrees(&text, options);
                        }
                    }
                }
            }
        }
        // A test that compares nothing shows nothing.
        assert!(written > 100, "{written}");
    }

    #[test]
    fn dot_segments_anywhere() {
        let segments = ["", ".", "..", "a", "%2E", ".b", "..c"];
        let mut paths = vec![String::new()];
        let mut taken = 0;
        for _ in 0..5 {
            paths = paths.iter().flat_map(|path| segments.map(|segment| format!("{path}/{segment}"))).collect();
            for path in &paths {
                for front in ["coap://h", "coap:", "coap:x", "//h", "", "x", "..", "."] {
                    taken += usize::from(agrees(&format!("{front}{path}"), Options::default()));
                }
                taken += usize::from(agrees(path.trim_start_matches('/'), Options::default()));
            }
        }
        assert!(taken > 10_000, "{taken}");
    }

    #[test]
    fn lengths_end_where_heads_do() {
        for len in 0..LONGEST {
            let text = "a".repeat(len);
            let many = |separator: &str| vec!["a"; len].join(separator);
            for (uri, is_short) in [
                (format!("coap://{text}/{text}?{text}#{text}"), true),
                (format!("coap://{text}@h"), true),
                (format!("a{text}:b"), true),
                (format!("#{text}"), true),
                (format!("coap://{}", many(".")), len < 24),
                (format!("/{}", many("/")), len < 24),
                (format!("?{}", many("&")), len < 24),
            ] {
                for options in all_options() {
                    assert_eq!(agrees(&uri, options), is_short && uri.len() <= LONGEST, "{uri}");
                }
            }
        }
    }

    #[test]
    fn where_there_is_no_room_nothing_is_written() {
        let uri = UriRef::parse("coap://[::1]:61616/a/b/c?d&e#f").unwrap();
        let mut space = vec![0; room(&uri)];
        assert!(write(&uri, &Options::default(), &mut space).is_some());
        for len in 0..uri.as_str().len() {
            assert!(write(&uri, &Options::default(), &mut space[..len]).is_none());
        }
    }
}
