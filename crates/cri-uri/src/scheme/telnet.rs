//! telnet: interactive services (RFC 1738 section 3.8, RFC 854).

use core::fmt;

use cri_core::{Buffer, CriRefBuf};

use crate::check::Lint;
use crate::convert::error::ToCriError;
use crate::convert::options::Options;
use crate::scheme::decoded::Decoded;
use crate::scheme::error::{Part, SchemeError};
use crate::scheme::expect;
use crate::scheme::rules::{self, Login, Rule};
use crate::text::uri_ref::{UriHost, UriRef};

/// A URL of telnet: `telnet://user:password@host:port/`.
///
/// User and password are advice for who uses the service; nobody need send them.
///
/// ```
/// use cri_uri::{Options, ToCriErrorKind, UriRef, scheme::Telnet};
///
/// let telnet = Telnet::from_uri(UriRef::parse("telnet://u:p@h/")?)?;
/// assert_eq!(telnet.port(), 23);
/// assert!(telnet.user().is_some_and(|user| user == "u"));
/// let error = telnet.to_cri(Options::default(), Vec::new()).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ToCriErrorKind::ColonInUserinfo, 10));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Telnet<'a> {
    /// INVARIANT: breaks no rule.
    uri: UriRef<'a>,
    login: Login<'a>,
}

pub(super) const RULES: &[Rule] = &[
    rules::authority,
    rules::login,
    rules::host,
    rules::port,
    |uri| {
        let path = uri.path().strip_prefix('/').filter(|path| !path.is_empty() && uri.authority().is_some())?;
        Some(rules::unexpected(uri, Part::Path, path))
    },
    rules::no_search,
];

pub(crate) const LINTS: &[Lint] = &[];

impl<'a> Telnet<'a> {
    /// The scheme's name.
    pub const SCHEME: &'static str = "telnet";
    /// The port where the URL gives none (section 3.8).
    pub const DEFAULT_PORT: u16 = 23;

    /// The parts of `uri`.
    ///
    /// # Errors
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind): CR, LF and NUL would end a line of the service's
    /// (section 6), and there is no path but `/`.
    pub fn from_uri(uri: UriRef<'a>) -> Result<Self, SchemeError> {
        expect(uri, Self::SCHEME, RULES)?;
        Ok(Self { uri, login: Login::of(uri) })
    }

    /// The URI whose parts these are.
    #[must_use]
    pub const fn uri(self) -> UriRef<'a> {
        self.uri
    }

    /// The user; an empty one is another than none.
    #[must_use]
    pub const fn user(self) -> Option<Decoded<'a>> {
        self.login.user
    }

    /// The password; an empty one is another than none.
    #[must_use]
    pub const fn password(self) -> Option<Decoded<'a>> {
        self.login.password
    }

    /// The host, which is not empty.
    #[must_use]
    pub fn host(self) -> UriHost<'a> {
        rules::host_of(self.uri)
    }

    /// The port, or [`Self::DEFAULT_PORT`].
    #[must_use]
    pub fn port(self) -> u16 {
        rules::port_of(self.uri, Self::DEFAULT_PORT)
    }

    /// The CRI reference that means the same: [`UriRef::to_cri`].
    ///
    /// # Errors
    ///
    /// As there. A password that follows a user behind a colon is
    /// [`ColonInUserinfo`](crate::ToCriErrorKind::ColonInUserinfo) in draft-16.
    pub fn to_cri<B: Buffer>(self, options: Options, buffer: B) -> Result<CriRefBuf<B>, ToCriError> {
        self.uri.to_cri(options, buffer)
    }
}

/// Shows the URL as it was.
impl fmt::Display for Telnet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uri.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use cri_core::Revision;

    use super::*;
    use crate::scheme::error::SchemeErrorKind::{ForbiddenOctet, MissingPart, ReservedCharacter, UnexpectedPart};

    fn telnet(uri: &str) -> Telnet<'_> {
        Telnet::from_uri(UriRef::parse(uri).unwrap()).unwrap()
    }

    // shows: R1738-3.8-01, R1738-3.8-02, R1738-3.1-01
    #[test]
    fn user_and_password_may_be_absent() {
        for (uri, port, user, password) in [
            ("telnet://h", 23, None, None),
            ("telnet://h:23/", 23, None, None),
            ("telnet://u@h:24/", 24, Some("u"), None),
            ("TELNET://@h", 23, Some(""), None),
            ("telnet://u%3A:@h", 23, Some("u:"), Some("")),
            ("telnet://:p%40@h", 23, Some(""), Some("p@")),
        ] {
            let telnet = telnet(uri);
            let is = |part: Option<Decoded<'_>>, expected: Option<&str>| match (part, expected) {
                (Some(part), Some(expected)) => part == expected,
                (None, None) => true,
                _ => false,
            };
            assert_eq!(telnet.port(), port, "{uri}");
            assert!(is(telnet.user(), user) && is(telnet.password(), password), "{uri}");
        }
        assert!(!format!("{:?}", telnet("telnet://u:secret@h")).contains("secret"));
    }

    // shows: R1738-3.8-03
    #[test]
    fn passwords_convert_in_draft_27() {
        let telnet = telnet("telnet://u:p@h/");
        assert!(telnet.to_cri(Options::new(Revision::Draft16), Vec::new()).is_err());
        let cri = telnet.to_cri(Options::new(Revision::Draft27), Vec::new()).unwrap();
        assert_eq!(format!("{cri:?}"), r#"[-10996, [false, "u:***", "h"], [""]]"#);
    }

    // shows: R1738-6-02, R3986-7.2-02
    #[test]
    fn errors_name_the_part() {
        for (uri, kind, part, offset) in [
            ("telnet:h", MissingPart, Part::Authority, 7),
            ("telnet://u%0D%0Ax@h/", ForbiddenOctet(13), Part::User, 10),
            ("telnet://u:%0ax@h/", ForbiddenOctet(10), Part::Password, 11),
            ("telnet://u:p%00@h/", ForbiddenOctet(0), Part::Password, 12),
            ("telnet://u:p:@h/", ReservedCharacter(':'), Part::Password, 12),
            ("telnet://u@/", MissingPart, Part::Host, 11),
            ("telnet://h:/", MissingPart, Part::Port, 11),
            ("telnet://h/%0D%0A", UnexpectedPart, Part::Path, 11),
            ("telnet://h//", UnexpectedPart, Part::Path, 11),
            ("telnet://h?q", UnexpectedPart, Part::Search, 11),
        ] {
            let error = Telnet::from_uri(UriRef::parse(uri).unwrap()).unwrap_err();
            assert_eq!((error.kind(), error.part(), error.offset()), (kind, part, offset), "{uri}");
        }
    }
}
