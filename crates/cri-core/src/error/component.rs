//! The parts of a CRI that errors name.

use core::fmt;

/// The part of a CRI that an error names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Component {
    /// The whole CRI or CRI reference: its outer array, or its bytes.
    Cri,
    /// The scheme section.
    Scheme,
    /// The authority section as a whole.
    Authority,
    /// The userinfo in the authority.
    Userinfo,
    /// The host in the authority.
    Host,
    /// The zone identifier of an IP address.
    ZoneId,
    /// The port in the authority.
    Port,
    /// The discard section.
    Discard,
    /// The path section.
    Path,
    /// The query section.
    Query,
    /// The fragment section.
    Fragment,
}

impl Component {
    /// The component's name in lower case, such as `zone-id`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cri => "cri",
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::Userinfo => "userinfo",
            Self::Host => "host",
            Self::ZoneId => "zone-id",
            Self::Port => "port",
            Self::Discard => "discard",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
        }
    }

    /// The items that may stand in the component, for messages.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Cri => "array",
            Self::Scheme => "scheme, null or discard",
            Self::Authority => "array, null or true",
            Self::Host => "label, address or port",
            Self::ZoneId => "zone-id or port",
            Self::Port => "port",
            Self::Discard => "discard",
            Self::Userinfo | Self::Path | Self::Query | Self::Fragment => "text",
        }
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
