//! The error of breaking a rule of a scheme.

use core::fmt;

use cri_core::Component;

use crate::text::error::located::Located;

named_kinds! {
    /// The reason why a URI does not have the view of a scheme.
    pub enum SchemeErrorKind {
        /// The URI has none of these schemes. The offset is 0.
        OtherScheme(_: &'static [&'static str]) = "other-scheme",
        /// A part that the scheme requires is absent, or empty. The offset is where it would stand.
        MissingPart = "missing-part",
        /// A part that the scheme does not have. The offset is that of its first byte.
        UnexpectedPart = "unexpected-part",
        /// A part that breaks the form that it has in the scheme. The offset is that of the first wrong byte.
        InvalidPart = "invalid-part",
        /// A character that must be percent-encoded in the part. The offset is that character's.
        ReservedCharacter(_: char) = "reserved-character",
        /// A percent-encoded octet that the protocol cannot take there. The offset is that of the `%`.
        ForbiddenOctet(_: u8) = "forbidden-octet",
    }
}

named_kinds! {
    /// The part of a URL in which an error is, in the words of RFC 1738 sections 3.1 to 3.11.
    pub enum Part {
        /// The scheme.
        Scheme = "scheme",
        /// The text between `//` and the path, as a whole.
        Authority = "authority",
        /// User and password, as a whole.
        Userinfo = "userinfo",
        /// The user.
        User = "user",
        /// The password.
        Password = "password",
        /// The host.
        Host = "host",
        /// The port.
        Port = "port",
        /// The slash between the authority and the rest.
        Slash = "slash",
        /// A path without a more special name.
        Path = "path",
        /// Directories of ftp: the arguments of its CWD commands.
        Directory = "directory",
        /// The file name of ftp.
        Name = "name",
        /// The type of a Gopher item.
        GopherType = "gopher-type",
        /// The selector of a Gopher item.
        Selector = "selector",
        /// The search string of gopher.
        SearchString = "search-string",
        /// The Gopher+ string.
        GopherPlus = "gopher-plus",
        /// The address of mailto.
        Address = "address",
        /// A news group.
        Group = "group",
        /// The identifier of a news article.
        MessageId = "message-id",
        /// The number of a news article in its group.
        ArticleNumber = "article-number",
        /// The database of wais.
        Database = "database",
        /// The type of a document of wais.
        Wtype = "wtype",
        /// The identifier of a document of wais.
        Wpath = "wpath",
        /// The name of a prospero object.
        Hsoname = "hsoname",
        /// A field of prospero, with its value.
        Field = "field",
        /// The text after the question mark.
        Search = "search",
    }
}

/// The component of the URI in which the part begins.
impl From<Part> for Component {
    fn from(part: Part) -> Self {
        match part {
            Part::Scheme => Self::Scheme,
            Part::Authority => Self::Authority,
            Part::Userinfo | Part::User | Part::Password => Self::Userinfo,
            Part::Host => Self::Host,
            Part::Port => Self::Port,
            Part::Search => Self::Query,
            _ => Self::Path,
        }
    }
}

impl Part {
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

/// The part that breaks a rule of RFC 1738, and the newer RFC that allows what the rule forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulePart {
    part: Part,
    allowed_by: Option<u16>,
}

impl From<RulePart> for Component {
    fn from(part: RulePart) -> Self {
        part.part.into()
    }
}

/// Why a URI does not have the view of a scheme.
///
/// The rules are those of RFC 1738. A newer RFC may have replaced a rule: then the error names that RFC.
///
/// ```
/// use cri_uri::scheme::{File, Nntp, Part, SchemeErrorKind};
/// use cri_uri::UriRef;
///
/// let error = Nntp::try_from(UriRef::parse("nntp://h/comp.x/x1")?).unwrap_err();
/// assert_eq!((error.kind(), error.part(), error.offset()), (SchemeErrorKind::InvalidPart, Part::ArticleNumber, 16));
/// assert_eq!(error.to_string(), "article-number must be digits, at byte 16");
///
/// let error = File::try_from(UriRef::parse("file:/etc/hosts")?).unwrap_err();
/// assert_eq!(error.allowed_by(), Some(8089));
/// let message = "authority is missing (RFC 1738), at byte 5; RFC 8089, which replaced this rule, allows it";
/// assert_eq!(error.to_string(), message);
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
pub type SchemeError = Located<SchemeErrorKind, RulePart>;

impl SchemeError {
    #[cold]
    pub(crate) const fn of_part(
        kind: SchemeErrorKind,
        part: Part,
        offset: usize,
        allowed_by: Option<u16>,
    ) -> Self {
        Self::new(kind, RulePart { part, allowed_by }, offset)
    }

    /// The component in which the part begins.
    #[must_use]
    pub fn component(&self) -> Component {
        self.part.into()
    }

    /// The part that is wrong, in the words of RFC 1738.
    #[must_use]
    pub const fn part(&self) -> Part {
        self.part.part
    }

    /// The number of the RFC that replaced the rule and allows what the rule forbids, or `None` if the rule holds.
    #[must_use]
    pub const fn allowed_by(&self) -> Option<u16> {
        self.part.allowed_by
    }
}

impl fmt::Display for SchemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, part: RulePart { part, allowed_by }, .. } = *self;
        match kind {
            SchemeErrorKind::OtherScheme(allowed) => {
                f.write_str("the scheme is not ")?;
                allowed.iter().enumerate().try_for_each(|(index, name)| {
                    f.write_str(if index == 0 { "" } else { " or " })?;
                    f.write_str(name)
                })
            }
            SchemeErrorKind::MissingPart => write!(f, "{part} is missing"),
            SchemeErrorKind::UnexpectedPart => write!(f, "this scheme has no {part}"),
            SchemeErrorKind::InvalidPart => write!(f, "{part} must be {}", part.form()),
            SchemeErrorKind::ReservedCharacter(character) => {
                write!(f, "'{character}' must be percent-encoded in the {part}")
            }
            SchemeErrorKind::ForbiddenOctet(octet) => {
                write!(
                    f,
                    "the octet {octet:02X} must not stand in the {part}, not even percent-encoded"
                )
            }
        }?;
        f.write_str(if allowed_by.is_some() { " (RFC 1738)" } else { "" })?;
        self.write_place(f)?;
        match allowed_by {
            Some(number) => write!(f, "; RFC {number}, which replaced this rule, allows it"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_are_distinct_and_messages_plain() {
        let kinds = [
            SchemeErrorKind::OtherScheme(&["http", "https"]),
            SchemeErrorKind::MissingPart,
            SchemeErrorKind::UnexpectedPart,
            SchemeErrorKind::InvalidPart,
            SchemeErrorKind::ReservedCharacter(';'),
            SchemeErrorKind::ForbiddenOctet(10),
        ];
        assert_eq!(
            kinds.iter().map(|kind| kind.name()).collect::<BTreeSet<_>>().len(),
            kinds.len()
        );
        for (kind, message) in kinds.into_iter().zip([
            "the scheme is not http or https, at byte 7",
            "group is missing, at byte 7",
            "this scheme has no group, at byte 7",
            "group must be a letter, then letters, digits and \"-.+_\", at byte 7",
            "';' must be percent-encoded in the group, at byte 7",
            "the octet 0A must not stand in the group, not even percent-encoded, at byte 7",
        ]) {
            assert_eq!(SchemeError::of_part(kind, Part::Group, 7, None).to_string(), message);
        }
    }
}
