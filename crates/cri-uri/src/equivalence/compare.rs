//! Equivalence of CRIs beyond equality (section 4 of the draft).
//!
//! Equality compares CRIs code point by code point, and a scheme's number differs from its name. The draft allows the
//! false negatives. Equivalence finds those that can be found without asking the resource.

use cri_core::{AuthoritySection, Host, Sections, TextOrPet, Userinfo};

use crate::convert::options::Options;
use crate::convert::text_component::TextComponent;
use crate::equivalence::runs::Runs;
use crate::equivalence::seen::{Equivalence, Seen};

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
    let a = Seen::new(a.into(), equivalence, options.schemes);
    let b = Seen::new(b.into(), equivalence, options.schemes);
    a.scheme == b.scheme
        && same_authority(&a, &b, TextComponent::userinfo(options.revision))
        && a.sections.discard() == b.sections.discard()
        && a.path_len() == b.path_len()
        && same_items(a.segments(), b.segments(), TextComponent::SEGMENT)
        && a.sections.query().is_some() == b.sections.query().is_some()
        && same_items(a.sections.parameters(), b.sections.parameters(), TextComponent::PARAMETER)
        && same_items(a.sections.fragment(), b.sections.fragment(), TextComponent::FRAGMENT)
}

fn same_authority(a: &Seen<'_>, b: &Seen<'_>, userinfo: TextComponent) -> bool {
    match (a.sections.authority_section(), b.sections.authority_section()) {
        (AuthoritySection::Authority(x), AuthoritySection::Authority(y)) => {
            same_items(x.userinfo().map(Userinfo::item), y.userinfo().map(Userinfo::item), userinfo)
                && a.port(x) == b.port(y)
                && match (x.host(), y.host()) {
                    (Host::Name(x), Host::Name(y)) => {
                        same_items(x.labels(), y.labels(), TextComponent::LABEL)
                    }
                    (x, y) => x == y,
                }
        }
        (a, b) => a == b,
    }
}

/// Whether both have the same items of `component`.
fn same_items<'a, 'b>(
    a: impl IntoIterator<Item = TextOrPet<'a>>,
    b: impl IntoIterator<Item = TextOrPet<'b>>,
    component: TextComponent,
) -> bool {
    let mut b = b.into_iter();
    let units = |item| Runs::new(item, Some(component)).units();
    let mut is_next = |a| b.next().is_some_and(|b| units(a).eq(units(b)));
    a.into_iter().all(&mut is_next) && b.next().is_none()
}
