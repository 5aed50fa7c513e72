//! Reference resolution (section 5.3).

use crate::reference::{AuthoritySection, Discard, Reference, path_flaw};
use crate::{Checked, Flaw};

/// Resolves a reference against a full CRI (section 5.3).
///
/// Three steps differ from the words of -16, as SPEC.md says: a scheme brings its own authority, query and fragment are
/// unset before they are copied, and a discard larger than the path empties it.
///
/// # Errors
///
/// The result is not a CRI (2.1): `leading-empty-segment`, `empty-rootless-path`.
pub fn resolve(base: &Reference, reference: &Reference) -> Checked<Reference> {
    // Steps 1 and 2.
    let mut buffer = base.clone();
    let mut path = base.path.clone().unwrap_or_default();

    // Step 3. An unset query is None, as is an unset fragment.
    match reference.discard {
        Discard::All => {
            path.clear();
            buffer.query = None;
            buffer.fragment = None;
            if buffer.authority == AuthoritySection::True {
                buffer.authority = AuthoritySection::Null;
            }
        }
        Discard::Segments(count) => {
            for _ in 0..count {
                path.pop();
            }
            if count != 0 {
                buffer.query = None;
                buffer.fragment = None;
            }
        }
    }
    buffer.discard = Discard::All;

    // Step 4.
    if let Some(segments) = &reference.path {
        path.extend(segments.iter().cloned());
        buffer.query = None;
        buffer.fragment = None;
    }

    // Step 5.
    if reference.scheme.is_some() {
        buffer.scheme = reference.scheme.clone();
        buffer.authority = reference.authority.clone();
    } else if reference.authority != AuthoritySection::Null {
        buffer.authority = reference.authority.clone();
    }
    if let Some(query) = &reference.query {
        buffer.fragment = None;
        buffer.query = Some(query.clone());
    }
    if let Some(fragment) = &reference.fragment {
        buffer.fragment = Some(fragment.clone());
    }

    // Step 6.
    match path_flaw(&buffer.authority, &path) {
        Some(kind) => Err(vec![Flaw::new(kind).of("path")]),
        None => Ok(Reference { path: Some(path), ..buffer }.normal()),
    }
}
