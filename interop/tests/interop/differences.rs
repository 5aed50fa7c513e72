//! Where libcoap and aiocoap send other options than `cri coap` computes, and what decides.
//!
//! One difference is not here, since every port but 5683 would show it: libcoap always sends such a Uri-Port, and RFC
//! 7252 section 6.4 step 7 leaves it out where it is the port that the request goes to.

/// Who else sends requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Client {
    Libcoap,
    Aiocoap,
}

use Client::{Aiocoap, Libcoap};

/// The version of libcoap that these are of. That of aiocoap is in requirements.txt.
pub(crate) const LIBCOAP: &str = "4.3.1";

/// One difference.
pub(crate) struct Difference {
    pub(crate) client: Client,
    /// As it stands in the list of URIs.
    pub(crate) uri: &'static str,
    /// Options, or `refused` and the kind of error.
    pub(crate) ours: &'static str,
    /// Options, or `nothing` where no request is sent.
    pub(crate) theirs: &'static str,
    /// The section that decides, and how.
    pub(crate) why: &'static str,
}

const fn row(
    client: Client,
    uri: &'static str,
    ours: &'static str,
    theirs: &'static str,
    why: &'static str,
) -> Difference {
    Difference { client, uri, ours, theirs, why }
}

const DOTS: &str = "RFC 7252 section 6.4 step 2: resolving removes dot-segments, as RFC 3986 section 5.2.4 does it";
const ENCODED_DOTS: &str =
    "RFC 7252 section 5.10.1: no Uri-Path is `.` or `..`; RFC 3986 section 6.2.2.2: %2E is a dot like any other";
const EMPTY_QUERY: &str = "RFC 7252 section 6.4 step 9: a query of no characters is one argument of no characters";
const RESERVED: &str =
    "RFC 3986 section 2.2: %2C and %3D are not `,` and `=`; draft, section 8.1.1: no option says which";
const NOT_UTF_8: &str = "RFC 7252 section 3.2: text in an option is UTF-8; draft, section 8.1.1";
const FRAGMENT: &str = "RFC 7252 section 6.4 step 4: a fragment fails";
const TOO_LONG: &str = "RFC 7252 section 5.10: 255 bytes at most";
const CUT: &str =
    "RFC 7252 sections 6.4 steps 8 and 9, and 5.10: up to 255 bytes are sent; libcoap drops more than 100";
const PORT: &str = "draft, section 2, C7: a CRI has a port as a number or none; `:` and `:05683` are in no CRI";
const HOST_CASE: &str = "RFC 7252 section 6.4 step 5: in lower case";
const HOST_ENCODED: &str =
    "RFC 7252 section 6.4 step 5: percent-encoding is decoded; theirs looks the host up before that";
const SAME_ADDRESS: &str = "RFC 7252 section 6.4 step 5: no Uri-Host that is the destination, however it is written";
const ZONE: &str = "RFC 6874 section 2: `%25` begins a zone-id, here that of the destination";
const USERINFO: &str = "RFC 7252 section 6.1: none in such a URI; nobody sends it";

