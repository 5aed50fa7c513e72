//! The parts of a CRI that errors name.

use crate::named_macro::named;

named! {
    /// The part of a CRI that an error names. The order is that of the interchange form.
    ///
    /// ```
    /// use cri_core::{Component, CriRef};
    ///
    /// let error = CriRef::decode(b"\x82\x01\x81\x61.").unwrap_err(); // [1, ["."]]
    /// assert_eq!(error.component(), Component::Path);
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Component {
        /// The whole CRI or CRI reference: its outer array, or its bytes.
        Cri => "cri",
        /// The scheme section.
        Scheme => "scheme",
        /// The authority section as a whole.
        Authority => "authority",
        /// The userinfo in the authority.
        Userinfo => "userinfo",
        /// The host in the authority.
        Host => "host",
        /// The zone identifier of an IP address.
        ZoneId => "zone-id",
        /// The port in the authority.
        Port => "port",
        /// The discard section.
        Discard => "discard",
        /// The path section.
        Path => "path",
        /// The query section.
        Query => "query",
        /// The fragment section.
        Fragment => "fragment",
    }
}

impl Component {
    /// The items of the component.
    pub(super) const fn items(self) -> &'static str {
        match self {
            Self::Host => "labels",
            Self::Path => "segments",
            _ => "parameters",
        }
    }

    /// The items that may stand in the component, for messages.
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Self::Cri => "array",
            Self::Scheme => "a scheme, null or a discard",
            Self::Authority => "array, null or true",
            Self::Host => "label, address or port",
            Self::ZoneId => "zone-id or port",
            Self::Port => "port",
            Self::Discard => "discard",
            Self::Userinfo | Self::Path | Self::Query | Self::Fragment => "text",
        }
    }
}
