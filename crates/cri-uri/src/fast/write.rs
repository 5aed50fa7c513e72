//! The CRI of a short URI reference.
//!
//! Taken are those of at most `LONGEST` bytes, with all features on, whose scheme is of at most sixteen bytes, and
//! whose authority, path and query have heads of one byte. They have no zone, nothing that is percent-encoded in the
//! userinfo, nothing but ASCII so in the host, no colon in the userinfo for draft-16, no port that is empty, too large
//! or begins with a zero before others, and no dot-segments in a rootless path of a URI.

use core::net::IpAddr;

use cri_core::wire::{EMPTY_ARRAY, FALSE, Major, NULL, TRUE};
use cri_core::{Buffer, Features, Revision, Written, parse_ipv4, parse_ipv6};

use super::items::{BYTES, Kind, NO_BYTES, Out, TEXT, item, labels, parameters, plain_item, push, push_all, segments};
use super::short::{LONGEST, Short};
use super::sixteen::Sixteen;
use crate::charset::Charset;
use crate::pct::SHORT;
use crate::{Nfc, Options, UriRef};

/// A CRI that was written: how long it is in bytes, and what is `Written`. All of it leaves in one register.
#[derive(Clone, Copy)]
pub(crate) struct ShortCri {
    pub(crate) len: u8,
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

/// Writes the CRI of `uri` to `buffer`, which is empty; `None` where that is for the general path.
#[inline(never)]
pub(crate) fn convert(uri: &UriRef<'_>, options: &Options, buffer: &mut impl Buffer) -> Option<ShortCri> {
    if buffer.room() < NO_BYTES.len() {
        let mut out = NO_BYTES;
        let cri = write(uri, options, &mut out)?;
        buffer.push_bytes(out.get(..cri.len.into())?).ok()?;
        return Some(cri);
    }
    // In place: what has just been written piece by piece takes long to be read as a whole.
    buffer.push_zeros(NO_BYTES.len()).ok()?;
    let cri = buffer.as_mut_slice().first_chunk_mut().and_then(|out| write(uri, options, out));
    buffer.truncate(cri.map_or(0, |cri| cri.len.into()));
    cri
}

/// Writes the CRI of `uri` to the front of `out`, and gives what it wrote; `None` where that is for the general path.
#[inline(never)]
pub(crate) fn write(uri: &UriRef<'_>, options: &Options, out: &mut Out) -> Option<ShortCri> {
    let text = uri.as_str().as_bytes();
    if text.len() > LONGEST {
        return None;
    }
    let short = &mut Short::new(text);
    if !short.fill() {
        return None;
    }
    // What is percent-encoded may be text that is not in NFC.
    let any_text = options.nfc == Nfc::Keep || !short.any_encoded_beyond_ascii();
    if options.features != Features::ALL || !any_text {
        return None;
    }
    let full = !uri.is_relative();
    let is_draft_27 = options.revision == Revision::Draft27;
    let (path_start, path_end, query_end) = (uri.offsets.path, uri.offsets.path_end, uri.offsets.query_end);
    let (any_path, any_query) = (path_start < path_end, path_end < query_end);
    let any_fragment = query_end < short.len();
    let any_tail = any_path || any_query || any_fragment;
    let rooted = any_path && short.at(path_start) == b'/';
    let by_discard = !full && !uri.has_authority();

    let scheme = Sixteen::new(short.sixteen(0)).lower_case();
    let scheme = scheme.get(..uri.offsets.scheme)?;

    // What is written is told in registers, from one function to the next: the end, or nothing.
    let mut at = 1;
    let mut authority = at;
    if !by_discard {
        authority = write_scheme(scheme, options, out, at)?;
        at = write_authority(uri, short, scheme, options, out, authority)?;
    } else if any_tail {
        // Section 5.1.2; how many segments more of the base go is known behind the path.
        at = push(out, at, if rooted { TRUE } else { any_path.into() });
        authority = at;
    }
    let path = at;
    let mut last = None;
    // Section 5.1: what says nothing is left off at the end. An empty path says something in a CRI of draft-16.
    let keeps_path = any_tail || (full && !is_draft_27);
    if any_path {
        let kind = match (rooted, by_discard) {
            (true, false) if !uri.has_authority() => Kind::Bare,
            (true, _) => Kind::Rooted,
            (false, false) => Kind::Rootless,
            (false, true) => Kind::Relative,
        };
        let written = segments(short, out, path, path_start.wrapping_add(rooted.into()), path_end, kind)?;
        at = written.end;
        last = Some(written.last);
    } else if keeps_path {
        at = push(out, at, if full { EMPTY_ARRAY } else { NULL });
    }
    let query = at;
    if any_query {
        at = parameters(short, out, at, path_end.wrapping_add(1), query_end)?;
    } else if any_fragment {
        at = push(out, at, if full && is_draft_27 { EMPTY_ARRAY } else { NULL });
    }
    let fragment = at;
    if any_fragment {
        at = item(short, out, at, query_end.wrapping_add(1), short.len(), Charset::QUERY)?;
    }
    let front = if by_discard { any_tail.into() } else { 2_u8 };
    let tail = [keeps_path, any_query || any_fragment, any_fragment];
    *out.first_mut()? = EMPTY_ARRAY | tail.iter().fold(front, |count, &is_there| count.wrapping_add(is_there.into()));
    Some(ShortCri { len: at, authority, path, query, fragment, last: last.unwrap_or(query), full })
}

/// Writes the scheme, by number if it has one; null where there is none.
#[inline(always)]
fn write_scheme(scheme: &[u8], options: &Options, out: &mut Out, at: u8) -> Option<u8> {
    if scheme.is_empty() {
        return Some(push(out, at, NULL));
    }
    if let Some(number) = options.schemes.number(scheme) {
        return Some(push_number(out, at, Major::Negative, u16::try_from(number).ok()?));
    }
    // INVARIANT: it fits the array that it is in.
    let mut at = push(out, at, TEXT | scheme.len() as u8);
    for &byte in scheme {
        at = push(out, at, byte);
    }
    Some(at)
}

/// Writes the authority section: the authority, or which of the two forms of there being none (C2 to C7).
#[inline(always)]
fn write_authority(
    uri: &UriRef<'_>,
    short: &Short<'_>,
    scheme: &[u8],
    options: &Options,
    out: &mut Out,
    head: u8,
) -> Option<u8> {
    let path = uri.offsets.path;
    if !uri.has_authority() {
        return match short.slice(path, uri.offsets.path_end) {
            // In draft-27 its CRI ends behind the scheme.
            [] if path == short.len() && options.revision == Revision::Draft27 => None,
            [] | [b'/', ..] => Some(push(out, head, NULL)),
            _ => Some(push(out, head, TRUE)),
        };
    }
    let mut count = 1_u8;
    let mut at = head.wrapping_add(1);
    let (start, host, host_end) = (uri.offsets.authority, uri.offsets.host, uri.offsets.host_end);
    if start < host {
        at = write_userinfo(short, options, out, at, start, host.wrapping_sub(1))?;
        count = 3;
    }
    let name = short.slice(host, host_end);
    let address = match name {
        [b'0'..=b'9', ..] => parse_ipv4(name).map(IpAddr::V4),
        // Neither a zone nor a version is a part of an address.
        [b'[', literal @ .., b']'] => Some(IpAddr::V6(parse_ipv6(literal)?)),
        _ => None,
    };
    match address {
        Some(IpAddr::V4(address)) => {
            at = push(out, at, BYTES | 4);
            at = push_all(out, at, address.octets());
        }
        Some(IpAddr::V6(address)) => {
            at = push(out, at, BYTES | 16);
            at = push_all(out, at, address.octets());
        }
        None => {
            let written = labels(short, out, at, host, host_end)?;
            at = written.end;
            count = count.wrapping_add(written.count).wrapping_sub(1);
        }
    }
    if host_end < path
        && let Some(port) = port(uri, short, scheme, options)?
    {
        at = push_number(out, at, Major::Unsigned, port);
        count = count.wrapping_add(1);
    }
    *out.get_mut(usize::from(head))? = EMPTY_ARRAY | Some(count).filter(|&count| count < SHORT)?;
    Some(at)
}

/// Writes the userinfo, and what introduces it.
fn write_userinfo(short: &Short<'_>, options: &Options, out: &mut Out, at: u8, start: usize, end: usize) -> Option<u8> {
    let userinfo = short.slice(start, end);
    // C3: the revisions disagree about a colon.
    if userinfo.contains(&b'%') || (options.revision == Revision::Draft16 && userinfo.contains(&b':')) {
        return None;
    }
    let at = push(out, at, FALSE);
    Some(plain_item::<false>(short, out, at, start, end))
}

/// The port, unless it is the scheme's default (C6, C7); there is a colon.
#[inline(always)]
fn port(uri: &UriRef<'_>, short: &Short<'_>, scheme: &[u8], options: &Options) -> Option<Option<u16>> {
    let digits = short.slice(uri.offsets.host_end.wrapping_add(1), uri.offsets.path);
    if digits.len() > 5 || !matches!(digits, [b'0'] | [b'1'..=b'9', ..]) {
        return None;
    }
    let digit = |port: u32, &digit: &u8| port.wrapping_mul(10).wrapping_add(digit.wrapping_sub(b'0').into());
    let port = u16::try_from(digits.iter().fold(0, digit)).ok()?;
    let default = options.schemes.default_port(scheme);
    Some((default != Some(port)).then_some(port))
}

#[inline(always)]
fn push_number(out: &mut Out, at: u8, major: Major, number: u16) -> u8 {
    let top = (major as u8) << 5;
    let [high, low] = number.to_be_bytes();
    match number {
        0..24 => push(out, at, top | low),
        24..0x100 => push_all(out, at, [top | 24, low]),
        _ => push_all(out, at, [top | 25, high, low]),
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

    use super::super::items::ROOM;
    use super::*;
    use crate::to_cri::Writer;

    /// What the fast path writes, the general one does, and it is what it says it is; says whether it wrote anything.
    fn agrees(text: &str, options: Options) -> bool {
        let Ok(uri) = UriRef::parse(text) else {
            return false;
        };
        let mut out = NO_BYTES;
        let written = write(&uri, &options, &mut out);
        // In place, and copied there.
        for mut buffer in [Vec::with_capacity(NO_BYTES.len()), Vec::new()] {
            let converted = convert(&uri, &options, &mut buffer);
            assert_eq!(converted.map(|cri| (cri.len, cri.written())), written.map(|cri| (cri.len, cri.written())));
            assert_eq!(buffer, out[..written.map_or(0, |cri| cri.len.into())], "{text}");
        }
        let Some(written) = written else {
            return false;
        };
        let fast = out[..written.len.into()].to_vec();
        let mut general = Vec::new();
        let expected =
            Writer::new(&uri, options, &mut general).write().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(fast, general, "{text}");
        assert_eq!(written.written(), expected, "{text}");
        assert!(fast.len() <= ROOM, "{text}");
        // This decodes it, where there are debug assertions.
        assert_eq!(CriRefBuf::from_written(fast, expected).as_bytes(), general);
        true
    }

    fn all_options() -> Vec<Options> {
        let firmware = Options { schemes: Table::COAP_DRAFT_16, ..Options::default() };
        let all = vec![Options::default(), Options::new(Revision::Draft27), firmware];
        #[cfg(feature = "nfc")]
        let all = [all, [Nfc::Refuse, Nfc::Normalize].map(|nfc| Options::default().with_nfc(nfc)).to_vec()].concat();
        all
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
    fn everything_stands_anywhere_in_a_window() {
        let corpus = cri_testvectors::Corpus::load().unwrap();
        let mut written = 0;
        for text in corpus.convert.iter().filter_map(|vector| vector.uri.as_ref()) {
            for more in 0..=130 {
                // What is right stays right in a longer path or query.
                for separator in ["/", "?"].into_iter().filter(|separator| text.contains(separator)) {
                    let (before, behind) = text.rsplit_once(separator).unwrap_or_default();
                    let text = [before, separator, &"b".repeat(more), "/", behind].concat();
                    written += usize::from(agrees(&text, Options::default()));
                }
            }
        }
        assert!(written > 10_000, "{written}");
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
    fn what_grows_most_fits() {
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
                (format!("a{text}:b"), len < 16),
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
}
