//! A scheme as a table returns it, and all schemes of a table.

use core::fmt;
use core::iter::FusedIterator;
use core::slice;

use crate::data::Entry;

/// A scheme of a registry: its name, its number, and its default port.
///
/// ```
/// use cri_registry::Table;
///
/// let scheme = Table::DRAFT_16.by_name("coaps+tcp").expect("a registered scheme");
/// assert_eq!((scheme.name, scheme.number, scheme.default_port), ("coaps+tcp", 7, Some(5684)));
/// assert_eq!(Table::DRAFT_16.by_number(7), Some(scheme));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Scheme {
    /// The scheme name, in lower case.
    pub name: &'static str,
    /// The scheme number (section 11.1). [`id_of`](crate::id_of) returns its encoding in a CRI.
    pub number: u64,
    /// The port of an authority without a port. `None` if the scheme's specification defines no default port.
    pub default_port: Option<u16>,
}

impl Scheme {
    #[inline]
    pub(crate) const fn new(entry: &'static Entry) -> Self {
        let default_port = if entry.port == 0 { None } else { Some(entry.port) };
        Self { name: entry.name, number: entry.number as u64, default_port }
    }
}

/// All schemes of a [`Table`](crate::Table), in ascending order of their numbers.
///
/// ```
/// use cri_registry::Table;
///
/// let mut schemes = Table::DRAFT_16.iter();
/// assert_eq!(schemes.len(), 381);
/// assert_eq!(schemes.next().map(|scheme| scheme.name), Some("coap"));
/// assert_eq!(schemes.next_back().map(|scheme| scheme.number), Some(17381));
/// ```
#[derive(Clone)]
pub struct Schemes(slice::Iter<'static, Entry>);

impl Schemes {
    pub(crate) fn new(entries: &'static [Entry]) -> Self {
        Self(entries.iter())
    }
}

impl Iterator for Schemes {
    type Item = Scheme;

    #[inline]
    fn next(&mut self) -> Option<Scheme> {
        self.0.next().map(Scheme::new)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Schemes {
    #[inline]
    fn next_back(&mut self) -> Option<Scheme> {
        self.0.next_back().map(Scheme::new)
    }
}

impl ExactSizeIterator for Schemes {}

impl FusedIterator for Schemes {}

/// Shows the number of remaining schemes.
impl fmt::Debug for Schemes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schemes").field("len", &self.len()).finish_non_exhaustive()
    }
}
