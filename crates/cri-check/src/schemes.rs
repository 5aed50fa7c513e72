//! Warnings about URIs of single schemes (RFC 1738 sections 3 and 5).

use cri_core::Component;
use cri_registry::Table;

use crate::check::finding::{Finding, FindingKind};
use crate::scheme::file::File;
use crate::scheme::ftp::{Ftp, unknown_type};
use crate::scheme::gopher::Gopher;
use crate::scheme::http::Http;
use crate::scheme::news::News;
use crate::scheme::prospero::Prospero;
use crate::text::uri_ref::UriRef;

/// In ftp, a `;type=` without one of the three typecodes.
pub(super) fn unknown_typecode(uri: UriRef<'_>, _: Table) -> Option<Finding> {
    let unknown = Some(uri).filter(|uri| uri.has_scheme(Ftp::SCHEME)).and_then(unknown_type)?;
    Some(Finding::new(FindingKind::UnknownTypecode, Component::Path, uri.offset_of(unknown)))
}

/// A question mark, in the schemes that had it as a character of names.
pub(super) fn question_mark(uri: UriRef<'_>, _: Table) -> Option<Finding> {
    const SCHEMES: [&str; 5] =
        [File::SCHEME, Ftp::SCHEME, Gopher::SCHEME, News::SCHEME, Prospero::SCHEME];
    let query = uri.query().filter(|_| SCHEMES.into_iter().any(|scheme| uri.has_scheme(scheme)))?;
    Some(Finding::new(
        FindingKind::QuestionMark,
        Component::Query,
        uri.offset_of(query).saturating_sub(1),
    ))
}

/// In http, a search that directly follows the authority: section 5 has it after a slash only.
pub(super) fn search_without_slash(uri: UriRef<'_>, _: Table) -> Option<Finding> {
    let query = uri.query().filter(|_| uri.has_scheme(Http::SCHEME) && uri.path().is_empty())?;
    Some(Finding::new(FindingKind::SearchWithoutSlash, Component::Query, uri.offset_of(query)))
}
