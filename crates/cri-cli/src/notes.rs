//! The notes of the program about how it reads operands. Each kind is written once.

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
}
