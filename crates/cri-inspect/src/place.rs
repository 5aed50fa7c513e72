//! The positions in a CRI, and the items that belong there (section 5.1 of the draft).

use cri_core::Component;
use cri_core::wire::{FALSE, Major, NULL, TRUE};

use crate::heads::ItemHead;

/// A position in a CRI: what the next item should be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// The CRI itself.
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
    /// A position where a CRI has no item.
    Other(Option<Component>),
}

/// What an item is at its position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Cri,
    Scheme,
    Discard,
    /// A null, true or false, and what it stands for.
    Says(&'static str),
    /// An array that is a section, and the position of its first item.
    Section(&'static str, Place),
    Address,
    Port,
    /// A text or text-pet-sequence, and its name.
    Text(&'static str),
    /// A piece of a text-pet-sequence.
    Piece,
    /// An item that does not belong there.
    Other,
}

impl Place {
    /// What an item with this head is, the component that it belongs to, and the position after it.
    pub(crate) fn part(self, item: &ItemHead) -> (Part, Option<Component>, Self) {
        use Component as C;
        let (major, initial) = (item.head.major(), item.head.initial());
        let is_text = matches!(major, Major::Text | Major::Array);
        let (part, component, next) = match (self, major, initial) {
            (Self::First, Major::Text | Major::Negative, _) => {
                (Part::Scheme, C::Scheme, Self::Authority)
            }
            (Self::First, _, NULL) => {
                (Part::Says("scheme of the base"), C::Scheme, Self::Authority)
            }
            (Self::First, Major::Unsigned, _) | (Self::First, _, TRUE) => {
                (Part::Discard, C::Discard, Self::Path)
            }
            (Self::UserinfoOrHost, _, FALSE) => {
                (Part::Says("userinfo follows"), C::Userinfo, Self::Userinfo)
            }
            (Self::UserinfoOrHost | Self::Host, Major::Bytes, _) => {
                (Part::Address, C::Host, Self::ZoneOrPort)
            }
            (Self::UserinfoOrHost | Self::Host | Self::LabelOrPort, ..) if is_text => {
                (Part::Text("label"), C::Host, Self::LabelOrPort)
            }
            (Self::ZoneOrPort | Self::LabelOrPort | Self::Port, Major::Unsigned, _) => {
                (Part::Port, C::Port, Self::Other(Some(C::Authority)))
            }
            _ => return (self.usual(major, initial), self.component(), self.after()),
        };
        (part, Some(component), next)
    }

    /// What an item with this head is, if its component and the position after it follow from its position.
    fn usual(self, major: Major, initial: u8) -> Part {
        let is_text = matches!(major, Major::Text | Major::Array);
        match (self, major, initial) {
            (Self::Cri, Major::Array, _) => Part::Cri,
            (Self::Authority, Major::Array, _) => Part::Section("authority", Self::UserinfoOrHost),
            (Self::Authority, _, NULL) => Part::Says("no authority, rooted path"),
            (Self::Authority, _, TRUE) => Part::Says("no authority, rootless path"),
            (Self::Path, Major::Array, _) => Part::Section("path", Self::Segment),
            (Self::Path, _, NULL) => Part::Says("no path"),
            (Self::Query, Major::Array, _) => Part::Section("query", Self::Parameter),
            (Self::Query, _, NULL) => Part::Says("no query"),
            (Self::Fragment, ..) if is_text => Part::Text("fragment"),
            (Self::Fragment, _, NULL) => Part::Says("no fragment"),
            (Self::Userinfo, ..) if is_text => Part::Text("userinfo"),
            (Self::ZoneOrPort, Major::Text, _) => Part::Text("zone-id"),
            (Self::Segment, ..) if is_text => Part::Text("segment"),
            (Self::Parameter, ..) if is_text => Part::Text("parameter"),
            (Self::Piece(_), Major::Text | Major::Bytes, _) => Part::Piece,
            _ => Part::Other,
        }
    }

    /// The component of an item at this position, and of one that does not belong there.
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

    /// The position after an item at this one, and after one that does not belong there.
    fn after(self) -> Self {
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
    /// The position of the first item inside of an array that is this part.
    pub(crate) fn inside(self, component: Option<Component>) -> Place {
        match self {
            Self::Cri => Place::First,
            Self::Section(_, first) => first,
            Self::Text(_) => component.map_or(Place::Other(None), Place::Piece),
            _ => Place::Other(component),
        }
    }
}
