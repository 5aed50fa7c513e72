//! The path that a request asks for, without a CRI.

use crate::options::numbers::URI_PATH;
use crate::request::decompose::is_same;

/// The values of the Uri-Path options of a request, in the order of the message.
///
/// The options are pairs of number and value, such as [`EncodedOptions`](crate::EncodedOptions). `message::uri_path` takes
/// another library's message (feature `coap-message`).
///
/// Options say less than a CRI: neither `coap://h` nor `coap://h/` has a Uri-Path, and one empty Uri-Path means the same.
///
/// ```
/// use cri_coap::{EncodedOptions, uri_path};
///
/// let (options, _payload) = EncodedOptions::decode(b"\xb7sensors\x04hall\x04temp")?;
/// let mut rest = uri_path(options).strip_prefix(["sensors", "hall"]).expect("in the hall");
/// let handler = match (rest.next(), rest.next()) {
///     (None, _) => "list",
///     (Some(b"temp"), None) => "temperature",
///     _ => "not found",
/// };
/// assert_eq!(handler, "temperature");
/// # Ok::<(), cri_coap::OptionReadError>(())
/// ```
pub fn uri_path<'o, O>(options: O) -> UriPathValues<O::IntoIter>
where
    O: IntoIterator<Item = (u16, &'o [u8])>,
{
    UriPathValues { options: options.into_iter() }
}

/// The values of Uri-Path options. [`uri_path`] returns it.
#[derive(Clone, Debug)]
pub struct UriPathValues<I> {
    options: I,
}

impl<'o, I: Iterator<Item = (u16, &'o [u8])> + Clone> UriPathValues<I> {
    /// Returns the values that follow `prefix`, or `None` if the path does not begin with all segments of `prefix`.
    ///
    /// A slash at the end of a path is an empty segment, so no value is left of `/sensors` after `["sensors"]`, and an empty
    /// one is left of `/sensors/`.
    ///
    /// ```
    /// use cri_coap::{option::URI_PATH, uri_path};
    ///
    /// let path = uri_path([(URI_PATH, &b"sensors"[..]), (URI_PATH, b"")]); // coap://h/sensors/
    /// assert!(path.strip_prefix(["sensors"]).expect("a sensor").eq([b""]));
    /// assert!(path.strip_prefix(["actuators"]).is_none());
    /// ```
    #[must_use]
    pub fn strip_prefix<'p>(&self, prefix: impl IntoIterator<Item = &'p str>) -> Option<Self> {
        let mut rest = self.clone();
        let mut prefix = prefix.into_iter();
        let is_next = |text: &str| rest.next().is_some_and(|value| is_same(value, text.as_bytes()));
        prefix.all(is_next).then_some(rest)
    }
}

impl<'o, I: Iterator<Item = (u16, &'o [u8])>> Iterator for UriPathValues<I> {
    type Item = &'o [u8];

    fn next(&mut self) -> Option<&'o [u8]> {
        self.options.find_map(|(number, value)| (number == URI_PATH).then_some(value))
    }
}
