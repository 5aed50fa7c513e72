//! The components that hold text, each with the characters that text in it keeps (sections 6.1 and 7.1).

use cri_core::{Component, Revision};

use crate::text::grammar::charset::Charset;
#[cfg(feature = "nfc")]
use crate::text::pct::Subcomponent;

/// A component that holds text.
#[derive(Clone, Copy)]
pub(crate) struct TextComponent {
    pub(crate) name: Component,
    /// The characters that text of a CRI keeps in the URI. All others are percent-encoded there (section 6.1).
    pub(crate) raw: Charset,
}

impl TextComponent {
    /// A label of the host's name.
    pub(crate) const LABEL: Self = Self { name: Component::Host, raw: Charset::REG_NAME };
    /// A zone identifier (RFC 6874 section 2).
    pub(crate) const ZONE: Self = Self { name: Component::ZoneId, raw: Charset::UNRESERVED };
    /// A path segment.
    pub(crate) const SEGMENT: Self = Self { name: Component::Path, raw: Charset::SEGMENT };
    /// A query parameter.
    pub(crate) const PARAMETER: Self = Self { name: Component::Query, raw: Charset::PARAMETER };
    /// The fragment.
    pub(crate) const FRAGMENT: Self = Self { name: Component::Fragment, raw: Charset::QUERY };

    /// Whether this is a label. Dots, which separate labels, are not in one, although the host's name keeps them.
    #[inline(always)]
    pub(crate) const fn is_label(self) -> bool {
        matches!(self.name, Component::Host)
    }

    /// Whether the options of a CoAP request carry the component (RFC 7252 section 6.4).
    #[inline(always)]
    pub(crate) const fn has_option(self) -> bool {
        matches!(self.name, Component::Host | Component::Path | Component::Query)
    }

    /// Whether text keeps this character, and holds it.
    #[inline(always)]
    pub(crate) const fn has(self, byte: u8) -> bool {
        self.raw.has(byte) && !(self.is_label() && byte == b'.')
    }

    /// Whether text can hold a byte that a URI percent-encodes (section 7.1). Other bytes are not UTF-8 by themselves,
    /// or would come out as another URI.
    #[inline(always)]
    pub(crate) fn is_text(self, byte: u8) -> bool {
        byte.is_ascii() && (!self.raw.has(byte) || Charset::UNRESERVED.has(byte))
    }

    /// An item of this part. Of the names, only that of the host matters for text.
    #[cfg(feature = "nfc")]
    pub(crate) const fn of(part: Subcomponent) -> Self {
        let name =
            if matches!(part, Subcomponent::Host) { Component::Host } else { Component::Path };
        Self { name, raw: part.raw() }
    }

    /// The userinfo. Draft-16 percent-encodes a colon in its text, and RFC 9988 does not.
    pub(crate) const fn userinfo(revision: Revision) -> Self {
        let raw = match revision {
            Revision::Draft16 => Charset::REG_NAME,
            Revision::Rfc9988 => Charset::USERINFO,
        };
        Self { name: Component::Userinfo, raw }
    }
}
