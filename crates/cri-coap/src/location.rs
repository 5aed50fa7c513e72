//! Where a response says that a resource was created (RFC 7252 section 5.10.7): a CRI reference.

use cri_core::{Buffer, Builder, Component, CriRefBuf, Discard, Revision, Sections, TextOrPet};

use crate::compose::texts;
use crate::option::{LOCATION_PATH, LOCATION_QUERY, MAX_TEXT};
use crate::{ComposeError, DecomposeError, DecomposeErrorKind};

/// The CRI reference that Location-Path and Location-Query say, relative to the request's CRI.
///
/// It is the path from the root: `[true, path, query]`. Other options are passed over, `buffer` is cleared first.
///
/// ```
/// use cri_coap::{compose_location, option};
/// use cri_core::{ArrayBuffer, Revision};
///
/// let options = [(option::LOCATION_PATH, &b"rd"[..]), (option::LOCATION_PATH, b"4521")];
/// let reference = compose_location(options, Revision::Draft16, ArrayBuffer::<32>::new())?;
/// assert_eq!(format!("{reference:?}"), r#"[true, ["rd", "4521"]]"#);
/// # Ok::<(), cri_coap::ComposeError>(())
/// ```
///
/// # Errors
///
/// `TooLong`, `InvalidUtf8`, `BufferFull`, and `Rule` for the segments `.` and `..`.
pub fn compose_location<'o, B: Buffer>(
    options: impl IntoIterator<Item = (u16, &'o [u8]), IntoIter: Clone>,
    revision: Revision,
    buffer: B,
) -> Result<CriRefBuf<B>, ComposeError> {
    let options = options.into_iter();
    let mut builder = Builder::new(revision, buffer).discard(Discard::All);
    for segment in texts(options.clone(), LOCATION_PATH, Component::Path) {
        builder = builder.segment(segment?);
    }
    for parameter in texts(options, LOCATION_QUERY, Component::Query) {
        builder = builder.parameter(parameter?);
    }
    builder.finish().map_err(ComposeError::from)
}

/// The options that say a reference of a path from the root: Location-Path, then Location-Query.
///
/// ```
/// use cri_coap::{decompose_location, option};
/// use cri_core::CriRef;
///
/// let reference = CriRef::decode(b"\x82\xf5\x81\x62rd")?; // [true, ["rd"]]
/// assert!(decompose_location(reference)?.eq([(option::LOCATION_PATH, &b"rd"[..])]));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Errors
///
/// `NotLocation` for any other reference, `Fragment`, `Pet` and `TooLong`.
pub fn decompose_location<'a>(
    reference: impl Into<Sections<'a>>,
) -> Result<impl Iterator<Item = (u16, &'a [u8])> + Clone, DecomposeError> {
    let sections = reference.into();
    let elsewhere = sections.is_full() || sections.authority() != cri_core::AuthoritySection::RootBased;
    if elsewhere || sections.discard() != Discard::All {
        return Err(DecomposeError::new(DecomposeErrorKind::NotLocation, Component::Discard));
    }
    if sections.fragment().is_some() {
        return Err(DecomposeError::new(DecomposeErrorKind::Fragment, Component::Fragment));
    }
    let segments = sections.path().into_iter().flatten();
    let parameters = sections.query().into_iter().flatten();
    let checked = |item: TextOrPet<'a>, component| match item.as_text() {
        None => Err(DecomposeError::new(DecomposeErrorKind::Pet, component)),
        Some(text) if text.len() > MAX_TEXT => Err(DecomposeError::new(DecomposeErrorKind::TooLong, component)),
        Some(_) => Ok(()),
    };
    segments.clone().try_for_each(|segment| checked(segment, Component::Path))?;
    parameters.clone().try_for_each(|parameter| checked(parameter, Component::Query))?;
    let option = |number| move |item: TextOrPet<'a>| (number, item.as_text().unwrap_or_default());
    Ok(segments.map(option(LOCATION_PATH)).chain(parameters.map(option(LOCATION_QUERY))))
}
