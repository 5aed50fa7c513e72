//! Encoding the abstract form: each revision has one way to write a CRI (sections 5.1 and 5.2 of the draft).

use crate::buffer::Buffer;
use crate::buffer::sink::Sink;
use crate::constants::TAG;
use crate::error::{BufferFull, EncodeError, EncodeErrorKind};
use crate::interchange::cri::CriRef;
use crate::interchange::offsets::Offsets;
use crate::interchange::owned::CriRefBuf;
use crate::revision::{Revision, leaves_out, missing_query};
use crate::sections::{Authority, AuthoritySection, Discard, Host, PATH, QUERY, Sections};
use crate::wire::head::{EMPTY_ARRAY, Major, NULL};
use crate::wire::item::{reencode, write_head};

impl Sections<'_> {
    /// Appends the interchange form of `revision`, with shortest heads and definite lengths.
    ///
    /// The revisions differ in which sections they leave out at the end, and in how they write a missing query before a
    /// fragment:
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Buffer, Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
    /// let mut buffer = ArrayBuffer::<16>::new();
    /// cri.sections().encode(Revision::Draft16, &mut buffer)?;
    /// assert_eq!(buffer.as_slice(), b"\x83\x20\x81\x61h\x80"); // [-1, ["h"], []]
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// A scheme number is written as it is, even if the two revisions assign it to different schemes.
    ///
    /// # Errors
    ///
    /// `BufferFull`, `TooLong`, and `ZoneOnIpv4` in draft-16. The buffer then holds what it held before.
    pub fn encode<B: Buffer>(&self, revision: Revision, buffer: &mut B) -> Result<(), EncodeError> {
        self.encode_with_offsets(revision, buffer).map(|_| ())
    }

    /// Encodes in the interchange form of `revision`, into a buffer that is cleared first.
    ///
    /// # Errors
    ///
    /// Those of [`encode`](Sections::encode).
    pub fn encode_to<B: Buffer>(
        &self,
        revision: Revision,
        mut buffer: B,
    ) -> Result<CriRefBuf<B>, EncodeError> {
        buffer.truncate(0);
        let offsets = self.encode_with_offsets(revision, &mut buffer)?;
        Ok(CriRefBuf::from_parts(buffer, offsets))
    }

    /// Appends the interchange form of RFC 9988 in [tag 99](crate::TAG), which marks an array as a CRI reference where the
    /// context does not. Draft-16 has no tag.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Buffer, Cri};
    ///
    /// let cri = Cri::decode(b"\x83\x20\x81\x61h\x80")?; // [-1, ["h"], []]
    /// let mut buffer = ArrayBuffer::<16>::new();
    /// cri.sections().encode_tagged(&mut buffer)?;
    /// assert_eq!(buffer.as_slice(), b"\xd8\x63\x82\x20\x81\x61h"); // 99([-1, ["h"]])
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `BufferFull` and `TooLong`. The buffer is then unchanged.
    pub fn encode_tagged<B: Buffer>(&self, buffer: &mut B) -> Result<(), EncodeError> {
        self.encode_enclosed(Major::Tag, TAG, Revision::Rfc9988, buffer)
    }

    /// Appends a byte string that holds the interchange form of `revision`, as
    /// [`decode_embedded`](crate::Decoder::decode_embedded) reads it.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Buffer, Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
    /// let mut buffer = ArrayBuffer::<16>::new();
    /// cri.sections().encode_embedded(Revision::Rfc9988, &mut buffer)?;
    /// assert_eq!(buffer.as_slice(), b"\x45\x82\x20\x81\x61h"); // h'8220816168'
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`encode`](Sections::encode). The buffer then holds what it held before.
    pub fn encode_embedded<B: Buffer>(
        &self,
        revision: Revision,
        buffer: &mut B,
    ) -> Result<(), EncodeError> {
        let len = self.encoded_len(revision)?;
        self.encode_enclosed(Major::Bytes, len as u64, revision, buffer)
    }

    /// Appends a head and then the interchange form.
    fn encode_enclosed<B: Buffer>(
        &self,
        major: Major,
        argument: u64,
        revision: Revision,
        buffer: &mut B,
    ) -> Result<(), EncodeError> {
        let start = buffer.len();
        write_head(buffer, major, argument).map_err(|full| EncodeError::at(full.into(), 0))?;
        self.encode(revision, buffer).inspect_err(|_| buffer.truncate(start))
    }

    /// The length in bytes of the interchange form of `revision`.
    ///
    /// # Errors
    ///
    /// Those of [`encode`](Sections::encode) except `BufferFull`.
    pub fn encoded_len(&self, revision: Revision) -> Result<usize, EncodeError> {
        let mut counter = Sink::new(|_| Ok(()));
        self.encode(revision, &mut counter)?;
        Ok(counter.len())
    }

    /// Appends the interchange form of `revision`, and returns where its sections begin.
    pub(crate) fn encode_with_offsets<B: Buffer>(
        &self,
        revision: Revision,
        buffer: &mut B,
    ) -> Result<Offsets, EncodeError> {
        let start = buffer.len();
        self.write(revision, revision != Revision::Draft16, buffer).map_err(|kind| {
            let offset = buffer.len().saturating_sub(start);
            buffer.truncate(start);
            EncodeError::at(kind, offset)
        })
    }

    /// Does the work of [`encode_with_offsets`](Self::encode_with_offsets), but leaves what it wrote before an error.
    /// `any_zone` is whether an IPv4 address may have a zone identifier.
    pub(crate) fn write<B: Buffer>(
        &self,
        revision: Revision,
        any_zone: bool,
        buffer: &mut B,
    ) -> Result<Offsets, EncodeErrorKind> {
        let start = buffer.len();
        let len = |buffer: &B| buffer.len().saturating_sub(start);
        // The last one is the greatest, and is checked.
        let at = |buffer: &B| len(buffer) as u32;
        let discard = self.discard.encoded();
        let written = self.written(revision, discard.as_bytes());
        let count = written.iter().filter(|section| !section.is_empty()).count();
        let [first, authority, path, query, fragment] = written;
        write_head(buffer, Major::Array, count as u64)?;
        self.write_items(first, buffer)?;
        let authority_at = at(buffer);
        if !any_zone && has_zone_on_ipv4(authority) {
            return Err(EncodeErrorKind::ZoneOnIpv4);
        }
        self.write_items(authority, buffer)?;
        let path_at = at(buffer);
        if self.segments > 0 {
            write_head(buffer, Major::Array, self.segments as u64)?;
            self.write_items(self.items[PATH], buffer)?;
            self.write_items(self.added, buffer)?;
        } else {
            self.write_items(path, buffer)?;
        }
        let query_at = at(buffer);
        self.write_items(query, buffer)?;
        let fragment_at = at(buffer);
        self.write_items(fragment, buffer)?;
        u32::try_from(len(buffer)).map_err(|_| EncodeErrorKind::TooLong)?;
        Ok(Offsets::new(self.is_full(), [authority_at, path_at, query_at, fragment_at]))
    }

    /// Appends items of this value, with the shortest heads.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn write_items(&self, items: &[u8], buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        if self.shortest { buffer.push_bytes(items) } else { reencode(buffer, items) }
    }

    /// The sections as `revision` writes them, each encoded: the scheme or the discard, which `discard` encodes, then
    /// authority, path, query and fragment. Those that it leaves out are empty.
    ///
    /// The segments of a path may be two runs, which one slice cannot hold. So [`SEGMENTS`] stands for any path with segments.
    pub(crate) fn written<'s>(&'s self, revision: Revision, discard: &'s [u8]) -> [&'s [u8]; 5] {
        let [scheme, authority, _, _, fragment] = self.items;
        let mut path = match self.has_path {
            true if self.segments > 0 => SEGMENTS,
            true => &[EMPTY_ARRAY],
            false => &[NULL],
        };
        let mut query = match self.query() {
            Some(query) if !query.is_empty() => self.items[QUERY],
            None if missing_query(revision, self.is_full()) == NULL => &[NULL],
            _ => &[EMPTY_ARRAY],
        };
        let is_left_out = |section: &[u8]| matches!(*section, [first] if leaves_out(revision, first, self.discard));
        if fragment.is_empty() && is_left_out(query) {
            query = &[];
            if is_left_out(path) {
                path = &[];
            }
        }
        let [first, authority]: [&[u8]; 2] = match (scheme, authority) {
            // A null authority is left out at the end. In draft-16 the path always follows it.
            ([_, ..], [] | [NULL]) if path.is_empty() => [scheme, &[]],
            ([_, ..], []) => [scheme, &[NULL]],
            ([_, ..], _) => [scheme, authority],
            // 5.2: a remaining `[0]` is the empty array.
            ([], [] | [NULL]) if path.is_empty() && self.discard == Discard::Segments(0) => {
                [&[]; 2]
            }
            ([], [] | [NULL]) => [discard, &[]],
            ([], _) => [&[NULL], authority],
        };
        [first, authority, path, query, fragment]
    }
}

