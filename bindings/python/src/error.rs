//! The errors of all crates as exceptions.

use std::fmt::{self, Display};
use std::str::Utf8Error;

use arrow_schema::ArrowError;
use cri_core::{BufferFull, Component};
use cri_inspect::links::{LinkError, Part};
use cri_inspect::operand::{Advice, Doubt, Fault, Form, advice_on_uri_host, recognize};
use cri_uri::__private::{AROUND, Excerpt};
use cri_uri::{IriRef, ToCriErrorKind, password};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::types::PyAnyMethods;
use pyo3::{Bound, PyAny, PyErr, PyResult, Python};

/// A value of a program.
pub type Any<'py> = Bound<'py, PyAny>;

// `python/cri_uri/__init__.py` defines these.
pyo3::import_exception!(cri_uri, CriError);
pyo3::import_exception!(cri_uri, MalformedError);

/// What is wrong, and where.
#[derive(Default)]
pub struct Diagnosis {
    pub kind: &'static str,
    pub component: Option<Component>,
    pub offset: Option<usize>,
    is_malformed: bool,
    response_code: Option<u8>,
}

/// Implements `From` for errors. The members that an error has beside kind and component follow it.
macro_rules! diagnoses {
    ($($Error:ty, $error:ident $(, $member:ident = $value:expr)*;)*) => {$(
        impl From<$Error> for Diagnosis {
            #[cold]
            fn from($error: $Error) -> Self {
                let (kind, component) = ($error.kind().name(), $error.component().into());
                Self { kind, component, $($member: $value,)* ..Self::default() }
            }
        }
    )*};
}

diagnoses! {
    cri_core::DecodeError, it,
        offset = Some(it.offset()), is_malformed = it.class() == cri_core::DecodeErrorClass::Malformed;
    cri_uri::ParseError, it, offset = Some(it.offset());
    cri_uri::ToCriError, it, offset = Some(it.offset());
    cri_edn::ParseError, it, offset = Some(it.offset());
    // An offset would be one in the result, which nobody has seen.
    cri_core::BuildError, it;
    cri_core::ResolveError, it;
    cri_core::EncodeError, it;
    cri_uri::ToUriError, it;
    cri_uri::RecomposeError, it;
    cri_coap::DecomposeError, it;
    cri_coap::ComposeError, it, response_code = Some(it.code().to_byte());
}

impl From<cri_coap::OptionReadError> for Diagnosis {
    fn from(it: cri_coap::OptionReadError) -> Self {
        Self { kind: it.kind().name(), offset: Some(it.offset()), ..Self::default() }
    }
}

impl From<Utf8Error> for Diagnosis {
    fn from(it: Utf8Error) -> Self {
        let (component, offset) = (Some(Component::Cri), Some(it.valid_up_to()));
        Self { kind: "invalid-utf8", component, offset, ..Self::default() }
    }
}

/// The base has no place in the text of the links.
impl From<LinkError> for Diagnosis {
    fn from(it: LinkError) -> Self {
        let offset = (it.part() != Part::Base).then_some(it.offset());
        Self { kind: it.kind().name(), component: it.component(), offset, ..Self::default() }
    }
}

/// A vector is a buffer that is full if there is no memory for more.
impl Diagnosis {
    const NO_MEMORY: &str = "buffer-full";

    pub fn is_no_memory(&self) -> bool {
        self.kind == Self::NO_MEMORY
    }

    /// This for what the program has not seen, such as a result.
    pub fn without_offset(self) -> Self {
        Self { offset: None, ..self }
    }

    /// This for a part of a CRI, in which it has no offset.
    pub fn in_part(self, part: Component) -> Self {
        Self { component: Some(part), ..self.without_offset() }
    }
}

impl From<BufferFull> for Diagnosis {
    fn from(BufferFull: BufferFull) -> Self {
        Self { kind: Self::NO_MEMORY, ..Self::default() }
    }
}

/// A display fails only if its vector is full.
impl From<fmt::Error> for Diagnosis {
    fn from(fmt::Error: fmt::Error) -> Self {
        BufferFull.into()
    }
}

