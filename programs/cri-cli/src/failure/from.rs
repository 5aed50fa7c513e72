//! The errors of the libraries as failures.

use cri_check::Finding;
use cri_coap::option::{URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use cri_coap::{ComposeError, DecomposeError, ProxyError, ProxyErrorKind};
use cri_core::{Component, DecodeError, EncodeError, ResolveError};
use cri_edn::ParseErrorKind as EdnErrorKind;
use cri_inspect::links::LinkError;
use cri_inspect::operand::outcome;
use cri_uri::equivalence::RewriteError;
use cri_uri::idna::IdnaError;
use cri_uri::{ParseError, ToCriError, ToUriError};

use crate::failure::Failure;

/// Implements the conversion of errors with a kind and a component. `offset` errors also have an offset, and those that
/// are in the text of an operand are marked there.
macro_rules! from_errors {
    ($($error:ident: $($how:ident)?,)*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                from_errors!(@ error $($how)?).about(error.component())
            }
        }
    )*};
    (@ $error:ident) => { Self::new($error.kind().name(), $error) };
    (@ $error:ident offset) => { Self::naming($error.kind().name(), $error, $error.offset()) };
    (@ $error:ident text) => { from_errors!(@ $error offset).in_text() };
}

from_errors! {
    ParseError: text,
    ToCriError: text,
    // A finding is shown like a failure.
    Finding: text,
    ResolveError: offset,
    RewriteError: ,
    ToUriError: ,
    DecomposeError: ,
    ComposeError: ,
}

impl From<IdnaError> for Failure {
    fn from(error: IdnaError) -> Self {
        Self::new(error.name(), error).about(Component::Host)
    }
}

impl From<LinkError> for Failure {
    fn from(error: LinkError) -> Self {
        let failure = Self::naming(error.kind().name(), &error, error.offset()).in_text();
        match error.component() {
            Some(component) => failure.about(component),
            None => failure,
        }
    }
}

impl From<cri_edn::ParseError> for Failure {
    fn from(error: cri_edn::ParseError) -> Self {
        let kind = match error.kind() {
            EdnErrorKind::Empty => return Self::empty(),
            EdnErrorKind::TooDeep => "too-deep",
            EdnErrorKind::Literal(kind) => kind.name(),
            _ => "invalid-edn",
        };
        let failure = Self::naming(kind, error, error.offset()).in_text();
        match error.component() {
            Some(component) => failure.about(component),
            None => failure,
        }
    }
}

impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Self {
        Self::unclassed(error).prefixed(&format!("{}: ", outcome(error)))
    }
}

/// The offset of an encoding error is one in what was being written, not in the operand.
impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        Self::naming(error.kind().name(), error, error.offset()).about(error.component()).nowhere()
    }
}

/// The failure has the component that the option carries.
impl From<ProxyError> for Failure {
    fn from(error: ProxyError) -> Self {
        let failure = Self::new(error.kind().name(), error);
        match (error.kind(), error.option()) {
            (ProxyErrorKind::NotFull, _) => failure.about(Component::Scheme),
            (ProxyErrorKind::Fragment, _) => failure.about(Component::Fragment),
            (ProxyErrorKind::Compose(_), URI_HOST) => failure.about(Component::Host),
            (ProxyErrorKind::Compose(_), URI_PORT) => failure.about(Component::Port),
            (ProxyErrorKind::Compose(_), URI_PATH) => failure.about(Component::Path),
            (ProxyErrorKind::Compose(_), URI_QUERY) => failure.about(Component::Query),
            _ => failure,
        }
    }
}
