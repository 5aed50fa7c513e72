//! Views as a whole: which one a URI gets, and the errors of each.

use std::string::ToString;

use cri_registry::Table;

use super::*;
use crate::scheme::view::DESCRIPTIONS;
use crate::text::uri_ref::UriRef;

// shows: R1738-5-04
#[test]
fn default_ports_are_those_of_section_5() {
    // 0 stands for none.
    let ports = [0, 21, 70, 80, 0, 0, 119, 1525, 23, 210];
    for (description, port) in DESCRIPTIONS.iter().zip(ports) {
        let scheme = description.schemes[0];
        for table in [Table::DRAFT_16, Table::RFC_9988] {
            let known = table.by_name(scheme);
            assert_eq!(known.and_then(|known| known.default_port).unwrap_or(0), port, "{scheme}");
        }
    }
}

#[test]
fn views_are_chosen_by_scheme() {
    let uris = "FILE:///a Ftp://h gopher://h http://h mailto:a@b news:* nntp://h/g prospero://h/ telnet://h wais://h/";
    for (uri, description) in uris.split(' ').zip(DESCRIPTIONS) {
        let uri = UriRef::parse(uri).unwrap();
        let view = View::from_uri(uri).unwrap().unwrap();
        assert!(std::format!("{view:?}").to_ascii_lowercase().starts_with(description.schemes[0]));
        assert_eq!(view.uri().as_uri_ref(), uri);
    }
    let https = View::from_uri(UriRef::parse("HTTPS://h").unwrap()).unwrap();
    assert!(matches!(https, Some(View::Http(http)) if http.port() == 443));
    for uri in ["httpss://u@h", "x-ftp:a", "//h/a", ""] {
        assert_eq!(View::from_uri(UriRef::parse(uri).unwrap()), Ok(None));
    }
    let other = Ftp::try_from(UriRef::parse("//h/a").unwrap()).unwrap_err();
    assert_eq!(
        (other.kind(), other.part()),
        (SchemeErrorKind::OtherScheme(&["ftp"]), Part::Scheme)
    );
    assert_eq!(other.to_string(), "the scheme is not ftp, at byte 0");
}