/// The exception for a result that takes more memory than there is.
pub fn no_memory() -> PyErr {
    PyMemoryError::new_err("there is no memory for the result")
}

/// An exception. `?` makes one of each error of the crates.
pub struct Failure(PyErr);

pub type Result<T, E = Failure> = std::result::Result<T, E>;

impl<E: Display + Into<Diagnosis>> From<E> for Failure {
    fn from(error: E) -> Self {
        let message = error.to_string();
        let it = error.into();
        match it.offset {
            Some(_) => Self::new(&message, it),
            None => Self::new(&placeless(&message), it),
        }
    }
}

/// The message of an error in a text, which says what the person probably meant.
fn advised(message: &str, name: &str, text: &str) -> String {
    // An advice takes copies of the text, for which there may be no memory. Nobody types a longer one.
    const LONGEST: usize = 4096;
    if text.len() > LONGEST {
        return message.to_owned();
    }
    // A link of Markdown begins as notation does.
    let found = Advice::find(text, Fault::named(name));
    if let Some(advice @ Advice::Undelimited(_)) = &found {
        return advice.added_to(message, excerpt);
    }
    if let Some(advice) = on_form(text) {
        let what = message.split_once("; ").map_or(message, |(what, _)| what);
        return format!("{what}; {advice}");
    }
    match found {
        Some(advice) => advice.added_to(message, excerpt),
        None if name == ToCriErrorKind::ColonInUserinfo.name() => {
            format!("{message}; revision='rfc9988' reads it")
        }
        None => message.to_owned(),
    }
}

/// The function that reads a text which is no URI reference.
fn on_form(text: &str) -> Option<&'static str> {
    let recognized = recognize(text);
    Some(match recognized.form {
        Form::Notation => "for diagnostic notation, call from_notation",
        Form::Hex => "for hex digits, pass bytes.fromhex(...), which reads digits and blanks",
        Form::Json => "for an object of the program cri, pass bytes.fromhex(...) of its \"cri\"",
        _ if recognized.doubt == Some(Doubt::AlmostHex) => {
            "for hex digits, pass bytes.fromhex(...), but these are not one CRI"
        }
        _ if text.starts_with("b'") || text.starts_with("b\"") => {
            "for bytes, pass them without quotation marks around b'...'"
        }
        _ => return None,
    })
}

/// The first characters of a URI that a message shows, without its passwords.
pub fn excerpt(uri: &str) -> String {
    let (text, passwords) = (uri.as_bytes(), password::find_in_operand(uri.as_bytes()));
    let mut shown = String::new();
    let excerpt = Excerpt { text, passwords, mark: 0..0, around: AROUND, is_rust: true };
    // Writing to a string does not fail.
    let _ = excerpt.write_to(&mut shown);
    shown
}

/// A message without its place.
fn placeless(message: &str) -> String {
    let (before, after) = message.split_once(", at byte ").unwrap_or((message, ""));
    format!("{before}{}", after.trim_start_matches(|it: char| it.is_ascii_digit()))
}

impl Failure {
    /// The failure of reading `text`, which it shows with a caret under the character that is wrong. The message says what the
    /// person probably meant.
    pub fn in_text(error: cri_uri::ToCriError, text: &str) -> Self {
        Self::in_text_of(error, text, ", or call from_iri")
    }

    /// The failure of [`in_text`](Self::in_text) by a function other than a constructor. `or` is what reads an IRI, if anything
    /// does.
    pub fn in_text_of(error: cri_uri::ToCriError, text: &str, or: &str) -> Self {
        let shown = error.with_source(text).to_string();
        let end = shown.find("\n\n").unwrap_or(shown.len());
        let (message, picture) = shown.split_at_checked(end).unwrap_or((&shown, ""));
        let mut message = advised(message, error.name(), text);
        // Where the advice is another, such as '.' for U+3002, the IRI would be another one.
        if message.ends_with("percent-encode it") && !text.is_ascii() && IriRef::parse(text).is_ok()
        {
            message += or;
        }
        if matches!(error.name(), "empty-port" | "port-leading-zero")
            && Advice::find(text, Fault::named(error.name())).is_none()
        {
            message += ", or write what normalize(...) returns for this text";
        }
        // No search finds every password in a text that is no URI.
        let picture = if on_form(text).is_some() { "" } else { picture };
        Self::new(&(message + picture), error.into())
    }

