//! Warnings about users and passwords (RFC 3986 sections 3.2.1, 7.5 and 7.6).

use cri_core::Component;
use cri_uri::{UriRef, password, pct};

use crate::finding::{Finding, FindingKind};

/// A password in clear text. An empty password is not a secret.
pub(crate) fn password(uri: UriRef<'_>) -> Option<Finding> {
    let userinfo = uri.userinfo()?;
    let password = userinfo.get(password::start(userinfo.as_bytes())?..)?;
    (!password.is_empty())
        .then(|| Finding::at(uri, password, FindingKind::Password, Component::Userinfo))
}

/// A password without a user, which RFC 1738 section 3.1 does not have.
pub(crate) fn password_without_user(uri: UriRef<'_>) -> Option<Finding> {
    let userinfo =
        uri.userinfo().filter(|userinfo| userinfo.len() > 1 && userinfo.starts_with(':'))?;
    Some(Finding::at(uri, userinfo, FindingKind::PasswordWithoutUser, Component::Userinfo))
}

/// A user that begins like a host: with a dot between letters or digits.
pub(crate) fn user_like_host(uri: UriRef<'_>) -> Option<Finding> {
    let userinfo = uri.userinfo()?;
    // A colon, which ends the user, ends the name too.
    let mut octets = pct::decode(userinfo)
        .take_while(|&byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    // Whether the octet before is part of a label, and whether it is a dot after a label.
    let (mut inner, mut dot) = (false, false);
    let like_host = octets.any(|octet| {
        let (is_dot, after_dot) = (octet == b'.', dot);
        dot = is_dot && inner;
        inner = !is_dot;
        after_dot && !is_dot
    });
    like_host.then(|| Finding::at(uri, userinfo, FindingKind::UserLikeHost, Component::Userinfo))
}

#[cfg(test)]
mod tests {
    use cri_core::Component::Userinfo;

    use crate::lints::tests::findings;

    // shows: R1738-6-03, R1738-3.1-05
    #[test]
    fn passwords() {
        assert_eq!(findings("ftp://u:p@h/"), [("password", Userinfo, 8)]);
        assert_eq!(findings("sftp://u%3ap@h/"), [("password", Userinfo, 11)]);
        assert_eq!(
            findings("//:p@h"),
            [("password", Userinfo, 3), ("password-without-user", Userinfo, 2)]
        );
        assert_eq!(
            findings("ftp://:p@h/"),
            [("password", Userinfo, 7), ("password-without-user", Userinfo, 6)]
        );
        for uri in ["ftp://u:@h/", "ftp://@h/", "//:@h", "//u@h", "s:u:p@h"] {
            assert_eq!(findings(uri), [], "{uri}");
        }
    }

    // shows: R3986-7.6-01
    #[test]
    fn users_like_hosts() {
        let user = ("user-like-host", Userinfo, 6);
        assert_eq!(
            findings("ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm"),
            [user]
        );
        for uri in [
            "ftp://a.b@h",
            "ftp://192.0.2.1@h",
            "ftp://a%2Eb@h",
            "ftp://-.b@h",
            "ftp://a..b.c@h",
            "ftp://a.b:@h",
        ] {
            assert_eq!(findings(uri), [user], "{uri}");
        }
        for uri in
            ["ftp://a@h", "ftp://.a@h", "ftp://a.@h", "ftp://a..b@h", "ftp://a_b.c@h", "ftp://u:@h"]
        {
            assert_eq!(findings(uri), [], "{uri}");
        }
    }
}
