//! The Rust code of the guide's pages about PostgreSQL and axum, which the tests of this crate compile and run.

#[cfg(doctest)]
#[doc = include_str!("../src/axum.md")]
struct Axum;

#[cfg(doctest)]
#[doc = include_str!("../src/postgresql.md")]
struct Postgresql;
