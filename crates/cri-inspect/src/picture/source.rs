//! The input of a picture.

use cri_registry::Table;
use cri_uri::UriRef;

/// The bytes, and what is said about them.
#[derive(Clone, Debug)]
pub(super) struct Source<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) schemes: Table,
    pub(super) heading: Heading<'a>,
    pub(super) mistake: Option<Mistake<'a>>,
}

/// The heading above the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Heading<'a> {
    Uri(UriRef<'a>),
    Text(&'a str),
}

/// An error in the bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mistake<'a> {
    /// The offset of the wrong byte.
    pub(super) offset: usize,
    pub(super) message: &'a str,
}