/// All of them.
pub(crate) const DIFFERENCES: &[Difference] = &[
    row(Libcoap, "coap://127.0.0.1:{port}/a/.", "Uri-Path: a, Uri-Path: (empty)", "Uri-Path: a", DOTS),
    row(Libcoap, "coap://127.0.0.1:{port}/a/..", "no options", "Uri-Path: a", DOTS),
    row(
        Libcoap,
        "coap://127.0.0.1:{port}/a/./b/../c",
        "Uri-Path: a, Uri-Path: c",
        "Uri-Path: a, Uri-Path: b, Uri-Path: c",
        DOTS,
    ),
    row(Aiocoap, "coap://127.0.0.1:{port}/../a", "Uri-Path: a", "Uri-Path: .., Uri-Path: a", DOTS),
    row(Aiocoap, "coap://127.0.0.1:{port}/a/.", "Uri-Path: a, Uri-Path: (empty)", "Uri-Path: a, Uri-Path: .", DOTS),
    row(Aiocoap, "coap://127.0.0.1:{port}/a/..", "no options", "Uri-Path: a, Uri-Path: ..", DOTS),
    row(
        Aiocoap,
        "coap://127.0.0.1:{port}/a/./b/../c",
        "Uri-Path: a, Uri-Path: c",
        "Uri-Path: a, Uri-Path: ., Uri-Path: b, Uri-Path: .., Uri-Path: c",
        DOTS,
    ),
    row(
        Libcoap,
        "coap://127.0.0.1:{port}/a/%2E%2e/c",
        "Uri-Path: c",
        "Uri-Path: a, Uri-Path: .., Uri-Path: c",
        ENCODED_DOTS,
    ),
    row(
        Aiocoap,
        "coap://127.0.0.1:{port}/a/%2E%2e/c",
        "Uri-Path: c",
        "Uri-Path: a, Uri-Path: .., Uri-Path: c",
        ENCODED_DOTS,
    ),
    row(Libcoap, "coap://127.0.0.1:{port}?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Libcoap, "coap://127.0.0.1:{port}/?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Aiocoap, "coap://127.0.0.1:{port}?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Aiocoap, "coap://127.0.0.1:{port}/?", "Uri-Query: (empty)", "no options", EMPTY_QUERY),
    row(Libcoap, "coap://127.0.0.1:{port}/a%2Cb", "refused: pet", "Uri-Path: a,b", RESERVED),
    row(Libcoap, "coap://127.0.0.1:{port}/?a%3Db", "refused: pet", "Uri-Query: a=b", RESERVED),
    row(Aiocoap, "coap://127.0.0.1:{port}/a%2Cb", "refused: pet", "Uri-Path: a,b", RESERVED),
    row(Aiocoap, "coap://127.0.0.1:{port}/?a%3Db", "refused: pet", "Uri-Query: a=b", RESERVED),
    row(Libcoap, "coap://127.0.0.1:{port}/%FF", "refused: pet", "Uri-Path: ff", NOT_UTF_8),
    row(Aiocoap, "coap://127.0.0.1:{port}/%FF", "refused: pet", "nothing", NOT_UTF_8),
    row(Libcoap, "coap://127.0.0.1:{port}/a?b#f", "refused: fragment", "Uri-Path: a, Uri-Query: b", FRAGMENT),
    row(Aiocoap, "coap://127.0.0.1:{port}/a?b#f", "refused: fragment", "nothing", FRAGMENT),
    row(Libcoap, "coap://127.0.0.1:{port}/{256}", "refused: too-long", "no options", TOO_LONG),
    row(Libcoap, "coap://127.0.0.1:{port}/?{256}", "refused: too-long", "no options", TOO_LONG),
    row(Aiocoap, "coap://127.0.0.1:{port}/{256}", "refused: too-long", "Uri-Path: {256}", TOO_LONG),
    row(Aiocoap, "coap://127.0.0.1:{port}/?{256}", "refused: too-long", "Uri-Query: {256}", TOO_LONG),
    row(Libcoap, "coap://127.0.0.1:{port}/{255}", "Uri-Path: {255}", "no options", CUT),
    row(Libcoap, "coap://127.0.0.1:{port}/%C3%BC{253}", "Uri-Path: ü{253}", "no options", CUT),
    row(Libcoap, "coap://127.0.0.1:{port}/?{255}", "Uri-Query: {255}", "no options", CUT),
    row(Libcoap, "coap://127.83.0.1:/a", "refused: empty-port", "Uri-Path: a", PORT),
    row(Libcoap, "coap://127.83.0.1:05683/a", "refused: port-leading-zero", "Uri-Path: a", PORT),
    row(Aiocoap, "coap://127.83.0.1:/a", "refused: empty-port", "Uri-Path: a", PORT),
    row(Aiocoap, "coap://127.83.0.1:05683/a", "refused: port-leading-zero", "Uri-Path: a", PORT),
    row(
        Libcoap,
        "coap://LocalHost:{port}/A",
        "Uri-Host: localhost, Uri-Path: A",
        "Uri-Host: LocalHost, Uri-Path: A",
        HOST_CASE,
    ),
    row(Libcoap, "coap://%6Cocalhost:{port}/a", "Uri-Host: localhost, Uri-Path: a", "nothing", HOST_ENCODED),
    row(Aiocoap, "coap://%6Cocalhost:{port}/a", "Uri-Host: localhost, Uri-Path: a", "nothing", HOST_ENCODED),
    row(Aiocoap, "coap://b%C3%BCcher.example:{port}/", "Uri-Host: bücher.example", "nothing", HOST_ENCODED),
    row(
        Libcoap,
        "coap://[0:0:0:0:0:0:0:1]:{port}/a",
        "Uri-Path: a",
        "Uri-Host: 0:0:0:0:0:0:0:1, Uri-Path: a",
        SAME_ADDRESS,
    ),
    row(Libcoap, "coap://[::1%25lo]:{port}/a", "Uri-Path: a", "nothing", ZONE),
    row(Aiocoap, "coap://[::1%25lo]:{port}/a", "Uri-Path: a", "nothing", ZONE),
    row(Libcoap, "coap://u@127.0.0.1:{port}/", "refused: userinfo", "nothing", USERINFO),
    row(Aiocoap, "coap://u@127.0.0.1:{port}/", "refused: userinfo", "nothing", USERINFO),
];
