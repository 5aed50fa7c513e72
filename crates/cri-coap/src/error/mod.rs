//! What goes wrong between CRIs and options: one small `Copy` type per direction.
//!
//! These have no offset: sections need not stand in bytes, and options lie apart. The component, or the option,
//! says where.

use core::error::Error;
use core::fmt;

use cri_core::{BuildError, BuildErrorKind, Component, DecodeErrorKind, EncodeErrorKind};

use crate::ResponseCode;
use crate::option::{self, MAX_PROXY_CRI, MAX_TEXT};

/// What of a CRI no options can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DecomposeErrorKind {
    /// A reference without a scheme (8.1.1 step 1).
    NotFull,
    /// A scheme that is none of CoAP's, or is given by name (8.1.1 step 2).
    NotCoap,
    /// A fragment, also an empty one (8.1.1 step 3).
    Fragment,
    /// No authority: a request needs a host.
    NoAuthority,
    /// A userinfo, for which there is no option.
    Userinfo,
    /// A host of no text (RFC 7252 section 5.10: Uri-Host has 1 byte at least).
    EmptyHost,
    /// A zone-id that is not the endpoint's: it would have to go into an option.
    Zone,
    /// A percent sign in a host's name, which receivers take for one of two things.
    PercentInHost,
    /// A host's name that is no name in an option, such as one in brackets, which is an address there.
    InvalidHost,
    /// Percent-encoded text (8.1.1).
    Pet,
    /// A text of more than [`MAX_TEXT`] bytes (RFC 7252 section 5.10).
    TooLong,
    /// A reference that is neither a path from the root nor a query alone, or is neither of the two with
    /// anything in it: Location-Path and Location-Query cannot say it (RFC 7252 section 5.10.7).
    NotLocation,
}

impl DecomposeErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotFull => "not-full",
            Self::NotCoap => "not-coap",
            Self::Fragment => "fragment",
            Self::NoAuthority => "no-authority",
            Self::Userinfo => "userinfo",
            Self::EmptyHost => "empty-host",
            Self::Zone => "zone-id",
            Self::PercentInHost => "percent-in-host",
            Self::InvalidHost => "invalid-host",
            Self::Pet => "pet",
            Self::TooLong => "too-long",
            Self::NotLocation => "not-location",
        }
    }
}

/// Why a CRI does not decompose into options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecomposeError {
    kind: DecomposeErrorKind,
    component: Component,
}

impl DecomposeError {
    #[cold]
    pub(crate) const fn new(kind: DecomposeErrorKind, component: Component) -> Self {
        Self { kind, component }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> DecomposeErrorKind {
        self.kind
    }

    /// The part of the CRI; `CriRef::offset_of` says where that stands in bytes.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The response code that a proxy answers with, where the CRI is a request's Proxy-Cri.
    ///
    /// A scheme that is none of CoAP's earns 5.05 of a proxy that speaks nothing else (RFC 7252 section 5.10.2).
    /// Whatever else there is no request for, with this proxy or another, is the client's mistake: 4.00.
    #[must_use]
    pub const fn code(&self) -> ResponseCode {
        match self.kind {
            DecomposeErrorKind::NotCoap => ResponseCode::PROXYING_NOT_SUPPORTED,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

impl fmt::Display for DecomposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            DecomposeErrorKind::NotFull => f.write_str("expected a full CRI, found a relative reference"),
            DecomposeErrorKind::NotCoap => {
                f.write_str("expected the scheme number of a variant of CoAP, found another scheme")
            }
            DecomposeErrorKind::Fragment => f.write_str("expected no fragment, found one"),
            DecomposeErrorKind::NoAuthority => f.write_str("expected an authority, found none"),
            DecomposeErrorKind::Userinfo => f.write_str("expected no userinfo, found one"),
            DecomposeErrorKind::EmptyHost => f.write_str("expected a host, found an empty one"),
            DecomposeErrorKind::Zone => f.write_str("expected the zone-id of the destination or none, found another"),
            DecomposeErrorKind::PercentInHost => f.write_str("expected no percent sign in the host, found one"),
            DecomposeErrorKind::InvalidHost => f.write_str("expected a name that an option can hold, found another"),
            DecomposeErrorKind::Pet => f.write_str("expected text, found percent-encoded text"),
            DecomposeErrorKind::TooLong => write!(f, "expected at most {MAX_TEXT} bytes, found more"),
            DecomposeErrorKind::NotLocation => {
                f.write_str("expected a path from the root or a query alone, found another reference")
            }
        }?;
        write!(f, " in {}", self.component)
    }
}

impl Error for DecomposeError {}

/// What of some options is no CRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ComposeErrorKind {
    /// A Uri-Host without a byte, which is shorter than it may be (RFC 7252 section 5.10.1).
    EmptyHost,
    /// A Uri-Host that is neither a name nor an address (8.1.2 step 2).
    InvalidHost,
    /// An upper-case letter beyond A to Z in a Uri-Host (C5).
    UpperCaseHost,
    /// A percent sign in a Uri-Host, which senders take for one of two things.
    PercentInHost,
    /// A zone-id where the revision has none: in a Uri-Host in draft-27, of an IPv4 address in draft-16.
    Zone,
    /// Two options of which only one may be there (RFC 7252 section 5.4.5).
    Repeated,
    /// A value that is longer than its option may be (RFC 7252 section 5.10).
    TooLong,
    /// A value that is no UTF-8 (RFC 7252 section 3.2).
    InvalidUtf8,
    /// A rule of CRIs is broken, such as by a segment `..` (RFC 7252 section 5.10.1).
    Rule(DecodeErrorKind),
    /// The buffer has no room.
    BufferFull,
}

