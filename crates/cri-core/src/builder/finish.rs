//! The end of building: drops the sections that the revision leaves out, and checks the whole CRI.

use crate::buffer::Buffer;
use crate::builder::Builder;
use crate::error::{BuildError, BuildErrorKind, Component, DecodeErrorKind};
use crate::interchange::cri_ref::CriRef;
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::sections::Discard;
use crate::wire::head::EMPTY_ARRAY;

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
    /// The first error of all calls: `OutOfOrder`, `ZoneOnIpv4`, `BufferFull`, or `Rule` with the broken rule.
    pub fn finish(self) -> Result<CriRefBuf<B>, BuildError> {
        self.finish_or_return().map_err(|(error, _)| error)
    }

    /// Returns the CRI or CRI reference as [`finish`](Builder::finish) does, or the error together with the buffer.
    #[doc(hidden)]
    pub fn finish_or_return(mut self) -> Result<CriRefBuf<B>, (BuildError, B)> {
        let leaves_out_empty = self.revision.leaves_out(EMPTY_ARRAY, self.discard);
        if self.full && !leaves_out_empty {
            // 5.1: an empty path is the empty array.
            self.skip_to(Component::Query);
        }
        self.close();
        if leaves_out_empty {
            self.buffer.truncate(self.buffer.len().saturating_sub(self.trailing.into()));
            self.sections = self.sections.saturating_sub(self.trailing);
        }
        if (self.sections, self.discard) == (1, Discard::Segments(0)) {
            // 5.2: a remaining `[0]` is the empty array.
            self.buffer.truncate(1);
            self.sections = 0;
        }
        if let Some(head) = self.buffer.as_mut_slice().first_mut() {
            *head = EMPTY_ARRAY | self.sections;
        }
        if let Some(error) = self.error {
            return Err((error, self.buffer));
        }
        match CriRef::decode(self.buffer.as_slice()).map(CriRef::layout) {
            Ok(layout) => Ok(CriRefBuf::from_parts(self.buffer, layout)),
            Err(error) => {
                let kind = BuildErrorKind::Rule(error.kind());
                let error = BuildError::new(kind, error.component(), error.offset());
                Err((error, self.buffer))
            }
        }
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
