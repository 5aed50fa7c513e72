//! A revision's schemes, looked up by name and by number.

use core::fmt;
use core::ops::Range;

use crate::generated::{draft_16, draft_27};

/// A set of scheme numbers with names, and the default ports of those schemes.
///
/// A table is one pointer to constant data. Only the tables that a program names are linked into
/// it, so that firmware that keeps to [`COAP_DRAFT_16`](Table::COAP_DRAFT_16) carries six schemes.
///
/// ```
/// use cri_registry::Table;
///
/// // The number of coap+ws is what the revisions disagree about.
/// assert_eq!(Table::DRAFT_16.number(b"coap+ws"), Some(8));
/// assert_eq!(Table::DRAFT_27.number(b"coap+ws"), Some(24));
/// assert_eq!(Table::DRAFT_27.name(8), None);
/// ```
#[derive(Clone, Copy)]
pub struct Table(&'static Schemes);

/// The data of a table, as `cargo xtask registry` writes it.
///
/// A scheme's *position* is its place in the order of the numbers.
///
/// # Invariants
///
/// 1. `numbers` ascends strictly.
/// 2. `starts` has one item more than `numbers`: the name at position `i` is
///    `names[starts[i]..starts[i + 1]]`.
/// 3. `by_name` holds every position once, in strictly ascending order of the names' bytes.
/// 4. `ports` ascends strictly by position.
pub(crate) struct Schemes {
    pub(crate) numbers: &'static [u16],
    pub(crate) starts: &'static [u16],
    pub(crate) names: &'static str,
    pub(crate) by_name: &'static [u16],
    pub(crate) ports: &'static [(u16, u16)],
}

impl Table {
    /// The registry of draft-ietf-core-href-16: its Table 6.
    pub const DRAFT_16: Table = Table(&draft_16::ALL);

    /// The registry of draft-ietf-core-href-27.
    pub const DRAFT_27: Table = Table(&draft_27::ALL);

    /// The six CoAP schemes with their numbers in draft-ietf-core-href-16.
    pub const COAP_DRAFT_16: Table = Table(&draft_16::COAP);

    /// The six CoAP schemes with their numbers in draft-ietf-core-href-27.
    pub const COAP_DRAFT_27: Table = Table(&draft_27::COAP);

    /// The number of a scheme, by its name in lower case.
    ///
    /// The match is exact: scheme names in CRIs are lower case (section 5.1.1).
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// assert_eq!(Table::DRAFT_16.number(b"https"), Some(3));
    /// assert_eq!(Table::DRAFT_16.number(b"HTTPS"), None);
    /// ```
    #[must_use]
    pub fn number(&self, name: &[u8]) -> Option<u64> {
        let number = self.0.numbers.get(self.position(name)?)?;
        Some((*number).into())
    }

    /// The name of the scheme with this number, in lower case.
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// assert_eq!(Table::DRAFT_16.name(12068), Some("file"));
    /// assert_eq!(Table::DRAFT_16.name(u64::MAX), None);
    /// ```
    #[must_use]
    pub fn name(&self, number: u64) -> Option<&'static str> {
        let number = u16::try_from(number).ok()?;
        let numbers = self.0.numbers;
        // The registry opens with 0, 1, 2…: there the number is the position.
        let position = match numbers.get(usize::from(number)) {
            Some(found) if *found == number => number.into(),
            // INVARIANT: 1, numbers ascend.
            _ => numbers.binary_search(&number).ok()?,
        };
        self.name_at(position)
    }

    /// The port that an authority without a port means, by the scheme's name in lower case.
    ///
    /// `None` where the scheme is not in this table, or its specification gives the port
    /// component no default.
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// assert_eq!(Table::DRAFT_16.default_port(b"coaps+tcp"), Some(5684));
    /// assert_eq!(Table::DRAFT_16.default_port(b"mailto"), None);
    /// ```
    #[must_use]
    pub fn default_port(&self, name: &[u8]) -> Option<u16> {
        let position = self.position(name)?;
        let ports = self.0.ports;
        // INVARIANT: 4, ports ascend by position.
        let found = ports.binary_search_by_key(&position, |&(at, _)| at.into());
        ports.get(found.ok()?).map(|&(_, port)| port)
    }

    /// How many schemes the table has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.numbers.len()
    }

    /// Whether the table has no schemes at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.numbers.is_empty()
    }

    /// The schemes with ascending numbers.
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// let mut schemes = Table::COAP_DRAFT_27.iter();
    /// assert_eq!(schemes.next(), Some((0, "coap")));
    /// assert_eq!(schemes.last(), Some((25, "coaps+ws")));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (u64, &'static str)> + use<> {
        let table = *self;
        let numbers = self.0.numbers.iter().enumerate();
        numbers.filter_map(move |(at, &number)| Some((number.into(), table.name_at(at)?)))
    }

    fn position(&self, name: &[u8]) -> Option<usize> {
        let bytes = self.0.names.as_bytes();
        let bytes_at = |at| bytes.get(self.range_at(at)?);
        // The registry opens with the schemes most in use: coap, coaps, http, https, urn, did.
        if let Some(at) = (0..6).find(|&at| bytes_at(at) == Some(name)) {
            return Some(at);
        }
        // INVARIANT: 3, names ascend in `by_name`.
        let search = |&at: &u16| bytes_at(at.into()).cmp(&Some(name));
        let found = self.0.by_name.binary_search_by(search).ok()?;
        self.0.by_name.get(found).map(|&at| at.into())
    }

    fn name_at(&self, position: usize) -> Option<&'static str> {
        self.0.names.get(self.range_at(position)?)
    }

    fn range_at(&self, position: usize) -> Option<Range<usize>> {
        // INVARIANT: 2, a name ends where the next one starts.
        let [start, end, ..] = self.0.starts.get(position..)? else {
            return None;
        };
        Some(usize::from(*start)..usize::from(*end))
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_keeps_its_invariants() {
        for data in [&draft_16::ALL, &draft_16::COAP, &draft_27::ALL, &draft_27::COAP] {
            assert!(data.numbers.is_sorted_by(|a, b| a < b));
            assert_eq!(data.starts.len(), data.numbers.len() + 1);
            assert_eq!(data.starts.first(), Some(&0));
            assert_eq!(data.starts.last().map(|&end| usize::from(end)), Some(data.names.len()));

            let table = Table(data);
            let names = data.by_name.iter().map(|&at| table.name_at(at.into()));
            assert!(names.is_sorted_by(|a, b| a.is_some() && a < b));
            assert_eq!(data.by_name.len(), data.numbers.len());

            assert!(data.ports.is_sorted_by(|a, b| a.0 < b.0));
            assert!(data.ports.iter().all(|&(at, _)| usize::from(at) < data.numbers.len()));
        }
    }

    #[test]
    fn debug_counts_and_does_not_list() {
        assert_eq!(std::format!("{:?}", Table::COAP_DRAFT_16), "Table { len: 6, .. }");
    }
}
