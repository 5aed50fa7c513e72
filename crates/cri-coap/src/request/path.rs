//! The path that a request asks for, without a CRI.

use crate::options::Options;
use crate::options::numbers::URI_PATH;
use crate::options::value::are_next;

/// The values of the Uri-Path options of a request, in the order of the message.
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
pub fn uri_path<O: Options>(options: O) -> UriPathValues<O::Pairs> {
    UriPathValues { options: options.pairs() }
}

/// The values of Uri-Path options. [`uri_path`] returns it.
#[derive(Clone, Debug)]
pub struct UriPathValues<I> {
    options: I,
}

impl<V: AsRef<[u8]>, I: Iterator<Item = (u16, V)>> UriPathValues<I> {
    /// Returns the values that follow `prefix`, or `None` if the path does not begin with all segments of `prefix`.
    ///
    /// A slash at the end of a path is an empty segment, so no value is left of `/sensors` after `["sensors"]`, and an empty
    /// one is left of `/sensors/`.
    ///
    /// The function takes `self`, because not every library can clone its options. To try another prefix, call [`uri_path`]
    /// again, or clone the values of pairs.
    ///
    /// ```
    /// use cri_coap::{option::URI_PATH, uri_path};
    ///
    /// let path = uri_path([(URI_PATH, &b"sensors"[..]), (URI_PATH, b"")]); // coap://h/sensors/
    /// assert!(path.clone().strip_prefix(["sensors"]).expect("a sensor").eq([b""]));
    /// assert!(path.strip_prefix(["actuators"]).is_none());
    /// ```
    #[must_use]
    pub fn strip_prefix<'p>(mut self, prefix: impl IntoIterator<Item = &'p str>) -> Option<Self> {
        are_next(prefix, &mut self).then_some(self)
    }
}

impl<V, I: Iterator<Item = (u16, V)>> Iterator for UriPathValues<I> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        self.options.find_map(|(number, value)| (number == URI_PATH).then_some(value))
    }
}
