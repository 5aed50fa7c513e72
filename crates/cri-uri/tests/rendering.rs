//! Compares CRI to URI with a slow conversion that writes item by item and character by character.
//!
//! On 64-bit machines, runs of short plain items are copied at once. Most CRIs here are mutations of vectors, in which
//! heads, separators and bytes that look like them stand in all places, because these bytes decide where a run ends.

use std::fmt::Write;

use cri_core::{
    AuthoritySection, Builder, Cri, CriRef, Discard, Host, IpText, Piece, Revision, Scheme,
    Sections, TextOrPet,
};
use cri_testvectors::Corpus;
use cri_uri::{Options, ToUri};

const SUB_DELIMS: &str = "!$&'()*+,;=";

/// The characters, besides the unreserved ones, that a component does not percent-encode.
struct Raw(&'static str, &'static str);

fn text_of(item: TextOrPet<'_>, raw: &Raw) -> String {
    let mut text = String::new();
    for piece in item.pieces() {
        for &byte in piece.as_bytes() {
            let character = char::from(byte);
            let unreserved = character.is_ascii_alphanumeric() || "-._~".contains(character);
            if piece.is_text()
                && (unreserved || raw.0.contains(character) || raw.1.contains(character))
            {
                text.push(character);
            } else {
                write!(text, "%{byte:02X}").unwrap();
            }
        }
    }
    text
}

fn joined<'a>(items: impl Iterator<Item = TextOrPet<'a>>, separator: &str, raw: &Raw) -> String {
    items.map(|item| text_of(item, raw)).collect::<Vec<_>>().join(separator)
}

/// The URI reference of sections that have one (section 6.1).
fn slowly(sections: &Sections<'_>, options: Options) -> String {
    let mut uri = String::new();
    match sections.scheme() {
        Some(Scheme::Name(name)) => write!(uri, "{name}:").unwrap(),
        Some(Scheme::Number(number)) => {
            write!(uri, "{}:", options.schemes.by_number(number).unwrap().name).unwrap();
        }
        None => {}
    }
    if let AuthoritySection::Authority(authority) = sections.authority_section() {
        uri.push_str("//");
        if let Some(userinfo) = authority.userinfo() {
            let colon = if options.revision == Revision::Rfc9988 { ":" } else { "" };
            write!(uri, "{}@", text_of(userinfo.item(), &Raw(SUB_DELIMS, colon))).unwrap();
        }
        match authority.host() {
            Host::Name(name) => uri.push_str(&joined(name.labels(), ".", &Raw(SUB_DELIMS, ""))),
            Host::Ip(host) if host.address().is_ipv4() => {
                write!(uri, "{}", host.address()).unwrap();
            }
            Host::Ip(host) => {
                write!(uri, "[{}", IpText(host.address())).unwrap();
                if let Some(zone) = host.zone() {
                    uri.push_str("%25");
                    let is_unreserved =
                        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
                    for byte in zone.bytes() {
                        if is_unreserved(byte) {
                            uri.push(char::from(byte));
                        } else {
                            write!(uri, "%{byte:02X}").unwrap();
                        }
                    }
                }
                uri.push(']');
            }
        }
        if let Some(port) = authority.port() {
            write!(uri, ":{port}").unwrap();
        }
    }
    if let Some(path) = sections.path() {
        let has_colon = |piece: Piece<'_>| piece.is_text() && piece.as_bytes().contains(&b':');
        match sections.discard() {
            Discard::All
                if sections.authority_section() == AuthoritySection::Rootless
                    || path.is_empty() => {}
            Discard::All => uri.push('/'),
            Discard::Segments(1) => {
                let first = path.segments().next();
                if first.is_some_and(|first| first.is_empty() || first.pieces().any(has_colon)) {
                    uri.push_str("./");
                }
            }
            Discard::Segments(count) => {
                uri.push_str(&"../".repeat(usize::from(count.saturating_sub(1))));
            }
        }
        uri.push_str(&joined(path.segments(), "/", &Raw(SUB_DELIMS, ":@")));
    }
    if let Some(query) = sections.query().filter(|query| !query.is_empty()) {
        write!(uri, "?{}", joined(query.parameters(), "&", &Raw("!$'()*+,;=", ":@/?"))).unwrap();
    }
    if let Some(fragment) = sections.fragment() {
        write!(uri, "#{}", text_of(fragment, &Raw(SUB_DELIMS, ":@/?"))).unwrap();
    }
    uri
}

/// Compares the URIs in both revisions, and returns their number.
fn compare<'a>(cri: impl Into<Sections<'a>> + ToUri<'a> + Copy + std::fmt::Debug) -> usize {
    let options = [Options::default(), Options::new(Revision::Rfc9988)];
    let same = |options| match cri.to_uri(options) {
        Ok(uri) => {
            assert_eq!(uri.to_string(), slowly(&cri.into(), options), "{cri:?}");
            1
        }
        Err(_) => 0,
    };
    options.map(same).iter().sum()
}

/// Heads of short and long texts, of sequences, and of items that end a run. Characters that stand unencoded in some
/// components or in none, some of which are heads as well.
const BYTES: [u8; 24] = [
    0x00, 0x17, 0x18, 0x41, 0x60, 0x61, 0x67, 0x77, 0x78, 0x80, 0x82, 0xc3, 0xf4, 0xf6, b'%', b'&',
    b'.', b'/', b':', b'=', b'?', b'@', b'~', 0x7f,
];

