//! The public interface to the schemes of RFC 1738: examples for each requirement, and properties.

use cri_core::{Buffer, SliceBuffer};
use cri_testvectors::assert_linear;
use cri_uri::scheme::{Decoded, File, Ftp, FtpCommand, Gopher, NewsItem, Typecode, View};
use cri_uri::{Options, UriRef};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn uri(text: &str) -> UriRef<'_> {
    UriRef::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn view(text: &str) -> View<'_> {
    View::from_uri(uri(text))
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .unwrap_or_else(|| panic!("{text}"))
}

fn octets(part: Decoded<'_>) -> Vec<u8> {
    part.bytes().collect()
}

// shows: R1738-5-03
#[test]
fn conversion_ignores_the_rules_of_schemes() {
    let texts =
        "http:///x http://u@h/ mailto: news:1abc wais://h/db/T/a/b file://h telnet://%0D@h/";
    for text in texts.split(' ') {
        assert!(
            View::from_uri(uri(text)).is_err()
                && uri(text).to_cri(Options::default(), Vec::new()).is_ok(),
            "{text}"
        );
    }
    // By RFC 1738 the question mark belongs to a name. By RFC 3986 it begins the query, also in the CRI.
    let cri = view("gopher://h/0a?b")
        .uri()
        .to_cri(Options::default(), Vec::new())
        .map(|cri| format!("{cri:?}"));
    assert_eq!(cri.as_deref(), Ok(r#"[-8602, ["h"], ["0a"], ["b"]]"#));
}

// shows: R1738-5-02
#[test]
fn grammar_lines_that_copies_lack_are_kept() {
    // gopherurl, whose rule lacks its beginning in some copies.
    assert!(matches!(view("gopher://h"), View::Gopher(gopher) if gopher.item_type() == b'1'));
    // ppath, psegment, fieldspec, fieldname and fieldvalue.
    let View::Prospero(prospero) = view("prospero://h/a?:@&=/b;c?:@&=d?:@&") else {
        panic!("another view")
    };
    assert_eq!(prospero.hsoname(), "a?:@&=/b");
    let fields: Vec<_> = prospero
        .fields()
        .map(|field| (field.name.as_encoded(), field.value.as_encoded()))
        .collect();
    assert_eq!(fields, [("c?:@&", "d?:@&")]);
}

// shows: R3986-7.2-02
#[test]
fn delimiters_are_not_decoded_for_the_wire() {
    // No view accepts them in a part that a protocol sends in a line. The URI keeps them.
    for text in [
        "telnet://h/%0D%0A",
        "telnet://u%0D%0A@h",
        "ftp://h/%0D%0ADELE%20a/b",
        "news:a%0D%0Aquit",
        "nntp://h/a%0A",
    ] {
        assert!(View::from_uri(uri(text)).is_err(), "{text}");
        assert_eq!(uri(text).to_string(), text);
    }
    let mut request = Vec::new();
    Gopher::try_from(uri("gopher://h/0a%20b%09c")).unwrap().write_request(&mut request).unwrap();
    assert_eq!(request, b"a b\tc\r\n");
}

#[test]
fn a_request_that_does_not_fit_changes_no_buffer() {
    let gopher = Gopher::try_from(uri("gopher://h/0a%20b%09c")).unwrap();
    for len in 1..8 {
        let mut space = [0; 8];
        let mut buffer = SliceBuffer::new(&mut space[..len]);
        buffer.push_bytes(b"x").unwrap();
        gopher.write_request(&mut buffer).unwrap_err();
        assert_eq!(buffer.as_slice(), b"x");
    }
}

// shows: R1738-3.2.4-01
#[test]
fn paths_of_ftp_are_commands() {
    // Each part stays one argument: "/etc" is one directory, and "a/b" is not two.
    let ftp = Ftp::try_from(uri("ftp://h/%2Fetc/a%2Fb/c")).unwrap();
    let arguments: Vec<_> = ftp
        .commands()
        .map(|command| match command {
            FtpCommand::Cwd(directory) => octets(directory),
            FtpCommand::Retr(name) => octets(name),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(arguments, [b"/etc".as_slice(), b"a/b", b"c"]);
    let segments: Vec<_> =
        File::try_from(uri("file:///a%2Fb/..%2Fc")).unwrap().segments().map(octets).collect();
    assert_eq!(segments, [b"a/b".as_slice(), b"../c"]);
}

/// The text between authority and fragment, recomposed from the parts of a view.
fn after_authority(view: View<'_>) -> String {
    let encoded = Decoded::as_encoded;
    let query = |query: Option<&str>| query.map(|query| format!("?{query}")).unwrap_or_default();
    let uri = view.uri();
    match view {
        View::File(file) => {
            let segments: Vec<_> = file.segments().map(encoded).collect();
            format!("/{}{}", segments.join("/"), query(uri.query()))
        }
        View::Ftp(_) if uri.path().is_empty() => query(uri.query()),
        View::Ftp(ftp) => {
            let directories: String =
                ftp.directories().map(|directory| format!("{}/", directory.as_encoded())).collect();
            let typecode = match ftp.typecode() {
                None => "",
                Some(Typecode::Ascii) => ";type=a",
                Some(Typecode::Image) => ";type=i",
                Some(Typecode::Directory) => ";type=d",
            };
            format!("/{directories}{}{typecode}{}", ftp.name().as_encoded(), query(uri.query()))
        }
        View::Gopher(_) if uri.path().len() < 2 && uri.query().is_none() => uri.path().to_owned(),
        View::Gopher(gopher) => {
            let search = gopher
                .search()
                .map(|search| format!("%09{}", search.as_encoded()))
                .unwrap_or_default();
            let plus =
                gopher.plus().map(|plus| format!("%09{}", plus.as_encoded())).unwrap_or_default();
            let item_type = match gopher.item_type() {
                item_type if uri.path().starts_with("/%") => format!("%{item_type:02X}"),
                item_type => char::from(item_type).to_string(),
            };
            format!("/{item_type}{}{search}{plus}", gopher.selector().as_encoded())
        }
        View::Http(_) => format!("{}{}", uri.path(), query(uri.query())),
        View::Mailto(mailto) => format!("{}{}", mailto.address().as_encoded(), query(uri.query())),
        View::News(news) => match news.item() {
            NewsItem::All => "*".to_owned(),
            NewsItem::Group(text) | NewsItem::Article(text) => text.as_encoded().to_owned(),
        },
        View::Nntp(nntp) => {
            let number =
                nntp.article_number().map(|number| format!("/{number}")).unwrap_or_default();
            format!("/{}{number}", nntp.group().as_encoded())
        }
        View::Prospero(prospero) => {
            let fields = prospero.fields();
            let fields: String = fields
                .map(|field| format!(";{}={}", field.name.as_encoded(), field.value.as_encoded()))
                .collect();
            format!("/{}{fields}", prospero.hsoname().as_encoded())
        }
        View::Telnet(_) => uri.path().to_owned(),
        View::Wais(wais) => {
            let document = wais.wtype().zip(wais.wpath());
            let document = document
                .map(|(wtype, wpath)| format!("/{}/{}", wtype.as_encoded(), wpath.as_encoded()));
            let search = query(wais.search().map(encoded));
            format!("/{}{}{search}", wais.database().as_encoded(), document.unwrap_or_default())
        }
    }
}

/// The userinfo, recomposed from user and password of a view that has them.
fn userinfo(view: View<'_>) -> Option<String> {
    let (user, password) = match view {
        View::Ftp(ftp) => (ftp.user(), ftp.password()),
        View::Telnet(telnet) => (telnet.user(), telnet.password()),
        _ => (None, None),
    };
    let password =
        password.map(|password| format!(":{}", password.as_encoded())).unwrap_or_default();
    user.map(|user| format!("{}{password}", user.as_encoded()))
}

/// The decoded parts that a line-based protocol sends.
fn sent(view: View<'_>) -> Vec<Vec<u8>> {
    match view {
        View::Ftp(ftp) => {
            let arguments = ftp.commands().filter_map(|command| match command {
                FtpCommand::Cwd(text) | FtpCommand::Retr(text) | FtpCommand::Nlst(text) => {
                    Some(text)
                }
                FtpCommand::Type(_) => None,
            });
            let login = ftp.user().into_iter().chain(ftp.password());
            login.chain(arguments).map(octets).collect()
        }
        View::Gopher(gopher) => {
            [gopher.selector()].into_iter().chain(gopher.search()).map(octets).collect()
        }
        View::Mailto(mailto) => vec![octets(mailto.address())],
        View::News(news) => match news.item() {
            NewsItem::All => Vec::new(),
            NewsItem::Group(text) | NewsItem::Article(text) => vec![octets(text)],
        },
        View::Nntp(nntp) => vec![octets(nntp.group())],
        View::Telnet(telnet) => {
            telnet.user().into_iter().chain(telnet.password()).map(octets).collect()
        }
        _ => Vec::new(),
    }
}

const SCHEMES: [&str; 10] =
    ["file", "ftp", "gopher", "http", "mailto", "news", "nntp", "prospero", "telnet", "wais"];

/// URIs of the ten schemes, many of which break a rule.
fn any_uri() -> impl Strategy<Value = String> {
    let text =
        |atoms: &'static [&'static str]| vec(select(atoms), 0..5).prop_map(|atoms| atoms.concat());
    let userinfo = select(
        &["", "", "", "u@", "u:p@", "@", ":@", "u:%3A@", "a.b@", "u%0D@", "u:p:q@", "u:%00@"][..],
    );
    // Blanks separate these. One is empty.
    let hosts = "h h h a.b 127.1 0x7f.1  localhost [::1] 1.2.3.4 a%FF -";
    let host = select(hosts.split(' ').collect::<Vec<_>>());
    let port = select(&["", "", "", ":21", ":80", ":070", ":25", ":", ":65536", ":8080"][..]);
    let authority = (userinfo, host, port)
        .prop_map(|(userinfo, host, port)| format!("//{userinfo}{host}{port}"));
    let path = text(&[
        "/", "/", "a", "b", "1", "%09", "%2F", "%3B", ";", "=", "type=i", ";type=a", "%0A", "@",
        "*", ".", ":",
    ]);
    let tail = text(&["a", "?", "?b", ";c=d", "@h", "%09+", "#f", "/1", "%00"]);
    (select(&SCHEMES[..]), prop_oneof![4 => authority, 1 => Just(String::new())], path, tail)
        .prop_map(|(scheme, authority, path, tail)| {
            let slash = if authority.is_empty() || path.is_empty() { "" } else { "/" };
            format!("{scheme}:{authority}{slash}{}{tail}", path.trim_start_matches('/'))
        })
}

proptest! {
    #[test]
    fn views_lose_nothing(text in any_uri()) {
        let Ok(uri) = UriRef::parse(&text) else { return Ok(()) };
        let Ok(Some(view)) = View::from_uri(uri) else { return Ok(()) };
        prop_assert_eq!(view.uri().as_str(), &*text);
        let fragment = uri.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
        let authority = uri.authority().map(|_| {
            let userinfo = userinfo(view).map(|userinfo| format!("{userinfo}@")).unwrap_or_default();
            let port = uri.port().map(|port| format!(":{port}")).unwrap_or_default();
            format!("//{userinfo}{}{port}", uri.host_str().unwrap_or_default())
        });
        let parts = format!(
            "{}:{}{}{fragment}",
            uri.scheme().unwrap_or_default(),
            authority.unwrap_or_default(),
            after_authority(view)
        );
        prop_assert_eq!(parts, text);
    }

    #[test]
    fn nothing_that_is_sent_ends_a_line(text in any_uri()) {
        let Ok(uri) = UriRef::parse(&text) else { return Ok(()) };
        let Ok(Some(view)) = View::from_uri(uri) else { return Ok(()) };
        for part in sent(view) {
            prop_assert!(!part.iter().any(|octet| b"\r\n\0".contains(octet)), "{:?}", part);
        }
    }

}

#[test]
fn time_is_linear() {
    for (unit, schemes) in [
        ("1.", &["http", "news"][..]),
        ("%31", &["nntp", "mailto"]),
        ("/", &["ftp", "file", "wais"]),
        (";a=b", &["prospero", "ftp"]),
        ("%09", &["gopher"]),
        ("%FF", &["ftp", "gopher"]),
    ] {
        for scheme in schemes {
            assert_linear(&format!("{scheme}: {unit}…"), 1 << 13, |len| {
                let long = unit.repeat(len / unit.len());
                for text in [format!("{scheme}:a{long}"), format!("{scheme}://h/a{long}")] {
                    if let Ok(Some(view)) = View::from_uri(uri(&text)) {
                        assert!(sent(view).iter().all(|part| part.len() <= text.len()));
                    }
                }
            });
        }
    }
}
