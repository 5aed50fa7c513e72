//! What an iterator says about its length.

/// Asserts that before each item, and at the end, the number of items left lies between the bounds of `size_hint`, and
/// that there is an upper bound. Returns the number of items.
///
/// ```
/// assert_eq!(cri_testvectors::assert_size_hint("a,b".split(',').collect::<Vec<_>>().into_iter()), 2);
/// ```
///
/// # Panics
///
/// Where the bounds do not hold.
pub fn assert_size_hint<I: Iterator + Clone>(mut items: I) -> usize {
    let count = items.clone().count();
    for left in (0..=count).rev() {
        let (at_least, at_most) = items.size_hint();
        assert!(
            at_least <= left && at_most.is_some_and(|at_most| left <= at_most),
            "{left} left: {at_least} {at_most:?}"
        );
        assert_eq!(items.next().is_some(), left > 0);
    }
    count
}

#[cfg(test)]
mod tests {
    use std::iter::from_fn;

    use super::assert_size_hint;

    #[derive(Clone)]
    struct Hinted(u8, (usize, Option<usize>));

    impl Iterator for Hinted {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            self.0 = self.0.checked_sub(1)?;
            Some(self.0)
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            self.1
        }
    }

    #[test]
    fn bounds_that_hold_pass() {
        assert_eq!(assert_size_hint(Hinted(3, (0, Some(3)))), 3);
    }

    #[test]
    fn wrong_bounds_fail() {
        for hint in [(0, Some(0)), (0, Some(1)), (1, Some(3)), (0, None)] {
            assert!(
                std::panic::catch_unwind(|| assert_size_hint(Hinted(2, hint))).is_err(),
                "{hint:?}"
            );
        }
        assert!(std::panic::catch_unwind(|| assert_size_hint(from_fn(|| None::<u8>))).is_err());
    }
}
