//! References in the two ways of resolving: that of RFC 3986 section 5.2 on text, and that of section 5.3 of the draft on CRIs.
//!
//! For a base with an authority, the two differ only in the fragment of the base: RFC 3986 drops it, and the empty CRI reference
//! keeps it. For a base without an authority, SPEC.md lists how they differ.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use cri_core::{Base, Cri, CriRefBuf, EncodeError, Sections};

use crate::convert::error::ToUriError;
use crate::convert::options::{Nfc, Options};
use crate::convert::to_cri::to_cri;
use crate::convert::to_uri::ToUri;
use crate::text::composed::Composed;
use crate::text::iri::IriRef;
use crate::text::resolve::Resolution;
use crate::text::uri::Uri;
use crate::text::uri_ref::UriRef;

/// The target of a URI or IRI reference by RFC 3986, if it is another one than `target`, which CRIs resolve to. `target` is
/// `None` if that resolution failed.
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
    let base = base.to_uri(options).ok()?.to_string();
    let reference = IriRef::parse(reference).ok()?.to_uri().to_string();
    let reference = UriRef::parse(&reference).ok()?;
    let by_text = Uri::parse(&base).ok()?.resolve(reference, Resolution::Strict).ok()?.to_string();
    let canonical = |uri: &str| to_cri(uri, options, Vec::new()).map(CriRefBuf::into_buffer).ok();
    let target = target.and_then(|target| target.to_uri(options).ok());
    let is_same = target.is_some_and(|uri| canonical(&uri.to_string()) == canonical(&by_text));
    (!is_same).then_some(by_text)
}

/// The CRI reference from a base to a target with the fewest bytes, of those whose URI reference, if they have one, leads there by
/// RFC 3986, too.
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
    let leads_elsewhere = shortest.as_cri_ref().to_uri(options).is_ok_and(|uri| {
        other_target(base, &uri.to_string(), Some(target.sections()), options).is_some()
    });
    if !leads_elsewhere {
        return Ok(shortest);
    }
    let both_ways = references(base, target, options).unwrap_or_default().into_iter();
    let both_ways = both_ways.map(|reference| reference.cri);
    Ok(both_ways.min_by_key(|reference| reference.as_bytes().len()).unwrap_or(shortest))
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
    let texts = Uri::from_written(&base_uri).references_to(Uri::from_written(&uri));
    let Ok((_, texts)) = texts else { return Ok(found) };
    // A decoded CRI may hold text that is not in NFC.
    let options = options.with_nfc(Nfc::Keep);
    for text in texts.into_iter().flatten() {
        let uri = Composed(text).to_string();
        let Ok(cri) = to_cri(&uri, options, Vec::new()) else { continue };
        if base.resolve(&cri).is_ok_and(|resolved| resolved == target) {
            found.push(BothForms { uri, cri });
        }
    }
    Ok(found)
}
