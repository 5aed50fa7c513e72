//! Owned CRIs in messages of minicbor, as their arrays (feature `minicbor`).

use ::minicbor::decode::{self, Decoder};
use ::minicbor::encode::{self, Encoder, Write};
use ::minicbor::{Decode, Encode};
use cri_core::{Cri, CriRef};

use crate::uri_cri::error::UriCriError;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

/// Implements both directions by the type of the borrowed CRI.
macro_rules! minicbor {
    ($($UriCri:ident, $Cri:ident;)*) => {$(
        impl<C, P> Encode<C> for $UriCri<P> {
            fn encode<W: Write>(&self, encoder: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
                encoder.writer_mut().write_all(self.as_bytes()).map_err(encode::Error::write)
            }
        }

        /// Makes the CRI canonical. The message of an error is the name of its kind.
        impl<'b, C, P: Profile> Decode<'b, C> for $UriCri<P> {
            fn decode(decoder: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
                let start = decoder.position();
                let cri: $Cri<'b> = Decode::decode(decoder, context)?;
                cri.try_into().map_err(|error: UriCriError| decode::Error::message(error.name()).at(start))
            }
        }
    )*};
}

minicbor! {
    UriCri, Cri;
    UriCriRef, CriRef;
}
