//! Writing of sections and items, and the order in which they may follow each other.

use crate::buffer::Buffer;
use crate::builder::value::Value;
use crate::builder::{Builder, Stage};
use crate::error::{BufferFull, BuildError, BuildErrorKind, Component};
use crate::sections::discard::Discard;
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

    pub(super) fn write(
        &mut self,
        component: Component,
        write: impl FnOnce(&mut B) -> Result<(), BufferFull>,
    ) {
        if self.error.is_none() && write(&mut self.buffer).is_err() {
            self.fail(BuildErrorKind::BufferFull, component);
        }
    }

    /// Moves on to `stage`. An error if `may_follow` refuses the stage before.
    pub(super) fn enter(
        &mut self,
        component: Component,
        stage: Stage,
        may_follow: impl FnOnce(Stage) -> bool,
    ) {
        if !may_follow(self.stage) {
            self.fail(BuildErrorKind::OutOfOrder, component);
        }
        if stage >= Stage::Authority {
            self.close();
        }
        self.stage = stage;
    }

    /// Writes a section that is one item, or the head of one that is an array.
    pub(super) fn section(
        &mut self,
        component: Component,
        write: impl FnOnce(&mut B) -> Result<(), BufferFull>,
    ) {
        self.sections = self.sections.saturating_add(1);
        self.write(component, write);
    }

    /// Writes one item of the open array.
    pub(super) fn item(
        &mut self,
        component: Component,
        write: impl FnOnce(&mut B) -> Result<(), BufferFull>,
    ) {
        if let Some((_, count)) = &mut self.open {
            *count = count.saturating_add(1);
        }
        self.trailing = 0;
        self.write(component, write);
    }

    pub(super) fn value(&mut self, component: Component, value: Value<'_>) {
        self.item(component, |buffer| match value {
            Value::Text(text) => write_string(buffer, Major::Text, text.as_bytes()),
            Value::Item(item) => item.write(buffer),
            Value::Pet(pieces) => {
                write_head(buffer, Major::Array, pieces.len() as u64)?;
                pieces.iter().try_for_each(|piece| piece.write(buffer))
            }
        });
    }

    /// Opens the array of a section. Its head takes one byte until [`close`](Self::close) knows the number of items.
    fn open(&mut self, component: Component) {
        self.close();
        self.open = Some((self.buffer.len(), 0));
        self.section(component, |buffer| buffer.push_bytes(&[EMPTY_ARRAY]));
    }

    /// Closes the open array, if there is one.
    pub(super) fn close(&mut self) {
        let Some((at, count)) = self.open.take() else {
            return;
        };
        if count == 0 {
            self.trailing = self.trailing.saturating_add(1);
        }
        let head = EncodedHead::new(Major::Array, count);
        let more = head.as_bytes().len().saturating_sub(1);
        self.write(Component::Cri, |buffer| buffer.push_zeros(more));
        if self.error.is_some() {
            return;
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

    /// Writes the scheme, which makes this a full CRI.
    pub(super) fn scheme_item(
        mut self,
        write: impl FnOnce(&mut B) -> Result<(), BufferFull>,
    ) -> Self {
        self.enter(Component::Scheme, Stage::Scheme, |stage| stage == Stage::Start);
        self.full = true;
        self.discard = Discard::All;
        self.section(Component::Scheme, write);
        self
    }

    /// Writes null for the scheme, if the authority is the first section.
    pub(super) fn null_scheme(&mut self) {
        if self.stage == Stage::Start {
            self.section(Component::Scheme, |buffer| buffer.push_bytes(&[NULL]));
            self.stage = Stage::Scheme;
            self.discard = Discard::All;
        }
    }

    /// Moves on to the next text item of `component`.
    pub(super) fn begin(&mut self, component: Component) {
        match component {
            Component::Userinfo => {
                self.open_authority(component, Stage::Userinfo);
                self.item(component, |buffer| buffer.push_bytes(&[FALSE]));
            }
            Component::Host if self.stage == Stage::Host => {}
            Component::Host => self.open_authority(component, Stage::Host),
            Component::Path => self.open_items(component, Stage::Path),
            Component::Query => self.open_items(component, Stage::Query),
            Component::Fragment => {
                self.skip_to(Stage::Fragment);
                self.enter(component, Stage::Fragment, |stage| stage < Stage::Fragment);
                self.sections = self.sections.saturating_add(1);
                self.trailing = 0;
            }
            _ => self.fail(BuildErrorKind::OutOfOrder, component),
        }
    }

    /// Moves on to `stage` in the array of the authority, and opens the array if it is not open.
    pub(super) fn open_authority(&mut self, component: Component, stage: Stage) {
        self.null_scheme();
        let has_userinfo = self.stage == Stage::Userinfo;
        self.enter(component, stage, |before| {
            before == Stage::Scheme || (before == Stage::Userinfo && stage != Stage::Userinfo)
        });
        if !has_userinfo {
            self.open(component);
        }
    }

    /// Moves on to the array of path or query, and opens it if it is not open.
    pub(super) fn open_items(&mut self, component: Component, stage: Stage) {
        if self.stage != stage {
            self.skip_to(stage);
            self.enter(component, stage, |before| before < stage);
            self.open(component);
        }
    }

    /// Writes the one byte of each section that is missing before `stage`.
    pub(super) fn skip_to(&mut self, stage: Stage) {
        if self.stage == Stage::Start && !self.full {
            self.section(Component::Discard, |buffer| write_head(buffer, Major::Unsigned, 0));
            self.stage = Stage::Authority;
        }
        if self.stage == Stage::Scheme {
            self.skip(Component::Authority, Stage::Authority, NULL);
        }
        // 5.1: in a full CRI a missing path is the empty array.
        if stage > Stage::Path && self.stage < Stage::Path {
            self.skip(Component::Path, Stage::Path, if self.full { EMPTY_ARRAY } else { NULL });
        }
        if stage > Stage::Query && self.stage < Stage::Query {
            self.skip(Component::Query, Stage::Query, self.revision.missing_query(self.full));
        }
    }

    fn skip(&mut self, component: Component, stage: Stage, byte: u8) {
        self.close();
        self.section(component, |buffer| buffer.push_bytes(&[byte]));
        self.trailing = self.trailing.saturating_add(1);
        self.stage = stage;
    }
}
