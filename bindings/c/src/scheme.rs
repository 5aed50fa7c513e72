//! The registry of schemes: numbers, names and default ports (section 11.1).

use core::ffi::{c_char, c_int};

use cri_core::Revision;
use cri_registry::{Scheme, Table};

use crate::error::holds;
use crate::kind::cri_kind;
use crate::pointer::{Place, apart, text_bytes, write};
use crate::settings::revision as of;

/// A registered scheme.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct cri_scheme_t {
    /// The number. A CRI has -1 minus the number.
    pub number: u64,
    /// The name in lower case, without a NUL. It is constant.
    pub name: *const c_char,
    /// The length of the name in bytes.
    pub name_len: usize,
    /// The port of an authority without a port, or 0 if the scheme has no default port.
    pub default_port: u16,
}

/// Finds a scheme by its number in the registry of a revision. Returns false if no scheme has this number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme_by_number(
    revision: c_int,
    number: u64,
    scheme: *mut cri_scheme_t,
) -> bool {
    holds(|| Ok(hand_over(table(revision)?.by_number(number), scheme)))
}

/// Finds a scheme by its name in the registry of a revision. The name is in lower case and has `len` bytes. Returns false
/// if no scheme has this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cri_scheme_by_name(
    revision: c_int,
    name: *const c_char,
    len: usize,
    scheme: *mut cri_scheme_t,
) -> bool {
    holds(|| {
        apart(&[Place::of(scheme)], &[Place::items(name, len)])?;
        let name = text_bytes(name, len)?;
        let found = table(revision)?.by_name(name);
        Ok(hand_over(found, scheme))
    })
}

fn table(revision: c_int) -> Result<Table, cri_kind> {
    Ok(match of(revision)? {
        Revision::Draft16 => Table::DRAFT_16,
        Revision::Rfc9988 => Table::RFC_9988,
    })
}

/// # Safety
///
/// `place` is null, or one structure can be written there.
unsafe fn hand_over(found: Option<Scheme>, place: *mut cri_scheme_t) -> bool {
    let Some(Scheme { name, number, default_port, .. }) = found else { return false };
    let default_port = default_port.unwrap_or_default();
    let scheme =
        cri_scheme_t { number, name: name.as_ptr().cast(), name_len: name.len(), default_port };
    write(place, scheme);
    true
}
