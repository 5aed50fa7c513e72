//! The positions in a CRI, and the items that belong there (section 5.1 of the draft).

use core::net::IpAddr;

use cri_core::Component;
use cri_core::wire::{FALSE, Major, NULL, TRUE};
use cri_registry::Table;

use crate::heads::ItemHead;
use crate::item::Meaning;

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

impl Place {
    /// The meaning of an item of `bytes`, the component that it belongs to, and the position after it.
    pub(crate) fn explain(
        self,
        item: &ItemHead,
        bytes: &[u8],
        schemes: Table,
    ) -> (Meaning, Option<Component>, Self) {
        use Component as C;
        use Meaning::Words;
        let (major, initial, argument) =
            (item.head.major(), item.head.initial(), item.head.argument());
        let is_text = matches!(major, Major::Text | Major::Array);
        let text = |noun| match major {
            Major::Array => Meaning::Pieces(noun),
            _ => Meaning::Text(noun),
        };
        let (meaning, component, next) = match (self, major, initial) {
            (Self::First, Major::Text, _) => (Meaning::Text("scheme"), C::Scheme, Self::Authority),
            (Self::First, Major::Negative, _) => {
                let name = schemes.by_number(argument).map(|scheme| scheme.name);
                let scheme = Meaning::Scheme { id: negative(argument), name };
                (scheme, C::Scheme, Self::Authority)
            }
            (Self::First, _, NULL) => (Words("scheme of the base"), C::Scheme, Self::Authority),
            (Self::First, _, TRUE) => (Words("discard true: all segments"), C::Discard, Self::Path),
            (Self::First, Major::Unsigned, _) => {
                (Meaning::Discard(argument), C::Discard, Self::Path)
            }
            (Self::UserinfoOrHost, _, FALSE) => {
                (Words("userinfo follows"), C::Userinfo, Self::Userinfo)
            }
            (Self::UserinfoOrHost | Self::Host, Major::Bytes, _) => {
                let body = bytes.get(item.body.clone()).unwrap_or_default();
                let v4 = <[u8; 4]>::try_from(body).map(IpAddr::from);
                let address = v4.or(<[u8; 16]>::try_from(body).map(IpAddr::from));
                (Meaning::Address(address.ok()), C::Host, Self::ZoneOrPort)
            }
            (Self::UserinfoOrHost | Self::Host | Self::LabelOrPort, ..) if is_text => {
                (text("label"), C::Host, Self::LabelOrPort)
            }
            (Self::ZoneOrPort | Self::LabelOrPort | Self::Port, Major::Unsigned, _) => {
                (Meaning::Port(argument), C::Port, Self::Other(Some(C::Authority)))
            }
            _ => {
                let meaning = match (self, major, initial) {
                    (Self::Cri, Major::Array, _) => {
                        let first = bytes.get(item.body.start).filter(|_| item.children > 0);
                        // A full CRI begins with a scheme: a negative integer or text.
                        let is_full = first.is_some_and(|initial| matches!(initial >> 5, 1 | 3));
                        Words(if is_full { "full CRI" } else { "CRI reference" })
                    }
                    (Self::Authority, Major::Array, _) => Words("authority"),
                    (Self::Authority, _, NULL) => Words("no authority, rooted path"),
                    (Self::Authority, _, TRUE) => Words("no authority, rootless path"),
                    (Self::Path, Major::Array, _) => Words("path"),
                    (Self::Path, _, NULL) => Words("no path"),
                    (Self::Query, Major::Array, _) => Words("query"),
                    (Self::Query, _, NULL) => Words("no query"),
                    (Self::Fragment, ..) if is_text => text("fragment"),
                    (Self::Fragment, _, NULL) => Words("no fragment"),
                    (Self::Userinfo, ..) if is_text => text("userinfo"),
                    (Self::ZoneOrPort, Major::Text, _) => Meaning::Text("zone-id"),
                    (Self::Segment, ..) if is_text => text("segment"),
                    (Self::Parameter, ..) if is_text => text("parameter"),
                    (Self::Piece(_), Major::Bytes, _) => Meaning::Percent,
                    // Pieces, and items that do not belong there.
                    (_, Major::Text, _) => Meaning::Text("text"),
                    (_, Major::Unsigned, _) => Meaning::Number(argument.into()),
                    (_, Major::Negative, _) => Meaning::Number(negative(argument)),
                    (_, Major::Bytes, _) => Words("bytes"),
                    (_, Major::Array, _) => Words("items"),
                    (_, Major::Map, _) => Words("pairs"),
                    (_, Major::Tag, _) => Words("tagged item"),
                    (_, Major::Simple, _) => Words("value"),
                };
                return (meaning, self.component(), self.after());
            }
        };
        (meaning, Some(component), next)
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

    /// The position of the first item inside of an item of this component.
    pub(crate) fn inside(self, major: Major, component: Option<Component>) -> Self {
        match (self, component) {
            _ if major != Major::Array => Self::Other(component),
            (Self::Cri, _) => Self::First,
            (Self::Authority, _) => Self::UserinfoOrHost,
            (Self::Path, _) => Self::Segment,
            (Self::Query, _) => Self::Parameter,
            (
                Self::First | Self::ZoneOrPort | Self::Port | Self::Piece(_) | Self::Other(_),
                component,
            ) => Self::Other(component),
            (_, component) => component.map_or(Self::Other(None), Self::Piece),
        }
    }
}

/// The negative integer with this argument (RFC 8949 section 3.1).
const fn negative(argument: u64) -> i128 {
    // It cannot overflow.
    (argument as i128).saturating_neg().saturating_sub(1)
}
