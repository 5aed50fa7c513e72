//! Normalisation of URI references, in steps that can be combined, and comparison (RFC 3986 section 6).

use core::fmt::{self, Write};
use core::net::Ipv6Addr;

use cri_core::IpText;
use cri_registry::Table;

use crate::equivalence::scheme_rules::{SchemeRules, address_pieces};
use crate::text::grammar::host::{UriHost, is_localhost};
use crate::text::grammar::scheme::find_scheme;
use crate::text::path::Dotless;
use crate::text::path::dot_segments::{Dots, Removal};
use crate::text::pct::spelling::{Bytes, Spelling};
use crate::text::uri_ref::{Uri, UriRef};

/// A set of steps of normalisation. Doing each of them once is enough: again, they change nothing.
///
/// ```
/// use cri_uri::{Normalization, Table, UriRef};
///
/// let uri = UriRef::parse("HTTP://Example.com:80/%7ea/./b")?;
/// let normal = |steps| uri.normalize(steps, Table::DRAFT_16).to_string();
/// assert_eq!(normal(Normalization::CASE), "http://example.com:80/%7Ea/./b");
/// assert_eq!(normal(Normalization::PERCENT.with(Normalization::DOT_SEGMENTS)), "HTTP://Example.com:80/~a/b");
/// assert_eq!(normal(Normalization::SYNTAX), "http://example.com:80/~a/b");
/// assert_eq!(normal(Normalization::ALL), "http://example.com/~a/b");
/// # Ok::<(), cri_uri::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Normalization(u8);

impl Normalization {
    /// No step: URIs are compared character by character (section 6.2.1).
    pub const NONE: Self = Self(0);
    /// Scheme and host to lower case, the digits of triplets to upper case (section 6.2.2.1). A percent-encoded letter
    /// of the host changes only if [`PERCENT`](Self::PERCENT) decodes it. A zone identifier keeps its case.
    pub const CASE: Self = Self(1);
    /// Triplets of unreserved characters to those characters, in every component (section 6.2.2.2).
    ///
    /// Dot-segments go first: this step without [`DOT_SEGMENTS`](Self::DOT_SEGMENTS) makes `/a/../../g` of
    /// `/a/%2E%2E/../g`, which names another resource. Take both steps together.
    pub const PERCENT: Self = Self(2);
    /// Removes dot-segments from the path (section 6.2.2.3): `.` and `..`, and then, if [`PERCENT`](Self::PERCENT) is
    /// among the steps, those that decoding makes. So `http://h/a/%2E%2E/../g` becomes `http://h/a/g`, as it does if it
    /// is resolved before it is normalised (section 5.2.1). Browsers remove both at once, and make `http://h/g` of it.
    ///
    /// A path that depends on a base keeps its dot-segments: resolve it first. If a `..` of it would remove a
    /// percent-encoded dot-segment, both steps together keep all of these encoded, because decoded they would lead
    /// elsewhere.
    pub const DOT_SEGMENTS: Self = Self(4);
    /// An IPv6 address in the spelling of RFC 5952. All spellings of an address are one host (section 3.2.2).
    pub const ADDRESS: Self = Self(32);
    /// Syntax-based normalisation: the four steps above (section 6.2.2).
    pub const SYNTAX: Self =
        Self(Self::CASE.0 | Self::PERCENT.0 | Self::DOT_SEGMENTS.0 | Self::ADDRESS.0);
    /// Removes a port without digits, and its colon (section 3.2.3).
    pub const EMPTY_PORT: Self = Self(8);
    /// Scheme-based normalisation (section 6.2.3), which does not change the fragment:
    ///
    /// - A port without digits goes, and so does the default port of the scheme, even after zeros (section 3.2.3).
    /// - An empty path after an authority becomes `/`, for schemes that have a default port.
    /// - The domains in the addresses of `mailto` go to lower case, if they have no slash.
    /// - The host `localhost` of `file` becomes the empty host (RFC 1738 section 3.10).
    pub const SCHEME: Self = Self(Self::EMPTY_PORT.0 | 16);
    /// Every step.
    pub const ALL: Self = Self(Self::SYNTAX.0 | Self::SCHEME.0);

    /// Each step with its name, in the order of section 6.2.
    ///
    /// ```
    /// use cri_uri::Normalization;
    ///
    /// let all = Normalization::NAMES.iter().fold(Normalization::NONE, |steps, (_, step)| steps.with(*step));
    /// assert_eq!(all, Normalization::ALL);
    /// assert_eq!(Normalization::NAMES.map(|(name, _)| name), ["case", "percent", "dots", "address", "scheme"]);
    /// ```
    pub const NAMES: [(&'static str, Self); 5] = [
        ("case", Self::CASE),
        ("percent", Self::PERCENT),
        ("dots", Self::DOT_SEGMENTS),
        ("address", Self::ADDRESS),
        ("scheme", Self::SCHEME),
    ];

    /// The step that has this name among [`NAMES`](Self::NAMES), if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|(_, step)| *step)
    }

