//! What each library computes from the segments and parameters that it iterates.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// A sum over bytes. A library must look at each item to compute it, and need do nothing else.
#[derive(Default)]
pub(crate) struct Sum {
    len: usize,
    last: u8,
}

impl Sum {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.len += bytes.len();
        self.last ^= bytes.last().copied().unwrap_or_default();
    }

    /// Decodes the segments of a path and the parameters of a query, for peers that leave this to their callers.
    pub(crate) fn decoded(path: &str, query: Option<&str>) -> Self {
        let mut sum = Self::default();
        for segment in path.strip_prefix('/').unwrap_or(path).split('/') {
            sum.add(&Cow::from(percent_decode_str(segment)));
        }
        if let Some(query) = query {
            for parameter in query.split('&') {
                sum.add(&Cow::from(percent_decode_str(parameter)));
            }
        }
        sum
    }
}
