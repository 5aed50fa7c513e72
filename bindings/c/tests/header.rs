//! What C programs read of the library is what the library has.

use core::ffi::CStr;

use cri_c::*;

const HEADER: &str = include_str!("../include/cri.h");

#[test]
fn version_is_that_of_the_package() {
    // SAFETY: the text is constant and ends with a NUL.
    let version = unsafe { CStr::from_ptr(cri_version()) }.to_str();
    assert_eq!(version, Ok(env!("CARGO_PKG_VERSION")));
    if cfg!(miri) {
        return;
    }
    let [major, minor, patch] = [
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    ];
    for line in [
        format!("#define CRI_VERSION \"{}\"\n", env!("CARGO_PKG_VERSION")),
        format!("#define CRI_VERSION_MAJOR {major} "),
        format!("#define CRI_VERSION_MINOR {minor} "),
        format!("#define CRI_VERSION_PATCH {patch} "),
    ] {
        assert!(HEADER.contains(&line), "{line}");
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads constants")]
fn structures_have_the_sizes_that_the_header_asserts() {
    let sizes = [
        ("cri_t", size_of::<cri_t>()),
        ("cri_builder_t", size_of::<cri_builder_t>()),
        ("cri_error_t", size_of::<cri_error_t>()),
        ("cri_item_t", size_of::<cri_item_t>()),
        ("cri_items_t", size_of::<cri_items_t>()),
        ("cri_piece_t", size_of::<cri_piece_t>()),
        ("cri_endpoint_t", size_of::<cri_endpoint_t>()),
        ("cri_option_t", size_of::<cri_option_t>()),
    ];
    let asserted = HEADER.lines().filter_map(|line| {
        let (name, sizes) =
            line.strip_prefix("CRI_ASSERT_SIZE(")?.strip_suffix(");")?.split_once(", ")?;
        let (in_32_bits, in_64_bits) = sizes.split_once(", ")?;
        let size = if cfg!(target_pointer_width = "64") { in_64_bits } else { in_32_bits };
        Some((name, size.parse().expect("a number")))
    });
    assert!(asserted.eq(sizes));
}

#[test]
#[cfg_attr(miri, ignore = "reads constants")]
fn constants_begin_with_the_name_of_their_enumeration() {
    let mut count = 0;
    for definition in HEADER.split("typedef enum {\n").skip(1) {
        let (constants, rest) = definition.split_once("} ").expect("the end of a list");
        let (name, _) = rest.split_once(';').expect("a name");
        let prefix = format!("{}_", name.to_uppercase());
        for constant in constants.lines().map(str::trim_start).filter(|line| !line.starts_with('/'))
        {
            assert!(
                constant.starts_with(&prefix) || constant == "CRI_OK = 0,",
                "{name}: {constant}"
            );
            count += 1;
        }
    }
    assert!(count > 100);
}