impl CriRef<'_> {
    /// Whether the interchange form is the one that `revision` sends.
    ///
    /// Decoding accepts the forms of all revisions, and heads of any length. This is the strict reading for one
    /// revision: the bytes are those that [`encode_to`](CriRef::encode_to) writes. The two rules that need Unicode
    /// tables are not checked.
    ///
    /// ```
    /// use cri_core::{CriRef, Revision};
    ///
    /// let cri = CriRef::decode(b"\x83\x20\x81\x61h\x80")?; // [-1, ["h"], []]
    /// assert!(cri.is_encoding_of(Revision::Draft16));
    /// assert!(!cri.is_encoding_of(Revision::Rfc9988)); // which sends [-1, ["h"]]
    /// let long = CriRef::decode(b"\x83\x38\x00\x81\x61h\x80")?; // [-1_0, ["h"], []]
    /// assert!(!long.is_encoding_of(Revision::Draft16));
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    #[must_use]
    pub fn is_encoding_of(self, revision: Revision) -> bool {
        let mut rest = self.as_bytes();
        let mut compare = Sink::new(|written: &[u8]| {
            rest = rest.strip_prefix(written).ok_or(BufferFull)?;
            Ok(())
        });
        self.sections().encode(revision, &mut compare).is_ok() && rest.is_empty()
    }
}

/// A placeholder for a path with segments, which is never written. It only has to be neither null nor the empty array.
const SEGMENTS: &[u8] = &[EMPTY_ARRAY | 1];

/// Whether the host of an encoded authority section is an IPv4 address with a zone identifier.
// Inlined, its variables would enlarge the stack frame of the encoder.
#[inline(never)]
fn has_zone_on_ipv4(authority: &[u8]) -> bool {
    let host = AuthoritySection::read(authority).authority().map(Authority::host);
    matches!(host, Some(Host::Ip(host)) if host.zone_bytes().is_some() && host.address().is_ipv4())
}
