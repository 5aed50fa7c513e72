//! URI references that combine the special cases of the grammar, of normalisation and of resolution.

use cri_uri::{Table, UriRef};

pub(crate) mod cris;

// Blanks separate these. Each list begins with the empty text.
const SCHEMES: &str = " s: HTTP: http: file:";
const AUTHORITIES: &str =
    " // //h //H%41%c3:80 //u%7e:p@[2001:DB8:0::A]: //1.2.3.4:080 //%45.x:5683 //@ab:1";
const PATHS: &str = " / // /. /.. /a/./b/../c /a/b/.. /a/b/ /%2E%2e/a /a/%2e /%7ea%2f%41 /.//a /..//a /a//..//b a a/../b \
                     ../a ./a:b a/.. a/../..//c . .. %2e/a %2E%2e/../a /a/.%2e/../b .//a a:b a// A@B,c";
const ENDS: &str = " ? # ?%41%2f#%7E ?a/../b ?x#";

/// All combinations that are URI references, always in one order.
pub(crate) fn references() -> Vec<String> {
    let mut all = Vec::new();
    for scheme in SCHEMES.split(' ') {
        for authority in AUTHORITIES.split(' ') {
            for path in PATHS.split(' ') {
                all.extend(ENDS.split(' ').map(|end| format!("{scheme}{authority}{path}{end}")));
            }
        }
    }
    all.retain(|text| UriRef::parse(text).is_ok());
    all
}

/// The URI reference without its port, if that is the default port of its scheme. No CRI that is made from a URI has that
/// port (constraint C7).
pub(crate) fn without_default_port(text: &str, schemes: Table) -> String {
    let uri = UriRef::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let scheme = uri.scheme().and_then(|name| schemes.by_name(name.to_ascii_lowercase()));
    let default = scheme.and_then(|scheme| scheme.default_port);
    let elided = uri.authority().zip(uri.port()).filter(|_| uri.port_number() == default);
    let Some((authority, port)) = elided.filter(|_| default.is_some()) else {
        return text.to_owned();
    };
    let kept = authority.strip_suffix(port).and_then(|front| front.strip_suffix(':'));
    text.replacen(authority, kept.unwrap_or_else(|| panic!("{text}")), 1)
}
