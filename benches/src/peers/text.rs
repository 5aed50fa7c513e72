//! Plain strings, without a library.

use std::hint::black_box;

use crate::contender::Contender;
use crate::row::Row;
use crate::work::Work;

pub(crate) fn contender(row: Row, work: &Work) -> Option<Contender<'_>> {
    (row == Row::Equality).then(|| {
        Contender::new("str", work.twins(), |(one, other)| {
            black_box(black_box(one) == black_box(other));
        })
    })
}
