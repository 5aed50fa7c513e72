//! The C interface of the `cri` crates: a static library, whose header is `include/cri.h`.
//!
//! The functions and types have the names that they have in C. Each function converts its arguments, calls one operation of
//! `cri-core`, `cri-registry`, `cri-uri` or `cri-coap`, and writes the result where the caller asked. No function allocates,
//! has global state, or panics.
//!
//! # Pointers
//!
//! Every `unsafe extern "C"` function here has one contract, which the header states for C programmers:
//!
//! - A pointer to a structure is null, or points to a structure that the caller owns and that is aligned.
//! - A pointer with a length is null, or points to that many bytes. Null with a length that is not 0 is an error.
//! - Bytes to read do not change during the call. Room to write is not read or written by anybody else during the call.
//! - A [`cri_t`], [`cri_item_t`], [`cri_items_t`] or [`cri_origin_t`] to read is all zeros, or a function of this library
//!   wrote it and the bytes that it refers to have not changed since. So it does not refer to bytes of a `buffer` that a call
//!   wrote to and then failed.
//! - A [`cri_builder_t`] to change is all zeros, or [`cri_build`] wrote it, and nothing else has used its buffer since. Or it is a
//!   copy of such a builder, or ended.
//!
//! Arguments may overlap: every function looks for this first, by `pointer::apart` and on addresses alone. Before
//! that, it makes shared references only: to structures that it reads for the addresses in them. Mutable references, but for the one to
//! a builder, come after it. A function writes results when only the buffer can still be too small, and then there are no bytes to
//! hand over.
//!
//! The functions that they call inside of this crate have the same contract, so their bodies do not repeat it.
//!
//! Only this crate and `cri-python` have `unsafe` code. Modules turn pointers into slices by `pointer`,
//! which checks what can be checked. It, `reference` and `builder` say why each of their operations on raw pointers is sound.
#![no_std]
#![allow(non_camel_case_types)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]

// The processors that run this library: see build.rs.
#[cfg(all(
    target_os = "none",
    any(target_arch = "arm", target_arch = "riscv32", target_arch = "riscv64")
))]
core::arch::global_asm!(include_str!(concat!(env!("OUT_DIR"), "/processors.s")));

mod output;
// The static library is built with this setting. Tests are not, and have the handler of the standard library.
#[cfg(panic = "abort")]
mod panic_handler;
mod pointer;
mod texts;

// The header has the items in this order.
mod version;

mod error;

mod component;
mod kind;
mod kind_of;

mod settings;

mod reference;

mod decode;
mod encode;
mod tag;

mod builder;

mod sections;

mod host;
mod item;

mod uri;

mod endpoint;

mod options;

mod compose;

mod option;

mod proxy;

mod scheme;

pub use builder::*;
pub use component::*;
pub use compose::*;
pub use decode::*;
pub use encode::*;
pub use endpoint::*;
pub use error::*;
pub use host::*;
pub use item::*;
pub use kind::*;
pub use option::*;
pub use options::*;
pub use proxy::*;
pub use reference::*;
pub use scheme::*;
pub use sections::*;
pub use settings::*;
pub use tag::*;
pub use uri::*;
pub use version::*;
