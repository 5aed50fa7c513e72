//! Logs of firmware: `defmt::Format` for public types and errors (feature `defmt`).
//!
//! Values are shown as `Debug` shows them, with any password masked. Errors are sent as their kind, component and offset,
//! which takes no `core::fmt` in the firmware.

use ::defmt::{Debug2Format, Format, Formatter, write};

use crate::buffer::{ArrayBuffer, Buffer, SliceBuffer};
use crate::builder::Builder;
use crate::builder::value::Value;
use crate::compare::difference::Difference;
use crate::diagnostic::Diagnostic;
use crate::error::any::{Error, on_each};
use crate::error::buffer_full::BufferFull;
use crate::error::buffer_full::BufferTooSmall;
use crate::error::build::{BuildError, BuildErrorKind};
use crate::error::component::Component;
use crate::error::decode::{DecodeError, DecodeErrorClass, DecodeErrorKind};
use crate::error::encode::{EncodeError, EncodeErrorKind};
use crate::error::resolve::{ResolveError, ResolveErrorKind};
use crate::features::{Feature, Features};
use crate::interchange::cri::Cri;
use crate::interchange::cri_ref::CriRef;
use crate::interchange::decoder::Decoder;
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::interchange::unprocessable::{Ingested, Unprocessable};
use crate::resolve::relativize::Target;
use crate::resolve::{Base, Resolved};
use crate::revision::Revision;
use crate::sections::Sections;
use crate::sections::authority::{Authority, AuthoritySection, Host, HostIp, Userinfo};
use crate::sections::discard::Discard;
use crate::sections::host_name::HostName;
use crate::sections::ip_text::{IpBytes, IpText};
use crate::sections::items::{EncodedItems, TextOrPet};
use crate::sections::path::{Path, Segments};
use crate::sections::piece::{Piece, Pieces};
use crate::sections::query::Query;
use crate::sections::scheme::Scheme;

/// Implements `Format` by the name of the value.
macro_rules! format_as_name {
    ($($type:ty),* $(,)?) => {$(
        impl Format for $type {
            fn format(&self, f: Formatter<'_>) {
                write!(f, "{=str}", self.name());
            }
        }
    )*};
}

format_as_name! {
    BuildErrorKind, Component, DecodeErrorKind, EncodeErrorKind, Feature, ResolveErrorKind, Revision,
}

/// Implements `Format` of an error by its kind, component and offset.
macro_rules! format_as_error {
    ($($type:ty),* $(,)?) => {$(
        impl Format for $type {
            fn format(&self, f: Formatter<'_>) {
                write!(f, "{=str} in {=str} at byte {=usize}", self.kind().name(), self.component().name(), self.offset());
            }
        }
    )*};
}

format_as_error!(BuildError, DecodeError, EncodeError, ResolveError);

impl Format for BufferFull {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "buffer-full");
    }
}

impl Format for BufferTooSmall {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "buffer-too-small, needs {=usize} bytes", self.needed());
    }
}

impl Format for Error {
    fn format(&self, f: Formatter<'_>) {
        on_each!(self, error => error.format(f));
    }
}

/// Implements `Format` by `Debug`.
macro_rules! format_as_debug {
    ($($type:ty $(, $buffer:ident)?;)*) => {$(
        impl$(<$buffer: Buffer>)? Format for $type {
            fn format(&self, f: Formatter<'_>) {
                Debug2Format(self).format(f);
            }
        }
    )*};
}

format_as_debug! {
    Authority<'_>;
    AuthoritySection<'_>;
    Base<'_>;
    Builder<B>, B;
    Cri<'_>;
    CriBuf<B>, B;
    CriRef<'_>;
    CriRefBuf<B>, B;
    DecodeErrorClass;
    Decoder;
    Diagnostic<'_>;
    Difference;
    Discard;
    EncodedItems<'_>;
    Features;
    Host<'_>;
    HostIp<'_>;
    HostName<'_>;
    Ingested<'_>;
    IpBytes<'_>;
    IpText;
    Path<'_>;
    Piece<'_>;
    Pieces<'_>;
    Query<'_>;
    Resolved<'_>;
    Scheme<'_>;
    Sections<'_>;
    Segments<'_>;
    SliceBuffer<'_>;
    Target<'_>;
    TextOrPet<'_>;
    Unprocessable<'_>;
    Userinfo<'_>;
    Value<'_>;
}

impl<const N: usize> Format for ArrayBuffer<N> {
    fn format(&self, f: Formatter<'_>) {
        Debug2Format(self).format(f);
    }
}
