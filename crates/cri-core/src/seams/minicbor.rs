//! CRIs in messages of minicbor: its `Encode` and `Decode` (feature `minicbor`).
//!
//! Encoding a CRI writes its bytes as they are. Encoding an [`InRevision`] writes the interchange form of its revision.
//! Decoding borrows from the message, or copies into an owned type. Decode an [`Ingested`] if one bad CRI must not fail
//! the whole message. For CRIs in tag 99, use `minicbor::data::Tagged<TAG, _>` with [`TAG`](crate::TAG).

use ::minicbor::decode::{self, Decoder};
use ::minicbor::encode::{self, Encoder, Write};
use ::minicbor::{Decode, Encode};

use crate::buffer::Buffer;
use crate::buffer::sink::Sink;
use crate::error::BufferFull;
use crate::features::Features;
use crate::interchange::cri::{Cri, CriRef};
use crate::interchange::decoder::sealed;
use crate::interchange::decoder::{Ingested, Unprocessable};
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::revision::Revision;
use crate::sections::Sections;

/// A CRI or CRI reference, encoded in the interchange form of a revision.
///
/// ```
/// use cri_core::{Cri, InRevision, Revision};
///
/// let cri = Cri::decode(b"\x83\x20\x81\x61h\x80")?; // [-1, ["h"], []]
/// assert_eq!(minicbor::to_vec(cri)?, b"\x83\x20\x81\x61h\x80");
/// assert_eq!(minicbor::to_vec(InRevision(Revision::Rfc9988, cri))?, b"\x82\x20\x81\x61h");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InRevision<T>(pub Revision, pub T);

impl<'a, C, T: Into<Sections<'a>> + Copy> Encode<C> for InRevision<T> {
    fn encode<W: Write>(
        &self,
        encoder: &mut Encoder<W>,
        _: &mut C,
    ) -> Result<(), encode::Error<W::Error>> {
        let sections: Sections<'a> = self.1.into();
        // Check first, so that an error writes nothing.
        sections.encoded_len(self.0).map_err(|error| encode::Error::message(error.name()))?;
        let (writer, mut error) = (encoder.writer_mut(), None);
        let mut sink = Sink::new(|bytes: &[u8]| {
            writer.write_all(bytes).map_err(|cause| {
                error = Some(cause);
                BufferFull
            })
        });
        let result = sections.encode(self.0, &mut sink);
        match (error, result) {
            (Some(error), _) => Err(encode::Error::write(error)),
            (None, result) => result.map_err(|error| encode::Error::message(error.name())),
        }
    }
}

/// Implements `Encode` by writing the interchange form as it is.
macro_rules! encode_impls {
    ($($type:ty $(, $buffer:ident)?;)*) => {$(
        impl<C $(, $buffer: Buffer)?> Encode<C> for $type {
            fn encode<W: Write>(&self, encoder: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
                encoder.writer_mut().write_all(self.as_bytes()).map_err(encode::Error::write)
            }
        }
    )*};
}

encode_impls! {
    CriRef<'_>;
    Cri<'_>;
    CriRefBuf<B>, B;
    CriBuf<B>, B;
    Ingested<'_>;
    Unprocessable<'_>;
}

/// Decodes at the decoder's position, and moves the position to the end of the CRI. The position of an error counts
/// from the start of the whole message.
fn read<'b, T: sealed::Decode<'b>>(decoder: &mut Decoder<'b>) -> Result<T, decode::Error> {
    let start = decoder.position();
    let input = decoder.input();
    match T::prefix(input.get(start..).unwrap_or_default(), Features::ALL) {
        Ok((value, rest)) => {
            decoder.set_position(input.len().saturating_sub(rest.len()));
            Ok(value)
        }
        Err(error) => {
            let at = start.saturating_add(error.offset());
            // Without an allocator, the text must be static. Programs can compare it with the names of kinds.
            Err(decode::Error::message(error.kind().name()).at(at))
        }
    }
}

/// Implements `Decode` of a type that borrows from the message, and of its owned type by a copy into an empty buffer.
macro_rules! decode_impls {
    ($($(#[$about:meta])* $borrowed:ident $(, $owned:ident)?;)*) => {$(
        $(#[$about])*
        impl<'b, C> Decode<'b, C> for $borrowed<'b> {
            fn decode(decoder: &mut Decoder<'b>, _: &mut C) -> Result<Self, decode::Error> {
                read(decoder)
            }
        }

        $(impl<'b, C, B: Buffer + Default> Decode<'b, C> for $owned<B> {
            fn decode(decoder: &mut Decoder<'b>, _: &mut C) -> Result<Self, decode::Error> {
                let start = decoder.position();
                let borrowed: $borrowed<'b> = read(decoder)?;
                borrowed.copy_to(B::default()).map_err(|BufferFull| decode::Error::message("buffer-full").at(start))
            }
        })?
    )*};
}

decode_impls! {
    CriRef, CriRefBuf;
    Cri, CriBuf;
    /// Decodes any array of definite lengths. A CRI that breaks a rule becomes `Unprocessable`.
    Ingested;
}
