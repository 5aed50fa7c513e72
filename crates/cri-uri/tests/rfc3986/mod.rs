//! The algorithms of RFC 3986 that remove dot-segments and resolve references, for comparison.

use cri_core::Base;
use cri_uri::components::Components;
use cri_uri::{Options, ToUri, UriCri, UriRef};

/// Removes dot-segments by the steps of RFC 3986 section 5.2.4.
pub(crate) fn remove_dot_segments(path: &str) -> String {
    let (mut input, mut output) = (path.to_owned(), String::new());
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
            input = rest.to_owned();
        } else if input == "/." || input.starts_with("/./") {
            input = format!("/{}", input.get(3..).unwrap_or_default());
        } else if input == "/.." || input.starts_with("/../") {
            input = format!("/{}", input.get(4..).unwrap_or_default());
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "." || input == ".." {
            input.clear();
        } else {
            let end = input
                .get(1..)
                .and_then(|rest| rest.find('/'))
                .map_or(input.len(), |slash| slash + 1);
            output.push_str(&input[..end]);
            input = input[end..].to_owned();
        }
    }
    output
}

/// The dots of a path decoded, of which the others stay percent-encoded.
pub(crate) fn decode_dots(path: &str) -> String {
    path.replace("%2E", ".").replace("%2e", ".")
}

/// A path without its dot-segments: first the literal ones, as if it was resolved (section 5.2.1), and then those that
/// decoding makes (section 6.2.2.3).
pub(crate) fn normal_path(path: &str) -> String {
    remove_dot_segments(&decode_dots(&remove_dot_segments(path)))
}

/// The target by the pseudocode of RFC 3986 section 5.2.2.
pub(crate) fn transform(base: UriRef<'_>, reference: UriRef<'_>) -> String {
    let mut target = base.components();
    let mut path = base.path().to_owned();
    if reference.scheme().is_some() || reference.authority().is_some() {
        (target.scheme, target.authority) =
            (reference.scheme().or(base.scheme()), reference.authority());
        path = remove_dot_segments(reference.path());
        target.query = reference.query();
    } else if reference.path().is_empty() {
        target.query = reference.query().or(base.query());
    } else {
        if reference.path().starts_with('/') {
            path = reference.path().to_owned();
        } else if base.authority().is_some() && base.path().is_empty() {
            path = format!("/{}", reference.path());
        } else {
            path.truncate(base.path().rfind('/').map_or(0, |slash| slash + 1));
            path.push_str(reference.path());
        }
        path = remove_dot_segments(&path);
        target.query = reference.query();
    }
    recompose(target, &path, reference.fragment())
}

/// The target of [`transform`]. If its path would read as an authority, `/.` precedes it.
pub(crate) fn guarded(base: UriRef<'_>, reference: UriRef<'_>) -> String {
    let target = transform(base, reference);
    let inherited = base.authority().filter(|_| reference.scheme().is_none());
    let guard = if reference.authority().or(inherited).is_none() { "/.//" } else { "//" };
    match target.split_once(':') {
        Some((_, rest)) if rest.starts_with("//") => target.replacen("//", guard, 1),
        _ => target,
    }
}

/// The text of these components (section 5.3), with another path and fragment.
pub(crate) fn recompose(others: Components<'_>, path: &str, fragment: Option<&str>) -> String {
    let part = |before: &str, text: Option<&str>, after: &str| {
        text.map(|text| format!("{before}{text}{after}")).unwrap_or_default()
    };
    [
        &*part("", others.scheme, ":"),
        &part("//", others.authority, ""),
        path,
        &part("?", others.query, ""),
        &part("#", fragment, ""),
    ]
    .concat()
}

/// The text of [`transform`] of texts.
pub(crate) fn by_rfc3986(base: &str, reference: &str) -> String {
    transform(UriRef::parse(base).unwrap(), UriRef::parse(reference).unwrap())
}

/// Whether `reference` leads to `target` both ways.
pub(crate) fn leads<'b>(base: impl Into<Base<'b>>, reference: &str, target: &UriCri) -> bool {
    let (base, text) = (base.into(), target.to_string());
    let base_uri = base.sections().to_uri(Options::default()).unwrap().to_string();
    let cri = cri_uri::to_cri(reference, Options::default(), Vec::new()).unwrap();
    by_rfc3986(&base_uri, reference) == text
        && base.resolve(&cri).is_ok_and(|resolved| *target == resolved)
}
