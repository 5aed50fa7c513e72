//! Normal forms: one CRI for all that are equivalent (sections 4, 6 and 7.1; RFC 3986 sections 6.2.2 and 6.2.3).

use crate::coap::SCHEMES;
use crate::pet::{self, Field, Octet};
use crate::reference::{Authority, AuthoritySection, Host, Piece, Reference, Scheme, Text};
use crate::{Checked, Flaw, Revision, registry};

/// The rules of a normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Those of syntax: percent-encoding and the two spellings of a scheme.
    Syntax,
    /// Those of schemes, too: default ports (C7), and the path of a root (SP1).
    Scheme,
}

/// The form that converting the URI to a CRI would make (sections 6 and 7.1).
#[must_use]
pub fn canonical(reference: &Reference, rules: Rules, revision: Revision) -> Reference {
    let mut canonical = reference.clone();
    let name = match &reference.scheme {
        Some(Scheme::Name(name)) => Some(name.as_str()),
        Some(Scheme::Number(number)) => registry::name(*number, revision),
        None => None,
    };
    // 5.1.1: by number where the registry has one.
    if let Some(number) = name.and_then(|name| registry::number(name, revision)) {
        canonical.scheme = Some(Scheme::Number(number));
    }
    // 7.1: text, where text can express the item.
    let texts = |texts: &mut Vec<Text>, field| {
        texts.iter_mut().for_each(|text| *text = as_text(text, field, revision));
    };
    canonical.path.iter_mut().for_each(|path| texts(path, Field::Segment));
    canonical.query.iter_mut().for_each(|query| texts(query, Field::Parameter));
    canonical.fragment.iter_mut().for_each(|text| *text = as_text(text, Field::Fragment, revision));
    if let AuthoritySection::Authority(authority) = &mut canonical.authority {
        authority
            .userinfo
            .iter_mut()
            .for_each(|text| *text = as_text(text, Field::Userinfo, revision));
        if let Host::Name(labels) = &mut authority.host {
            texts(labels, Field::Label);
        }
        if rules == Rules::Scheme {
            // C7
            let default_port = name.and_then(registry::default_port);
            authority.port = authority.port.filter(|port| Some(*port) != default_port);
            // SP1; RFC 7252 section 6.4, RFC 8323 section 8, RFC 9110 section 4.2.3, RFC 6455 section 3.
            let is_alias = SCHEMES
                .into_iter()
                .chain(["http", "https", "ws", "wss"])
                .any(|known| Some(known) == name);
            if is_alias
                && matches!(canonical.path.as_deref(), Some([segment]) if segment.is_empty())
            {
                canonical.path = Some(Vec::new());
            }
        }
    }
    canonical
}

/// 7.1: bytes become text unless that would be another URI.
fn as_text(text: &Text, field: Field, revision: Revision) -> Text {
    let mut octets = Vec::new();
    for piece in text.pieces() {
        let (bytes, escaped) = match piece {
            Piece::Text(text) => (text.into_bytes(), false),
            Piece::Pet(bytes) => (bytes, true),
        };
        octets.extend(bytes.into_iter().map(|byte| Octet { byte, escaped, at: 0 }));
    }
    pet::from_octets(&octets, field, revision)
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
