//! Warnings about URIs of single schemes (RFC 1738 sections 3 and 5).

use cri_core::Component;
use cri_uri::UriRef;
use cri_uri::scheme::unknown_type;

use crate::finding::{Finding, FindingKind};

/// In ftp, a `;type=` without one of the three typecodes.
pub(crate) fn unknown_typecode(uri: UriRef<'_>) -> Option<Finding> {
    Some(Finding::at(uri, unknown_type(uri)?, FindingKind::UnknownTypecode, Component::Path))
}

/// A question mark, in the schemes that had it as a character of names.
pub(crate) fn question_mark(uri: UriRef<'_>) -> Option<Finding> {
    const SCHEMES: [&str; 5] = ["file", "ftp", "gopher", "news", "prospero"];
    let query = uri.query().filter(|_| SCHEMES.into_iter().any(|scheme| uri.has_scheme(scheme)))?;
    let offset = uri.offset_of(query).saturating_sub(1);
    Some(Finding::new(FindingKind::QuestionMark, Component::Query, offset))
}

/// In http, a search that directly follows the authority: section 5 has it after a slash only.
///
/// Without a host, no document allows the URI (RFC 9110 section 4.2.1), and it breaks a rule of its scheme.
pub(crate) fn search_without_slash(uri: UriRef<'_>) -> Option<Finding> {
    let has_host = || uri.components().host().is_some_and(|host| !host.is_empty());
    let is_search = || uri.has_scheme("http") && uri.path().is_empty() && has_host();
    let query = uri.query().filter(|_| is_search())?;
    Some(Finding::at(uri, query, FindingKind::SearchWithoutSlash, Component::Query))
}
