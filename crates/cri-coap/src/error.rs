//! An error: a kind and a place.

use core::error::Error;
use core::fmt;

use cri_core::__private::{Described, Description};
use cri_core::Component;

use crate::options::numbers::{
    LOCATION_PATH, LOCATION_QUERY, URI_HOST, URI_PATH, URI_PORT, URI_QUERY,
};
use crate::response_code::ResponseCode;

/// An error of this crate: a kind, and the place of the error.
///
/// Each operation has its own kind. The place is a component, the number of an option, a byte offset, or a component with
/// an offset.
///
/// ```
/// use cri_coap::{EncodedOptions, OptionReadError, OptionReadErrorKind};
///
/// let error: OptionReadError = EncodedOptions::decode(b"\xb1a\xd1").unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (OptionReadErrorKind::TruncatedHead, 2));
/// assert_eq!(error.to_string(), "the head of an option is cut off, at byte 2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ErrorAt<K, P> {
    kind: K,
    place: P,
    /// The response code, or `OF_KIND` if it is that of the kind.
    code: ResponseCode,
}

/// Shows the response code if it is not that of the kind.
impl<K: fmt::Debug, P: fmt::Debug> fmt::Debug for ErrorAt<K, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ErrorAt");
        shown.field("kind", &self.kind).field("place", &self.place);
        if self.code != ResponseCode::OF_KIND {
            shown.field("code", &self.code);
        }
        shown.finish()
    }
}

impl<K: Copy, P> ErrorAt<K, P> {
    #[cold]
    pub(crate) const fn new(kind: K, place: P) -> Self {
        Self { kind, place, code: ResponseCode::OF_KIND }
    }

    /// The broken rule.
    #[must_use]
    pub const fn kind(&self) -> K {
        self.kind
    }

    /// This error as an error of another operation.
    #[cold]
    pub(crate) fn with_kind<L>(self, of_kind: impl FnOnce(K) -> L) -> ErrorAt<L, P> {
        ErrorAt { kind: of_kind(self.kind), place: self.place, code: self.code }
    }
}

impl<K> ErrorAt<K, Component> {
    /// The component that the broken rule is about, or that the option stands for. `Component::Cri` for an error outside
    /// components.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.place
    }

    /// `None`: the sections need not lie in one run of bytes. `CriRef::offset_of` finds a component.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        None
    }
}

impl<K> ErrorAt<K, u16> {
    /// The number of the option that breaks the rule. For a payload, that of the last option before it, or 0.
    #[must_use]
    pub const fn option(&self) -> u16 {
        self.place
    }

    /// The component that the option stands for. `Component::Cri` if it stands for none.
    #[must_use]
    pub fn component(&self) -> Component {
        self.place.component()
    }

    /// `None`: a list of options need not be in bytes.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        None
    }
}

impl<K> ErrorAt<K, usize> {
    /// The offset in bytes of the option that breaks the rule, or of the payload marker.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.place
    }

    /// `Component::Cri`: the error is about the bytes of options, whatever they stand for.
    #[must_use]
    pub const fn component(&self) -> Component {
        Component::Cri
    }
}

/// The place of an error in a CBOR item that holds CRIs or parts of CRIs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ItemPlace {
    pub(crate) component: Component,
    pub(crate) offset: Option<usize>,
}

impl<K> ErrorAt<K, ItemPlace> {
    /// The component that the broken rule is about. `Component::Cri` for an error outside components.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.place.component
    }

    /// The offset in the decoded bytes. `None` for an error of encoding, since sections need not lie in one run of bytes.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.place.offset
    }
}

impl<K: Coded, P> ErrorAt<K, P> {
    /// This error with this response code, which may be another than that of its kind. Errors with equal codes are equal,
    /// wherever the code is from.
    #[cold]
    pub(crate) fn with_code(self, code: ResponseCode) -> Self {
        let code = if code == self.kind.code() { ResponseCode::OF_KIND } else { code };
        Self { code, ..self }
    }

    /// The response code to the request. The type of the error says which.
    #[must_use]
    pub fn code(&self) -> ResponseCode {
        if self.code == ResponseCode::OF_KIND { self.kind.code() } else { self.code }
    }
}

/// Kinds of errors that a response code answers. An error may have another code, if someone else caused it.
pub trait Coded: Copy {
    fn code(self) -> ResponseCode;
}

/// Where an error is.
pub trait Place: Copy {
    fn component(self) -> Component;

    fn offset(self) -> Option<usize> {
        None
    }
}

impl Place for Component {
    fn component(self) -> Component {
        self
    }
}

/// The number of an option.
impl Place for u16 {
    fn component(self) -> Component {
        match self {
            URI_HOST => Component::Host,
            URI_PORT => Component::Port,
            URI_PATH | LOCATION_PATH => Component::Path,
            URI_QUERY | LOCATION_QUERY => Component::Query,
            _ => Component::Cri,
        }
    }
}

/// An offset in bytes.
impl Place for usize {
    fn component(self) -> Component {
        Component::Cri
    }

    fn offset(self) -> Option<usize> {
        Some(self)
    }
}

impl Place for ItemPlace {
    fn component(self) -> Component {
        self.component
    }

    fn offset(self) -> Option<usize> {
        self.offset
    }
}

impl<K: Explained<P>, P> ErrorAt<K, P> {
    /// The name of the kind, in lower case with hyphens.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }
}

impl<K: Explained<P> + fmt::Debug, P: Place + fmt::Debug> Described for ErrorAt<K, P> {
    fn describe(&self) -> Description {
        (self.name(), self.place.component(), self.place.offset())
    }
}

/// Kinds of errors that have a name and a message.
pub trait Explained<P>: Copy {
    fn name(self) -> &'static str;

    fn explain(self, place: P, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A place that messages show, if it has an offset: before what to do.
#[derive(Clone, Copy)]
pub(crate) struct At(pub(crate) Option<usize>);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |offset| write!(f, ", at byte {offset}"))
    }
}

impl<K: Explained<P>, P: Copy> fmt::Display for ErrorAt<K, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.explain(self.place, f)
    }
}

impl<K: Explained<P> + fmt::Debug, P: Copy + fmt::Debug> Error for ErrorAt<K, P> {}

#[cfg(test)]
mod tests {
    use std::format;

    use cri_core::Component;

    use crate::request::compose_error::{ComposeError, ComposeErrorKind};
    use crate::response_code::ResponseCode;

    #[test]
    fn errors_of_equal_kind_place_and_code_are_equal() {
        let error = ComposeError::new(ComposeErrorKind::Zone, Component::ZoneId);
        let (same, other) =
            (error.with_code(error.code()), error.with_code(ResponseCode::INTERNAL_SERVER_ERROR));
        assert_eq!((same, format!("{same:?}")), (error, format!("{error:?}")));
        assert_eq!(format!("{error:?}"), "ErrorAt { kind: Zone, place: ZoneId }");
        assert_ne!(other, error);
        assert_ne!(format!("{other:?}"), format!("{error:?}"));
        assert_eq!(other.with_code(error.code()), error);
    }
}
