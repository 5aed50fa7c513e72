//! The normal form of an item of a CRI: runs of text and of bytes, whatever pieces they are written in.

use cri_core::wire::{Major, write_head};
use cri_core::{Buffer, BufferFull, Pieces, TextOrPet};

use crate::convert::text_component::TextComponent;
use crate::equivalence::scheme_rules::address_pieces;

/// The runs of text and of bytes in an item, in order. Several in a row may be of one kind.
#[derive(Clone)]
pub(crate) struct NormalItem<'a> {
    pieces: Pieces<'a>,
    /// The rest of the current piece of bytes.
    bytes: &'a [u8],
    held: Option<TextComponent>,
    /// For a segment in a list of addresses, whether it is the last one. The domains are in lower case.
    addresses: Option<bool>,
}

impl<'a> NormalItem<'a> {
    /// The runs of `item`. With a component, bytes that its text can hold are text. Without one, bytes stay bytes.
    pub(crate) fn new(item: TextOrPet<'a>, held: Option<TextComponent>) -> Self {
        Self { pieces: item.pieces(), bytes: &[], held, addresses: None }
    }

    /// These runs as those of a segment in a list of addresses.
    pub(crate) fn of_addresses(self, is_last: bool) -> Self {
        Self { addresses: Some(is_last), ..self }
    }

    /// The bytes of all runs, each with whether it is text.
    pub(super) fn units(self) -> impl Iterator<Item = (bool, u8)> + use<'a> {
        let addresses = self.addresses;
        let units =
            self.flat_map(|(is_text, bytes)| bytes.iter().map(move |&byte| (is_text, byte)));
        let text = units.clone().map(|(is_text, byte)| is_text.then_some(byte));
        let pieces = addresses.into_iter().flat_map(move |last| address_pieces(text.clone(), last));
        let mut is_domain =
            pieces.flat_map(|(len, is_domain)| core::iter::repeat_n(is_domain, len));
        units.map(move |(is_text, byte)| match is_domain.next() {
            Some(true) => (is_text, byte.to_ascii_lowercase()),
            _ => (is_text, byte),
        })
    }

    fn is_text(&self, byte: u8) -> bool {
        self.held.is_some_and(|component| component.is_text(byte))
    }

    /// Appends the item that consists of these runs: a text, or a text-pet-sequence.
    pub(crate) fn write(self, buffer: &mut impl Buffer) -> Result<(), BufferFull> {
        let (mut pieces, mut any_bytes, mut last) = (0_u64, false, None);
        for (is_text, _) in self.clone() {
            pieces = pieces.saturating_add(u64::from(last != Some(is_text)));
            any_bytes |= !is_text;
            last = Some(is_text);
        }
        if any_bytes {
            write_head(buffer, Major::Array, pieces)?;
        }
        if last.is_none() {
            write_head(buffer, Major::Text, 0)?;
        }
        let mut units = self.addresses.is_some().then(|| self.clone().units());
        let mut rest = self;
        while let Some((is_text, _)) = rest.clone().next() {
            let piece = rest.clone().take_while(|&(other, _)| other == is_text);
            let (runs, len) = piece.fold((0_usize, 0_usize), |(runs, len), (_, bytes)| {
                (runs.saturating_add(1), len.saturating_add(bytes.len()))
            });
            write_head(buffer, if is_text { Major::Text } else { Major::Bytes }, len as u64)?;
            let mut runs = rest.by_ref().take(runs);
            match &mut units {
                None => runs.try_for_each(|(_, bytes)| buffer.push_bytes(bytes))?,
                Some(units) => {
                    runs.for_each(drop);
                    units.take(len).try_for_each(|(_, byte)| buffer.push_bytes(&[byte]))?;
                }
            }
        }
        Ok(())
    }
}

impl<'a> Iterator for NormalItem<'a> {
    type Item = (bool, &'a [u8]);

    fn next(&mut self) -> Option<(bool, &'a [u8])> {
        if self.bytes.is_empty() {
            let piece = self.pieces.next()?;
            if piece.is_text() {
                return Some((true, piece.as_bytes()));
            }
            self.bytes = piece.as_bytes();
        }
        let is_text = self.is_text(*self.bytes.first()?);
        let len = self
            .bytes
            .iter()
            .position(|&byte| self.is_text(byte) != is_text)
            .unwrap_or(self.bytes.len());
        let (run, rest) = self.bytes.split_at_checked(len)?;
        self.bytes = rest;
        Some((is_text, run))
    }
}
