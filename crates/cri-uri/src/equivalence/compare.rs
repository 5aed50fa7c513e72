//! Equivalence of CRIs beyond equality (section 4 of the draft).
//!
//! Equality compares CRIs code point by code point, and a scheme's number differs from its name. The draft allows the
//! false negatives. Equivalence finds those that can be found without asking the resource.

use cri_core::{AuthoritySection, Host, Sections};

use crate::convert::options::Options;
use crate::equivalence::normal_cri::{Equivalence, NormalCri};
use crate::equivalence::normal_item::NormalItem;

/// Whether two full CRIs are equivalent, by the options' schemes and the revision's reading of a userinfo.
///
/// Resolve CRI references first (section 4): equivalent references may mean different CRIs.
#[must_use]
pub fn equivalent<'a, 'b>(
    a: impl Into<Sections<'a>>,
    b: impl Into<Sections<'b>>,
    equivalence: Equivalence,
    options: Options,
) -> bool {
    let a = NormalCri::new(a.into(), equivalence, options);
    let b = NormalCri::new(b.into(), equivalence, options);
    a.scheme == b.scheme
        && same_authority(&a, &b)
        && a.sections.discard() == b.sections.discard()
        && a.path_len() == b.path_len()
        && same_items(a.segments(), b.segments())
        && a.sections.query().is_some() == b.sections.query().is_some()
        && same_items(a.parameters(), b.parameters())
        && same_items(a.fragment(), b.fragment())
}

fn same_authority(a: &NormalCri<'_>, b: &NormalCri<'_>) -> bool {
    match (a.sections.authority_section(), b.sections.authority_section()) {
        (AuthoritySection::Authority(x), AuthoritySection::Authority(y)) => {
            same_items(a.userinfo(x), b.userinfo(y))
                && a.port(x) == b.port(y)
                && match (x.host(), y.host()) {
                    (Host::Name(of_x), Host::Name(of_y)) => {
                        same_items(a.labels(x, of_x), b.labels(y, of_y))
                    }
                    (x, y) => x == y,
                }
        }
        (a, b) => a == b,
    }
}

/// Whether both have the same items.
fn same_items<'a, 'b>(
    a: impl IntoIterator<Item = NormalItem<'a>>,
    b: impl IntoIterator<Item = NormalItem<'b>>,
) -> bool {
    let mut b = b.into_iter();
    let mut is_next = |a: NormalItem<'_>| b.next().is_some_and(|b| a.units().eq(b.units()));
    a.into_iter().all(&mut is_next) && b.next().is_none()
}
