//! The Rust code of the guide's page about PostgreSQL, which the tests of this crate compile and run.

#[cfg(doctest)]
#[doc = include_str!("../src/postgresql.md")]
struct Postgresql;
