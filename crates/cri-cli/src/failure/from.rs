//! The errors of the libraries as failures.

use std::fmt::Display;

use cri_check::Finding;
use cri_coap::option::{URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use cri_coap::{ComposeError, DecomposeError, ProxyError, ProxyErrorKind};
use cri_core::{Component, DecodeError, EncodeError, ResolveError};
use cri_edn::ParseErrorKind as EdnErrorKind;
use cri_uri::equivalence::RewriteError;
use cri_uri::idna::IdnaError;
use cri_uri::{ParseError, ToCriError, ToUriError};

use crate::failure::{Failure, class};

/// A failure of a component that need not stand in any bytes.
fn of(kind: &'static str, component: Component, message: impl Display) -> Failure {
    Failure::new(kind, message).about(component)
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::naming(error.kind().name(), error, error.offset()).about(error.component()).in_text()
    }
}

impl From<ToCriError> for Failure {
    fn from(error: ToCriError) -> Self {
        Self::naming(error.kind().name(), error, error.offset()).about(error.component()).in_text()
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
        Self::unclassed(error).prefixed(&format!("{}: ", class(error)))
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        Self::naming(error.kind().name(), error, error.offset()).about(error.component())
    }
}

/// The offset of an encoding error is one in what was being written, not in the operand.
impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        Self::naming(error.kind().name(), error, error.offset()).about(error.component()).nowhere()
    }
}

impl From<RewriteError> for Failure {
    fn from(error: RewriteError) -> Self {
        of(error.kind().name(), error.component(), error)
    }
}

impl From<ToUriError> for Failure {
    fn from(error: ToUriError) -> Self {
        of(error.kind().name(), error.component(), error)
    }
}

impl From<DecomposeError> for Failure {
    fn from(error: DecomposeError) -> Self {
        of(error.kind().name(), error.component(), error)
    }
}

impl From<ComposeError> for Failure {
    fn from(error: ComposeError) -> Self {
        of(error.kind().name(), error.component(), error)
    }
}

/// UTS 46 does not say where a name is wrong.
impl From<IdnaError> for Failure {
    fn from(error: IdnaError) -> Self {
        of(error.kind().name(), error.component(), error)
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

/// A finding is shown like a failure.
impl From<Finding> for Failure {
    fn from(finding: Finding) -> Self {
        Self::naming(finding.kind().name(), finding, finding.offset())
            .about(finding.component())
            .in_text()
    }
}
