//! URI references that combine the special cases of the grammar, of normalisation and of resolution.

use cri_uri::UriRef;

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
