//! `tp_info` of notifications over UDP.

use core::fmt;

use cri_core::wire::{Major, write_head, write_string};
use cri_core::{Buffer, BufferFull, Component, DecodeErrorKind};

use super::error::{TpInfoError, TpInfoErrorKind};
use super::no_local::CriNoLocal;
use crate::cbor_reader::Reader;

/// `tp_info` for CoAP over UDP: where notifications come from, where they go, and their token.
///
/// ```
/// use cri_coap::tp_info::{CriNoLocal, TpInfo};
/// use cri_core::{ArrayBuffer, Buffer, Revision};
/// use cri_core::Cri;
///
/// let server = Cri::decode(b"\x82\x20\x81\x44\xc0\0\x02\x01")?; // [-1, [h'C0000201']]
/// let group = Cri::decode(b"\x82\x20\x81\x44\xe0\0\x01\x01")?; // [-1, [h'E0000101']]
/// let info = TpInfo::new(CriNoLocal::new(server)?, CriNoLocal::new(group)?, b"\x7b")?;
/// let mut buffer = ArrayBuffer::<32>::new();
/// info.encode(&mut buffer)?;
/// assert_eq!(TpInfo::decode(buffer.as_slice())?, info);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TpInfo<'a> {
    /// INVARIANT: its scheme is `coap`.
    server: CriNoLocal<'a>,
    client: CriNoLocal<'a>,
    token: &'a [u8],
}

impl<'a> TpInfo<'a> {
    /// The scheme number of `coap`, for which the document defines these elements.
    const COAP: u64 = 0;

    /// Makes the information from its elements `tpi_server`, `tpi_client` and `tpi_token`.
    ///
    /// # Errors
    ///
    /// `Scheme` if the scheme of `server` is not `coap`: other schemes have other elements, or are not defined.
    pub const fn new(
        server: CriNoLocal<'a>,
        client: CriNoLocal<'a>,
        token: &'a [u8],
    ) -> Result<Self, TpInfoError> {
        if server.scheme_number() != Self::COAP {
            return Err(TpInfoError::of_value(TpInfoErrorKind::Scheme, Component::Scheme));
        }
        Ok(Self { server, client, token })
    }

    /// Decodes all of `bytes` as `[tpi_server, tpi_client, tpi_token]`.
    ///
    /// # Errors
    ///
    /// `Decode` and `ItemCount`. `Scheme` for a scheme name, and if the scheme of the first element is not `coap`.
    pub fn decode(bytes: &'a [u8]) -> Result<Self, TpInfoError> {
        let mut reader = Reader::new(bytes);
        let mut item = reader.item()?;
        reader.end()?;
        let wrong_count = TpInfoError::in_bytes(TpInfoErrorKind::ItemCount, Component::Cri, 0);
        let count = item.argument(Major::Array, Component::Cri, DecodeErrorKind::NotAnArray)?;
        if count == 0 {
            return Err(wrong_count);
        }
        let at = item.at();
        let server = CriNoLocal::read(item.item()?)?;
        if server.scheme_number() != Self::COAP {
            return Err(TpInfoError::in_bytes(TpInfoErrorKind::Scheme, Component::Scheme, at));
        }
        if count != 3 {
            return Err(wrong_count);
        }
        let client = CriNoLocal::read(item.item()?)?;
        item.argument(Major::Bytes, Component::Cri, DecodeErrorKind::UnexpectedItem)?;
        // The token is the last item, so that it has all bytes that are left.
        Ok(Self { server, client, token: item.rest() })
    }

    /// The source of the notifications, `tpi_server`.
    #[must_use]
    pub const fn server(&self) -> CriNoLocal<'a> {
        self.server
    }

    /// The destination of the notifications, `tpi_client`: a multicast address.
    #[must_use]
    pub const fn client(&self) -> CriNoLocal<'a> {
        self.client
    }

    /// The token of the notifications, `tpi_token`.
    #[must_use]
    pub const fn token(&self) -> &'a [u8] {
        self.token
    }

    /// Appends `[tpi_server, tpi_client, tpi_token]`, with nested authorities.
    ///
    /// # Errors
    ///
    /// `BufferFull`. The buffer then holds what it held before.
    pub fn encode<B: Buffer>(&self, buffer: &mut B) -> Result<(), TpInfoError> {
        let start = buffer.len();
        self.write(buffer).map_err(|_| {
            buffer.truncate(start);
            TpInfoError::of_value(TpInfoErrorKind::BufferFull, Component::Cri)
        })
    }

    fn write<B: Buffer>(&self, buffer: &mut B) -> Result<(), BufferFull> {
        write_head(buffer, Major::Array, 3)?;
        self.server.write(buffer)?;
        self.client.write(buffer)?;
        write_string(buffer, Major::Bytes, self.token)
    }
}

/// Shows the addresses, and the token in hexadecimal digits.
impl fmt::Debug for TpInfo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TpInfo")
            .field("server", &self.server)
            .field("client", &self.client)
            .field("token", &format_args!("{:02x?}", self.token))
            .finish()
    }
}
