//! Runs of encoded items, as sections hold them.

use crate::constants::PREFER_SPEED;
use crate::sections::host_ip::HostIp;
use crate::text::TextOrPet;
use crate::wire::head::{Major, NULL, take_head};

/// Whether the item of a section is an array.
#[inline]
pub(crate) const fn is_array(item: &[u8]) -> bool {
    match item.first() {
        Some(head) => Major::Array.begins(*head),
        None => false,
    }
}

/// Removes the head of the array that `section` is, and returns the number of its items: 0 for null and for an empty slice.
///
/// INVARIANT: `section` is an array, null, or empty.
#[inline(always)]
pub(crate) fn take_array(section: &mut &[u8]) -> usize {
    // Nearly all heads have one byte. This short way saves a call.
    if PREFER_SPEED
        && let Some((&head, items)) = section.split_first()
        && head & 0x18 != 0x18
    {
        *section = items;
        return if head == NULL { 0 } else { usize::from(head & 0x1f) };
    }
    match take_head(section) {
        Some((Major::Array, count)) => count,
        _ => 0,
    }
}

/// A run of checked, still encoded text items of a path or query.
#[derive(Clone, Copy)]
pub(crate) struct Items<'a> {
    /// INVARIANT: exactly `count` items.
    pub(crate) bytes: &'a [u8],
    pub(crate) count: usize,
}

impl<'a> Items<'a> {
    /// The items of the array that `item` is; none for null, and for nothing.
    #[inline(always)]
    pub(crate) fn of_array(item: &'a [u8]) -> Self {
        let mut bytes = item;
        let count = take_array(&mut bytes);
        Self { bytes, count }
    }

    #[inline]
    pub(crate) const fn iter(self) -> EncodedItems<'a> {
        EncodedItems::new(self.bytes)
    }
}

/// The text items of a section, in order: labels, segments or parameters. An item of another type ends them.
///
/// ```
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x83\x00\xf6\x82\x61a\x61b")?; // [0, null, ["a", "b"]]
/// let mut parameters = reference.sections().parameters();
/// assert_eq!(parameters.next().and_then(|parameter| parameter.as_str()), Some("a"));
/// assert_eq!(parameters.as_encoded(), b"\x61b");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct EncodedItems<'a> {
    rest: &'a [u8],
}

impl<'a> EncodedItems<'a> {
    /// The items that `encoded` begins with. They must be checked, as those are that sections lend. Other bytes are safe,
    /// but the results are wrong.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn new(encoded: &'a [u8]) -> Self {
        Self { rest: encoded }
    }

    /// The items that are left, as they are encoded. Use it to copy the items without reading each.
    #[must_use]
    #[inline]
    pub const fn as_encoded(&self) -> &'a [u8] {
        self.rest
    }

    /// Removes the address that stands in place of labels, and its zone identifier, and returns both.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn take_address(&mut self) -> Option<HostIp<'a>> {
        let [0x40..=0x5f, ..] = self.rest else {
            return None;
        };
        Some(HostIp::take(&mut self.rest))
    }

    /// The port, if it is the next item: after the host.
    #[doc(hidden)]
    #[must_use]
    pub fn port(&self) -> Option<u16> {
        match take_head(&mut { self.rest })? {
            (Major::Unsigned, port) => u16::try_from(port).ok(),
            _ => None,
        }
    }
}

impl<'a> Iterator for EncodedItems<'a> {
    type Item = TextOrPet<'a>;

    #[inline]
    fn next(&mut self) -> Option<TextOrPet<'a>> {
        TextOrPet::take(&mut self.rest)
    }
}
