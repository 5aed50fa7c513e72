//! The sections of a CRI as a picture shows them: their names and colours.

use core::fmt;

use cri_core::Component;

use crate::color::Colors;

/// A part of a CRI that a picture shows in a colour of its own.
///
/// The name is stable, and suits a class in CSS. Every [`fill`](Section::fill) suits text in [`Colors::TEXT`], and every
/// [`ink`](Section::ink) suits a page in [`Colors::PAGE`]: the contrast is at least 4.5 (WCAG 2.2 section 1.4.3).
///
/// ```
/// use cri_inspect::{Anatomy, Section};
/// use cri_registry::Table;
///
/// // [-1, ["h"], ["a"]]
/// let items = Anatomy::new(b"\x83\x20\x81\x61h\x81\x61a", Table::DRAFT_16);
/// let names: Vec<_> = items.map(|item| item.section().name()).collect();
/// assert_eq!(names, ["structure", "scheme", "structure", "host", "structure", "path"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Section {
    /// An array that holds other items. In a URI, a delimiter.
    Structure,
    /// The scheme.
    Scheme,
    /// A value that stands for a whole authority, such as `null`.
    Authority,
    /// The userinfo, and the `false` before it.
    Userinfo,
    /// The host, with its zone identifier.
    Host,
    /// The port.
    Port,
    /// The discard.
    Discard,
    /// The path.
    Path,
    /// The query.
    Query,
    /// The fragment.
    Fragment,
    /// Bytes that are not part of a CRI.
    Other,
}

impl Section {
    /// All sections, in the order of a CRI.
    pub const ALL: [Self; 11] = [
        Self::Structure,
        Self::Scheme,
        Self::Authority,
        Self::Userinfo,
        Self::Host,
        Self::Port,
        Self::Discard,
        Self::Path,
        Self::Query,
        Self::Fragment,
        Self::Other,
    ];

    /// The section that a component belongs to. `None` belongs to [`Section::Other`].
    pub(crate) const fn of(component: Option<Component>) -> Self {
        match component {
            Some(Component::Scheme) => Self::Scheme,
            Some(Component::Authority) => Self::Authority,
            Some(Component::Userinfo) => Self::Userinfo,
            Some(Component::Host | Component::ZoneId) => Self::Host,
            Some(Component::Port) => Self::Port,
            Some(Component::Discard) => Self::Discard,
            Some(Component::Path) => Self::Path,
            Some(Component::Query) => Self::Query,
            Some(Component::Fragment) => Self::Fragment,
            _ => Self::Other,
        }
    }

    /// The name, and the colours of fill and ink: on a light page, and on a dark one.
    const fn look(self) -> (&'static str, [u32; 2], [u32; 2]) {
        match self {
            Self::Structure => ("structure", [0xe6eaef, 0x2b323b], [0x59636e, 0x9198a1]),
            Self::Scheme => ("scheme", [0xffd8b5, 0x6b3510], [0xb34700, 0xf0883e]),
            Self::Authority => ("authority", [0xb6e3ff, 0x0c4a80], [0x0969da, 0x58a6ff]),
            Self::Userinfo => ("userinfo", [0xd0d4ff, 0x3b3f94], [0x4a50c8, 0xa5aaff]),
            Self::Host => ("host", [0xb6e3ff, 0x0c4a80], [0x0969da, 0x58a6ff]),
            Self::Port => ("port", [0xa8ecec, 0x0b5356], [0x0f7378, 0x39c5cf]),
            Self::Discard => ("discard", [0xffd0e8, 0x74244f], [0xb02f7c, 0xf778ba]),
            Self::Path => ("path", [0xaceebb, 0x14532d], [0x1a7f37, 0x3fb950]),
            Self::Query => ("query", [0xfae17d, 0x5c4400], [0x8a5c00, 0xd29922]),
            Self::Fragment => ("fragment", [0xe6d3ff, 0x5a2c9c], [0x8250df, 0xbc8cff]),
            Self::Other => ("other", [0xffd3cf, 0x6e2320], [0xb3261e, 0xff7b72]),
        }
    }

    /// The name in lower case, such as `userinfo`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.look().0
    }

    /// The background colours of the section, for text in [`Colors::TEXT`].
    #[must_use]
    pub const fn fill(self) -> Colors {
        Colors::new(self.look().1)
    }

    /// The colours of text or a line on [`Colors::PAGE`].
    #[must_use]
    pub const fn ink(self) -> Colors {
        Colors::new(self.look().2)
    }
}

/// Shows the [`name`](Section::name).
impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use cri_registry::Table;

    use super::Section;
    use crate::anatomy::Anatomy;
    use crate::color::tests::contrast;
    use crate::color::{Color, Colors};

    /// The lowest contrast of text (WCAG 2.2 section 1.4.3).
    const READABLE: f64 = 4.5;

    fn assert_readable(text: Colors, on: Colors, what: Section) {
        let pairs: [(Color, Color); 2] = [(text.light, on.light), (text.dark, on.dark)];
        for (text, on) in pairs {
            let contrast = contrast(text, on);
            assert!(contrast >= READABLE, "{what}: {text} on {on} has {contrast:.2}");
        }
    }

    #[test]
    fn every_text_is_readable() {
        for section in Section::ALL {
            assert_readable(Colors::TEXT, section.fill(), section);
            assert_readable(section.ink(), Colors::PAGE, section);
        }
        for ink in [Colors::TEXT, Colors::FAINT, Colors::ERROR] {
            assert_readable(ink, Colors::PAGE, Section::Other);
        }
    }

    #[test]
    fn names_suit_css_and_differ() {
        for (at, section) in Section::ALL.into_iter().enumerate() {
            assert!(section.name().bytes().all(|byte| byte.is_ascii_lowercase()), "{section}");
            assert!(
                Section::ALL.into_iter().skip(at + 1).all(|other| other.name() != section.name()),
                "{section}"
            );
        }
    }

    #[test]
    fn each_item_has_a_section() {
        let names = |bytes| -> Vec<&str> {
            Anatomy::new(bytes, Table::DRAFT_16).map(|item| item.section().name()).collect()
        };
        // [-1, [false, "u", h'01020304', "z", 1], [["a", ':']], ["q"], "f"], and a byte more
        let bytes = b"\x85\x20\x85\xf4\x61u\x44\x01\x02\x03\x04\x61z\x01\x81\x82\x61a\x41:\x81\x61q\x61f\x00";
        let expected = "structure scheme structure userinfo userinfo host host port structure structure path path \
                        structure query fragment other";
        assert_eq!(names(bytes), expected.split(' ').collect::<Vec<_>>());
        // [null, true, []], [2], [-1, ["h"], 7]
        assert_eq!(names(b"\x83\xf6\xf5\x80"), ["structure", "scheme", "authority", "path"]);
        assert_eq!(names(b"\x81\x02"), ["structure", "discard"]);
        assert_eq!(
            names(b"\x83\x20\x81\x61h\x07"),
            ["structure", "scheme", "structure", "host", "path"]
        );
    }
}
