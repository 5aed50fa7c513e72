//! No library: strings as they are.

use std::hint::black_box;

use super::twins;
use crate::contender::Contender;
use crate::row::Row;
use crate::work::Work;

pub(super) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    (row == Row::Equality).then(|| {
        Contender::new("str", twins(work), |(one, other)| {
            black_box(black_box(one) == black_box(other));
        })
    })
}
