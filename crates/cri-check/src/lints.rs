//! All checks of a URI, in the order of their findings.

use cri_core::Component;
use cri_registry::Table;
use cri_uri::UriRef;
use cri_uri::scheme::broken_rules;

use crate::finding::{COMPONENTS, Finding};
use crate::{coap, embedded, host, octets, path, port, schemes, userinfo};

/// Returns a warning about the first place that deserves one.
type Lint = fn(UriRef<'_>) -> Option<Finding>;

/// The lints before and after that of the port, in the order of their warnings. Those of single schemes come first.
const LINTS: [&[Lint]; 2] = [
    &[
        schemes::unknown_typecode,
        schemes::question_mark,
        schemes::search_without_slash,
        coap::fragment,
        coap::too_long,
        coap::not_utf8,
        userinfo::password,
        userinfo::password_without_user,
        userinfo::user_like_host,
        host::disguised_address,
        embedded::embedded_address,
        host::dns_labels,
        host::not_utf8,
    ],
    &[path::disguised_dot_segment, path::ambiguous_dot_segment, octets::nul],
];

/// Checks `uri`: finds first the rules of its scheme that it breaks, then what may mislead or harm a reader.
///
/// Each rule and each warning is reported at most once, for its first place in the URI or in a component. The schemes of
/// [`cri_uri::scheme`] and those of CoAP have rules; any other URI, and any relative reference, is checked for warnings only.
/// `schemes` knows the default ports.
///
/// ```
/// use cri_check::findings;
/// use cri_uri::{Table, UriRef};
///
/// let uri = UriRef::parse("http://u:p@h:25/")?;
/// let found: Vec<_> = findings(uri, Table::DRAFT_16).map(|finding| finding.to_string()).collect();
/// assert_eq!(
///     found,
///     [
///         "this scheme has no userinfo, at byte 7",
///         "password in clear text, at byte 9",
///         "the port belongs to another protocol, at byte 13",
///     ]
/// );
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub fn findings(uri: UriRef<'_>, schemes: Table) -> impl Iterator<Item = Finding> + Clone {
    let [first, last] = LINTS.map(|lints| lints.iter().filter_map(move |lint: &Lint| lint(uri)));
    let each = |lint: fn(UriRef<'_>, Component) -> Option<Finding>| {
        COMPONENTS.into_iter().filter_map(move |component| lint(uri, component))
    };
    broken_rules(uri)
        .map(move |error| Finding::of_error(uri, error))
        .chain(first)
        .chain([schemes].into_iter().filter_map(move |schemes| port::port(uri, schemes)))
        .chain(last)
        .chain(each(octets::control))
        .chain(each(octets::hidden))
}

#[cfg(test)]
pub(crate) mod tests;
