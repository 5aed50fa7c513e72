//! Building from an existing value that differs in one section.

use crate::buffer::Buffer;
use crate::builder::{Builder, checked_item};
use crate::error::{BuildErrorKind, Component};
use crate::revision::Revision;
use crate::sections::{AuthoritySection, Host, HostIp, Sections, TextOrPet, Userinfo};

/// The components in the order in which a builder takes them. `Authority` comes after its parts. It
/// only copies `true`, the section of a rootless path.
const ORDER: [Component; 10] = [
    Component::Scheme,
    Component::Userinfo,
    Component::Host,
    Component::ZoneId,
    Component::Port,
    Component::Authority,
    Component::Discard,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// Whether `part` is the component, or a part of it.
pub(super) fn covers(component: Component, part: Component) -> bool {
    match component {
        Component::Cri => true,
        Component::Authority => matches!(
            part,
            Component::Authority
                | Component::Userinfo
                | Component::Host
                | Component::ZoneId
                | Component::Port
        ),
        // A zone identifier belongs to its address.
        Component::Host => matches!(part, Component::Host | Component::ZoneId),
        component => part == component,
    }
}

impl Sections<'_> {
    /// A builder that has all sections of this value, with `change` in place of one.
    ///
    /// `component` is a section, or a part of the authority: the userinfo, the host with its zone identifier, the zone
    /// identifier alone, or the port. `change` calls the functions of the builder that set it. If `change` returns the builder
    /// as it is, the component is left out.
    ///
    /// If `change` calls a function for another component, or returns another builder, the error is `OtherComponent`. A
    /// reference that gets a scheme or a host loses its discard, since these take its place.
    ///
    /// The other sections are copied, so they must be valid without what is left out. A port needs a host: leaving out
    /// the host alone is the error `OutOfOrder` of the port, and to leave out both, change the authority. A zone-id needs an IP
    /// address: adding one to a name is the error `OutOfOrder` of the zone-id.
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
    pub fn change<B: Buffer>(
        &self,
        component: Component,
        revision: Revision,
        buffer: B,
        change: impl FnOnce(Builder<B>) -> Builder<B>,
    ) -> Builder<B> {
        let (mut builder, mut change) = (Builder::new(revision, buffer), Some(change));
        for part in ORDER {
            if !covers(component, part) {
                builder = self.copy_component(part, builder);
            } else if let Some(change) = change.take() {
                builder = builder.changed(component, change);
            }
        }
        builder
    }

    /// Copies a component of this value, if there is one.
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
            Component::Host => match self.host() {
                Some(Host::Name(name)) => copy_items(builder, component, name.labels()),
                Some(Host::Ip(host)) => builder.host_ip(host.address()),
                None => builder,
            },
            Component::ZoneId => {
                let zone = self.host().and_then(Host::ip).and_then(HostIp::zone);
                zone.into_iter().fold(builder, Builder::zone)
            }
            // A new authority takes its place.
            Component::Authority
                if self.authority_section() == AuthoritySection::Rootless
                    && builder.written.last <= Component::Scheme =>
            {
                builder.rootless()
            }
            Component::Port => self.port().into_iter().fold(builder, Builder::port),
            // A scheme or an authority stands in place of a discard.
            Component::Discard if builder.written.last == Component::Cri => {
                builder.discard(self.discard())
            }
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

impl<B: Buffer> Builder<B> {
    /// The builder that `change` returns. It may add to `component` only.
    fn changed(mut self, component: Component, change: impl FnOnce(Self) -> Self) -> Self {
        self.only = component;
        let mut builder = change(self);
        if builder.only != component && builder.error.is_none() {
            builder.error =
                Some(builder.error_here(BuildErrorKind::OtherComponent, Component::Cri));
        }
        builder.only = Component::Cri;
        builder
    }
}

/// Copies items, which were checked when they were decoded.
fn copy_items<'i, B: Buffer>(
    builder: Builder<B>,
    component: Component,
    items: impl IntoIterator<Item = TextOrPet<'i>>,
) -> Builder<B> {
    items.into_iter().fold(builder, |builder, item| {
        checked_item(builder, component, |buffer| item.write(buffer))
    })
}