impl ComposeErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::EmptyHost => "empty-host",
            Self::InvalidHost => "invalid-host",
            Self::UpperCaseHost => "upper-case-host",
            Self::PercentInHost => "percent-in-host",
            Self::Zone => "zone-id",
            Self::Repeated => "repeated",
            Self::TooLong => "too-long",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::Rule(kind) => kind.name(),
            Self::BufferFull => "buffer-full",
        }
    }

    /// The response code that it earns; see [`ComposeError::code`].
    const fn code(self) -> ResponseCode {
        match self {
            Self::EmptyHost | Self::Repeated | Self::TooLong => ResponseCode::BAD_OPTION,
            Self::BufferFull => ResponseCode::INTERNAL_SERVER_ERROR,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

/// Why options do not compose to a CRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComposeError {
    kind: ComposeErrorKind,
    component: Component,
}

impl ComposeError {
    #[cold]
    pub(crate) const fn new(kind: ComposeErrorKind, component: Component) -> Self {
        Self { kind, component }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ComposeErrorKind {
        self.kind
    }

    /// The part of the CRI that the option is.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.component
    }

    /// The response code that a request with these options earns.
    ///
    /// A critical option out of its bounds, or repeated, is one that is not recognized: 4.02 (RFC 7252 sections
    /// 5.4.1, 5.4.3 and 5.4.5). A buffer that is full is not the client's fault: 5.00. Everything else is 4.00.
    #[must_use]
    pub const fn code(&self) -> ResponseCode {
        self.kind.code()
    }
}

impl From<BuildError> for ComposeError {
    fn from(error: BuildError) -> Self {
        let kind = match error.kind() {
            BuildErrorKind::Rule(kind) => ComposeErrorKind::Rule(kind),
            BuildErrorKind::BufferFull => ComposeErrorKind::BufferFull,
            // The sections come in their order, and only addresses of the destination have a zone.
            _ => ComposeErrorKind::Zone,
        };
        Self::new(kind, error.component())
    }
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ComposeErrorKind::EmptyHost => f.write_str("expected at least one byte, found none"),
            ComposeErrorKind::InvalidHost => f.write_str("expected a name or an address, found another text"),
            ComposeErrorKind::UpperCaseHost => {
                f.write_str("expected lower case, found an upper-case letter beyond A to Z")
            }
            ComposeErrorKind::PercentInHost => f.write_str("expected no percent sign, found one"),
            ComposeErrorKind::Zone => f.write_str("expected no zone-id, found one"),
            ComposeErrorKind::Repeated => f.write_str("expected one option, found two"),
            ComposeErrorKind::TooLong => {
                f.write_str("expected a shorter value, found more bytes than the option may have")
            }
            ComposeErrorKind::InvalidUtf8 => f.write_str("expected UTF-8, found other bytes"),
            ComposeErrorKind::Rule(kind) => write!(f, "expected what a CRI may hold, found {}", kind.name()),
            ComposeErrorKind::BufferFull => f.write_str("expected more room in the buffer"),
        }?;
        write!(f, " in {}", self.component)
    }
}

