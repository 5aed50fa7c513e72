//! The values of the crates in the terms of the model.

use cri_core::{Host, Sections, TextOrPet};
use model::reference::{self, Piece, Reference, Text};

/// An error of the crates: kind, component, offset.
pub(crate) type Error = (&'static str, Option<&'static str>, Option<usize>);

/// The value that the accessors of the crates show.
pub(crate) fn reference(sections: &Sections<'_>) -> Reference {
    let authority = match sections.authority_section() {
        cri_core::AuthoritySection::RootBased => reference::AuthoritySection::Null,
        cri_core::AuthoritySection::Rootless => reference::AuthoritySection::True,
        cri_core::AuthoritySection::Authority(authority) => {
            reference::AuthoritySection::Authority(reference::Authority {
                userinfo: authority.userinfo().map(|userinfo| text(userinfo.item())),
                host: match authority.host() {
                    Host::Ip(address) => reference::Host::Address {
                        bytes: address.octets().to_vec(),
                        zone: address.zone().map(str::to_owned),
                    },
                    Host::Name(name) => reference::Host::Name(name.labels().map(text).collect()),
                },
                port: authority.port(),
            })
        }
    };
    Reference {
        scheme: sections.scheme().map(|scheme| match scheme {
            cri_core::Scheme::Number(number) => reference::Scheme::Number(number),
            cri_core::Scheme::Name(name) => reference::Scheme::Name(name.to_owned()),
        }),
        authority,
        discard: match sections.discard() {
            cri_core::Discard::All => reference::Discard::All,
            cri_core::Discard::Segments(count) => reference::Discard::Segments(count),
        },
        path: sections.path().map(|path| path.segments().map(text).collect()),
        query: sections.query().map(|query| query.parameters().map(text).collect()),
        fragment: sections.fragment().map(text),
    }
}

fn text(item: TextOrPet<'_>) -> Text {
    match item.as_str() {
        Some(text) => Text::Plain(text.to_owned()),
        None => Text::Sequence(
            item.pieces()
                .map(|piece| match piece.as_str() {
                    Some(text) => Piece::Text(text.to_owned()),
                    None => Piece::Pet(piece.as_bytes().to_vec()),
                })
                .collect(),
        ),
    }
}

pub(crate) const fn revision(revision: model::Revision) -> cri_core::Revision {
    match revision {
        model::Revision::Draft16 => cri_core::Revision::Draft16,
        model::Revision::Rfc9988 => cri_core::Revision::Rfc9988,
    }
}

pub(crate) fn features(features: model::Features) -> cri_core::Features {
    let all = [
        (features.no_authority, "no-authority"),
        (features.userinfo, "userinfo"),
        (features.extended_cri, "extended-cri"),
        (features.scheme_name, "scheme-name"),
    ];
    all.into_iter().filter(|(on, _)| !on).fold(cri_core::Features::ALL, |features, (_, name)| {
        features.without(cri_core::Feature::from_name(name).expect("the name of a feature"))
    })
}
