//! The fast path from CRIs to URI text, for machines of 64 bits: what an array holds, and nothing that is longer.
//!
//! It writes what the general writer writes, or nothing; then that shall write. So whatever is rare may be refused
//! here: an address with a zone, and a head that is longer than it needs to be.
//!
//! What makes it fast is that the text is in one place, at an offset that is in a register, and that each section is
//! [joined](join) whole as far as that goes. Only what is behind that is written item by item.

use cri_core::{Authority, AuthoritySection, Discard, Host, HostIp, Path, Sections, TextOrPet};

use crate::convert::to_uri::joined::{EMPTY, LONGEST, copy, join};
use crate::convert::to_uri::{decimal, needs_dot};
use crate::text::charset::Charset;

/// The longest text in bytes that is written: clearing more takes time for each text, and few are longer.
const LEN: usize = 176;

/// How many bytes are checked at once to be text: with fewer it takes longer where lengths differ.
const WORDS: usize = 32;

/// The heads of numbers of up to sixteen bits, as ports are.
const LOWEST_PORT: u8 = 0x00;
const HIGHEST_PORT: u8 = 0x19;

/// Where the text is written. So far it is ASCII; behind that it holds anything.
pub(crate) type Space = [u8; LEN + WORDS];

/// One with nothing in it.
#[inline(always)]
pub(crate) const fn space() -> Space {
    [0; LEN + WORDS]
}

/// The URI reference that means the same as `sections`, written into `space`.
///
/// INVARIANT: `sections` have one by `UriText::new`, which found `scheme` and `userinfo`.
#[inline(never)]
pub(crate) fn text<'t>(
    space: &'t mut Space,
    sections: &Sections<'_>,
    scheme: Option<&[u8]>,
    userinfo: Charset,
) -> Option<&'t str> {
    let len = put_all(space, sections, scheme, userinfo)?;
    // Whole words are checked in less time than single bytes, so that zeros fill up the last one.
    *space.get_mut(len..)?.first_chunk_mut()? = [0; WORDS];
    let words = space.get(..len.next_multiple_of(WORDS))?;
    core::str::from_utf8(words).ok()?.get(..len)
}

/// Writes all of it; gives where it ends. So does each function here that begins with `put`: it writes from `at` on.
#[inline(always)]
fn put_all(space: &mut Space, sections: &Sections<'_>, scheme: Option<&[u8]>, userinfo: Charset) -> Option<usize> {
    let mut at = 0;
    if let Some(scheme) = scheme {
        at = put(space, at, scheme)?;
        at = put_byte(space, at, b':')?;
    }
    let section = sections.authority_section();
    if let AuthoritySection::Authority(authority) = section {
        at = put_authority(space, at, authority, userinfo)?;
    }
    if let Some(path) = sections.path() {
        let is_rootless = matches!(section, AuthoritySection::Rootless);
        match sections.discard() {
            Discard::All if is_rootless || path.is_empty() => {}
            Discard::All => at = put_byte(space, at, b'/')?,
            Discard::Segments(discard) => at = put_dots(space, at, discard, path)?,
        }
        let (run, behind) = match path.segments().as_encoded() {
            [[], added] => (added, [].as_slice()),
            [base, added] => (base, added),
        };
        at = put_items(space, at, run, b'/', Charset::SEGMENT)?;
        if !behind.is_empty() {
            at = put_byte(space, at, b'/')?;
            at = put_items(space, at, behind, b'/', Charset::SEGMENT)?;
        }
    }
    if let Some(query) = sections.query().filter(|query| !query.is_empty()) {
        at = put_byte(space, at, b'?')?;
        at = put_items(space, at, query.parameters().as_encoded(), b'&', Charset::PARAMETER)?;
    }
    if let Some(fragment) = sections.fragment() {
        at = put_byte(space, at, b'#')?;
        at = put_item(space, at, fragment, Charset::QUERY)?;
    }
    Some(at)
}

/// Writes an authority with the slashes before it.
#[inline(always)]
fn put_authority(space: &mut Space, mut at: usize, authority: Authority<'_>, raw: Charset) -> Option<usize> {
    at = put(space, at, b"//")?;
    if let Some(userinfo) = authority.userinfo() {
        at = put_item(space, at, userinfo.item(), raw)?;
        at = put_byte(space, at, b'@')?;
    }
    match authority.host() {
        Host::Name(name) => {
            let run = name.labels().as_encoded();
            let (len, rest) = join(space.get_mut(at..)?, run, b'.', Charset::REG_NAME);
            match rest {
                [] => return Some(at.wrapping_add(len)),
                [LOWEST_PORT..=HIGHEST_PORT, ..] => at = at.wrapping_add(len),
                _ => at = put_each(space, at, run, b'.', Charset::REG_NAME)?,
            }
        }
        Host::Ip(host) => at = put_address(space, at, host)?,
    }
    match authority.port() {
        Some(port) => put_port(space, at, port),
        None => Some(at),
    }
}

