//! The end of building: drops the sections that the revision leaves out, and checks the whole CRI.

use core::iter;

use crate::buffer::Buffer;
use crate::builder::Builder;
use crate::builder::write::Added;
use crate::builder::written::Written;
use crate::error::{
    BuildError, BuildErrorKind, Component, DecodeError, DecodeErrorClass, DecodeErrorKind,
};
use crate::interchange::cri::CriRef;
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::revision::leaves_out;
use crate::sections::Discard;
use crate::wire::head::{EMPTY_ARRAY, FALSE, Head};
use crate::wire::item::skip;

impl<B: Buffer> Builder<B> {
    /// Returns the CRI or CRI reference, after checking all of it.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, BuildErrorKind, Builder, Component, Revision};
    ///
    /// let new = || Builder::new(Revision::Draft16, ArrayBuffer::<16>::new()).scheme_number(0);
    /// assert_eq!(new().host("h").finish()?.as_bytes(), b"\x83\x20\x81\x61h\x80"); // [-1, ["h"], []]
    /// let error = new().segment("a").host("h").fragment("f").segment("b").finish().unwrap_err();
    /// assert_eq!((error.kind(), error.component()), (BuildErrorKind::OutOfOrder, Component::Host)); // the first
    /// # Ok::<(), cri_core::BuildError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first error of all calls: `OutOfOrder`, `OtherComponent`, `AddressText`, `ZoneOnIpv4`, `BufferFull`, or `Rule` with
    /// the broken rule.
    pub fn finish(self) -> Result<CriRefBuf<B>, BuildError> {
        self.finish_or_return().map_err(|(error, buffer)| with_index(error, buffer.as_slice()))
    }

    /// Returns the CRI or CRI reference as [`finish`](Builder::finish) does, or the error together with the buffer.
    ///
    /// # Errors
    ///
    /// Those of [`finish`](Builder::finish).
    pub fn finish_or_return(mut self) -> Result<CriRefBuf<B>, (BuildError, B)> {
        let last = self.written.last;
        if let Err(full) = self.close() {
            return Err((self.error.unwrap_or(full), self.buffer));
        }
        let full = self.end().err();
        if self.buffer.as_slice().len() < self.buffer.len() {
            // The buffer only counts bytes that have no room. Without them, no rule can be checked.
            let full =
                BuildError::new(BuildErrorKind::BufferFull, Component::Cri, self.buffer.len());
            return Err((self.error.unwrap_or(full), self.buffer));
        }
        let decoded = CriRef::decode(self.buffer.as_slice()).map(|reference| reference.offsets);
        let error = match (decoded, self.error.or(full)) {
            (Ok(offsets), None) => return Ok(CriRefBuf::from_parts(self.buffer, offsets)),
            (Ok(_), Some(error)) => error,
            (Err(rule), Some(error)) if !is_broken_before(last, &rule) => error,
            // Any other error comes after this one.
            (Err(rule), _) => {
                BuildError::new(BuildErrorKind::Rule(rule.kind()), rule.component(), rule.offset())
            }
        };
        Err((error, self.buffer))
    }

    /// Writes the sections that the revision wants at the end, removes those that it leaves out, and writes the number of
    /// sections.
    fn end(&mut self) -> Added {
        let leaves_out_empty = leaves_out(self.revision, EMPTY_ARRAY, self.written.discard);
        let result = match self.written.full && !leaves_out_empty {
            // 5.1: an empty path is the empty array.
            true => self.skip_to(Component::Query),
            false => Ok(()),
        };
        let Written { mut sections, trailing, discard, .. } = self.written;
        if leaves_out_empty {
            self.buffer.truncate(self.buffer.len().saturating_sub(trailing.into()));
            sections = sections.saturating_sub(trailing);
        }
        if (sections, discard) == (1, Discard::Segments(0)) {
            // 5.2: a remaining `[0]` is the empty array.
            self.buffer.truncate(1);
            sections = 0;
        }
        if let Some(head) = self.buffer.as_mut_slice().first_mut() {
            *head = EMPTY_ARRAY | sections;
        }
        result
    }

    /// Ends the builder as a wrong call does, for a call whose arguments the caller could not read. Without an earlier error,
    /// [`finish`](Builder::finish) then returns `OutOfOrder` with the component `Cri`.
    pub fn stop(mut self) -> Self {
        if self.error.is_none() {
            self.error = Some(self.error_here(BuildErrorKind::OutOfOrder, Component::Cri));
        }
        self
    }

    /// Returns the full CRI, after checking all of it.
    ///
    /// # Errors
    ///
    /// Those of [`finish`](Builder::finish), and the rule `NotFull` if no scheme was set.
    pub fn finish_full(self) -> Result<CriBuf<B>, BuildError> {
        let not_full = BuildErrorKind::Rule(DecodeErrorKind::NotFull);
        self.finish()?.into_full().map_err(|_| BuildError::new(not_full, Component::Scheme, 0))
    }
}

/// The error with the index of the item at its offset, if it is about an item in what was built.
#[cold]
fn with_index(error: BuildError, cri: &[u8]) -> BuildError {
    let is_of_item = matches!(
        error.component(),
        Component::Host | Component::Path | Component::Query
    ) && matches!(error.kind(), BuildErrorKind::Rule(kind) if kind != DecodeErrorKind::Ipv4Labels);
    match error.index() {
        None if is_of_item => {
            index_at(cri, error.offset()).map_or(error, |index| error.with_index(index))
        }
        _ => error,
    }
}

/// The index of the item at the offset, in the array of its section.
fn index_at(cri: &[u8], offset: usize) -> Option<usize> {
    // The starts of items, up to the one at the offset.
    let items = |first| {
        iter::successors(Some(first), |&at: &usize| {
            let next = at.saturating_add(skip(cri.get(at..)?).ok()?);
            (next <= offset).then_some(next)
        })
    };
    // The head of the outer array is one byte.
    let section = items(1).last()?;
    let first = section.saturating_add(Head::read(cri.get(section..)?).ok()?.len());
    // A userinfo is two items before the labels.
    let others = if *cri.get(first)? == FALSE { 3 } else { 1 };
    if first <= offset { items(first).count().checked_sub(others) } else { None }
}

/// Whether calls up to the part `last` broke a rule, whatever would have followed them.
fn is_broken_before(last: Component, rule: &DecodeError) -> bool {
    let is_incomplete = match rule.kind() {
        // A host, a further label or a path could still come.
        DecodeErrorKind::MissingHost
        | DecodeErrorKind::Ipv4Labels
        | DecodeErrorKind::EmptyRootlessPath => last <= Component::Host,
        // A buffer of a program in C may lack the bytes.
        _ => rule.class() != DecodeErrorClass::BrokenRule,
    };
    !is_incomplete
}
