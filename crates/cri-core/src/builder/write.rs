//! Writing of sections and items, and the order in which they may follow each other.

use crate::buffer::Buffer;
use crate::builder::change::covers;
use crate::builder::value::Value;
use crate::builder::written::Written;
use crate::builder::{Builder, checked_item};
use crate::error::{BufferFull, BuildError, BuildErrorKind, Component, DecodeErrorKind};
use crate::revision::missing_query;
use crate::sections::Discard;
use crate::sections::path::rule_of_missing_authority;
use crate::wire::head::{EMPTY_ARRAY, EMPTY_TEXT, EncodedHead, FALSE, Major, NULL};
use crate::wire::item::write_head;

/// The result of writing. [`Builder::add`] keeps the error.
pub(super) type Added = Result<(), BuildError>;

impl<B: Buffer> Builder<B> {
    /// Adds to `part` what `write` writes, unless there was an error before. After an error, the builder has what the calls
    /// before have written.
    pub(super) fn add(mut self, part: Component, write: impl FnOnce(&mut Self) -> Added) -> Self {
        if self.error.is_none() {
            self.error = self.try_add(part, write).err();
        }
        self
    }

    fn try_add(&mut self, part: Component, write: impl FnOnce(&mut Self) -> Added) -> Added {
        self.check_component(part)?;
        self.check_order(part)?;
        if part == Component::Path && part == self.written.last {
            self.check_begin_of_path()?;
        }
        if part > Component::Port && part != self.written.last {
            self.close()?;
        }
        let (written, len) = (self.written, self.buffer.len());
        write(self).inspect_err(|_| {
            self.written = written;
            self.buffer.truncate(len);
        })
    }

    /// Adds a section that has no items. A full CRI has one anyway, and `finish` writes it as the revision requires.
    pub(super) fn empty_section(mut self, part: Component) -> Self {
        if !self.written.full {
            return self.add(part, |to| to.begin(part));
        }
        if self.error.is_none() {
            self.error = self.check_component(part).err();
        }
        self
    }

    /// An error at the end of what is written.
    #[cold]
    pub(super) fn error_here(&self, kind: BuildErrorKind, component: Component) -> BuildError {
        self.error_at(kind, component, self.buffer.len())
    }

    /// An error at an offset in the buffer. The open array may get a longer head.
    #[cold]
    fn error_at(&self, kind: BuildErrorKind, component: Component, at: usize) -> BuildError {
        let head = EncodedHead::new(Major::Array, self.written.count as u64);
        let longer = head.as_bytes().len().saturating_sub(1);
        BuildError::new(kind, component, at.saturating_add(longer))
    }

    /// Checks that `part` may change.
    fn check_component(&self, part: Component) -> Added {
        if covers(self.only, part) {
            return Ok(());
        }
        Err(self.error_here(BuildErrorKind::OtherComponent, part))
    }

    /// Checks that `part` may follow what is written.
    fn check_order(&self, part: Component) -> Added {
        use Component::{
            Authority, Cri, Discard, Fragment, Host, Path, Port, Query, Scheme, Userinfo, ZoneId,
        };
        let Written { last, address_len, .. } = self.written;
        let follows = match part {
            Cri => false,
            Scheme | Discard => last == Cri,
            // A reference begins with an authority if it has no scheme.
            Authority | Userinfo => matches!(last, Cri | Scheme),
            // A label may follow another one.
            Host => matches!(last, Cri | Scheme | Userinfo) || (last == part && address_len == 0),
            ZoneId => last == Host && address_len > 0,
            Port => matches!(last, Host | ZoneId),
            // Another segment or parameter may follow.
            Path | Query => last <= part,
            Fragment => last < part,
        };
        if follows { Ok(()) } else { Err(self.error_here(BuildErrorKind::OutOfOrder, part)) }
    }

    /// Checks that the path so far goes with the missing authority. No further segment heals it, but decoding finds an error in a
    /// later segment first.
    fn check_begin_of_path(&self) -> Added {
        let Written { missing_authority, open, count, .. } = self.written;
        let first = open.saturating_add(1);
        let first_is_empty = self.buffer.as_slice().get(first) == Some(&EMPTY_TEXT);
        match rule_of_missing_authority(missing_authority, count, first_is_empty) {
            Some(kind) if count > 0 => {
                Err(self.error_at(BuildErrorKind::Rule(kind.into()), Component::Path, first))
            }
            _ => Ok(()),
        }
    }

    fn write(&mut self, write: impl FnOnce(&mut B) -> Result<(), BufferFull>) -> Added {
        write(&mut self.buffer)
            .map_err(|BufferFull| self.error_here(BuildErrorKind::BufferFull, self.written.last))
    }

    /// Writes a section that is one item, or the head of one that is an array.
    pub(super) fn section(
        &mut self,
        write: impl FnOnce(&mut B) -> Result<(), BufferFull>,
    ) -> Added {
        self.written.sections = self.written.sections.saturating_add(1);
        self.write(write)
    }

