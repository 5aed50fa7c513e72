//! The errors of all crates as exceptions.

use std::fmt::Display;

use cri_core::{Component, DecodeErrorClass};
use pyo3::PyErr;

// `python/cri/__init__.py` defines these.
pyo3::import_exception!(cri, CriError);
pyo3::import_exception!(cri, MalformedError);

/// What is wrong, and where.
#[derive(Clone, Copy)]
pub(crate) struct Diagnosis {
    pub(crate) kind: &'static str,
    pub(crate) component: Option<Component>,
    pub(crate) offset: Option<usize>,
    pub(crate) is_malformed: bool,
    pub(crate) response_code: Option<u8>,
}

impl Diagnosis {
    pub(crate) const fn new(kind: &'static str, component: Component) -> Self {
        let component = Some(component);
        Self { kind, component, offset: None, is_malformed: false, response_code: None }
    }
}

/// Implements `From` for errors. The members that an error has beside kind and component follow it.
macro_rules! diagnoses {
    ($($Error:ty, $error:ident $(, $member:ident = $value:expr)*;)*) => {$(
        impl From<$Error> for Diagnosis {
            #[cold]
            fn from($error: $Error) -> Self {
                #[allow(unused_mut)]
                let mut diagnosis = Self::new($error.kind().name(), $error.component());
                $(diagnosis.$member = $value;)*
                diagnosis
            }
        }
    )*};
}

diagnoses! {
    cri_core::DecodeError, it,
        offset = Some(it.offset()), is_malformed = it.class() == DecodeErrorClass::Malformed;
    cri_uri::ParseError, it, offset = Some(it.offset());
    cri_uri::ToCriError, it, offset = Some(it.offset());
    // An offset would be one in the result, which nobody has seen.
    cri_core::BuildError, it;
    cri_core::ResolveError, it;
    cri_core::EncodeError, it;
    cri_uri::ToUriError, it;
    cri_uri::ComposeError, it;
    cri_coap::DecomposeError, it;
    cri_coap::ComposeError, it, response_code = Some(it.code().to_byte());
}

impl From<cri_edn::ParseError> for Diagnosis {
    fn from(it: cri_edn::ParseError) -> Self {
        let component = it.component();
        Self { component, offset: Some(it.offset()), ..Self::new(it.kind().name(), Component::Cri) }
    }
}

/// An exception: its message, and its other members.
pub(crate) struct Failure(String, Diagnosis);

impl<E: Display + Copy + Into<Diagnosis>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string(), error.into())
    }
}

impl Failure {
    /// The failure of reading `text`, which it shows with a caret under the character that is wrong.
    pub(crate) fn in_text(error: cri_uri::ToCriError, text: &str) -> Self {
        Self(error.with_source(text).to_string(), error.into())
    }
}

impl From<Failure> for PyErr {
    fn from(Failure(message, it): Failure) -> Self {
        let component = it.component.map(Component::name);
        let arguments = (message, it.kind, component, it.offset, it.response_code);
        if it.is_malformed {
            MalformedError::new_err(arguments)
        } else {
            CriError::new_err(arguments)
        }
    }
}
