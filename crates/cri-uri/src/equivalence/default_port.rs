//! The default port in a network-path reference.

use cri_core::{Buffer, Component, Cri, CriRef, CriRefBuf, Scheme};
use cri_registry::Table;

use crate::convert::options::Options;
use crate::equivalence::error::RewriteError;

/// Leaves out the port of a reference that was made from text, if it is the default port of the base's scheme (constraint C7).
/// Returns `None` if there is nothing to leave out.
///
/// A network-path reference such as `//h:5683` has the scheme of its base, so `to_cri` cannot know its default port.
/// Resolution copies the authority as it is (section 5.3 step 5). Call this function before, so that the target has no
/// default port, as section 3 demands of CRIs that are made from URIs.
///
/// ```
/// use cri_core::ArrayBuffer;
/// use cri_uri::equivalence::elide_default_port;
/// use cri_uri::{Options, to_cri};
///
/// let options = Options::default();
/// let base = to_cri("coap://h/", options, ArrayBuffer::<16>::new())?.into_full().expect("a scheme");
/// let elided = |reference| {
///     let reference = to_cri(reference, options, ArrayBuffer::<16>::new()).expect("a CRI");
///     elide_default_port(base.as_cri(), reference.as_cri_ref(), options, ArrayBuffer::<8>::new())
/// };
/// assert_eq!(format!("{:?}", elided("//x:5683/a")?.expect("a default port")), r#"[null, ["x"], ["a"]]"#);
/// assert!(elided("//x:5684/a")?.is_none());
/// assert!(elided("coap+tcp://x:5683/a")?.is_none()); // has a scheme of its own
/// assert!(elided("//host:5683/a").is_err()); // does not fit
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `BufferFull`. In draft-16 also `ZoneOnIpv4`, for a reference with a zone after an IPv4 address.
pub fn elide_default_port<B: Buffer>(
    base: Cri<'_>,
    reference: CriRef<'_>,
    options: Options,
    buffer: B,
) -> Result<Option<CriRefBuf<B>>, RewriteError> {
    let sections = reference.sections();
    let default_port =
        registered(base.scheme(), options.schemes).and_then(|scheme| scheme.default_port);
    if sections.is_full() || sections.port().is_none() || sections.port() != default_port {
        return Ok(None);
    }
    let elided = sections.change(Component::Port, options.revision, buffer, |authority| authority);
    elided.finish().map(Some).map_err(RewriteError::of_build)
}

/// What the table has about a scheme.
pub(crate) fn registered(scheme: Scheme<'_>, schemes: Table) -> Option<cri_registry::Scheme> {
    match scheme {
        Scheme::Number(number) => schemes.by_number(number),
        Scheme::Name(name) => schemes.by_name(name),
    }
}
