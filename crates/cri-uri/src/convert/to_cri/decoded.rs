//! Items outside labels with percent-encoded text, decoded in one loop. Only where speed counts.

use cri_core::__private::Utf8State;
use cri_core::wire::Major;
use cri_core::{Component, Feature};

#[cfg(feature = "nfc")]
use crate::convert::options::Nfc;
use crate::convert::text_component::TextComponent;
use crate::convert::to_cri::Conversion;
use crate::convert::to_cri::out::{Place, move_up, put, put_head};
use crate::text::pct::{TRIPLET, first_triplet, split_triplet};

impl<const REQUESTS: bool> Conversion<'_, REQUESTS> {
    /// [`decoded`](Self::decoded), or else [`pieces`](Self::pieces), out of line.
    #[inline(never)]
    pub(crate) fn decoded_or_pieces(
        &mut self,
        out: &mut [u8],
        start: Place,
        len: usize,
        component: TextComponent,
    ) -> Place {
        match self.decoded(out, start, len, component) {
            Some(place) => place,
            // The characters may have moved, so they are written again.
            None => self.pieces(out, start, 0, component),
        }
    }

    /// Does what [`pieces`](Self::pieces) does in less time, for items outside labels. `None` means: use `pieces`. It finds
    /// the error, or handles what is rare.
    #[inline(always)]
    fn decoded(
        &mut self,
        out: &mut [u8],
        start: Place,
        len: usize,
        component: TextComponent,
    ) -> Option<Place> {
        #[cfg(feature = "nfc")]
        if self.options.nfc != Nfc::Keep {
            return None;
        }
        if self.is_request() || component.name == Component::ZoneId {
            return None;
        }
        let Place { mut at, mut to } = Place { to: start.to.wrapping_add(1), ..start }.forward(len);
        // The last piece begins at `head`. It is text.
        let (mut head, mut count) = (start.to, 0_usize);
        let mut rest = self.text.get(at..)?;
        while let Some((mut byte, mut after)) = split_triplet(rest) {
            if !byte.is_ascii() {
                let len = decode_characters(rest, out.get_mut(to..)?)?;
                to = to.wrapping_add(len);
                rest = rest.get(len.wrapping_mul(TRIPLET)..)?;
            } else if component.is_text(byte) {
                (rest, to) = (after, put(out, to, byte));
            } else {
                at = self.text.len().wrapping_sub(rest.len());
                self.require(Feature::ExtendedCri, component.name, at);
                if head == start.to {
                    (head, to) = (head.wrapping_add(1), to.wrapping_add(1));
                    move_up(out.get_mut(head..to)?, 1);
                }
                if let len @ 1.. = to.wrapping_sub(head).wrapping_sub(1) {
                    head = put_head(out, head, Major::Text, len, to);
                    count = count.wrapping_add(1);
                }
                to = head.wrapping_add(1);
                loop {
                    (rest, to) = (after, put(out, to, byte));
                    match split_triplet(rest) {
                        Some(next) if next.0.is_ascii() && !component.is_text(next.0) => {
                            (byte, after) = next;
                        }
                        _ => break,
                    }
                }
                let len = to.wrapping_sub(head).wrapping_sub(1);
                head = put_head(out, head, Major::Bytes, len, to);
                (to, count) = (head.wrapping_add(1), count.wrapping_add(1));
            }
            let mut len = 0_usize;
            for (&byte, to) in rest.iter().zip(out.get_mut(to..)?) {
                if !component.raw.has(byte) {
                    break;
                }
                *to = byte;
                len = len.wrapping_add(1);
            }
            (rest, to) = (rest.get(len..)?, to.wrapping_add(len));
        }
        // A wrong triplet, a character beyond ASCII, or no more room.
        if rest
            .first()
            .is_some_and(|&next| next == b'%' || !next.is_ascii() || component.raw.has(next))
        {
            return None;
        }
        let len = to.wrapping_sub(head).wrapping_sub(1);
        if len > 0 || head == start.to {
            to = put_head(out, head, Major::Text, len, to);
            count = count.wrapping_add(1);
        } else {
            to = head;
        }
        if head > start.to {
            to = put_head(out, start.to, Major::Array, count, to);
        }
        Some(Place { at: self.text.len().wrapping_sub(rest.len()), to })
    }
}

