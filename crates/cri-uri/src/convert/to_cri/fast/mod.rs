//! The fast path from URI to CRI, for machines of 64 bits: the CRI of a short URI reference, written while its text is
//! read for the first time.
//!
//! It returns what the general path returns, or nothing. Nothing means that the general path has to look, be it at an
//! error or at a rare shape. So there are no errors here. Tests and fuzzing compare the two paths.
//!
//! The fast path leaves to the general one:
//!
//! - texts of more than `LONGEST` bytes, and options with a feature off;
//! - arrays, byte strings, discards and scheme names that need a head of more than one byte;
//! - zone identifiers, and userinfo with a colon or with anything percent-encoded;
//! - percent-encoded dots, addresses and upper-case letters beyond ASCII in the host;
//! - ports that are empty, too large, or begin with a zero before other digits;
//! - rootless paths of a URI that hold `..` or begin with a dot-segment;
//! - text that is not in NFC, if the options ask for NFC.

mod authority;
mod encoded;
mod items;
mod out;

#[cfg(feature = "nfc")]
use cri_core::CriRef;
use cri_core::wire::{EMPTY_ARRAY, Major, NULL, TRUE};
use cri_core::{Buffer, Discard, Features, Revision, Written};

use crate::convert::field::Field;
#[cfg(feature = "nfc")]
use crate::convert::nfc::check_nfc;
#[cfg(feature = "nfc")]
use crate::convert::options::Nfc;
use crate::convert::options::Options;
use crate::convert::to_cri::fast::authority::authority;
use crate::convert::to_cri::fast::items::{Kind, item, parameters, path};
use crate::convert::to_cri::fast::out::{END, NO_BYTES, Out, Place, TEXT, byte, push, push_number};
use crate::text::charset::Charset;
#[cfg(feature = "nfc")]
use crate::text::pct::{TRIPLET, first_triplet};

/// The longest text in bytes that the fast path takes.
///
/// INVARIANT: `Out` has room for its CRI, and for the bytes after an item while it is written. An address adds at most 14
/// bytes to the text, a sequence at most one for each six characters, and heads a few.
const LONGEST: usize = 184;

/// The longest scheme in bytes: its name has a head of one byte.
const LONGEST_SCHEME: usize = 23;

/// A CRI that was written: its length in bytes, and where its sections begin. It fits in one register.
#[derive(Clone, Copy)]
pub(crate) struct ShortCri {
    len: u8,
    authority: u8,
    path: u8,
    query: u8,
    fragment: u8,
    last: u8,
    full: bool,
}

impl ShortCri {
    #[inline]
    pub(crate) fn written(self) -> Written {
        let Self { authority, path, query, fragment, last, full, .. } = self;
        let [authority, path, query, fragment, last] = [authority, path, query, fragment, last].map(u32::from);
        Written { full, authority, path, query, fragment, last }
    }
}

/// Writes the CRI of `text` to `buffer`, which is empty. `None` leaves it to the general path.
#[inline(never)]
pub(crate) fn convert(text: &str, options: &Options, buffer: &mut impl Buffer) -> Option<ShortCri> {
    if buffer.room() < NO_BYTES.len() {
        let mut out = NO_BYTES;
        let cri = write(text, options, &mut out)?;
        buffer.push_bytes(out.get(..cri.len.into())?).ok()?;
        return Some(cri);
    }
    // In place, since bytes that were just written one by one take long to be read as words.
    buffer.push_zeros(NO_BYTES.len()).ok()?;
    let cri = buffer.as_mut_slice().first_chunk_mut().and_then(|out| write(text, options, out));
    buffer.truncate(cri.map_or(0, |cri| cri.len.into()));
    cri
}

/// Writes the CRI of `text` to the start of `out`. `None` leaves it to the general path.
#[inline(never)]
fn write(text: &str, options: &Options, out: &mut Out) -> Option<ShortCri> {
    let text = text.as_bytes();
    if text.len() > LONGEST || options.features != Features::ALL {
        return None;
    }
    let mut lower_case = [0; LONGEST_SCHEME];
    let scheme = scheme(text, &mut lower_case)?;
    let start = if scheme.is_empty() { 0 } else { scheme.len().wrapping_add(1) };
    let shape = Shape {
        full: !scheme.is_empty(),
        has_authority: byte(text, start) == b'/' && byte(text, start.wrapping_add(1)) == b'/',
        revision: options.revision,
    };
    let place = Place { at: start, to: 1, stop: byte(text, start) };
    let (place, authority_at) = if shape.by_discard() {
        let place = write_discard(out, place);
        (place, place.to)
    } else {
        let to = write_scheme(scheme, options, out, place.to)?;
        (write_authority(text, out, shape, Place { to, ..place }, scheme, options)?, to)
    };
    // Without the feature `nfc` nothing here looks into the answer, so it stays in its register.
    let cri = write_tail(text, out, shape, place, authority_at);
    #[cfg(feature = "nfc")]
    if options.nfc != Nfc::Keep && any_encoded_from_0300(text) && !is_in_nfc(out.get(..cri?.len.into())?, options) {
        return None;
    }
    cri
}

