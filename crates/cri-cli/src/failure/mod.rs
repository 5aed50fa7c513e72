//! What is wrong with an operand: kind, component, offset and message, from whichever layer it comes.

use std::fmt::{self, Display};
use std::ops::Range;

use cri_coap::option::{URI_HOST, URI_PATH, URI_PORT, URI_QUERY};
use cri_coap::{ComposeError, DecomposeError, ProxyError, ProxyErrorKind};
use cri_core::{Component, CriRef, DecodeError, DecodeErrorClass, DecodeErrorKind, EncodeError, ResolveError};
use cri_uri::idna::IdnaError;
use cri_uri::{Finding, ParseError, RewriteError, ToCriError, ToUriError};
use serde::{Serialize, Serializer};

/// Why an operand got no answer.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Failure {
    /// What is wrong, in kebab-case.
    pub(crate) kind: &'static str,
    /// The component of the CRI or URI it is wrong with, where it is one.
    #[serde(serialize_with = "name")]
    pub(crate) component: Option<Component>,
    /// Where, in bytes: into an operand that is text; into the CBOR where the operand is hex, JSON or CBOR, and not
    /// wrong as such.
    pub(crate) offset: Option<usize>,
    /// What was expected, what found, and where.
    pub(crate) message: Message,
    /// The bytes of the operand that are to blame.
    #[serde(skip)]
    pub(crate) mark: Option<Range<usize>>,
}

/// A message, and where it says that something is: that may change on the way from the CBOR to the operand.
#[derive(Clone, Debug)]
pub(crate) struct Message {
    text: String,
    offset: Option<usize>,
    /// What the offset is of.
    culprit: Culprit,
    hint: Option<Hint>,
}

/// What may help.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hint {
    /// The operand looks like diagnostic notation, but was not read as such.
    FromEdn,
}

impl Hint {
    const fn text(self) -> &'static str {
        match self {
            Self::FromEdn => "diagnostic notation needs --from edn",
        }
    }
}

/// What stands at the offset of a message.
#[derive(Clone, Copy, Debug)]
enum Culprit {
    /// What is wrong.
    Found,
    /// The path of the reference, which led to a wrong result.
    ReferencePath,
}

impl Culprit {
    /// What introduces the offset.
    const fn lead(self) -> &'static str {
        match self {
            Self::Found => " at byte ",
            Self::ReferencePath => ", with the reference's path at byte ",
        }
    }
}

impl Failure {
    /// A failure of the operand as a whole.
    pub(crate) fn new(kind: &'static str, message: impl Display) -> Self {
        Self {
            kind,
            component: None,
            offset: None,
            message: Message { text: message.to_string(), offset: None, culprit: Culprit::Found, hint: None },
            mark: None,
        }
    }

    /// A failure that a layer below names, with the offset that its message ends with.
    fn below(kind: &'static str, component: Component, offset: usize, message: String) -> Self {
        Self::new(kind, message).about(component).ending_at(offset, Culprit::Found)
    }

    /// The same at this offset, which the message ends with.
    fn ending_at(mut self, offset: usize, culprit: Culprit) -> Self {
        if let Some(bare) = self.message.text.strip_suffix(&format!("{}{offset}", culprit.lead())) {
            self.message.text.truncate(bare.len());
        }
        self.message.culprit = culprit;
        self.at(offset)
    }