/// Writes what takes away segments of a base, and what an unusual first segment takes before it.
#[inline(never)]
fn put_dots(space: &mut Space, mut at: usize, discard: u8, path: Path<'_>) -> Option<usize> {
    for _ in 1..discard {
        at = put(space, at, b"../")?;
    }
    if discard == 1 && needs_dot(path) { put(space, at, b"./") } else { Some(at) }
}

/// Writes encoded items with a separator between any two.
#[inline(always)]
fn put_items(space: &mut Space, at: usize, run: &[u8], separator: u8, raw: Charset) -> Option<usize> {
    let room = space.get_mut(at..).filter(|room| run.len() <= room.len())?;
    let (len, rest) = join(room, run, separator, raw);
    let at = at.wrapping_add(len);
    if rest.is_empty() {
        return Some(at);
    }
    let at = if rest.len() < run.len() { put_byte(space, at, separator)? } else { at };
    put_each(space, at, rest, separator, raw)
}

/// The same one by one, up to a port, if there is one.
#[inline(never)]
fn put_each(space: &mut Space, mut at: usize, mut run: &[u8], separator: u8, raw: Charset) -> Option<usize> {
    loop {
        let (&head, behind) = run.split_first()?;
        if let Some((text, rest)) = take_text(head, behind) {
            at = put_text(space, at, text, raw)?;
            run = rest;
        } else {
            (at, run) = put_pieces(space, at, head, behind, raw)?;
        }
        if matches!(run, [] | [LOWEST_PORT..=HIGHEST_PORT, ..]) {
            return Some(at);
        }
        at = put_byte(space, at, separator)?;
    }
}

/// The text that `head` begins, and what is behind it.
#[inline(always)]
fn take_text(head: u8, bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    match head {
        EMPTY..=LONGEST => bytes.split_at_checked((head & 0x1f).into()),
        0x78 => bytes.split_first().and_then(|(&len, bytes)| bytes.split_at_checked(len.into())),
        _ => None,
    }
}

/// Writes the sequence that `head` begins; gives what is behind it, too.
#[inline(always)]
fn put_pieces<'r>(
    space: &mut Space,
    mut at: usize,
    head: u8,
    mut run: &'r [u8],
    raw: Charset,
) -> Option<(usize, &'r [u8])> {
    let pieces = head.checked_sub(0x80).filter(|&pieces| pieces < 24)?;
    for _ in 0..pieces {
        let (&head, behind) = run.split_first()?;
        let (major, len) = (head >> 5, head & 0x1f);
        let piece;
        (piece, run) = behind.split_at_checked(len.into()).filter(|_| len < 24)?;
        at = put_triplets(space, at, piece, if major == 3 { raw } else { Charset::NONE })?;
    }
    Some((at, run))
}

/// Writes an item: of text, what is not in `raw` percent-encoded, and of bytes all.
fn put_item(space: &mut Space, mut at: usize, item: TextOrPet<'_>, raw: Charset) -> Option<usize> {
    if let Some(text) = item.text_bytes() {
        return put_text(space, at, text, raw);
    }
    for piece in item.pieces() {
        at = put_triplets(space, at, piece.as_bytes(), if piece.is_text() { raw } else { Charset::NONE })?;
    }
    Some(at)
}

/// Writes text, what is not in `raw` percent-encoded.
#[inline(always)]
fn put_text(space: &mut Space, at: usize, text: &[u8], raw: Charset) -> Option<usize> {
    if raw.has_all(text) { put(space, at, text) } else { put_triplets(space, at, text, raw) }
}

/// Writes ASCII.
#[inline(always)]
fn put(space: &mut Space, at: usize, ascii: &[u8]) -> Option<usize> {
    let end = at.wrapping_add(ascii.len());
    copy(space.get_mut(at..end)?, ascii);
    Some(end)
}

#[inline(always)]
fn put_byte(space: &mut Space, at: usize, ascii: u8) -> Option<usize> {
    *space.get_mut(at)? = ascii;
    Some(at.wrapping_add(1))
}

/// Writes bytes, each of which may take percent-encoding: without asking first which do.
fn put_triplets(space: &mut Space, mut at: usize, bytes: &[u8], raw: Charset) -> Option<usize> {
    for &byte in bytes {
        // Four bytes are stored, of which what comes next overwrites those that do not count.
        let is_raw = raw.has(byte);
        let word = if is_raw { byte.into() } else { triplet_word(byte) };
        *space.get_mut(at..)?.first_chunk_mut()? = word.to_le_bytes();
        at = at.wrapping_add(if is_raw { 1 } else { 3 });
    }
    Some(at)
}

/// The percent-encoding of a byte (RFC 3986 section 2.1), and a zero behind it.
#[inline(always)]
fn triplet_word(byte: u8) -> u32 {
    let nibbles = u32::from(byte & 0x0f) << 8 | u32::from(byte >> 4);
    let letters = nibbles.wrapping_add(0x0606) >> 4 & 0x0101;
    let digits = (nibbles | 0x3030).wrapping_add(letters.wrapping_mul((b'A' - b'9' - 1).into()));
    u32::from(b'%') | digits << 8
}

