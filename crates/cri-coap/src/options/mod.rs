//! The options of one message, from pairs or from another library's message.

pub(crate) mod ascending;
pub(crate) mod critical;
pub(crate) mod error;
pub(crate) mod head;
pub mod numbers;
pub(crate) mod read;
pub(crate) mod value;
pub(crate) mod write;

/// The options of one message, which can be walked as often as needed.
///
/// Whatever iterates over pairs of number and value has options, if it can be cloned: an array of pairs, an iterator, and
/// [`EncodedOptions`](crate::EncodedOptions). With the feature `coap-message`, `message::Message` makes them of any
/// CoAP library's message.
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
pub trait Options {
    /// Folds the number and value of all options, in the order of the message. Stops at the first error.
    ///
    /// # Errors
    ///
    /// The error that `fold` returns.
    fn try_fold_all<A, E>(
        &self,
        init: A,
        fold: impl FnMut(A, u16, &[u8]) -> Result<A, E>,
    ) -> Result<A, E>;
}

impl<'o, I: IntoIterator<Item = (u16, &'o [u8])> + Clone> Options for I {
    fn try_fold_all<A, E>(
        &self,
        init: A,
        mut fold: impl FnMut(A, u16, &[u8]) -> Result<A, E>,
    ) -> Result<A, E> {
        self.clone().into_iter().try_fold(init, |state, (number, value)| fold(state, number, value))
    }
}

/// Options by their numbers.
pub(crate) trait ByNumber: Options {
    /// Folds the values of the options with this number, in the order of the message. Stops at the first error.
    fn try_fold_of<A, E>(
        &self,
        number: u16,
        init: A,
        mut fold: impl FnMut(A, &[u8]) -> Result<A, E>,
    ) -> Result<A, E> {
        self.try_fold_all(
            init,
            |state, given, value| if given == number { fold(state, value) } else { Ok(state) },
        )
    }

    /// Whether there is an option with this number. Returns the error `repeated` where there are several.
    fn has_one<E: Copy>(&self, number: u16, repeated: E) -> Result<bool, E> {
        self.try_fold_of(number, false, |seen, _| if seen { Err(repeated) } else { Ok(true) })
    }

    /// Whether there is at least one option with this number.
    fn has(&self, number: u16) -> bool {
        self.has_one(number, ()).unwrap_or(true)
    }
}

impl<O: Options + ?Sized> ByNumber for O {}