/// The bytes with one byte replaced, with one inserted, and with one removed, at each place.
fn mutations(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let places = (0..bytes.len()).flat_map(|at| BYTES.map(|byte| (at, byte)));
    places.flat_map(move |(at, byte)| {
        let (front, back) = bytes.split_at(at);
        [
            [front, &[byte], &back[1..]].concat(),
            [front, &[byte], back].concat(),
            [front, &back[1..]].concat(),
        ]
    })
}

fn all_cris() -> Vec<Vec<u8>> {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    let decoded = corpus.decode.iter().map(|vector| vector.cbor.clone());
    let converted = corpus.convert.iter().filter_map(|vector| vector.cbor.clone());
    let resolved = corpus
        .resolve
        .iter()
        .flat_map(|vector| [vector.base_cbor.clone(), vector.reference_cbor.clone()]);
    let mut all: Vec<_> =
        decoded.chain(converted).chain(resolved).filter(|cri| cri.len() <= 200).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn mutations_of_all_vectors() {
    let mut compared = 0;
    for cri in all_cris() {
        for cri in mutations(&cri).chain([cri.clone()]) {
            compared += CriRef::decode(&cri).map_or(0, compare);
        }
    }
    assert!(compared > 100_000, "{compared}");
}

#[test]
fn paths_in_two_runs() {
    let corpus = Corpus::load().unwrap_or_else(|error| panic!("{error}"));
    let mut compared = 0;
    for vector in &corpus.resolve {
        let Ok(base) = Cri::decode(&vector.base_cbor) else { continue };
        for reference in mutations(&vector.reference_cbor).chain([vector.reference_cbor.clone()]) {
            let resolved =
                CriRef::decode(&reference).ok().and_then(|reference| base.resolve(reference).ok());
            compared += resolved.map_or(0, compare);
        }
    }
    assert!(compared > 5_000, "{compared}");
}

/// The lengths include those around the size of a block and of a page.
#[test]
fn texts_of_all_lengths() {
    let mut compared = 0;
    for len in 0..300_usize {
        for odd in ["", ":", "/", "&", "@", "`", "%", " ", "\u{e9}", "\u{7f}"] {
            for at in [0, len / 2, len] {
                let mut text = "a".repeat(len);
                text.insert_str(at, odd);
                let (path, query) = (format!("{text}b"), &text);
                let cri = Builder::new(Revision::Draft16, Vec::new())
                    .scheme_number(0)
                    .label("h")
                    .segment("x")
                    .segment(&*path)
                    .segment("")
                    .parameter(&**query)
                    .parameter("y")
                    .finish();
                compared += compare(cri.unwrap().as_cri_ref());
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// Items that are copied at once and items that end such a run, side by side in all orders.
#[test]
fn items_in_all_orders() {
    let long = ["\x78\x18", &"l".repeat(24)].concat().into_bytes();
    let longest = [&[0x77], "n".repeat(23).as_bytes()].concat();
    let items: [&[u8]; 9] = [
        b"\x60",
        b"\x61a",
        b"\x61`",
        b"\x63b :",
        b"\x81\x41:",
        b"\x82\x61c\x41/",
        b"\x78\x01d",
        &longest,
        &long,
    ];
    let item = || items.into_iter().chain([[].as_slice()]);
    let mut compared = 0;
    for first in items {
        for (second, third) in item().flat_map(|second| item().map(move |third| (second, third))) {
            let count = [first, second, third].iter().filter(|item| !item.is_empty()).count() as u8;
            let run = [first, second, third].concat();
            let array = |more, port: &[u8]| [&[0x80 + count + more][..], &run, port].concat();
            let of_labels =
                |port: &[u8]| [b"\x82\x20", &*array(u8::from(!port.is_empty()), port)].concat();
            compared += [of_labels(b""), of_labels(b"\x07"), of_labels(b"\x19\x16\x33")]
                .into_iter()
                .chain(
                    [
                        b"\x83\x20\xf6".as_slice(),
                        b"\x83\x20\xf5",
                        b"\x83\x20\x81\x61h",
                        b"\x82\x01",
                        b"\x82\xf5",
                    ]
                    .map(|front| [front, &array(0, b"")].concat()),
                )
                .chain([[b"\x84\x20\x81\x61h\x80", &*array(0, b"")].concat()])
                .map(|cri| CriRef::decode(&cri).map_or(0, compare))
                .sum::<usize>();
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn addresses_with_zeros_in_all_places() {
    for zeros in 0..=u8::MAX {
        for others in [[0x0001, 0x0010], [0x0abc, 0xf09e], [0xffff, 0x1000]] {
            let group = |at: usize| if zeros >> at & 1 == 1 { 0_u16 } else { others[at % 2] };
            let octets: Vec<u8> = (0..8).flat_map(|at| group(at).to_be_bytes()).collect();
            for port in [b"".as_slice(), b"\x00", b"\x19\xff\xff"] {
                let head = if port.is_empty() { 0x81 } else { 0x82 };
                let cri = [&[0x82, 0x20, head, 0x50], &*octets, port].concat();
                assert_eq!(compare(CriRef::decode(&cri).unwrap()), 2);
            }
        }
    }
    for octet in 0..=u8::MAX {
        let [a, b, c, d] = [octet, 255 - octet, 0, octet / 2];
        assert_eq!(compare(CriRef::decode(&[0x82, 0x20, 0x81, 0x44, a, b, c, d]).unwrap()), 2);
        let mapped = [0x82, 0x20, 0x81, 0x50, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d];
        assert_eq!(compare(CriRef::decode(&mapped).unwrap()), 2);
    }
}
