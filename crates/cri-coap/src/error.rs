//! What goes wrong between CRIs and options: one small `Copy` type per direction.
//!
//! These have no offset: sections need not stand in bytes, and options lie apart. The component, or the option,
//! says where.

use core::error::Error;
use core::fmt;

use cri_core::{BuildError, BuildErrorKind, Component, DecodeErrorClass, DecodeErrorKind, EncodeErrorKind};

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
    /// A reference that is no path from the root, which Location-Path cannot say.
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
            DecomposeErrorKind::NotLocation => f.write_str("expected a path from the root, found another reference"),
        }?;
        write!(f, " in {}", self.component)
    }
}

impl Error for DecomposeError {}

/// What of some options is no CRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ComposeErrorKind {
    /// A Uri-Host that is neither a name nor an address (8.1.2 step 2).
    InvalidHost,
    /// An upper-case letter beyond A to Z in a Uri-Host (C5).
    UpperCaseHost,
    /// A percent sign in a Uri-Host, which senders take for one of two things.
    PercentInHost,
    /// A zone-id in a Uri-Host, in draft-27.
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

/// A CoAP response code: class and detail (RFC 7252 section 5.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ResponseCode(u8);

impl ResponseCode {
    /// 4.00.
    pub const BAD_REQUEST: Self = Self::new(4, 0);
    /// 4.02.
    pub const BAD_OPTION: Self = Self::new(4, 2);
    /// 5.05.
    pub const PROXYING_NOT_SUPPORTED: Self = Self::new(5, 5);

    const fn new(class: u8, detail: u8) -> Self {
        Self(class << 5 | detail)
    }

    /// The byte that stands in a message.
    #[must_use]
    pub const fn to_byte(self) -> u8 {
        self.0
    }
}

/// Shows class and detail, such as `4.00`.
impl fmt::Display for ResponseCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:02}", self.0 >> 5, self.0 & 0x1f)
    }
}

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
    /// 5.4.1, 5.4.3 and 5.4.5). Everything else is 4.00, but a CRI that is well-formed and not supported: 5.05.
    #[must_use]
    pub const fn code(&self) -> ResponseCode {
        match self.kind {
            ProxyErrorKind::Length | ProxyErrorKind::Repeated => ResponseCode::BAD_OPTION,
            ProxyErrorKind::Cri(kind) if matches!(kind.class(), DecodeErrorClass::Unsupported) => {
                ResponseCode::PROXYING_NOT_SUPPORTED
            }
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
            ProxyErrorKind::Compose(kind) => write!(f, "expected options that are a CRI, found {}", kind.name()),
            ProxyErrorKind::Encode(kind) => write!(f, "expected a CRI that can be written, found {}", kind.name()),
        }?;
        match option::name(self.option) {
            Some(name) => write!(f, " in {name}"),
            None => write!(f, " in option {}", self.option),
        }
    }
}

impl Error for ProxyError {}
