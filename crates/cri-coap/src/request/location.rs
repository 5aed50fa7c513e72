//! The location of a resource that a response created (RFC 7252 section 5.10.7), as a CRI reference.

use cri_core::__private::checked_items;
use cri_core::{
    AuthoritySection, Buffer, Builder, Component, CriRefBuf, Discard, Revision, Sections,
};

use crate::options::numbers::{LOCATION_PATH, LOCATION_QUERY};
use crate::options::value::CoapOption;
use crate::options::{ByNumber, Options};
use crate::request::compose::path_and_query;
use crate::request::decompose::check_texts;
use crate::request::error::{ComposeError, finish};
use crate::request::error::{DecomposeError, DecomposeErrorKind};

/// Composes the CRI reference of a response's location, relative to the request's CRI. Returns `None` without
/// Location-Path and Location-Query.
///
/// The reference is a path from the root, `[true, path, query]`. Without Location-Path it is a query alone,
/// `[0, null, query]`, which keeps the path of the request. The function ignores all other options, and clears `buffer`
/// first.
///
/// ```
/// use cri_coap::{compose_location, option};
/// use cri_core::{ArrayBuffer, Revision};
///
/// let options = [(option::LOCATION_PATH, &b"rd"[..]), (option::LOCATION_PATH, b"4521")];
/// let reference = compose_location(options, Revision::Draft16, ArrayBuffer::<32>::new())?.expect("a location");
/// assert_eq!(format!("{reference:?}"), r#"[true, ["rd", "4521"]]"#);
/// # Ok::<(), cri_coap::ComposeError>(())
/// ```
///
/// # Errors
///
/// `TooLong`, `InvalidUtf8`, `BufferFull`, and `Rule` for the segments `.` and `..`.
pub fn compose_location<B: Buffer>(
    options: impl Options,
    revision: Revision,
    buffer: B,
) -> Result<Option<CriRefBuf<B>>, ComposeError> {
    let discard = match (options.has(LOCATION_PATH), options.has(LOCATION_QUERY)) {
        (true, _) => Discard::All,
        (false, true) => Discard::Segments(0),
        (false, false) => return Ok(None),
    };
    let builder = Builder::new(revision, buffer).discard(discard);
    let built = path_and_query(&options, builder, [LOCATION_PATH, LOCATION_QUERY]).and_then(finish);
    // The server chose the location, not the client, so the error is the server's.
    built.map(Some).map_err(ComposeError::internal)
}

/// Decomposes a CRI reference into the options of a response's location: Location-Path, then Location-Query.
///
/// ```
/// use cri_coap::{decompose_location, option};
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\xf5\x81\x62rd")?; // [true, ["rd"]]
/// let options = decompose_location(reference)?;
/// assert!(options.map(|option| option.to_string()).eq(["Location-Path: rd"]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `NotLocation` for any reference but a path of at least one segment from the root, or a query alone; `Fragment`,
/// `Pet` and `TooLong`.
pub fn decompose_location<'a>(
    reference: impl Into<Sections<'a>>,
) -> Result<impl Iterator<Item = CoapOption<'a>> + Clone, DecomposeError> {
    let sections = reference.into();
    // The server chose the location, not the client, so the error is the server's.
    check_location(&sections).map_err(DecomposeError::internal)?;
    // INVARIANT: every item is text.
    let segments = sections.segments().map(|item| CoapOption::of_text(LOCATION_PATH, item));
    let parameters = sections.parameters().map(|item| CoapOption::of_text(LOCATION_QUERY, item));
    Ok(segments.chain(parameters))
}

/// Checks that options can carry a location.
fn check_location(sections: &Sections<'_>) -> Result<(), DecomposeError> {
    if sections.has_fragment() {
        return Err(DecomposeError::new(DecomposeErrorKind::Fragment, Component::Fragment));
    }
    let has_authority =
        sections.is_full() || sections.authority_section() != AuthoritySection::RootBased;
    let fits = match (sections.path(), sections.query()) {
        // Without any Location-Path, the path of the request would remain.
        (Some(path), _) => sections.discard() == Discard::All && !path.is_empty(),
        (None, Some(query)) => sections.discard() == Discard::Segments(0) && !query.is_empty(),
        (None, None) => false,
    };
    if has_authority || !fits {
        return Err(DecomposeError::new(DecomposeErrorKind::NotLocation, Component::Discard));
    }
    for run in sections.segments().as_encoded() {
        check_texts(&mut checked_items(run), Component::Path, &mut 0)?;
    }
    check_texts(&mut sections.parameters(), Component::Query, &mut 0)
}
