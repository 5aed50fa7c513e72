//! Normal forms: one CRI for all that are equivalent (sections 4, 6 and 7.1; RFC 3986 sections 6.2.2 and 6.2.3).

use crate::pet::{self, Field, Octet};
use crate::reference::{Authority, AuthoritySection, Host, Piece, Reference, Scheme, Text};
use crate::{Checked, Flaw, Revision, registry};

/// The rules of a normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Those of syntax: percent-encoding and the two spellings of a scheme.
    Syntax,
    /// Those of schemes, too: default ports, the path of a root, the hosts of `file`, and the domains of `mailto`.
    Scheme,
}

/// The one form of a CRI for all that are equivalent by these rules.
#[must_use]
pub fn normal_form(reference: &Reference, rules: Rules, revision: Revision) -> Reference {
    let mut normal = reference.clone();
    let name = match &reference.scheme {
        Some(Scheme::Name(name)) => Some(name.as_str()),
        Some(Scheme::Number(number)) => registry::name(*number, revision),
        None => None,
    };
    // 5.1.1: by number where the registry has one.
    if let Some(number) = name.and_then(|name| registry::number(name, revision)) {
        normal.scheme = Some(Scheme::Number(number));
    }
    // 7.1: text, where text can express the item.
    let texts = |texts: &mut Vec<Text>, field| {
        texts.iter_mut().for_each(|text| *text = as_text(text, field, revision));
    };
    normal.path.iter_mut().for_each(|path| texts(path, Field::Segment));
    normal.query.iter_mut().for_each(|query| texts(query, Field::Parameter));
    normal.fragment.iter_mut().for_each(|text| *text = as_text(text, Field::Fragment, revision));
    if let AuthoritySection::Authority(authority) = &mut normal.authority {
        authority
            .userinfo
            .iter_mut()
            .for_each(|text| *text = as_text(text, Field::Userinfo, revision));
        if let Host::Name(labels) = &mut authority.host {
            texts(labels, Field::Label);
        }
        if rules == Rules::Scheme {
            // RFC 3986 section 3.2.3
            let default_port = name.and_then(registry::default_port);
            authority.port = authority.port.filter(|port| Some(*port) != default_port);
            // SP1; RFC 3986 section 6.2.3: "In general, a URI that uses the generic syntax for authority with an empty path
            // should be normalized to a path of "/"". The form of a CRI has the shorter one of the two.
            if default_port.is_some()
                && matches!(normal.path.as_deref(), Some([segment]) if segment.is_empty())
            {
                normal.path = Some(Vec::new());
            }
            // RFC 1738 section 3.10; RFC 3986 section 6.2.3: "if, however, either the userinfo or port subcomponent is
            // non-empty, then the host should be given explicitly".
            let localhost = [Text::Plain("localhost".to_owned())];
            if let Host::Name(labels) = &mut authority.host
                && name == Some("file")
                && *labels == localhost
                && authority.userinfo.is_none()
                && authority.port.is_none()
            {
                *labels = vec![Text::Plain(String::new())];
            }
        }
    } else if let (Rules::Scheme, Some("mailto"), Some(path)) = (rules, name, &mut normal.path) {
        lower_domains(path, revision);
    }
    normal
}

/// RFC 6068 sections 2 and 5: commas separate addresses, the last at sign of each ends its local part, and the case of the domain
/// after it does not matter. A domain has no slash.
fn lower_domains(path: &mut Vec<Text>, revision: Revision) {
    // `None` separates segments.
    let mut octets: Vec<Option<Octet>> = Vec::new();
    for (index, segment) in path.iter().enumerate() {
        octets.extend((index > 0).then_some(None));
        octets.extend(octets_of(segment).into_iter().map(Some));
    }
    let is = |octet: &Option<Octet>, byte| {
        octet.is_some_and(|octet| octet.byte == byte && !octet.escaped)
    };
    for address in octets.split_mut(|octet| is(octet, b',')) {
        let Some(at) = address.iter().rposition(|octet| is(octet, b'@')) else { continue };
        let domain = &mut address[at + 1..];
        if domain.iter().all(Option::is_some) {
            domain.iter_mut().flatten().for_each(|octet| octet.byte.make_ascii_lowercase());
        }
    }
    let segments = octets.split(Option::is_none).map(|segment| {
        let segment: Vec<_> = segment.iter().copied().flatten().collect();
        pet::from_octets(&segment, Field::Segment, revision)
    });
    if !path.is_empty() {
        *path = segments.collect();
    }
}

/// 7.1: bytes become text unless that would be another URI.
fn as_text(text: &Text, field: Field, revision: Revision) -> Text {
    pet::from_octets(&octets_of(text), field, revision)
}

fn octets_of(text: &Text) -> Vec<Octet> {
    let mut octets = Vec::new();
    for piece in text.pieces() {
        let (bytes, escaped) = match piece {
            Piece::Text(text) => (text.into_bytes(), false),
            Piece::Pet(bytes) => (bytes, true),
        };
        octets.extend(bytes.into_iter().map(|byte| Octet { byte, escaped, at: 0 }));
    }
    octets
}

/// 5.1.1: the CRI of one revision as a CRI of another. The revisions number two schemes differently.
///
/// # Errors
///
/// `unknown-scheme`: a revision has no number or no name. `colon-in-userinfo`: the revisions disagree on its URI (6.1).
pub fn renumber(reference: &Reference, from: Revision, to: Revision) -> Checked<Reference> {
    let mut flaws = Vec::new();
    let mut renumbered = reference.clone();
    if let Some(Scheme::Number(number)) = reference.scheme {
        match registry::name(number, from).and_then(|name| registry::number(name, to)) {
            Some(number) => renumbered.scheme = Some(Scheme::Number(number)),
            None => flaws.push(Flaw::new("unknown-scheme").of("scheme")),
        }
    }
    if let AuthoritySection::Authority(Authority { userinfo: Some(userinfo), .. }) =
        &reference.authority
        && userinfo
            .pieces()
            .iter()
            .any(|piece| matches!(piece, Piece::Text(text) if text.contains(':')))
    {
        flaws.push(Flaw::new("colon-in-userinfo").of("userinfo"));
    }
    if flaws.is_empty() { Ok(renumbered) } else { Err(flaws) }
}