    /// These steps, and `steps` as well.
    #[must_use]
    pub const fn with(self, steps: Self) -> Self {
        Self(self.0 | steps.0)
    }

    /// Whether all of `steps` are among these.
    #[must_use]
    pub const fn has(self, steps: Self) -> bool {
        self.0 & steps.0 == steps.0
    }
}

/// Shows the set of steps.
impl fmt::Debug for Normalization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = [
            (Self::CASE, "CASE"),
            (Self::PERCENT, "PERCENT"),
            (Self::DOT_SEGMENTS, "DOT_SEGMENTS"),
            (Self::ADDRESS, "ADDRESS"),
            (Self::SCHEME, "SCHEME"),
            (Self::EMPTY_PORT, "EMPTY_PORT"),
        ];
        let mut set = f.debug_set();
        for (_, name) in steps.into_iter().filter(|(step, _)| self.has(*step)) {
            set.entry(&format_args!("{name}"));
        }
        set.finish()
    }
}

impl<'a> UriRef<'a> {
    /// This reference after `steps`. `schemes` knows the default ports.
    ///
    /// If the path of a URI without an authority would come out as `//…`, it is written as `/.//…`, which does not read
    /// as an authority.
    ///
    /// ```
    /// use cri_uri::{Normalization, Table, UriRef};
    ///
    /// // A relative reference keeps its dot-segments: they depend on the base.
    /// let reference = UriRef::parse("../%7Ea/./b")?;
    /// assert_eq!(reference.normalize(Normalization::ALL, Table::DRAFT_16).to_string(), "../~a/./b");
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn normalize(self, steps: Normalization, schemes: Table) -> Normalized<'a> {
        Normalized::new(self, steps, schemes)
    }
}

impl Uri<'_> {
    /// Whether this URI and `other` have one normal form after `steps`, fragments included. One action retrieves both
    /// if they are equivalent [without their fragments](Uri::without_fragment) (section 6.1).
    ///
    /// The steps are the rung of the ladder: [`NONE`](Normalization::NONE) compares character by character (section
    /// 6.2.1), [`SYNTAX`](Normalization::SYNTAX) is section 6.2.2, and [`ALL`](Normalization::ALL) 6.2.3. URIs that
    /// differ on one rung may be equivalent on the next, and never the other way round. Nothing is retrieved
    /// (section 6.2.4).
    ///
    /// The meaning of a relative reference depends on its base, so [resolve](Uri::resolve) it first (section 6.1).
    ///
    /// ```
    /// use cri_uri::{Normalization, Table, Uri};
    ///
    /// let a = Uri::parse("http://example.com")?;
    /// let b = Uri::parse("HTTP://EXAMPLE.com:80/%2e")?;
    /// assert!(!a.equivalent(b, Normalization::SYNTAX, Table::DRAFT_16));
    /// assert!(a.equivalent(b, Normalization::ALL, Table::DRAFT_16));
    /// # Ok::<(), cri_uri::ParseError>(())
    /// ```
    #[must_use]
    pub fn equivalent(self, other: Uri<'_>, steps: Normalization, schemes: Table) -> bool {
        self.normalize(steps, schemes).same_text(&other.normalize(steps, schemes))
    }
}

/// A piece of text, and the spelling that it is written in.
type Part<'a> = (&'a str, Spelling);

/// A URI reference after normalisation.
#[derive(Clone, Copy)]
pub struct Normalized<'a> {
    uri: UriRef<'a>,
    /// The digits of its triplets are in upper case exactly if scheme and host are in lower case.
    spelling: Spelling,
    /// The host after the steps, in its original spelling, in two parts. Only the first is in lower case.
    host: Option<[&'a str; 2]>,
    /// The address between the two parts, which are the brackets then.
    address: Option<Ipv6Addr>,
    /// The port that stays.
    port: Option<&'a str>,
    path: Dotless<'a>,
    /// Whether the path would read as an authority.
    guarded: bool,
    /// Whether the path holds e-mail addresses, whose domains are to be in lower case.
    addresses: bool,
    /// Whether percent-encoded dot-segments stay encoded.
    keeps_encoded: bool,
}

