//! The normal form of a CRI at a level of equivalence, read section by section.

use cri_core::{Authority, HostName, Revision, Scheme, Sections, TextOrPet, Userinfo};

use crate::convert::options::Options;
use crate::convert::text_component::TextComponent;
use crate::equivalence::default_port::registered;
use crate::equivalence::normal_item::NormalItem;
use crate::equivalence::scheme_rules::SchemeRules;
use crate::text::grammar::host::LOCALHOST;

/// How far two CRIs may differ in how they are written and still be equivalent.
///
/// Two CRIs are equivalent exactly if their URIs are [equivalent](crate::Uri::equivalent).
///
/// ```
/// use cri_core::Cri;
/// use cri_uri::Options;
/// use cri_uri::equivalence::{Equivalence, equivalent};
///
/// let slash = Cri::decode(b"\x83\x20\x81\x61h\x81\x60")?; // [-1, ["h"], [""]]
/// let empty = Cri::decode(b"\x83\x20\x81\x61h\x80")?; // [-1, ["h"], []]
/// assert!(equivalent(slash, empty, Equivalence::Scheme, Options::default()));
/// assert!(!equivalent(slash, empty, Equivalence::Syntax, Options::default()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Equivalence {
    /// A scheme's number equals its name, and percent-encoded text (PET) equals text if text can hold it. In URIs this is
    /// [`Normalization::SYNTAX`](crate::Normalization::SYNTAX).
    Syntax,
    /// [`Syntax`](Self::Syntax), and the rules of the scheme (RFC 3986 section 6.2.3). In URIs this is
    /// [`Normalization::ALL`](crate::Normalization::ALL).
    ///
    /// - The default port of the scheme equals no port.
    /// - In schemes that have a default port, the paths of `coap://h/` and `coap://h` are equal.
    /// - In the addresses of `mailto`, the case of the domains does not matter.
    /// - The host `localhost` of `file` equals the empty host, if there is neither userinfo nor port.
    Scheme,
}

/// The normal form of a CRI: without the parts that its level of equivalence ignores.
pub(crate) struct NormalCri<'a> {
    pub(crate) sections: Sections<'a>,
    /// The scheme, by its number if it has one.
    pub(crate) scheme: Option<Scheme<'a>>,
    pub(crate) revision: Revision,
    /// Whether percent-encoded text (PET) is text where text can hold it.
    pet_is_text: bool,
    rules: SchemeRules,
}

impl<'a> NormalCri<'a> {
    pub(crate) fn new(sections: Sections<'a>, equivalence: Equivalence, options: Options) -> Self {
        let scheme = sections.scheme();
        let known = scheme.and_then(|scheme| registered(scheme, options.schemes));
        let rules = match equivalence {
            Equivalence::Syntax => SchemeRules::default(),
            Equivalence::Scheme => {
                let name = scheme.and_then(Scheme::name).or(known.map(|known| known.name));
                SchemeRules::new(name, known)
            }
        };
        let scheme = known.map(|known| Scheme::Number(known.number)).or(scheme);
        Self { sections, scheme, revision: options.revision, pet_is_text: true, rules }
    }

    /// A CRI with another scheme, of which nothing is ignored.
    pub(crate) fn with_scheme(
        sections: Sections<'a>,
        scheme: Option<Scheme<'a>>,
        revision: Revision,
    ) -> Self {
        Self { sections, scheme, revision, pet_is_text: false, rules: SchemeRules::default() }
    }

    fn item(&self, item: TextOrPet<'a>, component: TextComponent) -> NormalItem<'a> {
        NormalItem::new(item, self.pet_is_text.then_some(component))
    }

    pub(crate) fn userinfo(&self, authority: Authority<'a>) -> Option<NormalItem<'a>> {
        let userinfo = authority.userinfo().map(Userinfo::item)?;
        Some(self.item(userinfo, TextComponent::userinfo(self.revision)))
    }

    /// The labels of the name of this authority.
    pub(crate) fn labels(
        &self,
        authority: Authority<'a>,
        name: HostName<'a>,
    ) -> impl Iterator<Item = NormalItem<'a>> {
        let is_local = self.rules.has_local_host
            && name == LOCALHOST
            && authority.userinfo().is_none()
            && self.port(authority).is_none();
        name.labels().map(move |label| {
            self.item(if is_local { TextOrPet::EMPTY } else { label }, TextComponent::LABEL)
        })
    }

    /// The port of the authority, unless it is the scheme's default.
    pub(crate) fn port(&self, authority: Authority<'a>) -> Option<u16> {
        authority.port().filter(|&port| !self.rules.is_default_port(Some(port)))
    }

    /// The number of segments, if there is a path.
    pub(crate) fn path_len(&self) -> Option<usize> {
        let path = self.sections.path()?;
        let is_root = path.len() == 1 && path.segments().all(TextOrPet::is_empty);
        let is_empty =
            is_root && self.rules.empty_path_is_root() && self.sections.authority().is_some();
        Some(if is_empty { 0 } else { path.len() })
    }

    pub(crate) fn segments(&self) -> impl Iterator<Item = NormalItem<'a>> {
        let len = self.path_len().unwrap_or_default();
        let has_addresses = self.rules.has_addresses && self.sections.authority().is_none();
        let path = self.sections.path();
        let segments = path.into_iter().flat_map(|path| path.segments()).take(len);
        segments.enumerate().map(move |(index, segment)| {
            let is_last = index.saturating_add(1) == len;
            let segment = self.item(segment, TextComponent::SEGMENT);
            if has_addresses { segment.of_addresses(is_last) } else { segment }
        })
    }

    pub(crate) fn parameters(&self) -> impl Iterator<Item = NormalItem<'a>> {
        self.sections.parameters().map(|item| self.item(item, TextComponent::PARAMETER))
    }

    pub(crate) fn fragment(&self) -> Option<NormalItem<'a>> {
        Some(self.item(self.sections.fragment()?, TextComponent::FRAGMENT))
    }
}
