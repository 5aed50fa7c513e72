//! A table of schemes: numbers by name, names by number, default ports.

use core::fmt;

use crate::generated::{draft_16, draft_27};
use crate::perfect_hash::{bucket, ends, hash, slot};
use crate::data::{Scheme, Schemes};

/// A registry of schemes: their names, numbers and default ports.
///
/// A table is one pointer to constant data. A program links only the tables that it uses: firmware
/// with [`COAP_DRAFT_16`](Table::COAP_DRAFT_16) alone has six schemes.
///
/// ```
/// use cri_registry::Table;
///
/// // The revisions have different numbers for coap+ws.
/// assert_eq!(Table::DRAFT_16.number(b"coap+ws"), Some(8));
/// assert_eq!(Table::DRAFT_27.number(b"coap+ws"), Some(24));
/// assert_eq!(Table::DRAFT_27.name(8), None);
/// ```
#[derive(Clone, Copy)]
pub struct Table(&'static Schemes);

impl Table {
    /// The registry of draft-ietf-core-href-16, which is its Table 6.
    pub const DRAFT_16: Table = Table(&draft_16::ALL);

    /// The registry of draft-ietf-core-href-27.
    pub const DRAFT_27: Table = Table(&draft_27::ALL);

    /// The six CoAP schemes with their numbers in draft-ietf-core-href-16.
    pub const COAP_DRAFT_16: Table = Table(&draft_16::COAP);

    /// The six CoAP schemes with their numbers in draft-ietf-core-href-27.
    pub const COAP_DRAFT_27: Table = Table(&draft_27::COAP);

    /// The number of the scheme with this name.
    ///
    /// The name must be in lower case, as in CRIs (section 5.1.1).
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// assert_eq!(Table::DRAFT_16.number(b"https"), Some(3));
    /// assert_eq!(Table::DRAFT_16.number(b"HTTPS"), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn number(&self, name: &[u8]) -> Option<u64> {
        Some(self.find(name)?.number.into())
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
        let schemes = self.0.schemes;
        let at = |position: usize| schemes.get(position).filter(|scheme| scheme.number == number);
        // The first numbers are 0, 1, 2…, where the number is the position.
        let scheme = at(number.into()).or_else(|| {
            // INVARIANT 1: numbers ascend.
            at(schemes.partition_point(|scheme| scheme.number < number))
        });
        scheme.map(|scheme| scheme.name)
    }

    /// The default port of the scheme with this name in lower case.
    ///
    /// Returns `None` for a scheme that is not in the table, or whose specification defines no
    /// default port.
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// assert_eq!(Table::DRAFT_16.default_port(b"coaps+tcp"), Some(5684));
    /// assert_eq!(Table::DRAFT_16.default_port(b"mailto"), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn default_port(&self, name: &[u8]) -> Option<u16> {
        let port = self.find(name)?.port;
        (port != 0).then_some(port)
    }

    /// The number of schemes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.schemes.len()
    }

    /// Whether the table has no schemes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.schemes.is_empty()
    }

    /// The numbers and names of all schemes, in ascending order of the numbers.
    ///
    /// ```
    /// use cri_registry::Table;
    ///
    /// let mut schemes = Table::COAP_DRAFT_27.iter();
    /// assert_eq!(schemes.next(), Some((0, "coap")));
    /// assert_eq!(schemes.last(), Some((25, "coaps+ws")));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (u64, &'static str)> + use<> {
        self.0.schemes.iter().map(|scheme| (scheme.number.into(), scheme.name))
    }

    /// The scheme with this name.
    fn find(&self, name: &[u8]) -> Option<&'static Scheme> {
        let Schemes { schemes, multiplier, shifts, slots } = self.0;
        let ends_of_name = ends(name);
        let hash = hash(ends_of_name, name.len(), *multiplier);
        // INVARIANT 2: the lengths are powers of two.
        let shift = shifts.get(bucket(hash, shifts.len()))?;
        let position = slots.get(slot(hash, *shift, slots.len()))?;
        // INVARIANT 3: a name is in its own slot, or not in the table.
        let scheme = schemes.get(usize::from(*position))?;
        let found = scheme.name.as_bytes();
        let same = found.len() == name.len()
            && ends(found) == ends_of_name
            // The ends of a name of up to eight bytes are the whole name.
            && (name.len() <= 8 || equal_words(found, name));
        same.then_some(scheme)
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

    const DATA: [&Schemes; 4] = [&draft_16::ALL, &draft_16::COAP, &draft_27::ALL, &draft_27::COAP];

    /// The position in the slot of a name.
    fn held(data: &Schemes, name: &str) -> u16 {
        let hash = hash(ends(name.as_bytes()), name.len(), data.multiplier);
        data.slots[slot(hash, data.shifts[bucket(hash, data.shifts.len())], data.slots.len())]
    }

    #[test]
    fn the_data_keeps_its_invariants() {
        for data in DATA {
            assert!(data.schemes.is_sorted_by(|a, b| a.number < b.number));

            assert!(data.shifts.len().is_power_of_two());
            assert!(data.slots.len().is_power_of_two());

            let positions = data.schemes.iter().map(|scheme| usize::from(held(data, scheme.name)));
            assert!(positions.eq(0..data.schemes.len()));
            let filled = data.slots.iter().filter(|&&position| position != 0);
            assert_eq!(filled.count(), data.schemes.len() - 1);
        }
    }

    #[test]
    fn each_table_knows_its_own_names_only() {
        for data in DATA {
            let table = Table(data);
            for scheme in draft_16::ALL.schemes.iter().chain(draft_27::ALL.schemes) {
                let expected = data.schemes.iter().find(|own| own.name == scheme.name);
                assert_eq!(table.number(scheme.name.as_bytes()), expected.map(|own| own.number.into()));
                let port = expected.map(|own| own.port).filter(|&port| port != 0);
                assert_eq!(table.default_port(scheme.name.as_bytes()), port);
            }
        }
    }

    #[test]
    fn near_misses_are_unknown() {
        for data in DATA {
            for Scheme { name, .. } in data.schemes {
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
    fn agrees(data: &'static Schemes, name: &[u8]) {
        let expected = data.schemes.iter().find(|scheme| scheme.name.as_bytes() == name);
        let found = Table(data).find(name);
        assert_eq!(found.map(|scheme| scheme.number), expected.map(|scheme| scheme.number), "{name:?}");
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
            assert_eq!(Table::DRAFT_16.number(&other), None, "{at}");
        }
        assert!(Table::DRAFT_16.number(name).is_some());
    }

    #[test]
    fn debug_shows_the_number_of_schemes() {
        assert_eq!(std::format!("{:?}", Table::COAP_DRAFT_16), "Table { len: 6, .. }");
    }
}
