//! Ranges of passwords in an operand.

use std::borrow::Cow;
use std::ops::Range;

use cri_uri::password;

/// The text with each of the ranges masked. The ranges ascend.
pub(crate) fn apply<'a>(text: &'a [u8], secrets: &[Range<usize>]) -> Cow<'a, [u8]> {
    if secrets.is_empty() {
        return text.into();
    }
    let mut masked = Vec::with_capacity(text.len());
    let mut from = 0;
    for secret in secrets {
        masked.extend_from_slice(&text[from..secret.start]);
        masked.extend_from_slice(password::MASK.as_bytes());
        from = secret.end;
    }
    masked.extend_from_slice(&text[from..]);
    masked.into()
}

/// The ranges in order and without overlaps.
pub(crate) fn merged(mut secrets: Vec<Range<usize>>) -> Vec<Range<usize>> {
    secrets.sort_by_key(|secret| secret.start);
    secrets.dedup_by(|next, kept| {
        let overlaps = next.start <= kept.end;
        if overlaps {
            kept.end = kept.end.max(next.end);
        }
        overlaps
    });
    secrets
}
