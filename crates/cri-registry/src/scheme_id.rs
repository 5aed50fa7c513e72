//! Scheme numbers as scheme-ids (section 5.1.1).

/// The scheme-id of a scheme number in a CRI: −1 − number (section 5.1.1).
///
/// ```
/// assert_eq!(cri_registry::id_of(0), -1); // coap
/// assert_eq!(cri_registry::id_of(12068), -12069); // file
/// assert_eq!(cri_registry::id_of(u64::MAX), -18446744073709551616);
/// ```
#[must_use]
pub const fn id_of(number: u64) -> i128 {
    // In two's complement, −1 − n is the complement of n, which cannot overflow.
    !(number as i128)
}

/// The scheme number of a scheme-id (section 5.1.1).
///
/// Returns `None` for an id from 0 upwards or below −2⁶⁴, which no number has.
///
/// ```
/// assert_eq!(cri_registry::number_of(-4), Some(3)); // https
/// assert_eq!(cri_registry::number_of(0), None);
/// ```
#[must_use]
pub const fn number_of(id: i128) -> Option<u64> {
    if id_of(u64::MAX) <= id && id < 0 { Some(!id as u64) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: D16-5.1.1-01
    #[test]
    fn ids_mirror_numbers() {
        for (number, id) in [(0, -1), (3, -4), (5, -6), (12068, -12069)] {
            assert_eq!(id_of(number), id);
            assert_eq!(number_of(id), Some(number));
        }
    }

    // shows: D16-5.1.1-03
    #[test]
    fn every_u64_is_a_number() {
        assert_eq!(number_of(-18446744073709551616), Some(18446744073709551615));
        assert_eq!(id_of(18446744073709551615), -18446744073709551616);
        for id in [-18446744073709551617, 0, 1, i128::MIN, i128::MAX] {
            assert_eq!(number_of(id), None, "{id}");
        }
    }
}