    /// A decoding error without its class.
    pub(crate) fn unclassed(error: DecodeError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string())
    }

    /// The same, of this component.
    pub(crate) fn about(mut self, component: Component) -> Self {
        self.component = Some(component);
        self
    }

    /// The same, at this offset.
    pub(crate) fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self.message.offset = Some(offset);
        self
    }

    /// The same where its component stands in this CRI, unless it has an offset.
    pub(crate) fn within(self, cri: CriRef<'_>) -> Self {
        match (self.offset, self.component) {
            (None, Some(component)) => self.at(cri.offset_of(component)),
            _ => self,
        }
    }

    /// The same, but the message does not say at which byte.
    pub(crate) fn without_offset_in_message(mut self) -> Self {
        self.message.offset = None;
        self
    }

    /// The same, with what may help.
    pub(crate) fn hinting(mut self, hint: Hint) -> Self {
        self.message.hint = Some(hint);
        self
    }

    /// The same, nowhere in particular.
    pub(crate) fn nowhere(mut self) -> Self {
        self.offset = None;
        self.message.offset = None;
        self.mark = None;
        self
    }

    /// The same, with these bytes of the operand to blame.
    pub(crate) fn marking(mut self, mark: Range<usize>) -> Self {
        self.mark = Some(mark);
        self
    }

    /// The same at its offset in an operand that is text: the byte there is to blame.
    pub(crate) fn in_text(self) -> Self {
        match self.offset {
            Some(offset) => self.marking(offset..offset.saturating_add(1)),
            None => self,
        }
    }

    /// The same, of an operand whose byte at `from` is at `to`.
    pub(crate) fn moved(mut self, from: usize, to: usize) -> Self {
        let moved = |at: usize| at.saturating_sub(from).saturating_add(to);
        self.offset = self.offset.map(moved);
        self.message.offset = self.message.offset.map(moved);
        self.mark = self.mark.map(|mark| moved(mark.start)..moved(mark.end));
        self
    }

    /// The same, with something said before the message.
    pub(crate) fn prefixed(mut self, prefix: &str) -> Self {
        self.message.text.insert_str(0, prefix);
        self
    }
}

/// How far a decoding error reaches: whether the end of what was read is known.
pub(crate) fn class(error: DecodeError) -> &'static str {
    match (error.kind(), error.class()) {
        // Well-formed, but as little a CRI.
        (DecodeErrorKind::NotAnArray | DecodeErrorKind::TrailingBytes, _) => "rejected",
        (_, DecodeErrorClass::Malformed) => "malformed CBOR",
        _ => "unprocessable CRI",
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if let Some(offset) = self.offset {
            write!(f, "{}{offset}", self.culprit.lead())?;
        }
        match self.hint {
            Some(hint) => write!(f, "; {}", hint.text()),
            None => Ok(()),
        }
    }
}

/// Serializes a component as its name.
fn name<S: Serializer>(component: &Option<Component>, serializer: S) -> Result<S::Ok, S::Error> {
    component.map(Component::name).serialize(serializer)
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string()).in_text()
    }
}

impl From<ToCriError> for Failure {
    fn from(error: ToCriError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string()).in_text()
    }
}

impl From<DecodeError> for Failure {
    fn from(error: DecodeError) -> Self {
        Self::unclassed(error).prefixed(&format!("{}: ", class(error)))
    }
}

impl From<ResolveError> for Failure {
    fn from(error: ResolveError) -> Self {
        let failure = Self::new(error.kind().name(), error).about(error.component());
        failure.ending_at(error.offset(), Culprit::ReferencePath)
    }
}

/// An encoding error speaks of what was being written, not of the operand.
impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        Self::below(error.kind().name(), error.component(), error.offset(), error.to_string()).nowhere()
    }
}

/// So does an error of writing a CRI anew.
impl From<RewriteError> for Failure {
    fn from(error: RewriteError) -> Self {
        Self::new(error.kind().name(), error).about(error.component())
    }
}

/// An error of converting to a URI speaks of sections, which need not stand in any bytes.
impl From<ToUriError> for Failure {
    fn from(error: ToUriError) -> Self {
        Self::new(error.kind().name(), error).about(error.component())
    }
}

/// Nor need they for an error of decomposing into options.
impl From<DecomposeError> for Failure {
    fn from(error: DecomposeError) -> Self {
        Self::new(error.kind().name(), error).about(error.component())
    }
}

/// Options lie apart: where they are written is not known here.
impl From<ComposeError> for Failure {
    fn from(error: ComposeError) -> Self {
        Self::new(error.kind().name(), error).about(error.component())
    }
}

/// What asks a proxy for something is one option, but what is asked for has components.
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

/// UTS 46 does not say where a name is wrong.
impl From<IdnaError> for Failure {
    fn from(error: IdnaError) -> Self {
        Self::new(error.kind().name(), error).about(error.component())
    }
}

/// What a check finds is shown like a failure.
impl From<Finding> for Failure {
    fn from(finding: Finding) -> Self {
        Self::below(finding.kind().name(), finding.component(), finding.offset(), finding.to_string()).in_text()
    }
}
