//! oxiri: IRIs. It neither decodes nor normalises, and compares strings.

use std::fmt;

use oxiri::{Iri, IriParseError, IriRef};

use super::{Peer, done};
use crate::row::Row;

pub(crate) struct Oxiri;

#[derive(Clone, PartialEq)]
pub(crate) struct Parsed<'a>(Iri<&'a str>);

impl<'a> TryFrom<&'a str> for Parsed<'a> {
    type Error = IriParseError;

    fn try_from(text: &'a str) -> Result<Self, IriParseError> {
        Iri::parse(text).map(Self)
    }
}

impl fmt::Display for Parsed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

pub(crate) struct Reference<'a>(IriRef<&'a str>);

impl<'a> TryFrom<&'a str> for Reference<'a> {
    type Error = IriParseError;

    fn try_from(text: &'a str) -> Result<Self, IriParseError> {
        IriRef::parse(text).map(Self)
    }
}

impl Peer for Oxiri {
    const NAME: &'static str = "oxiri";

    type Uri<'a> = Parsed<'a>;
    type Base<'a> = Parsed<'a>;
    type Reference<'a> = Reference<'a>;

    fn does(row: Row) -> bool {
        !matches!(row, Row::Iterate | Row::Normalize | Row::FromUri | Row::ToUri | Row::Compare)
    }

    fn resolve(base: &Parsed<'_>, reference: &Reference<'_>, _: &mut [u8]) -> bool {
        done(base.0.resolve(&reference.0).ok())
    }
}