    /// Writes one item of the open array, or the fragment.
    pub(super) fn item(&mut self, write: impl FnOnce(&mut B) -> Result<(), BufferFull>) -> Added {
        if self.written.open > 0 {
            self.written.count = self.written.count.saturating_add(1);
        }
        self.written.trailing = 0;
        self.write(write)
    }

    /// Writes a text item of `part`.
    pub(super) fn value(self, part: Component, value: Value<'_>) -> Self {
        checked_item(self, part, |buffer| value.write(buffer))
    }

    /// Writes a label. Decoding finds only upper-case letters A to Z, since it has no Unicode tables. Creation finds every one
    /// (constraint C5).
    pub(super) fn label_item(&mut self, label: Value<'_>) -> Added {
        let start = self.buffer.len();
        self.item(|buffer| label.write(buffer))?;
        let Some(at) = label.upper_case_at() else { return Ok(()) };
        let kind = BuildErrorKind::Rule(DecodeErrorKind::UpperCaseHost);
        let error = self.error_at(kind, Component::Host, start.saturating_add(at));
        // The head of the open array is one byte. A userinfo is two items before the labels.
        let first = self.buffer.as_slice().get(self.written.open.saturating_add(1));
        let others = if first == Some(&FALSE) { 3 } else { 1 };
        Err(error.with_index(self.written.count.saturating_sub(others)))
    }

    /// Writes the parts of a name between dots, each with `write`.
    pub(super) fn labels(&mut self, name: &str, write: impl Fn(&mut Self, &str) -> Added) -> Added {
        let mut rest = name;
        // Iterators that split a text have a panic in them.
        while let Some(dot) = rest.bytes().position(|byte| byte == b'.')
            && let (Some(label), Some(after)) = (rest.get(..dot), rest.get(dot.wrapping_add(1)..))
        {
            write(self, label)?;
            rest = after;
        }
        write(self, rest)
    }

    /// Closes the open array, if there is one. Its head took one byte until now. After an error, it is still open.
    pub(super) fn close(&mut self) -> Added {
        let Written { open: at @ 1.., count, .. } = self.written else { return Ok(()) };
        let head = EncodedHead::new(Major::Array, count as u64);
        // As many bytes as the head needs more; their values do not matter.
        let room = head.as_bytes().get(1..).unwrap_or_default();
        self.write(|buffer| buffer.push_bytes(room))?;
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
        if count == 0 {
            self.written.trailing = self.written.trailing.saturating_add(1);
        }
        (self.written.open, self.written.count) = (0, 0);
        Ok(())
    }

    /// Writes null for the scheme, if the authority is the first section.
    pub(super) fn null_scheme(&mut self) -> Added {
        if self.written.last != Component::Cri {
            return Ok(());
        }
        self.written.last = Component::Scheme;
        self.written.discard = Discard::All;
        self.section(|buffer| buffer.push_bytes(&[NULL]))
    }

    /// Moves on to the next text item of `part`, or to the address. Opens the array that it is in, if that is not open.
    pub(super) fn begin(&mut self, part: Component) -> Added {
        let before = self.written.last;
        if before == part {
            // The next label, segment or parameter.
            return Ok(());
        }
        match part {
            Component::Path | Component::Query | Component::Fragment => self.skip_to(part)?,
            _ => self.null_scheme()?,
        }
        self.written.last = part;
        if part == Component::Fragment {
            self.written.sections = self.written.sections.saturating_add(1);
        } else if before != Component::Userinfo || part > Component::Port {
            (self.written.open, self.written.count) = (self.buffer.len(), 0);
            self.section(|buffer| buffer.push_bytes(&[EMPTY_ARRAY]))?;
        }
        if part == Component::Userinfo {
            self.item(|buffer| buffer.push_bytes(&[FALSE]))?;
        }
        Ok(())
    }

    /// Writes the one byte of each section that is missing before `part`.
    pub(super) fn skip_to(&mut self, part: Component) -> Added {
        if self.written.last == Component::Cri {
            self.written.last = Component::Discard;
            self.section(|buffer| write_head(buffer, Major::Unsigned, 0))?;
        }
        if self.written.last == Component::Scheme {
            self.skip(Component::Authority, NULL)?;
            self.written.missing_authority = NULL;
        }
        // 5.1: in a full CRI a missing path is the empty array.
        if part > Component::Path && self.written.last < Component::Path {
            self.skip(Component::Path, if self.written.full { EMPTY_ARRAY } else { NULL })?;
        }
        if part > Component::Query && self.written.last < Component::Query {
            self.skip(Component::Query, missing_query(self.revision, self.written.full))?;
        }
        Ok(())
    }

    fn skip(&mut self, part: Component, byte: u8) -> Added {
        self.written.last = part;
        self.section(|buffer| buffer.push_bytes(&[byte]))?;
        self.written.trailing = self.written.trailing.saturating_add(1);
        Ok(())
    }
}