/// How a URI reference begins, and the revision of its CRI.
#[derive(Clone, Copy)]
struct Shape {
    full: bool,
    has_authority: bool,
    revision: Revision,
}

impl Shape {
    /// Whether a discard replaces scheme and authority.
    #[inline(always)]
    const fn by_discard(self) -> bool {
        !self.full && !self.has_authority
    }

    /// Whether an empty path at the end is left out.
    #[inline(always)]
    const fn leaves_out_path(self) -> bool {
        !self.full || self.revision.leaves_out(EMPTY_ARRAY, Discard::All)
    }

    /// The kind of the path that begins with `stop`.
    #[inline(always)]
    const fn kind(self, stop: u8) -> Kind {
        match (stop, self.by_discard()) {
            (b'/', false) if !self.has_authority => Kind::Bare,
            (b'/', _) => Kind::Rooted,
            (_, false) => Kind::Rootless,
            (_, true) => Kind::Relative,
        }
    }
}

/// Writes the discard (section 5.1.2), if anything follows. A path with `..` overwrites it at its end.
#[inline(always)]
fn write_discard(out: &mut Out, place: Place) -> Place {
    let discard = match place.stop {
        END => return place,
        b'/' => TRUE,
        b'?' | b'#' => 0,
        _ => 1,
    };
    Place { to: push(out, place.to, discard), ..place }
}

/// Writes the authority section: the authority, or null or true if there is none.
#[inline(always)]
fn write_authority(
    text: &[u8],
    out: &mut Out,
    shape: Shape,
    place: Place,
    scheme: &[u8],
    options: &Options,
) -> Option<Place> {
    if shape.has_authority {
        return authority(text, out, place, scheme, options);
    }
    let without = match place.stop {
        // The CRI ends with the scheme.
        END if shape.leaves_out_path() => return None,
        b'/' | b'?' | b'#' | END => NULL,
        _ => TRUE,
    };
    Some(Place { to: push(out, place.to, without), ..place })
}

/// Writes path, query and fragment, and then the head of the CRI.
#[inline(always)]
fn write_tail(text: &[u8], out: &mut Out, shape: Shape, place: Place, authority: u8) -> Option<ShortCri> {
    let Shape { full, revision, .. } = shape;
    // Section 5.1: empty sections at the end are omitted.
    let any_tail = place.stop != END;
    let keeps_path = any_tail || !shape.leaves_out_path();
    let front = if shape.by_discard() { any_tail.into() } else { 2_u8 };
    let mut count = front.wrapping_add(keeps_path.into());
    let (mut place, path_at, mut last) = (place, place.to, None);
    if !matches!(place.stop, b'?' | b'#' | END) {
        let kind = shape.kind(place.stop);
        place.at = place.at.wrapping_add((place.stop == b'/').into());
        let (after, head) = path(text, out, place, kind)?;
        (place, last) = (after, Some(head));
    } else if keeps_path {
        place.to = push(out, place.to, if full { EMPTY_ARRAY } else { NULL });
    }
    let query = place.to;
    if place.stop == b'?' {
        place = parameters(text, out, place)?;
        count = count.wrapping_add(1);
    } else if place.stop == b'#' {
        place.to = push(out, place.to, revision.missing_query(full));
        count = count.wrapping_add(1);
    }
    let fragment = place.to;
    if place.stop == b'#' {
        place = item(text, out, place.at.wrapping_add(1), place.to, Field::FRAGMENT.raw)?;
        count = count.wrapping_add(1);
    }
    if place.stop != END {
        return None;
    }
    push(out, 0, EMPTY_ARRAY | count);
    let last = last.unwrap_or(query);
    Some(ShortCri { len: place.to, authority, path: path_at, query, fragment, last, full })
}

/// Whether a percent-encoded byte begins a character from U+0300 on, or no character. Text below U+0300 is in NFC.
#[cfg(feature = "nfc")]
fn any_encoded_from_0300(text: &[u8]) -> bool {
    text.contains(&b'%') && text.windows(TRIPLET).filter_map(first_triplet).any(|byte| byte >= 0xcc)
}

/// Whether the text of this CRI reference is in NFC, as far as the revision wants that. Then there is nothing to refuse
/// and nothing to map.
#[cfg(feature = "nfc")]
#[inline(never)]
fn is_in_nfc(cri: &[u8], options: &Options) -> bool {
    CriRef::decode(cri).is_ok_and(|cri| check_nfc(cri, options.revision).is_ok())
}

