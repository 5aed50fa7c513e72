//! Writing a CRI again: in its normal form, or in the form of another revision.

use cri_core::__private::{checked_item, leaves_out};
use cri_core::wire::EMPTY_ARRAY;
use cri_core::{
    Authority, AuthoritySection, Buffer, Builder, Component, CriRefBuf, Discard, Host, Revision,
    Scheme, Sections, Userinfo,
};

use crate::convert::options::Options;
use crate::convert::to_uri::compose::has_raw_colon;
use crate::equivalence::error::{RewriteError, RewriteErrorKind};
use crate::equivalence::normal_cri::{Equivalence, NormalCri};
use crate::equivalence::normal_item::NormalItem;

/// Writes the *normal form* of a CRI or CRI reference, by syntax or by scheme. All CRIs that are
/// [`equivalent`](crate::equivalence::equivalent) have the same normal form.
///
/// Percent-encoded text (PET) becomes text where text can hold it, and a scheme that has a number in the options' table
/// is written by number. [`Equivalence::Scheme`] also removes the default port, writes the path of `coap://h/` as
/// that of `coap://h`, the domains of `mailto` in lower case, and the host `localhost` of `file` as the empty host. `buffer` is
/// cleared first.
///
/// ```
/// use cri_core::{ArrayBuffer, CriRef};
/// use cri_uri::equivalence::{self, Equivalence};
/// use cri_uri::Options;
///
/// // ["coap", ["h"], [["a", h'20', "b"]]]
/// let cri = CriRef::decode(b"\x83\x64coap\x81\x61h\x81\x83\x61a\x41\x20\x61b")?;
/// let normal = equivalence::normal_form(cri, Equivalence::Syntax, Options::default(), ArrayBuffer::<16>::new())?;
/// assert_eq!(format!("{normal:?}"), r#"[-1, ["h"], ["a b"]]"#);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `ZoneOnIpv4` in draft-16, `BufferFull` and `TooLong`.
pub fn normal_form<'a, B: Buffer>(
    cri: impl Into<Sections<'a>>,
    equivalence: Equivalence,
    options: Options,
    buffer: B,
) -> Result<CriRefBuf<B>, RewriteError> {
    rewrite(&NormalCri::new(cri.into(), equivalence, options), buffer)
}

/// Writes a CRI of one revision as a CRI of another. The scheme's number becomes the number that the other revision's
/// registry has for the scheme's name. `buffer` is cleared first.
///
/// A CRI reference, and a scheme that is written by name, keep their meaning and take the other revision's form.
///
/// ```
/// use cri_core::{ArrayBuffer, Cri, Revision};
/// use cri_uri::equivalence::{self, RewriteErrorKind};
///
/// let to_rfc = |cri| equivalence::renumber(cri, Revision::Draft16, Revision::Rfc9988, ArrayBuffer::<16>::new());
/// let coap_ws = Cri::decode(b"\x83\x28\x81\x61h\x80")?; // [-9, ["h"], []]
/// assert_eq!(format!("{:?}", to_rfc(coap_ws)?), r#"[-25, ["h"]]"#);
///
/// let unknown = Cri::decode(b"\x83\x39\xff\xff\x81\x61h\x80")?; // [-65536, ["h"], []]
/// assert_eq!(to_rfc(unknown).unwrap_err().kind(), RewriteErrorKind::UnknownScheme);
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
    let sections = cri.into();
    let schemes = |revision| Options::new(revision).schemes;
    let scheme = match sections.scheme() {
        Some(Scheme::Number(number)) => {
            let known = schemes(from).by_number(number);
            let known = known.and_then(|known| schemes(to).by_name(known.name));
            let unknown = RewriteError::new(RewriteErrorKind::UnknownScheme);
            Some(Scheme::Number(known.ok_or(unknown)?.number))
        }
        scheme => scheme,
    };
    let userinfo = sections.authority().and_then(Authority::userinfo).map(Userinfo::item);
    if from != to && userinfo.is_some_and(has_raw_colon) {
        return Err(RewriteError::new(RewriteErrorKind::ColonInUserinfo));
    }
    rewrite(&NormalCri::with_scheme(sections, scheme, to), buffer)
}

/// Writes `cri` in the form of its revision.
fn rewrite<B: Buffer>(cri: &NormalCri<'_>, buffer: B) -> Result<CriRefBuf<B>, RewriteError> {
    let NormalCri { sections, scheme, revision, .. } = *cri;
    // The items were checked, perhaps by fewer rules than `Builder` has for new text.
    let item = |component| {
        move |builder: Builder<B>, runs: NormalItem<'_>| {
            checked_item(builder, component, |buffer| runs.write(buffer))
        }
    };
    let mut builder = Builder::new(revision, buffer);
    if let Some(scheme) = scheme {
        builder = builder.scheme(scheme);
    }
    match sections.authority_section() {
        AuthoritySection::Authority(authority) => {
            builder = cri.userinfo(authority).into_iter().fold(builder, item(Component::Userinfo));
            builder = match authority.host() {
                Host::Name(name) => {
                    cri.labels(authority, name).fold(builder, item(Component::Host))
                }
                Host::Ip(host) => {
                    host.zone().into_iter().fold(builder.host_ip(host.address()), Builder::zone)
                }
            };
            builder = cri.port(authority).into_iter().fold(builder, Builder::port);
        }
        AuthoritySection::Rootless => builder = builder.rootless(),
        AuthoritySection::RootBased
            if scheme.is_none() && sections.discard() != Discard::Segments(0) =>
        {
            builder = builder.discard(sections.discard());
        }
        AuthoritySection::RootBased => {}
    }
    // Sections that are left out at the end take no room in the buffer either.
    let keeps_empty =
        sections.has_fragment() || !leaves_out(revision, EMPTY_ARRAY, sections.discard());
    if sections.path().is_some() && (keeps_empty || sections.parameters().next().is_some()) {
        builder = builder.empty_path();
    }
    builder = cri.segments().fold(builder, item(Component::Path));
    if sections.query().is_some() && keeps_empty {
        builder = builder.unset_query();
    }
    builder = cri.parameters().fold(builder, item(Component::Query));
    builder = cri.fragment().into_iter().fold(builder, item(Component::Fragment));
    builder.finish().map_err(RewriteError::of_build)
}