impl<'a> Normalized<'a> {
    fn new(uri: UriRef<'a>, steps: Normalization, schemes: Table) -> Self {
        let name = uri.scheme().filter(|_| steps.has(Normalization::SCHEME));
        let known = name.and_then(|name| find_scheme(name.as_bytes(), schemes));
        let rules = SchemeRules::new(name, known);
        let (case, decoded) = (steps.has(Normalization::CASE), steps.has(Normalization::PERCENT));
        let spelling = Spelling { decoded, upper: case, lower: false };

        let port = uri.port().filter(|port| match *port {
            "" => !steps.has(Normalization::EMPTY_PORT),
            _ => !rules.is_default_port(uri.port_number()),
        });
        let host = uri.host_str().map(|host| {
            let is_local = rules.has_local_host
                && (uri.userinfo(), port) == (None, None)
                && is_localhost(spelling.bytes(host));
            if is_local { "" } else { host }
        });
        let address = host.filter(|_| steps.has(Normalization::ADDRESS)).map(UriHost::parse);
        let address = match address {
            Some(UriHost::Ipv6 { address, .. }) => Some(address),
            _ => None,
        };
        let host = host.map(|host| split_host(host, address.is_some()));
        let path = uri.path();
        // Section 6.2.2.3: dot-segments of a path that is merged with a base's path have a meaning.
        let independent = !uri.is_relative() || uri.has_authority() || path.starts_with('/');
        let removes = steps.has(Normalization::DOT_SEGMENTS);
        let removal = match () {
            () if !removes || !independent => Removal::Nothing,
            () if decoded => Removal::LiteralThenEncoded,
            () => Removal::Literal,
        };
        let is_root = path.is_empty() && uri.has_authority() && rules.empty_path_is_root();
        let path = Dotless::new("", if is_root { "/" } else { path }, removal);
        let keeps_encoded = removes
            && decoded
            && !independent
            && Dotless::new("", uri.path(), Removal::LiteralThenEncoded).removed_encoded.is_some();
        let guarded = !uri.has_authority() && path.reads_as_authority();
        let addresses = rules.has_addresses && !uri.has_authority();
        Self { uri, spelling, host, address, port, path, guarded, addresses, keeps_encoded }
    }

    /// Writes the text.
    ///
    /// # Errors
    ///
    /// Those of `out`, and no other.
    pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        let spelling = self.spelling;
        self.front().into_iter().try_for_each(|(text, spelling)| spelling.write(out, text))?;
        if let Some(address) = self.address {
            write!(out, "{}", IpText(address.into()))?;
        }
        self.after_address().into_iter().try_for_each(|text| spelling.write(out, text))?;
        if self.guarded {
            out.write_str("/.")?;
        }
        let mut separator = if self.path.rooted { "/" } else { "" };
        let mut left = self.path.count;
        self.path.try_for_each(|segment| {
            out.write_str(separator)?;
            separator = "/";
            left = left.saturating_sub(1);
            self.segment(segment, left).try_for_each(|(part, spelling)| spelling.write(out, part))
        })?;
        self.back().into_iter().try_for_each(|text| spelling.write(out, text))
    }

    /// The text before the address or the second part of the host, in parts with their spelling.
    fn front(&self) -> [Part<'a>; 6] {
        let spelling = self.spelling;
        let lower = spelling.lower_if(spelling.upper);
        let [scheme, colon] = with_sign(self.uri.scheme(), ":");
        let [userinfo, at_sign] = with_sign(self.uri.userinfo(), "@");
        let [name, slashes] = with_sign(self.host.map(|[name, _]| name), "//");
        [
            (scheme, lower),
            (colon, spelling),
            (slashes, spelling),
            (userinfo, spelling),
            (at_sign, spelling),
            (name, lower),
        ]
    }

    /// The text from there to the path, in parts.
    fn after_address(&self) -> [&'a str; 3] {
        let [port, colon] = with_sign(self.port, ":");
        [self.host.map_or("", |[_, zone]| zone), colon, port]
    }

    /// The text after the path, in parts.
    fn back(&self) -> [&'a str; 4] {
        let [query, question_mark] = with_sign(self.uri.query(), "?");
        let [fragment, number_sign] = with_sign(self.uri.fragment(), "#");
        [question_mark, query, number_sign, fragment]
    }

    /// The bytes of all text but the address and the path.
    fn around_path(&self) -> impl Iterator<Item = u8> + use<'a> {
        let spelling = self.spelling;
        let others = self.after_address().into_iter().chain(self.back());
        self.front().into_iter().chain(others.map(move |text| (text, spelling))).flat_map(bytes)
    }

    /// The segment that `left` others follow, in parts with their spelling.
    fn segment(&self, segment: &'a str, left: usize) -> impl Iterator<Item = Part<'a>> + use<'a> {
        let Self { addresses, mut spelling, .. } = *self;
        spelling.decoded &= !(self.keeps_encoded && Dots::of(segment.as_bytes()).is_some());
        let whole = (!addresses).then_some((segment.len(), false));
        let pieces = addresses.then(|| address_pieces(segment.bytes().map(Some), left == 0));
        let mut rest = segment;
        whole.into_iter().chain(pieces.into_iter().flatten()).map(move |(len, is_domain)| {
            let (piece, after) = rest.split_at_checked(len).unwrap_or((rest, ""));
            rest = after;
            (piece, spelling.lower_if(is_domain))
        })
    }

    /// Whether `other`, made by the same steps, has the same text.
    pub(crate) fn same_text(&self, other: &Self) -> bool {
        self.address == other.address
            && self.around_path().eq(other.around_path())
            && (self.path.rooted, self.path.count) == (other.path.rooted, other.path.count)
            && self.path.rev().zip(other.path.rev()).enumerate().all(|(left, (one, two))| {
                self.segment(one, left).flat_map(bytes).eq(other.segment(two, left).flat_map(bytes))
            })
    }
}

