//! References in the two ways of resolving: that of RFC 3986 section 5.2 on text, and that of section 5.3 of the draft on CRIs.
//!
//! For a base with an authority, the two differ only in the fragment of the base: RFC 3986 drops it, and the empty CRI
//! reference keeps it. For a base without an authority, SPEC.md lists how they differ.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use cri_core::{Base, Cri, CriRef, CriRefBuf, EncodeError, Features, Sections};

use crate::convert::error::ToUriError;
use crate::convert::options::{Nfc, Options};
use crate::convert::to_cri::to_cri;
use crate::convert::to_uri::ToUri;
use crate::text::resolve::relativize::references_to;
use crate::text::resolve::text_of_target;
use crate::text::uri_ref::{IriRef, Uri, UriRef};

/// The target that RFC 3986 finds for a URI or IRI reference, if it differs from `target`, the one that CRIs resolve to. `target`
/// is `None` if that resolution failed.
///
/// The other target need not be a URI: `s:/a` and `.//h:b` lead to `s://h:b`.
#[must_use]
pub fn other_target<'b>(
    base: impl Into<Sections<'b>>,
    reference: &str,
    target: Option<Sections<'_>>,
    options: Options,
) -> Option<String> {
    let base = base.into();
    if base.authority().is_some() && !reference.is_empty() {
        return None;
    }
    // Compared with every feature on: the options limit what may be written, not what is equal.
    let all = options.with_features(Features::ALL).with_nfc(Nfc::Keep);
    let base = base.to_uri(all).ok()?.to_string();
    let reference = IriRef::parse(reference).ok()?.to_uri().to_string();
    let reference = UriRef::parse(&reference).ok()?;
    let by_text = text_of_target(Uri::parse(&base).ok()?, reference);
    let target = target.and_then(|target| target.to_uri(all).ok()).map(|uri| uri.to_string());
    let is_same = target.is_some_and(|uri| {
        // With `Normalize`, the CRI of the reference is in NFC, and its text need not be.
        uri == by_text
            || [all, options].into_iter().any(|options| are_one_cri(&uri, &by_text, options))
    });
    (!is_same).then_some(by_text)
}

/// Whether two URIs have a CRI, and the same one.
fn are_one_cri(one: &str, other: &str, options: Options) -> bool {
    let cri = |uri| to_cri(uri, options, Vec::new()).map(CriRefBuf::into_buffer).ok();
    cri(one).is_some_and(|one| cri(other) == Some(one))
}

/// Whether a reference from a base to a target has a URI reference that does not lead there by RFC 3986.
fn leads_elsewhere(
    base: Base<'_>,
    reference: CriRef<'_>,
    target: Cri<'_>,
    options: Options,
) -> bool {
    reference.to_uri(options).is_ok_and(|uri| {
        other_target(base, &uri.to_string(), Some(target.sections()), options).is_some()
    })
}

/// The CRI reference from a base to a target with the fewest bytes, of those whose URI reference, if they have one, leads there
/// by RFC 3986, too.
///
/// # Errors
///
/// Those of [`Cri::relativize`].
pub fn shortest_reference<'b>(
    base: impl Into<Base<'b>>,
    target: Cri<'_>,
    options: Options,
) -> Result<CriRefBuf<Vec<u8>>, EncodeError> {
    let base = base.into();
    let shortest = base.relativize(target, options.revision, Vec::new())?;
    if !leads_elsewhere(base, shortest.as_cri_ref(), target, options) {
        return Ok(shortest);
    }
    // A target without a URI has no such references.
    let both_ways = references(base, target, options).unwrap_or_default().into_iter();
    let shortest = both_ways.map(|it| it.cri).min_by_key(|reference| reference.as_bytes().len());
    let reference = match shortest {
        Some(reference) => reference,
        None => target.encode_to(options.revision, Vec::new())?.into(),
    };
    debug_assert!(!leads_elsewhere(base, reference.as_cri_ref(), target, options));
    Ok(reference)
}

/// A reference in both forms.
#[derive(Debug)]
pub struct BothForms {
    /// The URI reference.
    pub uri: String,
    /// The CRI reference.
    pub cri: CriRefBuf<Vec<u8>>,
}

/// The references from a base to a target that may be the shortest and lead there both ways. The first is the target itself.
///
/// # Errors
///
/// The target has no URI.
pub fn references<'t>(
    base: impl Into<Base<'t>>,
    target: Cri<'_>,
    options: Options,
) -> Result<Vec<BothForms>, ToUriError> {
    let (base, uri) = (base.into(), target.to_uri(options)?.to_string());
    let mut found = Vec::new();
    if let Ok(whole) = target.encode_to(options.revision, Vec::new()) {
        found.push(BothForms { uri: uri.clone(), cri: whole.into() });
    }
    let Ok(base_uri) = base.sections().to_uri(options) else { return Ok(found) };
    let base_uri = base_uri.to_string();
    let texts = references_to(Uri::from_written(&base_uri), Uri::from_written(&uri));
    let Ok((_, texts)) = texts else { return Ok(found) };
    // A decoded CRI may hold text that is not in NFC.
    let options = options.with_nfc(Nfc::Keep);
    for text in texts.into_iter().flatten() {
        let uri = text.to_string();
        let Ok(cri) = to_cri(&uri, options, Vec::new()) else { continue };
        if base.resolve(&cri).is_ok_and(|resolved| resolved == target) {
            found.push(BothForms { uri, cri });
        }
    }
    Ok(found)
}
