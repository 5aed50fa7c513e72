//! The error of breaking a rule of a scheme.

use core::error::Error;
use core::fmt;

use cri_core::Component;

/// The reason why a URI is not a URL of a scheme of RFC 1738.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemeErrorKind {
    /// The URI has another scheme than this one, or no scheme. The offset is 0.
    OtherScheme(&'static str),
    /// A part that the scheme requires is absent, or empty. The offset is where it would stand.
    MissingPart,
    /// A part that the scheme does not have. The offset is that of its first byte.
    UnexpectedPart,
    /// A part that breaks the form that it has in the scheme. The offset is that of the first wrong byte.
    InvalidPart,
    /// A character that must be percent-encoded in the part. The offset is that character's.
    ReservedCharacter(char),
    /// A percent-encoded octet that the protocol cannot take there. The offset is that of the `%`.
    ForbiddenOctet(u8),
}

impl SchemeErrorKind {
    /// The kind's name in lower case with hyphens, such as `missing-part`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OtherScheme(_) => "other-scheme",
            Self::MissingPart => "missing-part",
            Self::UnexpectedPart => "unexpected-part",
            Self::InvalidPart => "invalid-part",
            Self::ReservedCharacter(_) => "reserved-character",
            Self::ForbiddenOctet(_) => "forbidden-octet",
        }
    }
}

/// The part of a URL in which an error is, in the words of RFC 1738 sections 3.1 to 3.11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The scheme.
    Scheme,
    /// The text between `//` and the path, as a whole.
    Authority,
    /// User and password, as a whole.
    Userinfo,
    /// The user.
    User,
    /// The password.
    Password,
    /// The host.
    Host,
    /// The port.
    Port,
    /// The slash between the authority and the rest.
    Slash,
    /// A path without a more special name.
    Path,
    /// Directories of ftp: the arguments of its CWD commands.
    Directory,
    /// The file name of ftp.
    Name,
    /// The type of a Gopher item.
    GopherType,
    /// The selector of a Gopher item.
    Selector,
    /// The search string of gopher.
    SearchString,
    /// The Gopher+ string.
    GopherPlus,
    /// The address of mailto.
    Address,
    /// A news group.
    Group,
    /// The identifier of a news article.
    MessageId,
    /// The number of a news article in its group.
    ArticleNumber,
    /// The database of wais.
    Database,
    /// The type of a document of wais.
    Wtype,
    /// The identifier of a document of wais.
    Wpath,
    /// The name of a prospero object.
    Hsoname,
    /// A field of prospero, with its value.
    Field,
    /// The text after the question mark.
    Search,
}

impl Part {
    /// The part's name in lower case, such as `article-number`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Authority => "authority",
            Self::Userinfo => "userinfo",
            Self::User => "user",
            Self::Password => "password",
            Self::Host => "host",
            Self::Port => "port",
            Self::Slash => "slash",
            Self::Path => "path",
            Self::Directory => "directory",
            Self::Name => "name",
            Self::GopherType => "gopher-type",
            Self::Selector => "selector",
            Self::SearchString => "search-string",
            Self::GopherPlus => "gopher-plus",
            Self::Address => "address",
            Self::Group => "group",
            Self::MessageId => "message-id",
            Self::ArticleNumber => "article-number",
            Self::Database => "database",
            Self::Wtype => "wtype",
            Self::Wpath => "wpath",
            Self::Hsoname => "hsoname",
            Self::Field => "field",
            Self::Search => "search",
        }
    }

    /// The component of the URI in which the part begins.
    #[must_use]
    pub const fn component(self) -> Component {
        match self {
            Self::Scheme => Component::Scheme,
            Self::Authority => Component::Authority,
            Self::Userinfo | Self::User | Self::Password => Component::Userinfo,
            Self::Host => Component::Host,
            Self::Port => Component::Port,
            Self::Search => Component::Query,
            _ => Component::Path,
        }
    }

    /// The form of the part, for messages.
    const fn form(self) -> &'static str {
        match self {
            Self::Port => "a number up to 65535",
            Self::Address => "a local part, an at sign and a domain",
            Self::Group => "a letter, then letters, digits and \"-.+_\"",
            Self::MessageId => "an identifier, an at sign and a domain",
            Self::ArticleNumber => "digits",
            Self::Field => "a name, an equals sign and a value",
            _ => "of another form",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a URI is not a URL of a scheme of RFC 1738.
///
/// ```
/// use cri_uri::scheme::{Nntp, Part, SchemeErrorKind};
/// use cri_uri::UriRef;
///
/// let error = Nntp::from_uri(UriRef::parse("nntp://h/comp.x/x1")?).unwrap_err();
/// assert_eq!((error.kind(), error.part(), error.offset()), (SchemeErrorKind::InvalidPart, Part::ArticleNumber, 16));
/// assert_eq!(error.to_string(), "article-number must be digits, at byte 16");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeError {
    offset: usize,
    kind: SchemeErrorKind,
    part: Part,
}

impl SchemeError {
    #[cold]
    pub(crate) const fn new(kind: SchemeErrorKind, part: Part, offset: usize) -> Self {
        Self { offset, kind, part }
    }

    /// The kind of error.
    #[must_use]
    pub const fn kind(&self) -> SchemeErrorKind {
        self.kind
    }

    /// The part that is wrong.
    #[must_use]
    pub const fn part(&self) -> Part {
        self.part
    }

    /// The component of the URI in which the part begins.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.part.component()
    }

    /// The offset in bytes from the start of the URI. Each kind says what it points to.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, kind, part } = *self;
        match kind {
            SchemeErrorKind::OtherScheme(name) => write!(f, "the scheme is not {name}"),
            SchemeErrorKind::MissingPart => write!(f, "{part} is missing"),
            SchemeErrorKind::UnexpectedPart => write!(f, "this scheme has no {part}"),
            SchemeErrorKind::InvalidPart => write!(f, "{part} must be {}", part.form()),
            SchemeErrorKind::ReservedCharacter(character) => {
                write!(f, "'{character}' must be percent-encoded in {part}")
            }
            SchemeErrorKind::ForbiddenOctet(octet) => {
                write!(f, "the octet {octet:02X} must not stand in {part}, not even percent-encoded")
            }
        }?;
        write!(f, ", at byte {offset}")
    }
}

impl Error for SchemeError {}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_are_distinct_and_messages_plain() {
        let kinds = [
            SchemeErrorKind::OtherScheme("ftp"),
            SchemeErrorKind::MissingPart,
            SchemeErrorKind::UnexpectedPart,
            SchemeErrorKind::InvalidPart,
            SchemeErrorKind::ReservedCharacter(';'),
            SchemeErrorKind::ForbiddenOctet(10),
        ];
        assert_eq!(kinds.iter().map(|kind| kind.name()).collect::<BTreeSet<_>>().len(), kinds.len());
        for (kind, message) in kinds.into_iter().zip([
            "the scheme is not ftp, at byte 7",
            "group is missing, at byte 7",
            "this scheme has no group, at byte 7",
            "group must be a letter, then letters, digits and \"-.+_\", at byte 7",
            "';' must be percent-encoded in group, at byte 7",
            "the octet 0A must not stand in group, not even percent-encoded, at byte 7",
        ]) {
            assert_eq!(SchemeError::new(kind, Part::Group, 7).to_string(), message);
        }
    }
}
