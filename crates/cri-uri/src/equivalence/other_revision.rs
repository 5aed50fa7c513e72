//! CRIs of one revision as CRIs of another.

use cri_core::{Authority, Buffer, CriRefBuf, Revision, Scheme, Sections, TextOrPet, Userinfo};

use crate::convert::options::Options;
use crate::equivalence::rewrite::{RewriteError, RewriteErrorKind, rewrite};
use crate::equivalence::seen::{Equivalence, Seen};

/// Writes a CRI of one revision as a CRI of another. The scheme's number becomes the number that the other revision's
/// registry has for the scheme's name. `buffer` is cleared first.
///
/// A CRI reference, and a scheme that is written by name, keep their meaning and take the other revision's form.
///
/// ```
/// use cri_core::{ArrayBuffer, Cri, Revision};
/// use cri_uri::equivalence::{self, RewriteErrorKind};
///
/// let to_27 = |cri| equivalence::renumber(cri, Revision::Draft16, Revision::Rfc9988, ArrayBuffer::<16>::new());
/// let coap_ws = Cri::decode(b"\x83\x28\x81\x61h\x80")?; // [-9, ["h"], []]
/// assert_eq!(format!("{:?}", to_27(coap_ws)?), r#"[-25, ["h"]]"#);
///
/// let unknown = Cri::decode(b"\x83\x39\xff\xff\x81\x61h\x80")?; // [-65536, ["h"], []]
/// assert_eq!(to_27(unknown).unwrap_err().kind(), RewriteErrorKind::UnknownScheme);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `UnknownScheme`; `ColonInUserinfo`, since the revisions disagree about its URI; `ZoneOnIpv4` to draft-16;
/// `BufferFull` and `TooLong`.
pub fn renumber<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    from: Revision,
    to: Revision,
    buffer: B,
) -> Result<CriRefBuf<B>, RewriteError> {
    let schemes = |revision| Options::new(revision).schemes;
    let cri = Seen::new(cri.into(), Equivalence::Syntax, schemes(to));
    let scheme = match cri.sections.scheme() {
        Some(Scheme::Number(number)) => {
            let scheme = schemes(from).by_number(number);
            let scheme = scheme.and_then(|scheme| schemes(to).by_name(scheme.name));
            Some(Scheme::Number(
                scheme.ok_or(RewriteError::new(RewriteErrorKind::UnknownScheme))?.number,
            ))
        }
        scheme => scheme,
    };
    let userinfo = cri.sections.authority().and_then(Authority::userinfo).map(Userinfo::item);
    let has_colon = |userinfo: TextOrPet<'_>| {
        userinfo.pieces().any(|piece| piece.is_text() && piece.as_bytes().contains(&b':'))
    };
    if from != to && userinfo.is_some_and(has_colon) {
        return Err(RewriteError::new(RewriteErrorKind::ColonInUserinfo));
    }
    rewrite(&cri, scheme, to, false, buffer)
}
