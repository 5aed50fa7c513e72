//! Logs of firmware: `defmt::Format` for options, endpoints, access rules and errors (feature `defmt`).
//!
//! Values are shown as `Debug` shows them. Errors are sent as their kind and place, which takes no `core::fmt` in the
//! firmware.

use ::defmt::{Debug2Format, Display2Format, Format, Formatter, write};
use cri_core::Component;

use crate::aif::method::{Method, MethodSet};
use crate::aif::rules::Aif;
use crate::aif::{AifErrorKind, LocalPart};
use crate::error::{ErrorAt, ResponseCode};
use crate::options::error::{OptionReadErrorKind, OptionWriteErrorKind};
use crate::options::read::EncodedOptions;
use crate::options::value::{CoapOption, OptionValue};
use crate::options::write::OptionWriter;
use crate::proxy::{Conflicts, Origin, ProxyErrorKind};
use crate::request::decompose::Decomposed;
use crate::request::endpoint::Endpoint;
use crate::request::error::{ComposeErrorKind, DecomposeErrorKind};
use crate::request::transport::Transport;

impl<K: Format + Copy> Format for ErrorAt<K, Component> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{} in {}", self.kind(), self.component());
    }
}

impl<K: Format + Copy> Format for ErrorAt<K, u16> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{} in option {=u16}", self.kind(), self.option());
    }
}

impl<K: Format + Copy> Format for ErrorAt<K, usize> {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{} at byte {=usize}", self.kind(), self.offset());
    }
}

impl<K: Format + Copy> Format for ErrorAt<K, (Component, Option<usize>)> {
    fn format(&self, f: Formatter<'_>) {
        match self.offset() {
            Some(offset) => {
                write!(f, "{} in {} at byte {=usize}", self.kind(), self.component(), offset);
            }
            None => write!(f, "{} in {}", self.kind(), self.component()),
        }
    }
}

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
    AifErrorKind, ComposeErrorKind, DecomposeErrorKind, OptionReadErrorKind, OptionWriteErrorKind,
    ProxyErrorKind, Transport,
}

/// Implements `Format` by another trait, through a wrapper of defmt.
macro_rules! format_impls {
    ($By:ident: $($type:ty),* $(,)?) => {$(
        impl Format for $type {
            fn format(&self, f: Formatter<'_>) {
                $By(self).format(f);
            }
        }
    )*};
}

format_impls! {
    Display2Format: CoapOption<'_>, ResponseCode,
}

format_impls! {
    Debug2Format: Aif<'_>, Conflicts, Decomposed<'_>, EncodedOptions<'_>, Endpoint<'_>, LocalPart<'_>, Method,
        MethodSet, OptionValue<'_>, OptionWriter<'_>, Origin<'_>,
}

#[cfg(test)]
mod tests {
    use super::Format;
    use crate::aif::AifError;
    use crate::{
        ComposeError, DecomposeError, OptionReadError, OptionWriteError, ProxyError, Transport,
    };

    #[test]
    fn firmware_logs_every_error() {
        fn is_logged<T: Format>() {}
        is_logged::<AifError>();
        is_logged::<ComposeError>();
        is_logged::<DecomposeError>();
        is_logged::<OptionReadError>();
        is_logged::<OptionWriteError>();
        is_logged::<ProxyError>();
        is_logged::<Transport>();
    }
}
