//! A CRI or CRI reference inside a CBOR byte string, as `bstr .cbor` in a specification (RFC 8610 section 3.8.4).
//!
//! Messages that carry opaque values hold a CRI in this way. An example is the value of an EAD item of EDHOC (RFC 9528
//! section 3.8), which is always a byte string.

use crate::buffer::Buffer;
use crate::error::{Component, DecodeError, DecodeErrorKind, EncodeError};
use crate::interchange::decoder::{Decodable, Decoder};
use crate::revision::Revision;
use crate::sections::Sections;
use crate::wire::head::{Head, Major};
use crate::wire::item::write_head;

impl Sections<'_> {
    /// Appends a byte string that holds the interchange form of `revision`.
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
        let start = buffer.len();
        let len = self.encoded_len(revision)? as u64;
        write_head(buffer, Major::Bytes, len).map_err(|full| EncodeError::at(full.into(), 0))?;
        self.encode(revision, buffer).inspect_err(|_| buffer.truncate(start))
    }
}

impl Decoder {
    /// Decodes the value in the byte string that `bytes` begins with, and returns it with the bytes that follow.
    ///
    /// The byte string must hold nothing but the value: a [`Cri`](crate::Cri), a [`CriRef`](crate::CriRef), or an
    /// [`Ingested`](crate::Ingested).
    ///
    /// ```
    /// use cri_core::{Cri, Decoder, DecodeErrorKind};
    ///
    /// // An EAD item: its label, here 22, and its value, h'8220816168', which is [-1, ["h"]].
    /// let item = b"\x16\x45\x82\x20\x81\x61h\x0a";
    /// let (cri, rest) = Decoder::new().decode_embedded::<Cri<'_>>(&item[1..])?;
    /// assert_eq!(cri, Cri::decode(b"\x82\x20\x81\x61h")?);
    /// assert_eq!(rest, b"\x0a");
    ///
    /// // [-1, ["h"]] without the byte string
    /// let error = Decoder::new().decode_embedded::<Cri<'_>>(&item[2..]).unwrap_err();
    /// assert_eq!(error.kind(), DecodeErrorKind::UnexpectedItem);
    /// # Ok::<(), cri_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`decode`](Decoder::decode) for the content, `UnexpectedItem` for an item that is no byte string, and
    /// `EndOfInput` for one that is cut off. Offsets count from the start of `bytes`. After an error in the content,
    /// [`skip`](crate::wire::skip) finds the end of the byte string.
    pub fn decode_embedded<'a, T: Decodable<'a>>(
        self,
        bytes: &'a [u8],
    ) -> Result<(T, &'a [u8]), DecodeError> {
        let error = |kind| DecodeError::new(kind, Component::Cri, 0);
        let head = Head::read(bytes).map_err(error)?;
        if head.major() != Major::Bytes {
            return Err(DecodeError::found(
                DecodeErrorKind::UnexpectedItem,
                Component::Cri,
                0,
                head.initial(),
            ));
        }
        let body = bytes.get(head.len()..).and_then(|rest| head.split_body(rest));
        let (content, rest) = body.ok_or(error(DecodeErrorKind::EndOfInput))?;
        self.decode(content).map(|value| (value, rest)).map_err(|error| error.moved_by(head.len()))
    }
}
