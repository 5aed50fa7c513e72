//! The work as our crates do it.

use std::hint::black_box;

use cri_core::{Buffer as _, Cri, CriRef, Revision, SliceBuffer, TextOrPet};
use cri_registry::Table;
use cri_uri::{Normalization, Options, ToUri, UriRef, to_cri};

use crate::contender::Contender;
use crate::row::Row;
use crate::sum::Sum;
use crate::text_buffer::TextBuffer;
use crate::work::{Pair, Work};

pub(crate) const NAME: &str = "cri";

/// Our crates doing the row's work, or `None` if `held` does.
pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    let mut space = work.space();
    let cris = work.uris.iter().map(|it| &it.cri[..]);
    Some(match row {
        Row::Decode => Contender::new(NAME, cris, |cri| {
            black_box(Cri::decode(black_box(cri)).ok());
        }),
        Row::DecodeReference => {
            let references = work.pairs.iter().map(|pair| &pair.reference.cri[..]);
            Contender::new(NAME, references, |cri| {
                black_box(CriRef::decode(black_box(cri)).ok());
            })
        }
        Row::Parse => Contender::new(NAME, work.uri_texts(), |uri| {
            black_box(UriRef::parse(black_box(uri)).ok());
        }),
        Row::Normalize => Contender::new(NAME, work.uri_texts(), move |uri| {
            let mut text = TextBuffer::new(&mut space);
            if let Ok(uri) = UriRef::parse(black_box(uri)) {
                let normal = uri.normalize(Normalization::ALL, Table::DRAFT_16);
                black_box(normal.write_to(&mut text).ok());
            }
            black_box(text.as_bytes());
        }),
        Row::Resolve => {
            // Pairs are short.
            let mut space = [0; 4096];
            Contender::new(NAME, work.pairs.iter().map(decoded), move |(base, reference)| {
                let resolved = black_box(base).resolve(*black_box(reference));
                black_box(resolved.ok().and_then(|it| {
                    it.encode_to(Revision::Draft16, SliceBuffer::new(&mut space)).ok()
                }));
            })
        }
        Row::DecodeResolveEncode => {
            let pairs = work.pairs.iter();
            let pairs = pairs.map(|Pair { base, reference }| [&base.cri[..], &reference.cri[..]]);
            Contender::new(NAME, pairs, move |pair| {
                black_box(decode_resolve_encode(*black_box(pair), &mut space));
            })
        }
        Row::Iterate => Contender::new(NAME, cris, |cri| {
            let mut sum = Sum::default();
            if let Ok(cri) = Cri::decode(black_box(cri)) {
                iterate(cri, |item| add(&mut sum, item));
            }
            black_box(sum);
        }),
        Row::FromUri => Contender::new(NAME, work.uri_texts(), move |uri| {
            black_box(
                to_cri(black_box(uri), Options::default(), SliceBuffer::new(&mut space)).ok(),
            );
        }),
        Row::ToUri => Contender::new(NAME, cris.map(decode), move |cri| {
            let mut text = TextBuffer::new(&mut space);
            let uri = black_box(cri).to_uri(Options::default());
            black_box(uri.ok().and_then(|uri| uri.write_to(&mut text).ok()));
            black_box(text.as_bytes());
        }),
        Row::Encode => Contender::new(NAME, cris.map(decode), move |cri| {
            let mut buffer = SliceBuffer::new(&mut space);
            black_box(black_box(cri).sections().encode(Revision::Draft16, &mut buffer).ok());
            black_box(buffer.as_slice());
        }),
        Row::Strings => {
            let (mut base_space, mut reference_space) = (work.space(), work.space());
            Contender::new(NAME, work.pair_texts(), move |pair| {
                let mut text = TextBuffer::new(&mut space);
                black_box(strings(
                    *black_box(pair),
                    &mut base_space,
                    &mut reference_space,
                    &mut text,
                ));
                black_box(text.as_bytes());
            })
        }
        Row::Compare => {
            let twins = work.uris.iter().map(|it| (decode(&it.cri), decode(&it.cri_twin)));
            Contender::new(NAME, twins, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
        _ => return None,
    })
}

fn decode_resolve_encode<'b>(
    [base, reference]: [&[u8]; 2],
    space: &'b mut [u8],
) -> Option<cri_core::CriBuf<SliceBuffer<'b>>> {
    let base = Cri::decode(base).ok()?;
    let reference = CriRef::decode(reference).ok()?;
    base.resolve(reference).ok()?.encode_to(Revision::Draft16, SliceBuffer::new(space)).ok()
}

fn strings(
    (base_uri, reference_uri): (&str, &str),
    base: &mut [u8],
    reference: &mut [u8],
    text: &mut TextBuffer<'_>,
) -> Option<()> {
    let options = Options::default();
    let base = to_cri(base_uri, options, SliceBuffer::new(base)).ok()?.into_full().ok()?;
    let reference = to_cri(reference_uri, options, SliceBuffer::new(reference)).ok()?;
    let resolved = base.as_cri().resolve(reference.as_cri_ref()).ok()?;
    resolved.to_uri(options).ok()?.write_to(text).ok()
}

/// Passes each segment to `take`, then each parameter.
pub(crate) fn iterate<'a>(cri: Cri<'a>, mut take: impl FnMut(TextOrPet<'a>)) {
    let sections = cri.sections();
    for segment in sections.segments() {
        take(segment);
    }
    for parameter in sections.parameters() {
        take(parameter);
    }
}

fn add(sum: &mut Sum, item: TextOrPet<'_>) {
    match item.text_bytes() {
        Some(text) => sum.add(text),
        None => item.pieces().for_each(|piece| sum.add(piece.as_bytes())),
    }
}

fn decoded(pair: &Pair) -> (Cri<'_>, CriRef<'_>) {
    let reference = CriRef::decode(&pair.reference.cri).expect("a CRI reference");
    (decode(&pair.base.cri), reference)
}

pub(crate) fn decode(cri: &[u8]) -> Cri<'_> {
    Cri::decode(cri).expect("a full CRI")
}

/// Whether the text is a URI that has a CRI.
pub(crate) fn takes(uri: &str) -> bool {
    to_cri(uri, Options::default(), Vec::new()).is_ok_and(|cri| {
        let cri = cri.as_cri_ref();
        cri.sections().scheme().is_some() && cri.to_uri(Options::default()).is_ok()
    })
}
