//! Any error of this project.

use alloc::boxed::Box;
use core::error;
use core::fmt;

use cri_core::__private::{Described, Description};
use cri_core::Component;

/// Any error of `cri-core`, `cri-uri`, `cri-coap`, `cri-check` and `cri-edn`, so that a function of a server can call all of them
/// with `?`.
///
/// It has the name of the kind, the component and the offset of the error that it holds, which `Display` shows.
/// [`downcast_ref`](Error::downcast_ref) returns that error.
///
/// ```
/// use cri_core::Component;
/// use cri_uri::{Error, ToCriError, UriCri, UriCriRef};
///
/// type Link = UriCri;
/// type LinkRef = UriCriRef;
///
/// fn follow(base: &[u8], link: &str) -> Result<Link, Error> {
///     Ok(Link::decode(base)?.resolve(&link.parse::<LinkRef>()?)?)
/// }
///
/// let hall = b"\x83\x20\x81\x61h\x81\x64hall"; // [-1, ["h"], ["hall"]]
/// assert_eq!(follow(hall, "roof")?.to_string(), "coap://h/roof");
///
/// let error = follow(hall, "//h:70000").unwrap_err();
/// assert_eq!((error.name(), error.component(), error.offset()), ("port-range", Component::Port, Some(4)));
/// assert_eq!(error.to_string(), "the port is above 65535, at byte 4; write a port from 0 to 65535");
/// assert!(error.downcast_ref::<ToCriError>().is_some());
/// let error = follow(b"\x81\x01", "roof").unwrap_err(); // [1]
/// assert_eq!((error.name(), error.component()), ("not-full", Component::Scheme));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Error {
    description: Description,
    held: Box<dyn error::Error + Send + Sync>,
}

impl Error {
    /// The name of the error's kind, in lower case with hyphens, such as `port-range`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.description.0
    }

    /// The component that is wrong. It is [`Component::Cri`] for the whole.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.description.1
    }

    /// Where the error is, in bytes of the text or of the bytes that were read. `None` if the error has no place there.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        self.description.2
    }

    /// The error that this holds, if it has this type.
    #[must_use]
    pub fn downcast_ref<E: error::Error + 'static>(&self) -> Option<&E> {
        self.held.downcast_ref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.held.fmt(f)
    }
}

impl error::Error for Error {}

impl<E: Described + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        Self { description: error.describe(), held: Box::new(error) }
    }
}
