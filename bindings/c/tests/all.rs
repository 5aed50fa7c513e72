//! One program, so that the crate is linked once for all its tests.

mod arguments;
mod builder;
mod functions;
mod header;
mod memory;
mod messages;
mod proxies;
mod readme;
mod relativize;
mod tagged;
mod uris;
