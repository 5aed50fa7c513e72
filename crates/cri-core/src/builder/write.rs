//! Writing of sections and items, and the order in which they may follow each other.

use crate::buffer::Buffer;
use crate::builder::value::Value;
use crate::builder::{Builder, Stage};
use crate::error::{BufferFull, BuildError, BuildErrorKind, Component};
use crate::sections::Discard;
use crate::wire::head::{EMPTY_ARRAY, EncodedHead, FALSE, Major, NULL};
use crate::wire::item::{write_head, write_string};

impl<B: Buffer> Builder<B> {
    /// Whether no section was set.
    pub(crate) fn is_new(&self) -> bool {
        self.stage == Stage::Start
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
            self.fail(BuildErrorKind::BufferFull, self.stage.component());
        }
    }

    /// Moves on to `stage`.
    pub(super) fn enter(&mut self, stage: Stage) {
        if !stage.may_follow(self.stage) {
            self.fail(BuildErrorKind::OutOfOrder, stage.component());
        }
        if stage > Stage::Port {
            self.close();
        }
        self.stage = stage;
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

    pub(super) fn value(&mut self, value: Value<'_>) {
        self.item(|buffer| match value {
            Value::Text(text) => write_string(buffer, Major::Text, text.as_bytes()),
            Value::Item(item) => item.write(buffer),
            Value::Pet(pieces) => {
                write_head(buffer, Major::Array, pieces.len() as u64)?;
                pieces.iter().try_for_each(|piece| piece.write(buffer))
            }
        });
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
        let more = head.as_bytes().len().saturating_sub(1);
        if self.error.is_some() {
            return;
        }
        if self.buffer.push_zeros(more).is_err() {
            return self.fail(BuildErrorKind::BufferFull, Component::Cri);
        }
        let bytes = self.buffer.as_mut_slice();
        let array = bytes.get_mut(at..).unwrap_or_default();
        // Move the items back, the last byte first, so that none is overwritten. (`copy_within` has a panic in it.)
        for index in (1..array.len().saturating_sub(more)).rev() {
            let item = array.get(index).copied().unwrap_or_default();
            if let Some(to) = array.get_mut(index.saturating_add(more)) {
                *to = item;
            }
        }
        for (to, from) in array.iter_mut().zip(head.as_bytes()) {
            *to = *from;
        }
    }

    /// Writes null for the scheme, if the authority is the first section.
    pub(super) fn null_scheme(&mut self) {
        if self.stage == Stage::Start {
            self.stage = Stage::Scheme;
            self.section(|buffer| buffer.push_bytes(&[NULL]));
            self.discard = Discard::All;
        }
    }

    /// Moves on to the next text item of `stage`, or to the address. Opens the array that it is in, if that is not open.
    pub(super) fn begin(&mut self, stage: Stage) {
        let before = self.stage;
        match stage {
            // The next label, segment or parameter.
            Stage::Host | Stage::Path | Stage::Query if before == stage => return,
            Stage::Path | Stage::Query | Stage::Fragment => self.skip_to(stage),
            _ => self.null_scheme(),
        }
        self.enter(stage);
        if stage == Stage::Fragment {
            self.sections = self.sections.saturating_add(1);
        } else if before != Stage::Userinfo || stage > Stage::Port {
            self.open = Some((self.buffer.len(), 0));
            self.section(|buffer| buffer.push_bytes(&[EMPTY_ARRAY]));
        }
        if stage == Stage::Userinfo {
            self.item(|buffer| buffer.push_bytes(&[FALSE]));
        }
    }

    /// Writes the one byte of each section that is missing before `stage`.
    pub(super) fn skip_to(&mut self, stage: Stage) {
        if self.stage == Stage::Start {
            self.stage = Stage::Discard;
            self.section(|buffer| write_head(buffer, Major::Unsigned, 0));
        }
        if self.stage == Stage::Scheme {
            self.skip(Stage::NoAuthority, NULL);
        }
        // 5.1: in a full CRI a missing path is the empty array.
        if stage > Stage::Path && self.stage < Stage::Path {
            self.skip(Stage::Path, if self.full { EMPTY_ARRAY } else { NULL });
        }
        if stage > Stage::Query && self.stage < Stage::Query {
            self.skip(Stage::Query, self.revision.missing_query(self.full));
        }
    }

    fn skip(&mut self, stage: Stage, byte: u8) {
        self.close();
        self.stage = stage;
        self.section(|buffer| buffer.push_bytes(&[byte]));
        self.trailing = self.trailing.saturating_add(1);
    }
}
