//! Logs of firmware: `defmt::Format` for CRIs, their parts, and errors (feature `defmt`).
//!
//! Values are shown as `Debug` shows them, with any password masked. Errors are sent as their kind, component and offset,
//! which takes no `core::fmt` in the firmware.

use ::defmt::{Debug2Format, Format, Formatter, write};

use crate::buffer::Buffer;
use crate::error::located::{Message, Shown};
use crate::error::{
    BufferFull, BufferTooSmall, BuildErrorKind, Component, DecodeErrorClass, DecodeErrorKind,
    EncodeErrorKind, Error, Located, ResolveErrorKind,
};
use crate::features::{Feature, Features};
use crate::interchange::cri::{Cri, CriRef};
use crate::interchange::decoder::{Ingested, Unprocessable};
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::resolve::{Base, Resolved};
use crate::revision::Revision;
use crate::sections::{
    Authority, AuthoritySection, Decoded, Discard, Host, HostIp, HostName, Path, Piece, Query,
    Scheme, Sections, TextOrPet, Userinfo,
};

/// Implements `Format` by the name of the value.
macro_rules! name_format_impls {
    ($($type:ty),* $(,)?) => {$(
        impl Format for $type {
            fn format(&self, f: Formatter<'_>) {
                write!(f, "{=str}", self.name());
            }
        }
    )*};
}

name_format_impls! {
    BufferFull, BuildErrorKind, Component, DecodeErrorKind, EncodeErrorKind, Feature, ResolveErrorKind, Revision,
}

impl<K: Format + Message> Format for Located<K> {
    fn format(&self, f: Formatter<'_>) {
        let (kind, component) = (self.kind(), self.component());
        if K::SHOWN != Shown::Index {
            write!(f, "{} in {} at byte {=usize}", kind, component, self.offset());
        } else {
            write!(f, "{} in {}", kind, component);
        }
    }
}

impl Format for BufferTooSmall {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=str}, needs {=usize} bytes", self.name(), self.needed());
    }
}

impl Format for Error {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Decode(error) => error.format(f),
            Self::Resolve(error) => error.format(f),
            Self::Encode(error) => error.format(f),
            Self::Build(error) => error.format(f),
            Self::BufferFull(error) => error.format(f),
            Self::BufferTooSmall(error) => error.format(f),
        }
    }
}

/// Implements `Format` by `Debug`.
macro_rules! debug_format_impls {
    ($($type:ty $(, $buffer:ident)?;)*) => {$(
        impl$(<$buffer: Buffer>)? Format for $type {
            fn format(&self, f: Formatter<'_>) {
                Debug2Format(self).format(f);
            }
        }
    )*};
}

debug_format_impls! {
    Authority<'_>;
    AuthoritySection<'_>;
    Base<'_>;
    Cri<'_>;
    CriBuf<B>, B;
    CriRef<'_>;
    CriRefBuf<B>, B;
    DecodeErrorClass;
    Decoded<'_>;
    Discard;
    Features;
    Host<'_>;
    HostIp<'_>;
    HostName<'_>;
    Ingested<'_>;
    Path<'_>;
    Piece<'_>;
    Query<'_>;
    Resolved<'_>;
    Scheme<'_>;
    Sections<'_>;
    TextOrPet<'_>;
    Unprocessable<'_>;
    Userinfo<'_>;
}
