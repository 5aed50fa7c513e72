//! A table of schemes, found by name or by number.

use core::fmt;

use crate::data::{Data, Entry};
use crate::perfect_hash::{bucket, ends, hash, slot};
use crate::revisions::{draft_16, rfc9988};
use crate::scheme::{Scheme, Schemes};

/// A registry of schemes: their names, numbers and default ports.
///
/// A table is one pointer to constant data. A program links only the tables that it uses: firmware
/// with [`COAP_DRAFT_16`](Table::COAP_DRAFT_16) alone has six schemes.
///
/// ```
/// use cri_registry::Table;
///
/// // The revisions have different numbers for coap+ws.
/// let number = |table: Table| table.by_name("coap+ws").map(|scheme| scheme.number);
/// assert_eq!(number(Table::DRAFT_16), Some(8));
/// assert_eq!(number(Table::RFC_9988), Some(24));
/// assert_eq!(Table::RFC_9988.by_number(8), None);
/// ```
#[derive(Clone, Copy)]
pub struct Table(&'static Data);

impl Table {
    /// The registry of draft-ietf-core-href-16, which is its Table 6.
    pub const DRAFT_16: Table = Table(&draft_16::ALL);

    /// The registry of draft-ietf-core-href-27, which -30 does not renumber. `mqtt` and `mqtts` are schemes like all others.
    pub const RFC_9988: Table = Table(&rfc9988::ALL);

    /// The six CoAP schemes with their numbers in draft-ietf-core-href-16.
    pub const COAP_DRAFT_16: Table = Table(&draft_16::COAP);

    /// The six CoAP schemes with their numbers in draft-ietf-core-href-27.
    pub const COAP_RFC_9988: Table = Table(&rfc9988::COAP);

    /// The source of [`DRAFT_16`](Self::DRAFT_16) and [`COAP_DRAFT_16`](Self::COAP_DRAFT_16), with its date.
    pub const SOURCE_OF_DRAFT_16: &'static str = include_str!("../data/draft-16.txt").trim_ascii();

    /// The source of [`RFC_9988`](Self::RFC_9988) and [`COAP_RFC_9988`](Self::COAP_RFC_9988), with its date.
    ///
    /// IANA's column of CRI scheme numbers grows after the date. Schemes that it got later are not in the table.
    pub const SOURCE_OF_RFC_9988: &'static str = include_str!("../data/rfc9988.txt").trim_ascii();

    /// The scheme with this name.
    ///
    /// The name must be in lower case, as in CRIs (section 5.1.1). It is text or bytes.
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// let https = Table::DRAFT_16.by_name("https").expect("a registered scheme");
    /// assert_eq!((https.number, https.default_port), (3, Some(443)));
    /// assert_eq!(Table::DRAFT_16.by_name(b"https"), Some(https));
    /// assert_eq!(Table::DRAFT_16.by_name("HTTPS"), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn by_name(&self, name: impl AsRef<[u8]>) -> Option<Scheme> {
        self.find(name.as_ref()).map(Scheme::new)
    }

    /// The scheme with this number.
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// let file = Table::DRAFT_16.by_number(12068).expect("a registered scheme");
    /// assert_eq!((file.name, file.default_port), ("file", None));
    /// assert_eq!(Table::DRAFT_16.by_number(u64::MAX), None);
    /// ```
    #[cfg_attr(target_pointer_width = "64", inline)]
    #[must_use]
    pub fn by_number(&self, number: u64) -> Option<Scheme> {
        let number = u16::try_from(number).ok()?;
        // The first numbers are 0, 1, 2…, where the number is the position.
        let entry = self.at(number.into(), number).or_else(|| self.search(number));
        entry.map(Scheme::new)
    }

    /// The entry at a position, if it has this number.
    #[inline]
    fn at(&self, position: usize, number: u16) -> Option<&'static Entry> {
        self.0.entries.get(position).filter(|entry| entry.number == number)
    }

    #[cfg_attr(target_pointer_width = "64", inline(never))]
    fn search(&self, number: u16) -> Option<&'static Entry> {
        // INVARIANT 1: numbers ascend.
        self.at(self.0.entries.partition_point(|entry| entry.number < number), number)
    }

    /// The number of schemes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.entries.len()
    }

    /// Whether the table has no schemes. Every table has some.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.entries.is_empty()
    }

    /// All schemes, in ascending order of their numbers.
    #[must_use]
    pub fn iter(&self) -> Schemes {
        Schemes::new(self.0.entries)
    }

    fn find(&self, name: &[u8]) -> Option<&'static Entry> {
        let Data { entries, multiplier, shifts, slots } = self.0;
        let ends_of_name = ends(name);
        let hash = hash(ends_of_name, name.len(), *multiplier);
        // INVARIANT 2: the lengths are powers of two.
        let shift = shifts.get(bucket(hash, shifts.len()))?;
        let position = slots.get(slot(hash, *shift, slots.len()))?;
        // INVARIANT 3: a name is in its own slot, or not in the table.
        let entry = entries.get(usize::from(*position))?;
        let found = entry.name.as_bytes();
        let same = found.len() == name.len()
            && ends(found) == ends_of_name
            // The ends of a name of up to eight bytes are the whole name.
            && (name.len() <= 8 || equal_words(found, name));
        same.then_some(entry)
    }
}

