//! What these crates do.

use std::fmt;
use std::hint::black_box;

use cri_core::{Cri, CriRef, Revision, SliceBuffer, TextOrPet};
use cri_uri::{Options, ToUri, to_cri};

use crate::contender::Contender;
use crate::row::Row;
use crate::work::{Identifier, Pair, Work};

/// Room in bytes for any result.
const ROOM: usize = 4096;
pub(crate) const NAME: &str = "cri";

pub(crate) fn contender(row: Row, work: &Work) -> Contender<'_> {
    let mut space = [0; ROOM];
    match row {
        Row::Decode => Contender::new(NAME, cris(work), |cri| {
            black_box(Cri::decode(black_box(cri)).ok());
        }),
        Row::DecodeReference => {
            let references = work.pairs.iter().map(|pair| &pair.reference.cri[..]);
            Contender::new(NAME, references, |cri| {
                black_box(CriRef::decode(black_box(cri)).ok());
            })
        }
        Row::Resolve => Contender::new(NAME, work.pairs.iter().map(decoded), move |(base, reference)| {
            let resolved = black_box(base).resolve(*black_box(reference));
            black_box(resolved.ok().and_then(|it| it.to_buf(Revision::Draft16, SliceBuffer::new(&mut space)).ok()));
        }),
        Row::DecodeResolveEncode => {
            let pairs = work.pairs.iter().map(|Pair { base, reference }| [&base.cri[..], &reference.cri[..]]);
            Contender::new(NAME, pairs, move |pair| {
                black_box(decode_resolve_encode(*black_box(pair), &mut space));
            })
        }
        Row::Iterate => Contender::new(NAME, cris(work), |cri| {
            let mut sum = Sum::default();
            if let Ok(cri) = Cri::decode(black_box(cri)) {
                iterate(cri, |item| sum.add(item));
            }
            black_box(sum);
        }),
        Row::FromUri => Contender::new(NAME, work.uris.iter().map(|it| &it.uri[..]), move |uri| {
            black_box(to_cri(black_box(uri), Options::default(), SliceBuffer::new(&mut space)).ok());
        }),
        Row::ToUri => Contender::new(NAME, work.uris.iter().map(full), move |cri| {
            let mut text = Text::new(&mut space);
            let uri = black_box(cri).to_uri(Options::default());
            black_box(uri.ok().and_then(|uri| uri.write_to(&mut text).ok()));
            black_box(text.as_bytes());
        }),
        Row::Strings => {
            let (mut base_space, mut reference_space) = ([0; ROOM], [0; ROOM]);
            let pairs = work.pairs.iter().map(|Pair { base, reference }| [&base.uri[..], &reference.uri[..]]);
            Contender::new(NAME, pairs, move |pair| {
                let mut text = Text::new(&mut space);
                black_box(strings(*black_box(pair), &mut base_space, &mut reference_space, &mut text));
                black_box(text.as_bytes());
            })
        }
        Row::Equality => {
            let twins = work.uris.iter().map(|it| (decode(&it.cri), decode(&it.cri_twin)));
            Contender::new(NAME, twins, |(one, other)| {
                black_box(black_box(one) == black_box(other));
            })
        }
    }
}

fn decode_resolve_encode<'b>(
    [base, reference]: [&[u8]; 2],
    space: &'b mut [u8],
) -> Option<cri_core::CriBuf<SliceBuffer<'b>>> {
    let base = Cri::decode(base).ok()?;
    let reference = CriRef::decode(reference).ok()?;
    base.resolve(reference).ok()?.to_buf(Revision::Draft16, SliceBuffer::new(space)).ok()
}

fn strings(pair: [&str; 2], base: &mut [u8], reference: &mut [u8], text: &mut Text<'_>) -> Option<()> {
    let options = Options::default();
    let [base_uri, reference_uri] = pair;
    let base = to_cri(base_uri, options, SliceBuffer::new(base)).ok()?.into_full().ok()?;
    let reference = to_cri(reference_uri, options, SliceBuffer::new(reference)).ok()?;
    let resolved = base.as_cri().resolve(reference.as_cri_ref()).ok()?;
    resolved.to_uri(options).ok()?.write_to(text).ok()
}

/// Gives each segment, then each parameter.
pub(crate) fn iterate<'a>(cri: Cri<'a>, mut take: impl FnMut(TextOrPet<'a>)) {
    let sections = cri.sections();
    for segment in sections.segments() {
        take(segment);
    }
    for parameter in sections.parameters() {
        take(parameter);
    }
}

/// What was seen of items: so much that each must be looked at, and no more.
#[derive(Default)]
pub(crate) struct Sum {
    len: usize,
    last: u8,
}

impl Sum {
    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        self.len += bytes.len();
        self.last ^= bytes.last().copied().unwrap_or_default();
    }

    fn add(&mut self, item: TextOrPet<'_>) {
        match item.text_bytes() {
            Some(text) => self.add_bytes(text),
            None => item.pieces().for_each(|piece| self.add_bytes(piece.as_bytes())),
        }
    }
}

fn cris(work: &Work) -> impl Iterator<Item = &[u8]> {
    work.uris.iter().map(|it| &it.cri[..])
}

fn full(identifier: &Identifier) -> Cri<'_> {
    decode(&identifier.cri)
}

fn decoded(pair: &Pair) -> (Cri<'_>, CriRef<'_>) {
    (full(&pair.base), CriRef::decode(&pair.reference.cri).expect("a CRI reference"))
}

pub(crate) fn decode(cri: &[u8]) -> Cri<'_> {
    Cri::decode(cri).expect("a full CRI")
}

/// Text in a buffer of fixed size.
pub(crate) struct Text<'b> {
    space: &'b mut [u8],
    len: usize,
}

impl<'b> Text<'b> {
    pub(crate) fn new(space: &'b mut [u8]) -> Self {
        Self { space, len: 0 }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.space[..self.len]
    }
}

impl fmt::Write for Text<'_> {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.space.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}
