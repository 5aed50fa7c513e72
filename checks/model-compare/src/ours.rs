//! The values of the crates in the terms of the model.

use ::model::reference::{self as model, Piece, Reference, Text};
use cri_core::{AuthoritySection, Discard, Host, Scheme, Sections, TextOrPet};
use cri_uri::{Options, ToUri};

/// An error of the crates: kind, component, offset.
pub(crate) type Error = (&'static str, Option<&'static str>, Option<usize>);

/// Makes an [`Error`] of an error, with the properties that it has.
macro_rules! error {
    ($error:expr) => {
        ($error.kind().name(), Some($error.component().name()), None)
    };
    ($error:expr, offset) => {
        ($error.kind().name(), Some($error.component().name()), Some($error.offset()))
    };
}
pub(crate) use error;

/// The value that the accessors of the crates show.
pub(crate) fn reference(sections: &Sections<'_>) -> Reference {
    let authority = match sections.authority_section() {
        AuthoritySection::RootBased => model::AuthoritySection::Null,
        AuthoritySection::Rootless => model::AuthoritySection::True,
        AuthoritySection::Authority(authority) => {
            model::AuthoritySection::Authority(model::Authority {
                userinfo: authority.userinfo().map(|userinfo| text(userinfo.item())),
                host: match authority.host() {
                    Host::Ip(address) => model::Host::Address {
                        bytes: address.octets().to_vec(),
                        zone: address.zone().map(str::to_owned),
                    },
                    Host::Name(name) => model::Host::Name(name.labels().map(text).collect()),
                },
                port: authority.port(),
            })
        }
    };
    Reference {
        scheme: sections.scheme().map(|scheme| match scheme {
            Scheme::Number(number) => model::Scheme::Number(number),
            Scheme::Name(name) => model::Scheme::Name(name.to_owned()),
        }),
        authority,
        discard: match sections.discard() {
            Discard::All => model::Discard::All,
            Discard::Segments(count) => model::Discard::Segments(count),
        },
        path: sections.path().map(|path| path.segments().map(text).collect()),
        query: sections.query().map(|query| query.parameters().map(text).collect()),
        fragment: sections.fragment().map(text),
    }
}

fn text(item: TextOrPet<'_>) -> Text {
    let piece = |piece: cri_core::Piece<'_>| match piece.as_str() {
        Some(text) => Piece::Text(text.to_owned()),
        None => Piece::Pet(piece.as_bytes().to_vec()),
    };
    match item.as_str() {
        Some(text) => Text::Plain(text.to_owned()),
        None => Text::Sequence(item.pieces().map(piece).collect()),
    }
}

/// The encoding of a value.
pub(crate) fn encoded(
    sections: &Sections<'_>,
    revision: cri_core::Revision,
) -> Result<Vec<u8>, Error> {
    let mut buffer = Vec::new();
    sections.encode(revision, &mut buffer).map(|()| buffer).map_err(|error| error!(error))
}

/// The URI of a value.
pub(crate) fn uri<'a>(
    value: impl ToUri<'a>,
    revision: cri_core::Revision,
) -> Result<String, Error> {
    let uri = value.to_uri(Options::new(revision));
    uri.map(|uri| uri.to_string()).map_err(|error| error!(error))
}
