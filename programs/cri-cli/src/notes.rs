//! The notes of the program about operands. Each kind is written once, except those about one answer.

/// What a person could misunderstand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// Hex digits may be a URI reference.
    Hex,
    /// A URI reference may be hex digits, but not of one whole CRI.
    Uri,
    /// The first segment of a path may be a host.
    Host,
    /// A scheme may be a host, and the path a port.
    Port,
    /// A scheme that is not registered may be misspelt.
    Scheme,
    /// CRIs that differ are equivalent.
    Equivalent,
    /// RFC 3986 resolves a reference to another target.
    Target,
    /// A text may be the name of a file.
    File,
    /// A text without URIs has an IRI.
    Iri,
    /// A text without URIs is a URI with a mistake.
    Mistyped,
    /// The bytes of options may be a whole message.
    Message,
    /// An option is no part of a URI.
    Option,
    /// The last group of an IPv6 address may be a port.
    Destination,
    /// A URI is shown without the end of its host.
    HiddenHost,
}

impl Note {
    /// Whether a person who has read one note of this kind needs no other.
    pub(crate) const fn is_once(self) -> bool {
        // Those notes are about one answer.
        !matches!(self, Self::Target | Self::HiddenHost)
    }
}