impl Error for ComposeError {}

/// What is wrong with the options that ask a proxy for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProxyErrorKind {
    /// The value of a Proxy-Cri is no CRI that can be processed.
    Cri(DecodeErrorKind),
    /// A CRI reference in place of a full CRI.
    NotFull,
    /// A CRI with a fragment: an absolute URI has none (RFC 7252 section 5.10.2).
    Fragment,
    /// A value that is shorter or longer than its option may be.
    Length,
    /// A value that is no UTF-8.
    InvalidUtf8,
    /// An option that must not be there beside another.
    Mixed,
    /// Two options of which only one may be there.
    Repeated,
    /// Composing by a scheme number what asks for no scheme number.
    NotByNumber,
    /// The Uri-* options beside Proxy-Scheme-Number are no CRI.
    Compose(ComposeErrorKind),
    /// The revision cannot say the CRI, or the buffer not hold it.
    Encode(EncodeErrorKind),
}

impl ProxyErrorKind {
    /// The kind's name in lower case with hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cri(kind) => kind.name(),
            Self::NotFull => "not-full",
            Self::Fragment => "fragment",
            Self::Length => "length",
            Self::InvalidUtf8 => "invalid-utf8",
            Self::Mixed => "mixed",
            Self::Repeated => "repeated",
            Self::NotByNumber => "not-by-number",
            Self::Compose(kind) => kind.name(),
            Self::Encode(kind) => kind.name(),
        }
    }
}

/// Why the options of a request ask a proxy for nothing that makes sense, or a Proxy-Cri was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProxyError {
    kind: ProxyErrorKind,
    option: u16,
}

impl ProxyError {
    #[cold]
    pub(crate) const fn new(kind: ProxyErrorKind, option: u16) -> Self {
        Self { kind, option }
    }

    /// What is wrong.
    #[must_use]
    pub const fn kind(&self) -> ProxyErrorKind {
        self.kind
    }

    /// The number of the option that is wrong.
    #[must_use]
    pub const fn option(&self) -> u16 {
        self.option
    }

    /// The response code that it earns.
    ///
    /// A critical option out of its bounds, or repeated, is one that is not recognized: 4.02 (RFC 7252 sections
    /// 5.4.1, 5.4.3 and 5.4.5). What the caller and not the client got wrong is 5.00. Everything else is 4.00.
    #[must_use]
    pub const fn code(&self) -> ResponseCode {
        match self.kind {
            ProxyErrorKind::Length | ProxyErrorKind::Repeated => ResponseCode::BAD_OPTION,
            ProxyErrorKind::Compose(kind) => kind.code(),
            ProxyErrorKind::Encode(_) | ProxyErrorKind::NotByNumber => ResponseCode::INTERNAL_SERVER_ERROR,
            _ => ResponseCode::BAD_REQUEST,
        }
    }
}

impl fmt::Display for ProxyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ProxyErrorKind::Cri(kind) => write!(f, "expected a CRI, found {}", kind.name()),
            ProxyErrorKind::NotFull => f.write_str("expected a full CRI, found a relative reference"),
            ProxyErrorKind::Fragment => f.write_str("expected no fragment, found one"),
            ProxyErrorKind::Length if self.option == option::PROXY_CRI => {
                write!(f, "expected 1 to {MAX_PROXY_CRI} bytes, found another length")
            }
            ProxyErrorKind::Length => f.write_str("expected a value that the option may have, found another length"),
            ProxyErrorKind::InvalidUtf8 => f.write_str("expected UTF-8, found other bytes"),
            ProxyErrorKind::Mixed => f.write_str("expected no other option that identifies a resource, found one"),
            ProxyErrorKind::Repeated => f.write_str("expected one option, found two"),
            ProxyErrorKind::NotByNumber => f.write_str("expected a scheme number, found none"),
            ProxyErrorKind::Compose(kind) => write!(f, "expected a part of a CRI, found {}", kind.name()),
            ProxyErrorKind::Encode(kind) => write!(f, "expected a CRI that can be written, found {}", kind.name()),
        }?;
        match option::name(self.option) {
            Some(name) => write!(f, " in {name}"),
            None => write!(f, " in option {}", self.option),
        }
    }
}

impl Error for ProxyError {}
