//! The canonical one of equivalent CRIs.

use cri_core::{Buffer, CriRefBuf, Sections};

use crate::convert::options::Options;
use crate::equivalence::rewrite::{RewriteError, rewrite};
use crate::equivalence::seen::{Equivalence, Seen};

/// Writes the canonical form of a CRI or CRI reference. Of all CRIs that are [`equivalent`](crate::equivalence::equivalent) to it,
/// this is the one that `UriRef::to_cri` would make.
///
/// Percent-encoded text (PET) becomes text where text can hold it, and a scheme that has a number in the options' table
/// is written by number. [`Equivalence::Scheme`] also removes the default port and the root's alias `[""]`. `buffer` is
/// cleared first.
///
/// ```
/// use cri_core::{ArrayBuffer, CriRef};
/// use cri_uri::equivalence::{self, Equivalence};
/// use cri_uri::Options;
///
/// // ["coap", ["h"], [["a", h'20', "b"]]]
/// let cri = CriRef::decode(b"\x83\x64coap\x81\x61h\x81\x83\x61a\x41\x20\x61b")?;
/// let canonical = equivalence::canonical(cri, Equivalence::Syntax, Options::default(), ArrayBuffer::<16>::new())?;
/// assert_eq!(format!("{canonical:?}"), r#"[-1, ["h"], ["a b"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `ZoneOnIpv4` in draft-16, `BufferFull` and `TooLong`.
pub fn canonical<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    equivalence: Equivalence,
    options: Options,
    buffer: B,
) -> Result<CriRefBuf<B>, RewriteError> {
    let cri = Seen::new(cri.into(), equivalence, options.schemes);
    rewrite(&cri, cri.scheme(), options.revision, true, buffer)
}
