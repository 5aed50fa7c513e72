//! The native module of the Python package `cri-uri`. `python/cri_uri` has its documentation for users and its types.
//!
//! Everything about CRIs is in the other crates. This one converts values: between Python objects and CRIs, and between
//! Arrow columns and texts or bytes. Other Rust code cannot call it, so `pub` means visible in this crate.

mod build;
mod class;
mod coap;
mod columns;
mod error;
mod full;
mod host;
mod links;
mod output;
mod parts;
mod reference;
mod text;

/// The module `cri_uri._cri`.
#[pyo3::pymodule(name = "_cri")]
mod module {
    #[pymodule_export]
    use crate::class::{Cri, CriRef};
    #[pymodule_export]
    use crate::text::{find, normalize};
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "it is a name of Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::columns::components::{part, segments};
    #[pymodule_export]
    use crate::columns::functions::{decode, encode, normalize_column, resolve, resolve_each};
    #[pymodule_export]
    use crate::columns::output::Column;
    #[pymodule_export]
    use crate::links::links;
}
