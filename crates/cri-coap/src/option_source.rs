//! The options of one message, from an iterator of pairs or from another library's message.

/// The options of one message, which can be walked as often as needed.
pub(crate) trait OptionSource {
    /// Folds the values of the options with this number, in the order of the message. Stops at the first error.
    fn try_fold<A, E>(&self, number: u16, init: A, fold: impl FnMut(A, &[u8]) -> Result<A, E>) -> Result<A, E>;

    /// Whether there is an option with this number. Returns the error `repeated` where there are several.
    fn has_one<E: Copy>(&self, number: u16, repeated: E) -> Result<bool, E> {
        self.try_fold(number, false, |seen, _| if seen { Err(repeated) } else { Ok(true) })
    }

    /// Whether there is at least one option with this number.
    fn has(&self, number: u16) -> bool {
        self.has_one(number, ()).unwrap_or(true)
    }
}

/// Options as pairs of number and value.
#[derive(Clone)]
pub(crate) struct Pairs<I>(pub(crate) I);

impl<'o, I: Iterator<Item = (u16, &'o [u8])> + Clone> OptionSource for Pairs<I> {
    fn try_fold<A, E>(&self, number: u16, init: A, mut fold: impl FnMut(A, &[u8]) -> Result<A, E>) -> Result<A, E> {
        let mut values = self.0.clone().filter(|&(given, _)| given == number);
        values.try_fold(init, |state, (_, value)| fold(state, value))
    }
}