/// Writes an address, an IPv6 one in brackets. Zones are for the general writer.
#[inline(always)]
fn put_address(space: &mut Space, mut at: usize, host: HostIp<'_>) -> Option<usize> {
    if host.zone_bytes().is_some() {
        return None;
    }
    if let &[a, b, c, d] = host.octets() {
        return put_ipv4(space, at, [a, b, c, d]);
    }
    at = put_byte(space, at, b'[')?;
    at = put_ipv6(space, at, host.octets().first_chunk()?)?;
    put_byte(space, at, b']')
}

/// Writes octets in decimal, with dots between them.
#[inline(never)]
fn put_ipv4(space: &mut Space, mut at: usize, octets: [u8; 4]) -> Option<usize> {
    for octet in octets {
        let digits = [octet / 100, octet / 10 % 10, octet % 10].map(|digit| b'0' | digit);
        let [hundreds, tens, units] = digits.map(u32::from);
        let zeros = u32::from(octet < 100).wrapping_add(u32::from(octet < 10));
        at = put_digits(space, at, hundreds | tens << 8 | units << 16 | u32::from(b'.') << 24, zeros)?;
    }
    // The last one has no dot behind it.
    Some(at.wrapping_sub(1))
}

/// Writes the bytes of a word, the lowest first, but for the leading `zeros`.
#[inline(always)]
fn put_digits(space: &mut Space, at: usize, word: u32, zeros: u32) -> Option<usize> {
    *space.get_mut(at..)?.first_chunk_mut()? = word.wrapping_shr(zeros.wrapping_mul(8)).to_le_bytes();
    Some(at.wrapping_add(4).wrapping_sub(zeros as usize))
}

/// Writes an address as RFC 5952 has it.
#[inline(never)]
fn put_ipv6(space: &mut Space, mut at: usize, octets: &[u8; 16]) -> Option<usize> {
    // Section 5: of the mixed notations, only the one that every implementation knows.
    if let ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], &octets) = octets.split_last_chunk()? {
        at = put(space, at, b"::ffff:")?;
        return put_ipv4(space, at, octets);
    }
    let (groups, _) = octets.as_chunks();
    let Some((start, end)) = zeros(groups) else {
        return put_groups(space, at, groups).map(|at| at.wrapping_sub(1));
    };
    at = put_groups(space, at, groups.get(..start)?)?;
    // The first colon of `::` is that behind the group before, if there is one.
    at = put(space, at, if start == 0 { b"::" } else { b":" })?;
    at = put_groups(space, at, groups.get(end..)?)?;
    Some(if end == 8 { at } else { at.wrapping_sub(1) })
}

/// Where the groups begin and end that `::` stands for (RFC 5952 section 4.2).
#[inline(always)]
fn zeros(groups: &[[u8; 2]]) -> Option<(usize, usize)> {
    // A bit for each group that is zero; then one for each that begins so many of them.
    let mut bits = groups.iter().rev().fold(0_u8, |bits, group| bits << 1 | u8::from(*group == [0, 0]));
    let (mut starts, mut len) = (0_u8, 0_usize);
    while bits != 0 {
        starts = bits;
        bits &= bits >> 1;
        len = len.wrapping_add(1);
    }
    // The longest run of two or more, the first among equals.
    let start = starts.trailing_zeros() as usize;
    (len > 1).then_some((start, start.wrapping_add(len)))
}

/// Writes groups, each with a colon behind it.
#[inline(never)]
fn put_groups(space: &mut Space, mut at: usize, groups: &[[u8; 2]]) -> Option<usize> {
    for &group in groups {
        at = put_group(space, at, u16::from_be_bytes(group))?;
        at = put_byte(space, at, b':')?;
    }
    Some(at)
}

/// Writes a group in hexadecimal, without leading zeros.
#[inline(always)]
fn put_group(space: &mut Space, at: usize, group: u16) -> Option<usize> {
    let spread = u32::from(group);
    let spread = (spread | spread << 8) & 0x00ff_00ff;
    let nibbles = (spread | spread << 4) & 0x0f0f_0f0f;
    let letters = nibbles.wrapping_add(0x0606_0606) >> 4 & 0x0101_0101;
    let digits = (nibbles | 0x3030_3030).wrapping_add(letters.wrapping_mul(u32::from(b'a' - b'0' - 10)));
    put_digits(space, at, digits.swap_bytes(), (group | 1).leading_zeros() / 4)
}

/// Writes a colon and the port in decimal.
#[inline(never)]
fn put_port(space: &mut Space, at: usize, port: u16) -> Option<usize> {
    let at = put_byte(space, at, b':')?;
    put(space, at, decimal(port, &mut [0; 5]))
}
