//! Any CRI or CRI reference, for fuzzing and property tests (feature `arbitrary`).

use core::net::IpAddr;

use ::arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::buffer::Buffer;
use crate::builder::Builder;
use crate::interchange::owned::{CriBuf, CriRefBuf};
use crate::revision::Revision;
use crate::sections::{Discard, Piece};

impl<'a, B: Buffer + Default> Arbitrary<'a> for CriRefBuf<B> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let builder = Builder::new(Revision::arbitrary(u)?, B::default());
        let builder = match u.int_in_range(0..=2)? {
            0 => scheme(builder, u)?,
            1 => authority(builder, u)?,
            // A discard that is larger than most paths says little about resolution.
            _ => builder.discard(match u.int_in_range(0..=5)? {
                5 => Discard::All,
                4 => Discard::Segments(u.int_in_range(0..=Discard::MAX)?),
                few => Discard::Segments(few),
            }),
        };
        local_part(builder, u)?.finish().map_err(|_| Error::IncorrectFormat)
    }
}

impl<'a, B: Buffer + Default> Arbitrary<'a> for CriBuf<B> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let builder = scheme(Builder::new(Revision::arbitrary(u)?, B::default()), u)?;
        local_part(builder, u)?.finish_full().map_err(|_| Error::IncorrectFormat)
    }
}

/// Adds a scheme, and perhaps an authority.
fn scheme<'a, B: Buffer>(builder: Builder<B>, u: &mut Unstructured<'a>) -> Result<Builder<B>> {
    let builder = match u.int_in_range(0..=3)? {
        0 => builder.scheme_name(u.choose(&["coap", "s", "a+b-c.1"])?),
        1 => builder.scheme_number(u.arbitrary()?),
        number => builder.scheme_number(number),
    };
    match u.int_in_range(0..=5)? {
        0 => Ok(builder),
        1 => Ok(builder.rootless()),
        _ => authority(builder, u),
    }
}

/// Adds an authority.
fn authority<'a, B: Buffer>(
    mut builder: Builder<B>,
    u: &mut Unstructured<'a>,
) -> Result<Builder<B>> {
    if u.ratio(1, 4)? {
        builder = builder.userinfo(<&str>::arbitrary(u)?);
    }
    if u.ratio(1, 3)? {
        let address = IpAddr::arbitrary(u)?;
        builder = builder.host_ip(address);
        if address.is_ipv6() && bool::arbitrary(u)? {
            builder = builder.zone(<&str>::arbitrary(u)?);
        }
    } else {
        for _ in 0..u.int_in_range(1..=3)? {
            builder = builder.label(*u.choose(&["example", "com", "h", "", "xn--4ca", "é", "1"])?);
        }
    }
    Ok(if u.ratio(1, 3)? { builder.port(u.arbitrary()?) } else { builder })
}

/// Adds segments, parameters and perhaps a fragment.
fn local_part<'a, B: Buffer>(
    mut builder: Builder<B>,
    u: &mut Unstructured<'a>,
) -> Result<Builder<B>> {
    for _ in 0..u.int_in_range(0..=4)? {
        if u.ratio(1, 8)? {
            builder = builder.segment(&[Piece::bytes(b"/"), Piece::text("p")]);
        }
        builder = builder.segment(<&str>::arbitrary(u)?);
    }
    for _ in 0..u.int_in_range(0..=2)? {
        builder = builder.parameter(<&str>::arbitrary(u)?);
    }
    Ok(if u.ratio(1, 4)? { builder.fragment(<&str>::arbitrary(u)?) } else { builder })
}

impl<'a> Arbitrary<'a> for Revision {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        u.choose(&Self::ALL).copied()
    }
}
