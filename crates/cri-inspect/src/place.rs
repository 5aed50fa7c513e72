//! What stands where in a CRI (section 5.1 of the draft).

use cri_core::Component;

use crate::heads::Head;

// Major types.
pub(super) const UNSIGNED: u8 = 0;
pub(super) const NEGATIVE: u8 = 1;
pub(super) const BYTES: u8 = 2;
pub(super) const TEXT: u8 = 3;
pub(super) const ARRAY: u8 = 4;
pub(super) const MAP: u8 = 5;
pub(super) const TAG: u8 = 6;

// Initial bytes.
pub(super) const FALSE: u8 = 0xf4;
pub(super) const TRUE: u8 = 0xf5;
pub(super) const NULL: u8 = 0xf6;

/// What stands next.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Nothing but the CRI itself.
    Cri,
    /// The first section: a scheme, or a discard.
    First,
    Authority,
    Path,
    Query,
    Fragment,
    /// The first item of an authority.
    UserinfoOrHost,
    Userinfo,
    Host,
    ZoneOrPort,
    LabelOrPort,
    Port,
    Segment,
    Parameter,
    /// A piece of percent-encoded text.
    Piece(Component),
    /// Whatever does not belong there.
    Other(Option<Component>),
}

/// What an item is, in its place.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Cri,
    Scheme,
    Discard,
    /// A null or true, and what it says.
    Said(&'static str),
    /// An array that is a section.
    Section(&'static str, Place),
    /// An address.
    Address,
    Port,
    /// A text or text-pet-sequence.
    Text(&'static str, Component),
    /// A piece of a text-pet-sequence.
    Piece,
    Other,
}

impl Place {
    /// What an item with this head is, the component it is of, and what stands behind it.
    pub(super) fn part(self, head: &Head) -> (Part, Option<Component>, Self) {
        use Component as C;
        let is_text = matches!(head.major(), TEXT | ARRAY);
        let (part, component, next) = match (self, head.major(), head.initial()) {
            (Self::Cri, ARRAY, _) => (Part::Cri, C::Cri, Self::Other(None)),
            (Self::First, TEXT | NEGATIVE, _) => (Part::Scheme, C::Scheme, Self::Authority),
            (Self::First, _, NULL) => (Part::Said("scheme of the base"), C::Scheme, Self::Authority),
            (Self::First, UNSIGNED, _) | (Self::First, _, TRUE) => (Part::Discard, C::Discard, Self::Path),
            (Self::Authority, ARRAY, _) => (Part::Section("authority", Self::UserinfoOrHost), C::Authority, Self::Path),
            (Self::Authority, _, NULL) => (Part::Said("no authority, rooted path"), C::Authority, Self::Path),
            (Self::Authority, _, TRUE) => (Part::Said("no authority, rootless path"), C::Authority, Self::Path),
            (Self::Path, ARRAY, _) => (Part::Section("path", Self::Segment), C::Path, Self::Query),
            (Self::Path, _, NULL) => (Part::Said("no path"), C::Path, Self::Query),
            (Self::Query, ARRAY, _) => (Part::Section("query", Self::Parameter), C::Query, Self::Fragment),
            (Self::Query, _, NULL) => (Part::Said("no query"), C::Query, Self::Fragment),
            (Self::Fragment, ..) if is_text => (Part::Text("fragment", C::Fragment), C::Fragment, Self::Other(None)),
            (Self::Fragment, _, NULL) => (Part::Said("no fragment"), C::Fragment, Self::Other(None)),
            (Self::UserinfoOrHost, _, FALSE) => (Part::Said("userinfo follows"), C::Userinfo, Self::Userinfo),
            (Self::Userinfo, ..) if is_text => (Part::Text("userinfo", C::Userinfo), C::Userinfo, Self::Host),
            (Self::UserinfoOrHost | Self::Host, BYTES, _) => (Part::Address, C::Host, Self::ZoneOrPort),
            (Self::UserinfoOrHost | Self::Host | Self::LabelOrPort, ..) if is_text => {
                (Part::Text("label", C::Host), C::Host, Self::LabelOrPort)
            }
            (Self::ZoneOrPort, TEXT, _) => (Part::Text("zone-id", C::ZoneId), C::ZoneId, Self::Port),
            (Self::ZoneOrPort | Self::LabelOrPort | Self::Port, UNSIGNED, _) => {
                (Part::Port, C::Port, Self::Other(Some(C::Authority)))
            }
            (Self::Segment, ..) if is_text => (Part::Text("segment", C::Path), C::Path, self),
            (Self::Parameter, ..) if is_text => (Part::Text("parameter", C::Query), C::Query, self),
            (Self::Piece(component), TEXT | BYTES, _) => (Part::Piece, component, self),
            _ => return (Part::Other, self.component(), self.behind_other()),
        };
        (part, Some(component), next)
    }

    /// The component of what does not belong there.
    fn component(self) -> Option<Component> {
        Some(match self {
            Self::Cri => Component::Cri,
            Self::First => Component::Scheme,
            Self::Authority | Self::UserinfoOrHost => Component::Authority,
            Self::Path | Self::Segment => Component::Path,
            Self::Query | Self::Parameter => Component::Query,
            Self::Fragment => Component::Fragment,
            Self::Userinfo => Component::Userinfo,
            Self::Host | Self::LabelOrPort => Component::Host,
            Self::ZoneOrPort => Component::ZoneId,
            Self::Port => Component::Port,
            Self::Piece(component) => component,
            Self::Other(component) => return component,
        })
    }

    /// What stands behind something that does not belong there.
    fn behind_other(self) -> Self {
        match self {
            Self::Authority => Self::Path,
            Self::Path => Self::Query,
            Self::Query => Self::Fragment,
            Self::Cri | Self::First | Self::Fragment => Self::Other(None),
            Self::UserinfoOrHost | Self::Userinfo | Self::Host => Self::Host,
            Self::ZoneOrPort | Self::LabelOrPort | Self::Port => Self::Port,
            Self::Segment | Self::Parameter | Self::Piece(_) | Self::Other(_) => self,
        }
    }
}

impl Part {
    /// What stands first inside an array that is this.
    pub(super) fn inside(self, component: Option<Component>) -> Place {
        match self {
            Self::Cri => Place::First,
            Self::Section(_, first) => first,
            Self::Text(_, component) => Place::Piece(component),
            _ => Place::Other(component),
        }
    }
}
