//! The first difference of two CRIs, component by component.

use std::fmt;

use cri_core::{Authority, Component, Host, Sections, TextOrPet};

/// Where two CRIs or CRI references first differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Difference {
    component: Component,
    item: Option<usize>,
}

impl Difference {
    /// Where `a` first differs from `b`, in the order of the sections, or `None` if they are equal.
    ///
    /// Equality is that of `CriRef::structurally_eq`: it looks at the abstract form (section 4 of the draft), and the length
    /// of a head does not count.
    pub(crate) fn first(a: &Sections<'_>, b: &Sections<'_>) -> Option<Self> {
        let (ours, theirs) = (a.authority_section(), b.authority_section());
        let both = ours.authority().zip(theirs.authority());
        let differ = |differ: fn(Authority<'_>, Authority<'_>) -> bool| {
            both.is_some_and(|(ours, theirs)| differ(ours, theirs))
        };
        let is_other_zone = |a: Authority<'_>, b: Authority<'_>| match (a.host(), b.host()) {
            (Host::Ip(a), Host::Ip(b)) => a != b && a.address() == b.address(),
            _ => false,
        };
        let in_order = [
            (Component::Scheme, a.scheme() != b.scheme()),
            (Component::Authority, both.is_none() && ours != theirs),
            (Component::Userinfo, differ(|a, b| a.userinfo() != b.userinfo())),
            // Hosts with other zones differ as well.
            (Component::ZoneId, differ(is_other_zone)),
            (Component::Host, differ(|a, b| a.host() != b.host())),
            (Component::Port, differ(|a, b| a.port() != b.port())),
            (Component::Discard, a.discard() != b.discard()),
            (Component::Path, a.path() != b.path()),
            (Component::Query, a.query() != b.query()),
            (Component::Fragment, a.fragment() != b.fragment()),
        ];
        let (component, _) = in_order.into_iter().find(|(_, differ)| *differ)?;
        let item = match component {
            Component::Path => first_unequal(a.segments(), b.segments()),
            Component::Query => first_unequal(a.parameters(), b.parameters()),
            _ => None,
        };
        Some(Self { component, item })
    }

    /// The component that differs.
    ///
    /// It is [`Component::Authority`] where one CRI has an authority and the other has none, or where the two have
    /// none in different ways. Two authorities differ in their userinfo, host, zone identifier or port.
    pub(crate) const fn component(self) -> Component {
        self.component
    }

    /// The index of the segment or parameter that differs, from 0. `None` for all components but path and query.
    ///
    /// It is also `None` where neither has an item, and only one has the section: `[]` and `[0, [], []]`.
    pub(crate) const fn item(self) -> Option<usize> {
        self.item
    }
}

/// Shows the component, and the item counted from 1, such as `path, segment 2`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.component.name())?;
        let noun = if self.component == Component::Query { "parameter" } else { "segment" };
        match self.item {
            Some(index) => write!(f, ", {noun} {}", index.saturating_add(1)),
            None => Ok(()),
        }
    }
}

/// The index of the first items that differ.
fn first_unequal<'a, 'b>(
    a: impl ExactSizeIterator<Item = TextOrPet<'a>>,
    b: impl ExactSizeIterator<Item = TextOrPet<'b>>,
) -> Option<usize> {
    let len = a.len().max(b.len());
    let equal = a.zip(b).take_while(|(a, b)| a == b).count();
    (equal < len).then_some(equal)
}

#[cfg(test)]
mod tests {
    use cri_core::CriRef;

    use super::Difference;

    fn difference(a: &[u8], b: &[u8]) -> Option<String> {
        let cris = [a, b].map(|bytes| CriRef::decode(bytes).expect("a CRI reference"));
        let [a, b] = cris.map(CriRef::sections);
        let difference = Difference::first(&a, &b);
        assert_eq!(difference, Difference::first(&b, &a));
        assert_eq!(difference.is_none(), cris[0].structurally_eq(cris[1]));
        difference.map(|difference| difference.to_string())
    }

    #[test]
    fn the_first_difference_is_found() {
        // [-1, ["h"], ["a", "b"], ["q"], "f"]
        let base: &[u8] = b"\x85\x20\x81\x61h\x82\x61a\x61b\x81\x61q\x61f";
        // [-1, [h'FE80…01']]
        let local: &[u8] = b"\x82\x20\x81\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01";
        let cases: [(&[u8], &[u8], &str); 12] = [
            (base, b"\x85\x21\x81\x61i\x82\x61a\x61b\x81\x61q\x61f", "scheme"),
            (base, b"\x85\x64coap\x81\x61i\x82\x61a\x61b\x81\x61q\x61f", "scheme"),
            (base, b"\x85\x20\xf6\x82\x61a\x61b\x81\x61q\x61f", "authority"),
            (base, b"\x85\x20\x83\xf4\x61u\x61h\x82\x61a\x61b\x81\x61q\x61f", "userinfo"),
            (base, b"\x85\x20\x81\x44\x01\x02\x03\x04\x82\x61a\x61b\x81\x61q\x61f", "host"),
            (base, b"\x85\x20\x82\x61h\x01\x82\x61a\x61b\x81\x61q\x61f", "port"),
            (base, b"\x85\x20\x81\x61h\x81\x61a\x81\x61q\x61f", "path, segment 2"),
            (base, b"\x85\x20\x81\x61h\x82\x61a\x61b\x82\x61q\x81\x41:\x61f", "query, parameter 2"),
            (base, b"\x84\x20\x81\x61h\x82\x61a\x61b\x81\x61q", "fragment"),
            // Equal addresses differ in the zone.
            (local, b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x62lo", "zone-id"),
            (b"\x82\x01\x81\x61a", b"\x82\x02\x81\x61a", "discard"),
            // [0, null, ["q"]] and [0, [], ["q"]]
            (b"\x83\x00\xf6\x81\x61q", b"\x83\x00\x80\x81\x61q", "path"),
        ];
        for (a, b, expected) in cases {
            assert_eq!(difference(a, b).as_deref(), Some(expected), "{a:x?} {b:x?}");
        }
        // The lengths of heads do not count.
        assert_eq!(difference(b"\x82\x20\x81\x61h", b"\x98\x02\x38\x00\x81\x78\x01h"), None);
    }
}