/// A part and its delimiter, which are empty if there is no part.
fn with_sign<'a>(part: Option<&'a str>, sign: &'static str) -> [&'a str; 2] {
    part.map_or([""; 2], |part| [part, sign])
}

/// The parts of a host. RFC 6874: a percent sign in brackets begins the zone identifier, which keeps its case. If
/// `is_address`, the address between the parts is left out.
fn split_host(host: &str, is_address: bool) -> [&str; 2] {
    let has_brackets = host.starts_with('[');
    let zone = host.bytes().position(|byte| byte == b'%' || (is_address && byte == b']'));
    let zone = zone.filter(|_| has_brackets).unwrap_or(host.len());
    let (name, zone) = host.split_at_checked(zone).unwrap_or((host, ""));
    [if is_address { "[" } else { name }, zone]
}

fn bytes((text, spelling): Part<'_>) -> Bytes<'_> {
    spelling.bytes(text)
}

displayed!(Normalized => UriRef);

#[cfg(test)]
mod tests {
    use std::string::{String, ToString};

    use super::*;

    fn normal(text: &str, steps: Normalization) -> String {
        UriRef::parse(text).unwrap().normalize(steps, Table::DRAFT_16).to_string()
    }

    // shows: R3986-3.2-03, R3986-6.2.3-01, R3986-6.2.3-03, R3986-6.2.3-04, R3986-6.2.3-05
    #[test]
    fn schemes_have_steps_of_their_own() {
        for (text, expected) in [
            ("http://example.com", "http://example.com/"),
            ("http://example.com:/", "http://example.com/"),
            ("http://example.com:80/", "http://example.com/"),
            ("HTTP://example.com:00080?", "HTTP://example.com/?"),
            ("http://a:8080/#", "http://a:8080/#"),
            ("http://a:65616/", "http://a:65616/"),
            ("http://a:/#:80", "http://a/#:80"),
            ("coap://h:5683", "coap://h/"),
            ("coaps://h:5683", "coaps://h:5683/"),
            ("x://h:", "x://h"),
            ("x://h:0", "x://h:0"),
            ("//h:", "//h"),
            ("//h:80", "//h:80"),
            ("http:", "http:"),
            ("mailto:Joe@Example.COM", "mailto:Joe@example.com"),
            ("MAILTO:Joe@Example.COM?to=A@B#C@D", "MAILTO:Joe@example.com?to=A@B#C@D"),
            ("mailto:A@B@C,D,%45@%45,@X", "mailto:A@B@c,D,%45@%45,@x"),
            ("mailto:A/B@C", "mailto:A/B@c"),
            ("mailto:A@B/C,D@E/F", "mailto:A@B/C,D@E/F"),
            ("mailto:A@B,C@D/", "mailto:A@b,C@D/"),
            ("mailto://A@B", "mailto://A@B"),
            ("tel:A@B", "tel:A@B"),
            ("file://LocalHost/A", "file:///A"),
            ("FILE://localhost:/A", "FILE:///A"),
            ("file://localhost:1/", "file://localhost:1/"),
            ("file://@localhost/", "file://@localhost/"),
            ("file://localhost.x/", "file://localhost.x/"),
            ("ftp://localhost/", "ftp://localhost/"),
        ] {
            assert_eq!(normal(text, Normalization::SCHEME), expected);
        }
        assert_eq!(normal("mailto:%45@%45", Normalization::ALL), "mailto:E@e");
        assert_eq!(normal("file://%6Cocalhost/", Normalization::SCHEME), "file://%6Cocalhost/");
        assert_eq!(normal("file://%6Cocalhost/", Normalization::ALL), "file:///");
        let firmware = Table::COAP_DRAFT_16;
        let uri = UriRef::parse("http://h:80").unwrap();
        assert_eq!(uri.normalize(Normalization::ALL, firmware).to_string(), "http://h:80");
    }
}
