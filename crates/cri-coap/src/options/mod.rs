//! The options of one message, from pairs or from another library's message.

pub(crate) mod critical;
pub(crate) mod error;
pub(crate) mod head;
pub mod numbers;
pub(crate) mod read;
pub(crate) mod value;
pub(crate) mod write;

/// The options of one message, which can be walked as often as needed.
///
/// Everything that can be cloned and iterates over pairs of number and value implements this trait: an array of pairs, an
/// iterator, and [`EncodedOptions`](crate::EncodedOptions). With the feature `coap-message`, `message::Message` makes options
/// of any CoAP library's message.
///
/// ```
/// use cri_coap::{EncodedOptions, Endpoint, Options, Transport, compose, option};
/// use cri_core::{ArrayBuffer, Revision};
///
/// fn asked(options: impl Options) -> String {
///     let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
///     let cri = compose(options, &endpoint, Revision::Draft16, ArrayBuffer::<32>::new());
///     cri.map_or_else(|error| error.to_string(), |cri| format!("{cri:?}"))
/// }
///
/// let pairs = [(option::URI_HOST, &b"h"[..]), (option::URI_PATH, b"a")];
/// assert_eq!(asked(pairs), r#"[-1, ["h"], ["a"]]"#);
/// let (options, _payload) = EncodedOptions::decode(b"\x31h\x81a")?;
/// assert_eq!(asked(options), asked(pairs));
/// # Ok::<(), cri_coap::OptionReadError>(())
/// ```
pub trait Options: Clone {
    /// The value of an option, which may live no longer than the option.
    type Value: AsRef<[u8]>;

    /// An iterator over the options.
    type Pairs: Iterator<Item = (u16, Self::Value)>;

    /// Returns the number and value of each option, in the order of the message.
    fn pairs(self) -> Self::Pairs;
}

impl<'o, I: IntoIterator<Item = (u16, &'o [u8])> + Clone> Options for I {
    type Value = &'o [u8];
    type Pairs = I::IntoIter;

    fn pairs(self) -> I::IntoIter {
        self.into_iter()
    }
}

/// Options by their numbers.
pub(crate) trait ByNumber: Options {
    /// The values of the options with this number, in the order of the message.
    fn values(&self, number: u16) -> impl Iterator<Item = Self::Value> {
        self.clone().pairs().filter_map(move |(given, value)| (given == number).then_some(value))
    }

    /// The value of the option with this number, if there is one. Returns the error `repeated` if there are several.
    fn one<E>(&self, number: u16, repeated: E) -> Result<Option<Self::Value>, E> {
        let mut values = self.values(number);
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            _ => Err(repeated),
        }
    }

    /// Whether there is at least one option with this number.
    fn has(&self, number: u16) -> bool {
        self.values(number).next().is_some()
    }
}

impl<O: Options> ByNumber for O {}
