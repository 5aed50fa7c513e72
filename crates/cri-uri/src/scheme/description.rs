//! How the URLs of a scheme are described: their parts, and which text a part may be.

use crate::scheme::error::SchemeErrorKind::{
    self, ForbiddenOctet, InvalidPart, MissingPart, OtherScheme, ReservedCharacter, UnexpectedPart,
};
use crate::scheme::error::{Part, SchemeError};
use crate::text::components::split::split_first;
use crate::text::grammar::host::port_number;
use crate::text::pct::DecodedBytes;
use crate::text::uri_ref::{Uri, UriRef};

/// Defines the view of a scheme, or of schemes with the same parts: its rules about the authority, its other rules, and a
/// method for each part, with a function from the URI to the part.
macro_rules! view {
    (
        $(#[$about:meta])* pub struct $View:ident of $($scheme:literal),+;
        $authority:expr, $rules:expr;
        $($(#[$doc:meta])* $part:ident: $Type:ty = $find:expr;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $View<'a>(/* INVARIANT: breaks no rule. */ $crate::text::uri_ref::Uri<'a>);

        impl<'a> $View<'a> {
            pub(super) const DESCRIPTION: $crate::scheme::description::Description = {
                #[allow(unused_imports, reason = "some schemes only have rules that others share")]
                use $crate::scheme::error::Part::*;
                $crate::scheme::description::Description {
                    schemes: &[$($scheme),+],
                    rules: [$authority, $rules],
                }
            };

            /// The URI.
            #[must_use]
            pub const fn uri(self) -> $crate::text::uri_ref::Uri<'a> {
                self.0
            }

            $($(#[$doc])*
            #[must_use = "the method only reads the part"]
            pub fn $part(self) -> $Type {
                let find: fn($crate::text::uri_ref::UriRef<'a>) -> $Type = $find;
                find(*self.0)
            })*
        }

        impl<'a> TryFrom<$crate::text::uri_ref::UriRef<'a>> for $View<'a> {
            type Error = $crate::scheme::error::SchemeError;

            fn try_from(uri: $crate::text::uri_ref::UriRef<'a>) -> Result<Self, Self::Error> {
                Self::DESCRIPTION.expect(uri).map(Self)
            }
        }
    };
}
pub(super) use view;

/// What a view is about.
#[derive(Clone, Copy)]
pub(super) struct Description {
    /// The schemes, in lower case.
    pub(super) schemes: &'static [&'static str],
    /// The rules of their URLs: those about the authority, then the others.
    pub(super) rules: [&'static [Rule]; 2],
}

/// A rule: a part, its text in a URI that has it, and a check of the text. Without an authority, only [`AUTHORITY`] finds a
/// text of the authority or its parts.
pub(super) type Rule =
    (Part, for<'a> fn(UriRef<'a>) -> Option<&'a str>, for<'a> fn(&'a str) -> Option<Wrong<'a>>);

/// What is wrong with a text, and its end that begins at that place.
pub(super) type Wrong<'a> = (SchemeErrorKind, &'a str);

impl Description {
    /// Whether `uri` has one of the schemes, in any case.
    pub(super) fn describes(&self, uri: UriRef<'_>) -> bool {
        self.schemes.iter().any(|scheme| uri.has_scheme(scheme))
    }

    /// Expects `uri` to have one of the schemes, and to break no rule.
    pub(super) fn expect<'a>(&self, uri: UriRef<'a>) -> Result<Uri<'a>, SchemeError> {
        match uri.as_uri().filter(|_| self.describes(uri)) {
            Some(full) => broken(self.rules, uri).next().map_or(Ok(full), Err),
            None => Err(SchemeError::of_part(OtherScheme(self.schemes), Part::Scheme, 0, None)),
        }
    }
}

