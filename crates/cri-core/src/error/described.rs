//! What every error of this project says of itself, besides its message.

use core::error::Error;

use crate::error::component::Component;

/// The name of the kind, the component that is wrong, and the offset in bytes if there is one.
pub type Description = (&'static str, Component, Option<usize>);

/// An error that `cri_uri::Error` can hold.
pub trait Described: Error {
    /// What the methods `name`, `component` and `offset` return.
    fn describe(&self) -> Description;
}
