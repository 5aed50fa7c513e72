//! The abstract form of a CRI reference (section 5.2), as an owned value.

/// A CRI reference: six sections (section 5.2).
///
/// Equality of full CRIs is equality of components (section 4). A full CRI has a path, which may be empty, and no empty
/// query, so its three spellings are one value (section 5.1, and SPEC.md).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The scheme. A reference that has one is a full CRI.
    pub scheme: Option<Scheme>,
    /// The authority.
    pub authority: AuthoritySection,
    /// The discard. It is [`Discard::All`] where there is a scheme or an authority.
    pub discard: Discard,
    /// The path. `None` keeps the base's path.
    pub path: Option<Vec<Text>>,
    /// The query. `None` may keep the base's query, an empty one removes it.
    pub query: Option<Vec<Text>>,
    /// The fragment.
    pub fragment: Option<Text>,
}

/// A scheme (C1, section 5.1.1). A number and the name that is registered for it differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// A scheme-name.
    Name(String),
    /// A scheme number. Its scheme-id is -1 minus the number.
    Number(u64),
}

/// The authority section (C2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthoritySection {
    /// Null: there is no authority, and the path of a full CRI is rooted.
    Null,
    /// True: there is no authority, and the path is rootless.
    True,
    /// An authority.
    Authority(Authority),
}

/// An authority (C2 to C7).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    /// The userinfo (C3).
    pub userinfo: Option<Text>,
    /// The host (C4, C5).
    pub host: Host,
    /// The port (C6, C7).
    pub port: Option<u16>,
}

/// A host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Host {
    /// A registered name: its labels (C5).
    Name(Vec<Text>),
    /// An IP address (C4).
    Address {
        /// 4 or 16 bytes.
        bytes: Vec<u8>,
        /// The zone-id.
        zone: Option<String>,
    },
}

/// The discard section (section 5.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Discard {
    /// True: the whole path.
    All,
    /// This number of segments, from the end.
    Segments(u8),
}

/// text-or-pet (section 7.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Text {
    /// A text string.
    Plain(String),
    /// A text-pet-sequence.
    Sequence(Vec<Piece>),
}

/// A piece of a text-pet-sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Text.
    Text(String),
    /// Percent-encoded bytes.
    Pet(Vec<u8>),
}

impl Reference {
    /// The empty reference `[]`, which is `[0]` (section 5.2 step 1).
    pub const EMPTY: Self = Self {
        scheme: None,
        authority: AuthoritySection::Null,
        discard: Discard::Segments(0),
        path: None,
        query: None,
        fragment: None,
    };

    /// Whether it is a full CRI: it begins with a scheme (section 5.1.5).
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.scheme.is_some()
    }

    /// The one value for the spellings of a full CRI: missing, null and empty paths and queries are alike (5.1).
    #[must_use]
    pub fn normal(mut self) -> Self {
        if self.is_full() {
            self.path = Some(self.path.unwrap_or_default());
            self.query = self.query.filter(|query| !query.is_empty());
        }
        self
    }
}

impl Text {
    /// The text, if it is a text string.
    #[must_use]
    pub fn plain(&self) -> Option<&str> {
        match self {
            Self::Plain(text) => Some(text),
            Self::Sequence(_) => None,
        }
    }

    /// Whether it is the empty text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plain() == Some("")
    }

    /// The pieces. A text string is one piece.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Plain(text) => vec![Piece::Text(text.clone())],
            Self::Sequence(pieces) => pieces.clone(),
        }
    }
}

/// The rule of section 2.1 that the path breaks, if any.
///
/// The first segment of a rootless path must not be missing or empty, because the URI would be that of the rooted path.
/// A rooted path of several segments must not begin with an empty one, because its URI would begin with `//`.
#[must_use]
pub fn path_flaw(authority: &AuthoritySection, path: &[Text]) -> Option<&'static str> {
    match authority {
        AuthoritySection::Authority(_) => None,
        AuthoritySection::Null => {
            (path.len() > 1 && path[0].is_empty()).then_some("leading-empty-segment")
        }
        AuthoritySection::True => {
            path.first().is_none_or(Text::is_empty).then_some("empty-rootless-path")
        }
    }
}
