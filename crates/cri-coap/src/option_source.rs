//! The options of one message, from an iterator of pairs or from another library's message.

/// The options of one message, which can be walked as often as needed.
pub(crate) trait OptionSource {
    /// Folds the number and value of all options, in the order of the message. Stops at the first error.
    fn try_fold_all<A, E>(
        &self,
        init: A,
        fold: impl FnMut(A, u16, &[u8]) -> Result<A, E>,
    ) -> Result<A, E>;

    /// Folds the values of the options with this number, in the order of the message. Stops at the first error.
    fn try_fold<A, E>(
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
    fn try_fold_all<A, E>(
        &self,
        init: A,
        mut fold: impl FnMut(A, u16, &[u8]) -> Result<A, E>,
    ) -> Result<A, E> {
        self.0.clone().try_fold(init, |state, (number, value)| fold(state, number, value))
    }
}