// shows: R1738-3.10-03, R1738-5-file-01, R1738-3.2.2-05, R1738-3.1-02, R1738-3.4.1-04,
// R3986-7.2-02, R1738-3.3-02, R3986-3.1-04, R1738-3.5-03, R1738-5-news-01, R1738-5-nntp-01,
// R1738-3.11-02, R1738-6-02, R1738-3.9-04
#[test]
fn errors_name_the_part() {
    use SchemeErrorKind::{
        ForbiddenOctet, InvalidPart, MissingPart, ReservedCharacter, UnexpectedPart,
    };
    for (uri, kind, part, offset) in [
        ("file:/x", MissingPart, Part::Authority, 5),
        ("file://u@h:1/x", UnexpectedPart, Part::Userinfo, 7),
        ("file://h:1/x", UnexpectedPart, Part::Port, 9),
        ("file://h:/x", UnexpectedPart, Part::Port, 9),
        ("file://h", MissingPart, Part::Slash, 8),
        ("file://", MissingPart, Part::Slash, 7),
        ("file://h?q", MissingPart, Part::Slash, 8),
        ("ftp:/a", MissingPart, Part::Authority, 4),
        ("ftp:///a", MissingPart, Part::Host, 6),
        ("ftp://h:/a", MissingPart, Part::Port, 8),
        ("ftp://u:p:q@h/", ReservedCharacter(':'), Part::Password, 9),
        ("ftp://u%0A@h/", ForbiddenOctet(10), Part::User, 7),
        ("ftp://u:%0d@h/", ForbiddenOctet(13), Part::Password, 8),
        ("ftp://h/a;b/c", ReservedCharacter(';'), Part::Directory, 9),
        ("ftp://h/a/b;c", ReservedCharacter(';'), Part::Name, 11),
        ("ftp://h/a/b;c;type=a", ReservedCharacter(';'), Part::Name, 11),
        ("ftp://h/b;c;type=x", ReservedCharacter(';'), Part::Name, 9),
        ("ftp://h/a%0D%0ADELE%20b/c", ForbiddenOctet(13), Part::Directory, 9),
        ("ftp://h/a/c%00", ForbiddenOctet(0), Part::Name, 11),
        ("gopher:0a", MissingPart, Part::Authority, 7),
        ("gopher://u@h/", UnexpectedPart, Part::Userinfo, 9),
        ("gopher://h?a", MissingPart, Part::Slash, 10),
        ("gopher://h/%09", ForbiddenOctet(9), Part::GopherType, 11),
        ("gopher://h/0a%0Ab", ForbiddenOctet(10), Part::Selector, 13),
        ("gopher://h/0a%0db", ForbiddenOctet(13), Part::Selector, 13),
        ("gopher://h/0a?%00", ForbiddenOctet(0), Part::Selector, 14),
        ("gopher://h/0a%09b%0D%0ARCPT", ForbiddenOctet(13), Part::SearchString, 17),
        ("gopher://h/0a%09%09+%0A", ForbiddenOctet(10), Part::GopherPlus, 20),
        ("http:/x", MissingPart, Part::Authority, 5),
        ("http://u@h/", UnexpectedPart, Part::Userinfo, 7),
        ("http://@h/", UnexpectedPart, Part::Userinfo, 7),
        ("http:///x", MissingPart, Part::Host, 7),
        ("http://:80/x", MissingPart, Part::Host, 7),
        ("http://h:65536/", InvalidPart, Part::Port, 9),
        ("https:/x", MissingPart, Part::Authority, 6),
        ("https://u@h/", UnexpectedPart, Part::Userinfo, 8),
        ("https:///x", MissingPart, Part::Host, 8),
        ("https://h:65536/", InvalidPart, Part::Port, 10),
        ("mailto://joe@h", UnexpectedPart, Part::Authority, 9),
        ("mailto://joe@h:1/a@b", UnexpectedPart, Part::Authority, 9),
        ("mailto:", MissingPart, Part::Address, 7),
        ("mailto:?to=joe@h", MissingPart, Part::Address, 7),
        ("mailto:joe", InvalidPart, Part::Address, 7),
        ("mailto:@h", InvalidPart, Part::Address, 7),
        ("mailto:joe@", InvalidPart, Part::Address, 7),
        ("mailto:a%0D%0Ab@c", ForbiddenOctet(13), Part::Address, 8),
        ("news://h/a", UnexpectedPart, Part::Authority, 7),
        ("news:", MissingPart, Part::Group, 5),
        ("news:1abc", InvalidPart, Part::Group, 5),
        ("news:%31abc", InvalidPart, Part::Group, 5),
        ("news:a/b", InvalidPart, Part::Group, 6),
        ("news:a?b", InvalidPart, Part::Group, 6),
        ("news:a~", InvalidPart, Part::Group, 6),
        ("news:a%0D%0Aquit", ForbiddenOctet(13), Part::Group, 6),
        ("news:@h", InvalidPart, Part::MessageId, 5),
        ("news:a@", InvalidPart, Part::MessageId, 6),
        ("news:a@b@c", ReservedCharacter('@'), Part::MessageId, 8),
        ("news:a@b%20c", InvalidPart, Part::MessageId, 8),
        ("news:a%0a@b", ForbiddenOctet(10), Part::MessageId, 6),
        ("nntp:comp.x", MissingPart, Part::Authority, 5),
        ("nntp://u@h/comp.x", UnexpectedPart, Part::Userinfo, 7),
        ("nntp:///comp.x", MissingPart, Part::Host, 7),
        ("nntp://h", MissingPart, Part::Slash, 8),
        ("nntp://h/", MissingPart, Part::Group, 9),
        ("nntp://h//1", MissingPart, Part::Group, 9),
        ("nntp://h/1x/1", InvalidPart, Part::Group, 9),
        ("nntp://h/a@b", InvalidPart, Part::Group, 10),
        ("nntp://h/a%0A", ForbiddenOctet(10), Part::Group, 10),
        ("nntp://h/comp.x/", MissingPart, Part::ArticleNumber, 16),
        ("nntp://h/comp.x/x1", InvalidPart, Part::ArticleNumber, 16),
        ("nntp://h/comp.x/12/", InvalidPart, Part::ArticleNumber, 18),
        ("nntp://h/comp.x/%31", InvalidPart, Part::ArticleNumber, 16),
        ("nntp://h/comp.x/1?q", UnexpectedPart, Part::Search, 18),
        ("prospero:n", MissingPart, Part::Authority, 9),
        ("prospero://u@h/n", UnexpectedPart, Part::Userinfo, 11),
        ("prospero://u:p@h/n", UnexpectedPart, Part::Userinfo, 11),
        ("prospero:///n", MissingPart, Part::Host, 11),
        ("prospero://h", MissingPart, Part::Slash, 12),
        ("prospero://h/n;", InvalidPart, Part::Field, 15),
        ("prospero://h/n;f", InvalidPart, Part::Field, 15),
        ("prospero://h/n;f=v;g", InvalidPart, Part::Field, 19),
        ("prospero://h/n;f=v=w", ReservedCharacter('='), Part::Field, 18),
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
        ("wais:db", MissingPart, Part::Authority, 5),
        ("wais://u@h/db", UnexpectedPart, Part::Userinfo, 7),
        ("wais://h", MissingPart, Part::Slash, 8),
        ("wais://h?s", MissingPart, Part::Slash, 8),
        ("wais://h/d;b", ReservedCharacter(';'), Part::Database, 10),
        ("wais://h/db/T", MissingPart, Part::Wpath, 13),
        ("wais://h/db/T=/a", ReservedCharacter('='), Part::Wtype, 13),
        ("wais://h/db/T/a/b", ReservedCharacter('/'), Part::Wpath, 15),
        ("wais://h/db/T/a?s", UnexpectedPart, Part::Search, 16),
        ("wais://h/db?a?b", ReservedCharacter('?'), Part::Search, 13),
    ] {
        let error = View::from_uri(UriRef::parse(uri).unwrap()).unwrap_err();
        assert_eq!((error.kind(), error.part(), error.offset()), (kind, part, offset), "{uri}");
    }
    // Almost forms: without a last line, with lines after it, with CR and LF apart.
    for lines in ["v%0D%0A", ".%0D%0Av%0D%0A.%0D%0A", "%0D.%0D%0A", "%0A.%0D%0A"] {
        let uri = std::format!("gopher://h/1x%09%09+%091%0D%0A+-1%0D%0A{lines}");
        let error = View::from_uri(UriRef::parse(&uri).unwrap()).unwrap_err();
        let expected = (ForbiddenOctet(13), Part::GopherPlus, 24);
        assert_eq!((error.kind(), error.part(), error.offset()), expected, "{uri}");
    }
}

