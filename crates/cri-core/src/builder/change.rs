//! Building from an existing value that differs in one section.

use crate::buffer::Buffer;
use crate::builder::Builder;
use crate::error::Component;
use crate::revision::Revision;
use crate::sections::{AuthoritySection, Host, Sections, TextOrPet, Userinfo};

/// The components in the order in which a builder takes them.
const ORDER: [Component; 8] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Discard,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

impl Sections<'_> {
    /// A builder that has all sections of this value, with `change` in place of one.
    ///
    /// `component` is a section, or a part of the authority: the userinfo, the host with its zone identifier, or the port.
    /// `change` calls the functions of the builder that set it. If `change` returns the builder as it is, the component is
    /// left out.
    ///
    /// ```
    /// use cri_core::{ArrayBuffer, Builder, Component, Cri, Revision};
    ///
    /// let cri = Cri::decode(b"\x84\x20\x81\x61h\x81\x61a\x81\x61q")?; // [-1, ["h"], ["a"], ["q"]]
    /// let new = || ArrayBuffer::<32>::new();
    /// let change = |path: Builder<_>| path.segment("b").segment("c");
    /// let other = cri.sections().change(Component::Path, Revision::Draft16, new(), change).finish()?;
    /// assert_eq!(format!("{other:?}"), r#"[-1, ["h"], ["b", "c"], ["q"]]"#);
    ///
    /// let without = cri.sections().change(Component::Query, Revision::Draft16, new(), |query| query).finish()?;
    /// assert_eq!(format!("{without:?}"), r#"[-1, ["h"], ["a"]]"#);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn change<B: Buffer>(
        &self,
        component: Component,
        revision: Revision,
        buffer: B,
        change: impl FnOnce(Builder<B>) -> Builder<B>,
    ) -> Builder<B> {
        let (mut builder, mut change) = (Builder::new(revision, buffer), Some(change));
        for part in ORDER {
            let changes = match component {
                Component::Cri => true,
                // The authority is changed where its first part stands.
                Component::Authority => {
                    matches!(part, Component::Userinfo | Component::Host | Component::Port)
                }
                // A zone identifier belongs to its address.
                Component::ZoneId => part == Component::Host,
                other => part == other,
            };
            if !changes {
                builder = self.copy_component(part, builder);
            } else if let Some(change) = change.take() {
                builder = change(builder);
            }
        }
        builder
    }

    /// Copies a component of this value, if there is one.
    #[doc(hidden)]
    #[must_use]
    pub fn copy_component<B: Buffer>(
        &self,
        component: Component,
        builder: Builder<B>,
    ) -> Builder<B> {
        match component {
            Component::Scheme => self.scheme().into_iter().fold(builder, Builder::scheme),
            Component::Userinfo => {
                copy_items(builder, component, self.userinfo().map(Userinfo::item))
            }
            Component::Host => match (self.host(), self.authority_section()) {
                (Some(Host::Name(name)), _) => copy_items(builder, component, name.labels()),
                (Some(Host::Ip(host)), _) => {
                    host.zone().into_iter().fold(builder.host_ip(host.address()), Builder::zone)
                }
                (None, AuthoritySection::Rootless) => builder.rootless(),
                (None, _) => builder,
            },
            Component::Port => self.port().into_iter().fold(builder, Builder::port),
            // A scheme or an authority stands in place of a discard.
            Component::Discard if builder.is_new() => builder.discard(self.discard()),
            Component::Path => self
                .path()
                .into_iter()
                .fold(builder, |builder, path| copy_items(builder.empty_path(), component, path)),
            Component::Query => self.query().into_iter().fold(builder, |builder, query| {
                copy_items(builder.unset_query(), component, query)
            }),
            Component::Fragment => copy_items(builder, component, self.fragment()),
            _ => builder,
        }
    }
}

/// Copies items, which were checked when they were decoded.
fn copy_items<'i, B: Buffer>(
    builder: Builder<B>,
    component: Component,
    items: impl IntoIterator<Item = TextOrPet<'i>>,
) -> Builder<B> {
    items
        .into_iter()
        .fold(builder, |builder, item| builder.checked_item(component, |buffer| item.write(buffer)))
}