/// The scheme in lower case, empty if there is none.
#[inline(always)]
fn scheme<'s>(text: &'s [u8], lower_case: &'s mut [u8; LONGEST_SCHEME]) -> Option<&'s [u8]> {
    let (mut end, mut all) = (0_usize, u8::MAX);
    let stop = loop {
        let byte = byte(text, end);
        if !Charset::SCHEME.has(byte) {
            break byte;
        }
        all &= byte;
        end = end.wrapping_add(1);
    };
    if stop != b':' {
        // The first segment of a relative reference has no colon (RFC 3986 section 4.2).
        let mut first = text.iter().take_while(|byte| !matches!(byte, b'/' | b'?' | b'#'));
        return if first.any(|&byte| byte == b':') { None } else { Some(&[]) };
    }
    let scheme = text.get(..end).filter(|scheme| scheme.first().is_some_and(u8::is_ascii_alphabetic))?;
    let lower_case = lower_case.get_mut(..end)?;
    // Of the characters of schemes, only capital letters do not have this bit.
    if all & 0x20 != 0 {
        return Some(scheme);
    }
    for (to, from) in lower_case.iter_mut().zip(scheme) {
        *to = from.to_ascii_lowercase();
    }
    Some(lower_case)
}

/// Writes the scheme: its number if it has one, else its name. Without a scheme it writes null.
#[inline(always)]
fn write_scheme(scheme: &[u8], options: &Options, out: &mut Out, to: u8) -> Option<u8> {
    if scheme.is_empty() {
        return Some(push(out, to, NULL));
    }
    if let Some(number) = options.schemes.by_name(scheme).map(|scheme| scheme.number) {
        return Some(push_number(out, to, Major::Negative, u16::try_from(number).ok()?));
    }
    let mut to = push(out, to, TEXT | scheme.len() as u8);
    for &byte in scheme {
        to = push(out, to, byte);
    }
    Some(to)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::format;
    use std::string::String;
    use std::vec;
    use std::vec::Vec;

    use cri_core::CriRefBuf;
    use cri_registry::Table;

    use super::*;
    use crate::convert::to_cri::writer::Writer;
    use crate::text::uri_ref::UriRef;

    /// Compares the fast path with the general one; returns whether the fast path wrote anything.
    pub(crate) fn agrees(text: &str, options: Options) -> bool {
        let mut out = NO_BYTES;
        let written = write(text, &options, &mut out);
        // In place, and copied there.
        for mut buffer in [Vec::with_capacity(NO_BYTES.len()), Vec::new()] {
            let converted = convert(text, &options, &mut buffer);
            assert_eq!(converted.map(|cri| (cri.len, cri.written())), written.map(|cri| (cri.len, cri.written())));
            assert_eq!(buffer, out[..written.map_or(0, |cri| cri.len.into())], "{text}");
        }
        let Some(written) = written else {
            return false;
        };
        let uri = UriRef::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let fast = out[..written.len.into()].to_vec();
        let mut general = Vec::new();
        let expected =
            Writer::new(&uri, options, &mut general).write().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fast, general, "{text}");
        assert_eq!(written.written(), expected, "{text}");
        // This decodes it, where there are debug assertions.
        assert_eq!(CriRefBuf::from_written(fast, expected).as_bytes(), general);
        true
    }

    /// Options that ask for NFC, in both revisions.
    #[cfg(feature = "nfc")]
    fn options_with_nfc() -> Vec<Options> {
        let each = |revision| [Nfc::Refuse, Nfc::Normalize].map(|nfc| Options::new(revision).with_nfc(nfc));
        Revision::ALL.into_iter().flat_map(each).collect()
    }

    fn all_options() -> Vec<Options> {
        let firmware = Options { schemes: Table::COAP_DRAFT_16, ..Options::default() };
        let all = vec![Options::default(), Options::new(Revision::Draft27), firmware];
        #[cfg(feature = "nfc")]
        let all = [all, options_with_nfc()].concat();
        all
    }

    #[test]
    fn it_agrees_with_the_general_path() {
        const BITS: &str = "/ . .. ? # & : @ A z % %41 %2F %2e %FF %C3%A9 %CC%81 %E6%B8%A9 0 9 [ ] = // /. /../";
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let converted = corpus.convert.iter().filter_map(|vector| vector.uri.as_ref());
        let mut written = 0;
        // Every second changed text has the default options, and each of the rest one of the others in turn.
        let others = all_options().split_off(1);
        let mut options = others.iter().flat_map(|other| [Options::default(), *other]).cycle();
        for text in converted.chain(corpus.parse.iter().map(|vector| &vector.uri)) {
            for options in all_options() {
                written += usize::from(agrees(text, options));
            }
            for at in (0..=text.len()).filter(|&at| text.is_char_boundary(at)) {
                let (before, after) = text.split_at(at);
                let after_one = after.char_indices().nth(1).map_or("", |(next, _)| &after[next..]);
                for more in BITS.split(' ') {
                    for text in [[before, more, after].concat(), [before, more, after_one].concat()] {
                        agrees(&text, options.next().unwrap());
                    }
                }
            }
        }
        // A test that compares nothing shows nothing.
        assert!(written > 100, "{written}");
    }

    #[test]
    fn longer_texts_agree() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut written = 0;
        for text in corpus.convert.iter().filter_map(|vector| vector.uri.as_ref()) {
            for more in 0..=130 {
                for separator in ["/", "?"].into_iter().filter(|separator| text.contains(separator)) {
                    let (before, after) = text.rsplit_once(separator).unwrap_or_default();
                    let text = [before, separator, &"b".repeat(more), "/", after].concat();
                    written += usize::from(agrees(&text, Options::default()));
                }
            }
        }
        assert!(written > 10_000, "{written}");
    }

    #[cfg(feature = "nfc")]
    #[test]
    fn characters_that_nfc_may_change_are_found() {
        for byte in 0..=u8::MAX {
            for text in [format!("a%{byte:02x}"), format!("%41%{byte:02X}/")] {
                assert_eq!(any_encoded_from_0300(text.as_bytes()), byte >= 0xcc, "{text}");
            }
        }
        // NFC composes pairs. No pair below U+0300 changes.
        let below = || '\0'..'\u{300}';
        for pair in below().flat_map(|first| below().map(move |second| [first, second])) {
            assert!(crate::convert::nfc::normalized(pair.into_iter()).eq(pair), "{pair:?}");
        }
    }

    #[cfg(feature = "nfc")]
    #[test]
    fn text_in_nfc_is_taken() {
        for options in options_with_nfc() {
            for text in ["coap://%C3%A9/%C3%A9?%C3%A9#%C3%A9", "/%E6%B8%A9", "//%E6%B8%A9.x/%FF", "?%CC%81", "/%CC"] {
                assert!(agrees(text, options), "{text}");
            }
            for text in ["/e%CC%81", "//h#%E2%84%AB", "?%FFe%CC%81", "//e%CC%81", "%E1%84%80%E1%85%A1"] {
                assert!(!agrees(text, options), "{text}");
            }
        }
    }

    #[test]
    fn dot_segments_agree() {
        let segments = ["", ".", "..", "a", "%2E", ".b", "..c"];
        let mut paths = vec![String::new()];
        let mut taken = 0;
        for depth in 1..=5 {
            paths = paths.iter().flat_map(|path| segments.map(|segment| format!("{path}/{segment}"))).collect();
            for path in &paths {
                let fronts = ["coap://h", "", "..", "coap:", "coap:x", "//h", "x", "."];
                for front in &fronts[..if depth < 5 { fronts.len() } else { 3 }] {
                    taken += usize::from(agrees(&format!("{front}{path}"), Options::default()));
                }
                taken += usize::from(agrees(path.trim_start_matches('/'), Options::default()));
            }
        }
        assert!(taken > 10_000, "{taken}");
    }

    #[test]
    fn heads_keep_their_case() {
        for len in 1..LONGEST {
            let label = "A".repeat(len);
            for host in [label.clone(), format!("{label}.b"), format!("b.{label}")] {
                let uri = format!("//{host}/C");
                assert_eq!(agrees(&uri, Options::default()), uri.len() <= LONGEST, "{uri}");
            }
        }
    }

    #[test]
    fn longest_cris_fit() {
        for parameters in 1..=15 {
            let query = vec!["a%26a"; parameters].join("&");
            for (front, segments) in [("coap://[::]", 28), ("//[::]", 29)] {
                let uri = format!("{front}{}?{query}", "/a%2Fa".repeat(segments - parameters));
                assert!((LONGEST - 6..=LONGEST).contains(&uri.len()));
                assert_eq!(agrees(&uri, Options::default()), segments - parameters < 24, "{uri}");
            }
        }
    }

    #[test]
    fn lengths_end_where_heads_do() {
        for len in 0..LONGEST {
            let text = "a".repeat(len);
            let many = |separator: &str| vec!["a"; len].join(separator);
            for (uri, is_short) in [
                (format!("coap://{text}/{text}?{text}#{text}"), true),
                (format!("coap://{text}@h"), true),
                (format!("a{text}:b"), len < 23),
                (format!("#{text}"), true),
                (format!("?{}", "%21".repeat(len)), len < 24),
                (format!("?{}", "a%21".repeat(len)), len < 12),
                ("../".repeat(len), len < 23),
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
}
