//! The size of a linked probe in flash and RAM, and its functions that panic.

use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::Path;

use object::read::elf::ElfFile32;
use object::{Object, ObjectSection, ObjectSymbol};
use rustc_demangle::demangle;
use serde::{Deserialize, Serialize};

/// What the sections and symbols of an image tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Image {
    /// Bytes of .text and .rodata.
    pub(super) flash: u64,
    /// Bytes of .data and .bss.
    pub(super) ram: u64,
    /// Names of the functions that panic.
    pub(super) panics: Vec<String>,
}

/// A function or a constant in flash.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Symbol {
    pub(super) bytes: u64,
    /// Its demangled name, without the hash.
    pub(super) name: String,
}

/// Reads an image.
pub(super) fn read(path: &Path) -> Result<Image, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let file: ElfFile32<'_> = ElfFile32::parse(&*bytes)?;
    let mut image = Image::default();
    for section in file.sections() {
        match section.name()? {
            name if is_flash(name) => image.flash += section.size(),
            name if name.starts_with(".data") || name.starts_with(".bss") => {
                image.ram += section.size();
            }
            _ => {}
        }
    }
    for symbol in file.symbols() {
        let name = format!("{:#}", demangle(symbol.name()?));
        if panics(&name) {
            image.panics.push(name);
        }
    }
    image.panics.sort();
    image.panics.dedup();
    Ok(image)
}

/// What an image has in flash, the largest first. The last entry is what has no symbol: padding, and constants that the
/// compiler did not name.
pub(super) fn symbols(path: &Path) -> Result<Vec<Symbol>, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let file: ElfFile32<'_> = ElfFile32::parse(&*bytes)?;
    let mut nameless = read(path)?.flash;
    let (mut symbols, mut seen) = (Vec::new(), BTreeSet::new());
    for symbol in file.symbols() {
        let Some(section) = symbol.section_index() else { continue };
        // Two names may belong to one function.
        if symbol.size() > 0
            && is_flash(file.section_by_index(section)?.name()?)
            && seen.insert(symbol.address())
        {
            nameless = nameless.saturating_sub(symbol.size());
            let name = format!("{:#}", demangle(symbol.name()?));
            symbols.push(Symbol { bytes: symbol.size(), name });
        }
    }
    symbols.sort_by(|one, other| (other.bytes, &one.name).cmp(&(one.bytes, &other.name)));
    symbols.push(Symbol { bytes: nameless, name: "(no symbol)".into() });
    Ok(symbols)
}

/// Whether a section of this name is in flash.
fn is_flash(section: &str) -> bool {
    section.starts_with(".text") || section.starts_with(".rodata")
}

/// Whether a function of this name panics.
fn panics(name: &str) -> bool {
    let last = name.rsplit("::").find(|part| !part.starts_with('{')).unwrap_or(name);
    name.starts_with("core::panicking::")
        || last.ends_with("_fail")
        || last.ends_with("_failed")
        || matches!(
            last,
            "rust_begin_unwind"
                | "panic_fmt"
                | "handle_error"
                | "handle_alloc_error"
                | "capacity_overflow"
                | "rust_oom"
        )
}

#[cfg(test)]
mod tests {
    use super::panics;

    #[test]
    fn panicking_functions_are_known_by_name() {
        for name in [
            "core::panicking::panic_bounds_check",
            "core::option::unwrap_failed",
            "core::slice::index::slice_index_fail",
            "core::str::slice_error_fail",
            "core::slice::copy_from_slice_impl::len_mismatch_fail::{{closure}}",
            "alloc::raw_vec::handle_error",
            "__rustc::rust_begin_unwind",
        ] {
            assert!(panics(name), "{name}");
        }
        for name in
            ["probe", "memcpy", "core::str::converts::from_utf8", "cri_core::decode::end_of_broken"]
        {
            assert!(!panics(name), "{name}");
        }
    }
}
