//! oxiri: IRIs. It neither decodes nor normalises, and compares strings.

use oxiri::{Iri, IriRef};

use super::{Peer, done};
use crate::row::Row;

pub(crate) struct Oxiri;

impl Peer for Oxiri {
    const NAME: &'static str = "oxiri";
    const ROWS: &'static [Row] = &[
        Row::Decode,
        Row::DecodeReference,
        Row::Parse,
        Row::Resolve,
        Row::DecodeResolveEncode,
        Row::Strings,
    ];

    type Uri<'a> = Iri<&'a str>;
    type Base<'a> = Iri<&'a str>;
    type Reference<'a> = IriRef<&'a str>;

    fn parse(uri: &str) -> Option<Iri<&str>> {
        Iri::parse(uri).ok()
    }

    fn parse_base(uri: &str) -> Option<Iri<&str>> {
        Iri::parse(uri).ok()
    }

    fn parse_reference(uri: &str) -> Option<IriRef<&str>> {
        IriRef::parse(uri).ok()
    }

    fn resolve(base: &Iri<&str>, reference: &IriRef<&str>, _: &mut [u8]) -> bool {
        done(base.resolve(reference).ok())
    }
}