    /// The failure of a text that was read, but not as what the program asked for. The message says what the person probably
    /// meant.
    pub fn with_advice(error: impl Display + Into<Diagnosis>, text: &str) -> Self {
        let message = error.to_string();
        let it = error.into();
        Self::new(&advised(&message, it.kind, text), it)
    }

    /// The failure of reading diagnostic notation. The message says what the person probably meant.
    pub fn on_notation(error: impl Display + Into<Diagnosis>, text: &str) -> Self {
        let message = error.to_string();
        let it = error.into();
        match Advice::find(text, Fault::named(it.kind)) {
            Some(advice) => Self::new(&advice.added_to(&message, excerpt), it),
            None => Self::new(&message, it),
        }
    }

    /// The failure with this as its attribute `link`.
    pub fn with_link(self, py: Python<'_>, link: Any<'_>) -> PyResult<Self> {
        self.0.value(py).setattr("link", link)?;
        Ok(self)
    }

    /// The failure of asking for the options of a CRI with a component that no option carries, and how to leave it out.
    pub fn of_no_option(component: Component, advice: &str) -> Self {
        let message = format!("no option carries a {component}; {advice}");
        Self::of_part(&message, component.name(), component)
    }

    /// The failure of composing a CRI of options. `host` is the value of Uri-Host.
    pub fn of_options(error: cri_coap::ComposeError, host: Option<&[u8]>) -> Self {
        let host = host.and_then(|host| str::from_utf8(host).ok());
        let is_host = matches!(error.kind().name(), "invalid-host" | "percent-in-host");
        let Some(advice) = host.filter(|_| is_host).and_then(advice_on_uri_host) else {
            return error.into();
        };
        let message = error.to_string();
        let what = message.split_once("; ").map_or(&*message, |(what, _)| what);
        Self::new(&format!("{what}; {advice}"), error.into())
    }

    /// The failure of reading what the program has not seen, such as a result. So it has no place.
    pub fn of_unseen(error: impl Display + Into<Diagnosis>) -> Self {
        let message = placeless(&error.to_string());
        Self::new(&message, error.into().without_offset())
    }

    /// The failure of a text that no UTF-8 has. In a part of a CRI it has no place.
    pub fn of_text(message: &str, error: Utf8Error, part: Option<Component>) -> Self {
        let it = Diagnosis::from(error);
        Self::new(
            message,
            match part {
                Some(part) => it.in_part(part),
                None => it,
            },
        )
    }

    pub fn is_no_memory(&self, py: Python<'_>) -> bool {
        self.0.is_instance_of::<PyMemoryError>(py)
    }

    /// The failure of building a CRI with a part that a program gave.
    pub fn of_part(message: &str, kind: &'static str, component: Component) -> Self {
        Self::new(message, Diagnosis { kind, component: Some(component), ..Diagnosis::default() })
    }

    /// The failure of asking for the options of a CRI with percent-encoded text in this component.
    pub fn of_pet(component: Component) -> Self {
        let advice = "to_options(decode=True) returns those of the URI";
        let message =
            format!("percent-encoded text in the {component}, which no option carries; {advice}");
        Self::of_part(&message, "pet", component)
    }

    fn new(message: &str, it: Diagnosis) -> Self {
        if it.is_no_memory() {
            return Self(no_memory());
        }
        let component = it.component.map(Component::name);
        let arguments = (message.to_owned(), it.kind, component, it.offset, it.response_code);
        Self(match it.is_malformed {
            true => MalformedError::new_err(arguments),
            false => CriError::new_err(arguments),
        })
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<ArrowError> for Failure {
    fn from(error: ArrowError) -> Self {
        Self(PyValueError::new_err(error.to_string()))
    }
}

impl From<Failure> for PyErr {
    fn from(Failure(error): Failure) -> Self {
        error
    }
}
