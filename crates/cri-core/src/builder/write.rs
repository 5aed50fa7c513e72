//! Writing of sections and items, and the order in which they may follow each other.

use crate::buffer::Buffer;
use crate::builder::Builder;
use crate::builder::value::Value;
use crate::error::{BufferFull, BuildError, BuildErrorKind, Component};
use crate::sections::Discard;
use crate::wire::head::{EMPTY_ARRAY, EncodedHead, FALSE, Major, NULL};
use crate::wire::item::write_head;

impl<B: Buffer> Builder<B> {
    /// Whether no section was set.
    pub(crate) fn is_new(&self) -> bool {
        self.last == Component::Cri
    }

    /// Records an error, unless one was recorded before.
    #[cold]
    pub(super) fn fail(&mut self, kind: BuildErrorKind, component: Component) {
        if self.error.is_none() {
            self.error = Some(BuildError::new(kind, component, self.buffer.len()));
        }
    }

    pub(super) fn write(&mut self, write: impl FnOnce(&mut B) -> Result<(), BufferFull>) {
        if self.error.is_none() && write(&mut self.buffer).is_err() {
            self.fail(BuildErrorKind::BufferFull, self.last);
        }
    }

    /// Moves on to `part`.
    pub(super) fn enter(&mut self, part: Component) {
        use Component::{
            Authority, Cri, Discard, Fragment, Host, Path, Port, Query, Scheme, Userinfo, ZoneId,
        };
        let follows = match part {
            Cri => false,
            Scheme | Discard => self.last == Cri,
            Authority | Userinfo => self.last == Scheme,
            Host => matches!(self.last, Scheme | Userinfo),
            ZoneId => self.last == Host && self.address_len > 0,
            Port => matches!(self.last, Host | ZoneId),
            Path | Query | Fragment => self.last < part,
        };
        if !follows {
            self.fail(BuildErrorKind::OutOfOrder, part);
        }
        if part > Port {
            self.close();
        }
        self.last = part;
    }

    /// Writes a section that is one item, or the head of one that is an array.
    pub(super) fn section(&mut self, write: impl FnOnce(&mut B) -> Result<(), BufferFull>) {
        self.sections = self.sections.saturating_add(1);
        self.write(write);
    }

    /// Writes one item of the open array.
    pub(super) fn item(&mut self, write: impl FnOnce(&mut B) -> Result<(), BufferFull>) {
        if let Some((_, count)) = &mut self.open {
            *count = count.saturating_add(1);
        }
        self.trailing = 0;
        self.write(write);
    }

    /// Writes a text item of `part`.
    pub(super) fn value(self, part: Component, value: Value<'_>) -> Self {
        self.checked_item(part, |buffer| match value {
            Value::Item(item) => item.write(buffer),
            Value::Pet(pieces) => {
                write_head(buffer, Major::Array, pieces.len() as u64)?;
                pieces.iter().try_for_each(|piece| piece.write(buffer))
            }
        })
    }

    /// Closes the open array, if there is one. Its head took one byte until now.
    pub(super) fn close(&mut self) {
        let Some((at, count)) = self.open.take() else {
            return;
        };
        if count == 0 {
            self.trailing = self.trailing.saturating_add(1);
        }
        let head = EncodedHead::new(Major::Array, count);
        if self.error.is_some() {
            return;
        }
        // As many bytes as the head needs more; their values do not matter.
        let room = head.as_bytes().get(1..).unwrap_or_default();
        if self.buffer.push_bytes(room).is_err() {
            return self.fail(BuildErrorKind::BufferFull, Component::Cri);
        }
        let bytes = self.buffer.as_mut_slice();
        let array = bytes.get_mut(at..).unwrap_or_default();
        // Move the items back, the last byte first, so that none is overwritten. (`copy_within` has a panic in it.)
        for index in (1..array.len().saturating_sub(room.len())).rev() {
            let item = array.get(index).copied().unwrap_or_default();
            if let Some(to) = array.get_mut(index.saturating_add(room.len())) {
                *to = item;
            }
        }
        for (to, from) in array.iter_mut().zip(head.as_bytes()) {
            *to = *from;
        }
    }

    /// Writes null for the scheme, if the authority is the first section.
    pub(super) fn null_scheme(&mut self) {
        if self.last == Component::Cri {
            self.last = Component::Scheme;
            self.section(|buffer| buffer.push_bytes(&[NULL]));
            self.discard = Discard::All;
        }
    }

    /// Moves on to the next text item of `part`, or to the address. Opens the array that it is in, if that is not open.
    pub(super) fn begin(&mut self, part: Component) {
        let before = self.last;
        match part {
            // The next label, segment or parameter.
            Component::Host if before == part && self.address_len == 0 => return,
            Component::Path | Component::Query if before == part => return,
            Component::Path | Component::Query | Component::Fragment => self.skip_to(part),
            _ => self.null_scheme(),
        }
        self.enter(part);
        if part == Component::Fragment {
            self.sections = self.sections.saturating_add(1);
        } else if before != Component::Userinfo || part > Component::Port {
            self.open = Some((self.buffer.len(), 0));
            self.section(|buffer| buffer.push_bytes(&[EMPTY_ARRAY]));
        }
        if part == Component::Userinfo {
            self.item(|buffer| buffer.push_bytes(&[FALSE]));
        }
    }

    /// Writes the one byte of each section that is missing before `part`.
    pub(super) fn skip_to(&mut self, part: Component) {
        if self.last == Component::Cri {
            self.last = Component::Discard;
            self.section(|buffer| write_head(buffer, Major::Unsigned, 0));
        }
        if self.last == Component::Scheme {
            self.skip(Component::Authority, NULL);
        }
        // 5.1: in a full CRI a missing path is the empty array.
        if part > Component::Path && self.last < Component::Path {
            self.skip(Component::Path, if self.full { EMPTY_ARRAY } else { NULL });
        }
        if part > Component::Query && self.last < Component::Query {
            self.skip(Component::Query, self.revision.missing_query(self.full));
        }
    }

    fn skip(&mut self, part: Component, byte: u8) {
        self.close();
        self.last = part;
        self.section(|buffer| buffer.push_bytes(&[byte]));
        self.trailing = self.trailing.saturating_add(1);
    }
}