#[test]
fn errors_name_the_rfc_that_allows_what_rfc_1738_forbids() {
    for (uri, allowed_by) in [
        // RFC 8089 section 2: an absolute path may follow the scheme. No section allows the others.
        ("file:/etc/hosts", Some(8089)),
        ("FILE:/", Some(8089)),
        ("file:a", None),
        ("file:", None),
        ("file://h", None),
        ("file://h:1/x", None),
        // RFC 3986 section 3.2.3: `port = *DIGIT`.
        ("ftp://h:/", Some(3986)),
        ("telnet://h:/", Some(3986)),
        ("gopher://h:/", Some(3986)),
        ("ftp://h:65536/", None),
        // RFC 6068 section 2: `mailtoURI = "mailto:" [ to ] [ hfields ]`.
        ("mailto:", Some(6068)),
        ("mailto:?to=joe@h", Some(6068)),
        ("mailto:joe", None),
        ("mailto://joe@h", None),
        // RFC 5538 section 2: `newsURL = "news:" [ server "/" ] ( article / newsgroups )`, and a group of any group-char.
        ("news://h/a", Some(5538)),
        ("news://h", None),
        ("news:1abc", Some(5538)),
        ("nntp://h/1x/1", Some(5538)),
        ("news:1%0Da", None),
        ("news:a/b", None),
        ("http://u@h/", None),
    ] {
        let error = View::from_uri(UriRef::parse(uri).unwrap()).unwrap_err();
        assert_eq!(error.allowed_by(), allowed_by, "{uri}");
        let message = error.to_string();
        let of_newer =
            allowed_by.map(|rfc| std::format!("; RFC {rfc}, which replaced this rule, allows it"));
        assert_eq!(message.contains("RFC"), of_newer.is_some(), "{message}");
        assert!(message.contains(&of_newer.unwrap_or_default()), "{message}");
    }
    // RFC 9110 section 4.2.1 and RFC 3986 section 6.2.3 have no rule against an empty port.
    for uri in ["http://h:/", "https://h:/", "HTTP://h:"] {
        assert!(View::from_uri(UriRef::parse(uri).unwrap()).is_ok(), "{uri}");
    }
}