/// Those of the rules that `uri` breaks, each with its first place.
pub(super) fn broken(
    [of_authority, others]: [&'static [Rule]; 2],
    uri: UriRef<'_>,
) -> impl Iterator<Item = SchemeError> + Clone {
    of_authority.iter().chain(others).filter_map(move |&(part, find, check)| {
        let (kind, place) = check(find(uri)?)?;
        Some(SchemeError::of_part(
            kind,
            part,
            uri.offset_of(place),
            newer_rfc(uri, kind, part, place),
        ))
    })
}

/// The newer RFC that allows what `uri` does.
fn newer_rfc(uri: UriRef<'_>, kind: SchemeErrorKind, part: Part, place: &str) -> Option<u16> {
    match (part, kind) {
        // RFC 3986 section 3.2.3: a port may be empty.
        (Part::Port, MissingPart) => Some(3986),
        // RFC 8089 section 2: an absolute path may follow the scheme.
        (Part::Authority, MissingPart) if uri.has_scheme("file") && place.starts_with('/') => {
            Some(8089)
        }
        // RFC 6068 section 2: `to` is optional.
        (Part::Address, MissingPart) => Some(6068),
        // RFC 5538 section 2: a server may precede the group or article, and a group may begin with any of its characters.
        (Part::Authority, UnexpectedPart) if uri.has_scheme("news") && uri.path().len() > 1 => {
            Some(5538)
        }
        (Part::Group, InvalidPart) if place.bytes().all(is_in_group) && line(place).is_none() => {
            Some(5538)
        }
        _ => None,
    }
}

/// There is an authority: `//` and what follows.
pub(super) const AUTHORITY: Rule =
    (Part::Authority, |uri| uri.authority().is_none().then(|| uri.path()), missing);
/// There is no authority.
pub(super) const NO_AUTHORITY: Rule = (Part::Authority, |uri| uri.authority(), unexpected);
/// There is neither user nor password.
pub(super) const NO_USERINFO: Rule = (Part::Userinfo, |uri| uri.userinfo(), unexpected);
/// There is a host.
pub(super) const HOST: Rule = (Part::Host, |uri| uri.host_str(), not_empty);
/// The port is a number of 16 bits, or both the port and its colon are absent.
const PORT: Rule = (Part::Port, |uri| uri.port(), |port| not_empty(port).or_else(|| number(port)));
/// There is no port.
pub(super) const NO_PORT: Rule = (Part::Port, |uri| uri.port(), unexpected);
/// There is a slash after the authority.
pub(super) const SLASH: Rule =
    (Part::Slash, |uri| uri.authority().and(Some(uri.path())), not_empty);
/// There is no question mark with a search after it.
pub(super) const NO_SEARCH: Rule = (Part::Search, |uri| uri.query(), unexpected);

/// The rules about the authority of a scheme with servers.
pub(super) const SERVER: &[Rule] = &[AUTHORITY, NO_USERINFO, HOST, PORT];
/// The rules about the authority of a scheme with servers and users.
pub(super) const SERVER_WITH_LOGIN: &[Rule] = &[
    AUTHORITY,
    (Part::User, user, line),
    // One error is enough for both.
    (
        Part::Password,
        |uri| password(uri).filter(|_| user(uri).and_then(line).is_none()),
        |password| line_without(password, b":"),
    ),
    HOST,
    PORT,
];

/// The user (RFC 1738 section 3.1).
pub(super) fn user(uri: UriRef<'_>) -> Option<&str> {
    Some(split_first(uri.userinfo()?, b':').0)
}

/// The password, which follows the first colon of the userinfo.
pub(super) fn password(uri: UriRef<'_>) -> Option<&str> {
    split_first(uri.userinfo()?, b':').1
}

/// The path without the slash that it may begin with.
pub(super) fn path_after_slash(uri: UriRef<'_>) -> &str {
    after_slash(uri.path())
}

/// Path and query without the slash that the path may begin with. In RFC 1738 a question mark may belong to the data of
/// the scheme.
pub(super) fn data_after_slash(uri: UriRef<'_>) -> &str {
    after_slash(uri.path_and_query())
}

fn after_slash(text: &str) -> &str {
    text.strip_prefix('/').unwrap_or(text)
}

/// The part with this index. `split` cuts the text before and after the end of each part but that with the index `last`.
pub(super) fn part_of<'a>(
    text: &'a str,
    split: fn(&'a str) -> (&'a str, Option<&'a str>),
    index: usize,
    last: usize,
) -> Option<&'a str> {
    let rest = (0..index).try_fold(text, |rest, _| split(rest).1)?;
    Some(if index == last { rest } else { split(rest).0 })
}

/// The part has to be there.
pub(super) fn missing(text: &str) -> Option<Wrong<'_>> {
    Some((MissingPart, text))
}

/// The scheme does not have the part.
pub(super) fn unexpected(text: &str) -> Option<Wrong<'_>> {
    Some((UnexpectedPart, text))
}

/// The part is not empty.
pub(super) fn not_empty(text: &str) -> Option<Wrong<'_>> {
    text.is_empty().then_some((MissingPart, text))
}

/// The part, if it is not empty, is a number of 16 bits.
pub(super) fn number(port: &str) -> Option<Wrong<'_>> {
    (!port.is_empty() && port_number(port.as_bytes()).is_none()).then_some((InvalidPart, port))
}

/// The part has only these characters.
pub(super) fn only(text: &str, is_allowed: impl Fn(u8) -> bool) -> Option<Wrong<'_>> {
    let at = text.bytes().position(|byte| !is_allowed(byte))?;
    Some((InvalidPart, text.get(at..)?))
}

/// The part holds these characters only percent-encoded.
pub(super) fn reserved<'a>(text: &'a str, characters: &[u8]) -> Option<Wrong<'a>> {
    let (_, place) = only(text, |byte| !characters.contains(&byte))?;
    Some((ReservedCharacter(place.chars().next()?), place))
}

/// The part holds none of these octets once it is decoded.
pub(super) fn without<'a>(text: &'a str, octets: &[u8]) -> Option<Wrong<'a>> {
    let (octet, rest) = DecodedBytes(text.as_bytes()).find_byte(|octet| octets.contains(&octet))?;
    Some((ForbiddenOctet(octet), text.get(text.len().checked_sub(rest.len())?..)?))
}

/// The part holds nothing that would end a line or a string once it is decoded (RFC 1738 section 6).
///
/// CR and LF end a line in all these protocols (RFCs 854, 959, 977, 1436). NUL is here because Telnet sends it after CR,
/// and RFC 1436 appendix A excludes it.
pub(super) fn line(text: &str) -> Option<Wrong<'_>> {
    without(text, b"\r\n\0")
}

/// The part holds nothing that would end a line, and these characters only percent-encoded.
pub(super) fn line_without<'a>(text: &'a str, characters: &[u8]) -> Option<Wrong<'a>> {
    reserved(text, characters).or_else(|| line(text))
}

/// The part is the name of a news group (RFC 1738 section 5).
///
/// Any character after the first letter may be percent-encoded: only the at sign is reserved in the name.
pub(super) fn group(name: &str) -> Option<Wrong<'_>> {
    let begins_with = |first: u8| first.is_ascii_alphabetic();
    let has_letter = DecodedBytes(name.as_bytes()).next().is_some_and(begins_with);
    not_empty(name)
        .or_else(|| only(name, |byte| has_letter && is_in_group(byte)))
        .or_else(|| line(name))
}

fn is_in_group(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'+' | b'_' | b'%')
}
