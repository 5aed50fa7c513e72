//! Resolution of a reference against a base.

use cri_core::{Component, Cri as FullCri, CriBuf, CriRefBuf};
use cri_uri::__private::{AROUND, Excerpt, other_target};
use cri_uri::equivalence::elide_default_port;
use cri_uri::{Options, password};

use crate::fault::Fault;
use crate::hint::advised;
use crate::read::Read;
use crate::recognize::Form;

/// The full CRI that a text stands for.
///
/// # Errors
///
/// The fault of the text, or `base-not-full`, and a hint if there is one.
pub(crate) fn base(read: &Read<'_>) -> Result<CriBuf<Vec<u8>>, Fault> {
    let full = read.cri()?.to_full();
    let not_full = || {
        let message = "the base is relative; write a URI or CRI with a scheme";
        let fault = Fault {
            component: Some(Component::Scheme.name()),
            ..Fault::new("base-not-full", message)
        };
        advised(fault, read.recognized.text)
    };
    Ok(full.ok_or_else(not_full)?.to_buf())
}

/// The target of the reference that a text in this form stands for, in the form of the revision.
///
/// # Errors
///
/// The fault of the text, or of the target.
pub(crate) fn target(
    base: FullCri<'_>,
    form: Form,
    read: &Result<Read<'_>, Fault>,
    options: Options,
) -> Result<CriBuf<Vec<u8>>, Fault> {
    let read = read.as_ref().map_err(Fault::clone)?;
    let reference = read.cri()?;
    let elided = if form.is_text() {
        elide_default_port(base, reference, options, Vec::new())?
    } else {
        None
    };
    let reference = elided.as_ref().map_or(reference, CriRefBuf::as_cri_ref);
    let resolved = base.without_fragment().resolve(reference)?;
    Ok(resolved.encode_to(options.revision(), Vec::new())?)
}

/// Notes that RFC 3986 resolves a URI or IRI reference to another target.
pub(crate) fn note(
    base: FullCri<'_>,
    reference: &str,
    target: Option<&CriBuf<Vec<u8>>>,
    options: Options,
) -> Option<String> {
    // The empty reference leads to the base without its fragment, here as by RFC 3986.
    let reference = Some(reference).filter(|reference| !reference.is_empty())?;
    let uri = other_target(base, reference, target.map(|target| target.sections()), options)?;
    let (reference, uri) = (excerpt(reference), excerpt(&uri));
    Some(format!("Note: RFC 3986 resolves {reference} to {uri}; the rules for CRIs differ."))
}

/// The start of a URI or IRI reference, with its passwords masked and its hidden characters escaped.
fn excerpt(reference: &str) -> String {
    let text = reference.as_bytes();
    let passwords = password::find_in_operand(text);
    let excerpt = Excerpt { text, passwords, mark: 0..0, around: AROUND, is_rust: false };
    let mut shown = String::new();
    // Writing to a string never fails.
    let _ = excerpt.write_to(&mut shown);
    shown
}
