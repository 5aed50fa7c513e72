//! The names of hosts that a program may request, and the names that software misreads.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use ::idna::AsciiDenyList;
use ::idna::uts46::{DnsLength, Hyphens, Uts46};
use cri_core::{Component, HostName};

use crate::host::{ACE_PREFIX, LONGEST_LABEL, LONGEST_NAME, as_old_idna_reads, number};

/// The top-level domains whose names lead to this host: by RFC 6761 section 6.3, and by the hosts files of many systems.
const LOCAL: [&str; 4] = ["localhost", "localdomain", "localdomain4", "localdomain6"];

/// The domains of names for use inside a network alone: multicast DNS (RFC 6762), ICANN's reservation for private use, homes
/// (RFC 8375), and those that networks use although nobody reserved them (RFC 6762 appendix G).
const INTERNAL: [&[Option<&str>]; 8] = [
    &[Some("local")],
    &[Some("internal")],
    &[Some("home"), Some("arpa")],
    &[Some("intranet")],
    &[Some("private")],
    &[Some("corp")],
    &[Some("home")],
    &[Some("lan")],
];

/// The domain whose names Windows reads as IPv6 addresses, without a look-up.
const IPV6_LITERAL: [Option<&str>; 2] = [Some("ipv6-literal"), Some("net")];

/// The name of a host, or all names in a domain.
///
/// `sensor.example` allows this name alone. `.devices.example` allows every name under `devices.example`, but not
/// `devices.example` itself. `.` allows every name that contains a dot, and so not `localhost`. It does not allow names under
/// `localhost` either, nor under the `localdomain` of many hosts files: name these in a rule of their own.
///
/// A name consists of labels of ASCII letters, digits, `-` and `_`, with dots between them. No rule matches a name that
/// software may read in different ways:
///
/// - a name with other characters. Write `xn--bcher-kva.example` for `bücher.example`;
/// - a label `xn--…` that IDNA does not write, such as `xn--localhost-`. Some software decodes it to another name
///   (CVE-2024-12224);
/// - a last label that begins with a digit or is a number in another script, because an address may end so;
/// - a name under `ipv6-literal.net`, which Windows reads as an address;
/// - a label that begins with `-`, which a command may take for an option;
/// - a name with a dot at its end, a label of more than 63 bytes, or a name of more than 253 (RFC 1035 section 2.3.4).
///
/// ```
/// use cri_check::NameRule;
///
/// for text in ["localhost", "sensor.example", ".devices.example", "xn--bcher-kva.example", "."] {
///     assert!(text.parse::<NameRule>().is_ok());
/// }
/// for text in ["", "*.example", "sensor.example.", "b\u{fc}cher.example", "192.0.2.1", "xn--sensor-.example", "-x.example"] {
///     assert!(text.parse::<NameRule>().is_err());
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameRule(
    /// INVARIANT: lower case.
    String,
);

impl NameRule {
    pub(crate) fn matches(&self, name: HostName<'_>) -> bool {
        let Some(domain) = self.0.strip_prefix('.') else {
            return name == *self.0;
        };
        let labels = domain.split_terminator('.');
        let len = labels.clone().count().max(1);
        let first = name.labels().len().saturating_sub(len);
        let mut end = name.labels().skip(first);
        first > 0
            && match domain.is_empty() {
                true => end.all(|label| LOCAL.iter().all(|local| label != *local)),
                false => end.eq(labels),
            }
    }
}

impl FromStr for NameRule {
    type Err = ParseNameRuleError;

    fn from_str(text: &str) -> Result<Self, ParseNameRuleError> {
        let text = text.to_ascii_lowercase();
        let name = text.strip_prefix('.').unwrap_or(&text);
        let labels: Vec<_> = name.split('.').map(Some).collect();
        match text == "." || find_misreading(&labels).is_none() {
            true => Ok(Self(text)),
            false => Err(ParseNameRuleError(())),
        }
    }
}

/// The error in a text that is not a [`NameRule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseNameRuleError(());

impl fmt::Display for ParseNameRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "write NAME or .DOMAIN, of at most 253 bytes, with labels of 1 to 63 ASCII letters, digits, hyphens and \
             underscores; no label begins with a hyphen, the last one does not begin with a digit, and a label that \
             begins with xn-- is one that IDNA writes",
        )
    }
}

impl Error for ParseNameRuleError {}

cri_core::__own_kind!(ParseNameRuleError, _it => "name-rule", Component::Host);

/// Whether the name may be one of the public Internet: it has a dot, and its domain is not for names inside a network.
pub(crate) fn is_public(labels: &[Option<&str>]) -> bool {
    labels.len() > 1
        && !LOCAL.iter().any(|local| labels.ends_with(&[Some(local)]))
        && !INTERNAL.iter().any(|domain| labels.ends_with(domain))
}

/// What some software reads a name as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Misreading {
    /// An address.
    Address,
    /// Another name, or none.
    Name,
}

/// What some software reads a name as, if not as the name itself. The labels are in lower case. A label is `None` if it is
/// not text.
pub(crate) fn find_misreading(labels: &[Option<&str>]) -> Option<Misreading> {
    // A dot at the end does not change how `inet_aton` reads a number.
    let is_there = |label: &&str| as_old_idna_reads(label.as_bytes()).next().is_some();
    let last = labels.iter().flatten().copied().rfind(is_there).unwrap_or_default();
    if number(last.as_bytes()).is_some() || labels.ends_with(&IPV6_LITERAL) {
        return Some(Misreading::Address);
    }
    let dots = labels.len().saturating_sub(1);
    let len = labels.iter().flatten().fold(dots, |len, label| len.saturating_add(label.len()));
    let is_name = len <= LONGEST_NAME
        && labels.iter().all(|label| label.is_some_and(is_plain))
        // RFC 1738 section 3.1. Some software reads `0b1`, `1e2` and `1_0` as numbers.
        && !last.starts_with(|first: char| first.is_ascii_digit());
    if is_name { None } else { Some(Misreading::Name) }
}

/// Whether all software reads the label alike.
fn is_plain(label: &str) -> bool {
    (1..=LONGEST_LABEL).contains(&label.len())
        && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        && !label.starts_with('-')
        && (!label.starts_with(ACE_PREFIX) || is_ace(label))
}

/// Whether a label that begins with `xn--` is what IDNA writes for another label (UTS 46 section 4), and that one is not a
/// number in the digits of another script.
fn is_ace(label: &str) -> bool {
    let idna = Uts46::new();
    let (decoded, result) = idna.to_unicode(label.as_bytes(), AsciiDenyList::STD3, Hyphens::Check);
    let encoded =
        idna.to_ascii(decoded.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Ignore);
    result.is_ok()
        && !decoded.is_ascii()
        && !decoded.chars().all(char::is_numeric)
        && encoded.is_ok_and(|encoded| encoded == label)
}