/// Decodes triplets of bytes beyond ASCII from the start of `text` into `room`. Returns how many they are, or `None` if they
/// are not whole characters.
#[inline(always)]
fn decode_characters(text: &[u8], room: &mut [u8]) -> Option<usize> {
    let (mut state, mut count) = (Utf8State::BETWEEN, 0_usize);
    for (triplet, to) in text.as_chunks::<TRIPLET>().0.iter().zip(room) {
        let Some(byte @ 0x80..) = first_triplet(triplet) else { break };
        *to = byte;
        state = state.after(byte);
        count = count.wrapping_add(1);
    }
    (state.is_between() && count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use cri_core::{Features, Revision};
    use cri_testvectors::sample;

    use super::*;
    use crate::convert::error::ToCriError;
    use crate::convert::options::Options;
    use crate::convert::to_cri::NOTHING_WRITTEN;
    use crate::convert::to_cri::copy_characters::copy_characters;

    /// What was written, from where to where, and the error.
    type Written = (Vec<u8>, usize, usize, Option<ToCriError>);

    /// What `decoded` and `pieces` write to this room. `None` if `decoded` leaves it to `pieces`.
    fn both(
        text: &str,
        options: &Options,
        component: TextComponent,
        room: usize,
    ) -> Option<[Written; 2]> {
        let write = |is_fast| {
            let mut written = NOTHING_WRITTEN;
            let mut conversion = Conversion::<false> {
                text: text.as_bytes(),
                is_parsed: false,
                options,
                for_request: false,
                reading: component.name,
                error: None,
                written: &mut written,
            };
            let (mut out, start) = (std::vec![0; room], Place { at: 0, to: 0 });
            let place = if is_fast {
                // The item's characters up to the first triplet are written before, as the caller does.
                let at = Place { to: 1, ..start };
                let (len, _) = copy_characters(conversion.text, at, &mut out, component);
                conversion.decoded(&mut out, start, len, component)?
            } else {
                conversion.pieces(&mut out, start, 0, component)
            };
            out.truncate(place.to);
            Some((out, place.at, place.to, conversion.error))
        };
        Some([write(true)?, write(false)?])
    }

    #[test]
    fn decoded_agrees_with_pieces() {
        const PARTS: [&str; 18] = [
            "%C3%A9",
            "%e6%b8%a9",
            "%F0%9F%98%80",
            "%2F",
            "%26",
            "%21",
            "%20",
            "%7e",
            "%C3",
            "%ED%A0%80",
            "%00",
            "a",
            "bcdefghijklmnopqrstuvwxyz",
            "~",
            "%4",
            "/",
            "&",
            "%3A",
        ];
        let components = [
            TextComponent::SEGMENT,
            TextComponent::PARAMETER,
            TextComponent::FRAGMENT,
            TextComponent::userinfo(Revision::Rfc9988),
        ];
        let all = Options::new(Revision::Draft16);
        let no_pet = all.with_features(Features::ALL.without(Feature::ExtendedCri));
        let mut count = 0;
        for (number, component) in
            sample(0..PARTS.len().pow(4), 7).flat_map(|number| components.map(|it| (number, it)))
        {
            let parts = (0..4).map(|at| PARTS[number / PARTS.len().pow(at) % PARTS.len()]);
            let text: String = parts.collect();
            for (options, room) in [(&all, 200), (&no_pet, 200), (&all, number % 20)] {
                let Some([fast, general]) = both(&text, options, component, room) else { continue };
                assert_eq!(fast, general, "{text} {:?} {room}", component.name);
                count += 1;
            }
        }
        assert!(count > 20_000, "{count}");
    }
}