impl IntoIterator for Table {
    type Item = Scheme;
    type IntoIter = Schemes;

    fn into_iter(self) -> Schemes {
        self.iter()
    }
}

impl IntoIterator for &Table {
    type Item = Scheme;
    type IntoIter = Schemes;

    fn into_iter(self) -> Schemes {
        self.iter()
    }
}

/// Whether all whole words of four bytes are equal. Up to three last bytes are not compared.
///
/// The loop is faster than a call of `memcmp` for the few words of a name.
fn equal_words(a: &[u8], b: &[u8]) -> bool {
    let mut words = a.as_chunks::<4>().0.iter().zip(b.as_chunks().0);
    words.all(|(a, b)| u32::from_le_bytes(*a) == u32::from_le_bytes(*b))
}

/// Shows the number of schemes.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::revisions::PORTS;

    const DATA: [&Data; 4] = [&draft_16::ALL, &draft_16::COAP, &rfc9988::ALL, &rfc9988::COAP];

    /// The position in the slot of a name.
    fn held(data: &Data, name: &str) -> u16 {
        let hash = hash(ends(name.as_bytes()), name.len(), data.multiplier);
        data.slots[slot(hash, data.shifts[bucket(hash, data.shifts.len())], data.slots.len())]
    }

    #[test]
    fn the_data_keeps_its_invariants() {
        for data in DATA {
            assert!(data.entries.is_sorted_by(|a, b| a.number < b.number));

            assert!(data.shifts.len().is_power_of_two());
            assert!(data.slots.len().is_power_of_two());

            let positions = data.entries.iter().map(|scheme| usize::from(held(data, scheme.name)));
            assert!(positions.eq(0..data.entries.len()));
            let filled = data.slots.iter().filter(|&&position| position != 0);
            assert_eq!(filled.count(), data.entries.len() - 1);
        }
    }

    #[test]
    fn each_table_knows_its_own_names_only() {
        for data in DATA {
            let table = Table(data);
            for scheme in draft_16::ALL.entries.iter().chain(rfc9988::ALL.entries) {
                let expected = data.entries.iter().find(|own| own.name == scheme.name);
                let found = table.by_name(scheme.name);
                assert_eq!(found.map(|found| found.number), expected.map(|own| own.number.into()));
                let port = expected.map(|own| own.port).filter(|&port| port != 0);
                assert_eq!(found.and_then(|found| found.default_port), port);
            }
        }
    }

    #[test]
    fn near_misses_are_unknown() {
        for data in DATA {
            for Entry { name, .. } in data.entries {
                for at in 0..name.len() {
                    for bit in 0..8 {
                        // Bit 5 makes a letter upper case.
                        let mut other = name.as_bytes().to_vec();
                        other[at] ^= 1 << bit;
                        agrees(data, &other);
                    }
                    agrees(data, &name.as_bytes()[..at]);
                    agrees(data, &[&name.as_bytes()[..at], &name.as_bytes()[at + 1..]].concat());
                    agrees(data, &[&name.as_bytes()[..at], b"+", &name.as_bytes()[at..]].concat());
                }
                agrees(data, &[name.as_bytes(), b"s"].concat());
            }
        }
    }

    /// Checks that a linear search finds the same scheme.
    fn agrees(data: &'static Data, name: &[u8]) {
        let expected = data.entries.iter().find(|scheme| scheme.name.as_bytes() == name);
        let found = Table(data).find(name);
        assert_eq!(
            found.map(|scheme| scheme.number),
            expected.map(|scheme| scheme.number),
            "{name:?}"
        );
    }

    #[test]
    fn names_that_hash_alike_are_compared_in_the_middle() {
        // The hash sees the first four bytes and the last four.
        let name = b"microsoft.windows.camera.picker";
        for at in 0..name.len() {
            let mut other = name.to_vec();
            other[at] = b'0';
            let alike = ends(name) == ends(&other);
            assert_eq!(alike, (4..name.len() - 4).contains(&at));
            assert_eq!(Table::DRAFT_16.by_name(&other), None, "{at}");
        }
        assert!(Table::DRAFT_16.by_name(name).is_some());
    }

    #[test]
    fn each_default_port_has_a_scheme() {
        for port in &PORTS {
            let default = |table: Table| table.by_name(port.first)?.default_port;
            let found = default(Table::DRAFT_16).or_else(|| default(Table::RFC_9988));
            assert_eq!(found, port.second.parse().ok(), "{}", port.first);
        }
    }

    #[test]
    fn debug_shows_the_number_of_schemes() {
        assert_eq!(std::format!("{:?}", Table::COAP_DRAFT_16.iter()), "Schemes { len: 6, .. }");
        assert_eq!(std::format!("{:?}", Table::COAP_DRAFT_16), "Table { len: 6, .. }");
    }
}
