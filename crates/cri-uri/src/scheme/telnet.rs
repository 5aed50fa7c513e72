//! telnet: interactive services (RFC 1738 section 3.8, RFC 854).

use crate::scheme::description::{NO_SEARCH, SERVER_WITH_LOGIN, unexpected, view};

view! {
    /// A URL of telnet: `telnet://user:password@host:port/`.
    ///
    /// User and password are a hint for the person who uses the service. A client need not send them.
    ///
    /// ```
    /// use cri_uri::{Options, ToCriErrorKind, UriRef, scheme::Telnet};
    ///
    /// let telnet = Telnet::try_from(UriRef::parse("telnet://u:p@h/")?)?;
    /// assert_eq!(telnet.port(), 23);
    /// assert!(telnet.user().is_some_and(|user| user == "u"));
    /// let error = telnet.uri().to_cri(Options::default(), Vec::new()).unwrap_err();
    /// assert_eq!((error.kind(), error.offset()), (ToCriErrorKind::ColonInUserinfo, 10));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind). The rules: CR, LF and NUL would end a line of the service
    /// (section 6). The path is empty or `/`.
    pub struct Telnet of "telnet";

    SERVER_WITH_LOGIN, &[
        (Path, |uri| uri.authority().and(uri.path().strip_prefix('/')).filter(|path| !path.is_empty()), unexpected),
        NO_SEARCH,
    ];
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::vec::Vec;

    use cri_core::Revision;

    use super::*;
    use crate::convert::options::Options;
    use crate::scheme::decoded::Decoded;
    use crate::text::uri_ref::UriRef;

    fn telnet(uri: &str) -> Telnet<'_> {
        Telnet::try_from(UriRef::parse(uri).unwrap()).unwrap()
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
    fn passwords_convert_in_rfc_9988() {
        let telnet = telnet("telnet://u:p@h/");
        assert!(telnet.uri().to_cri(Options::new(Revision::Draft16), Vec::new()).is_err());
        let cri = telnet.uri().to_cri(Options::new(Revision::Rfc9988), Vec::new()).unwrap();
        assert_eq!(format!("{cri:?}"), r#"[-10996, [false, "u:***", "h"], [""]]"#);
    }
}
