//! The components of a CRI, in errors.

use core::ffi::{c_char, c_int};

use cri_core::Component;

use crate::texts::nth;

/// The part of a CRI or URI that is wrong, in cri_error_t.component. The values do not change between versions.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum cri_component {
    /// No component is known.
    CRI_COMPONENT_NONE = 0,
    /// The whole CRI.
    CRI_COMPONENT_CRI = 1,
    /// The scheme.
    CRI_COMPONENT_SCHEME = 2,
    /// The authority.
    CRI_COMPONENT_AUTHORITY = 3,
    /// The userinfo.
    CRI_COMPONENT_USERINFO = 4,
    /// The host.
    CRI_COMPONENT_HOST = 5,
    /// The zone identifier of an IP address.
    CRI_COMPONENT_ZONE_ID = 6,
    /// The port.
    CRI_COMPONENT_PORT = 7,
    /// The discard.
    CRI_COMPONENT_DISCARD = 8,
    /// The path.
    CRI_COMPONENT_PATH = 9,
    /// The query.
    CRI_COMPONENT_QUERY = 10,
    /// The fragment.
    CRI_COMPONENT_FRAGMENT = 11,
}

use cri_component::*;

impl From<Component> for cri_component {
    fn from(component: Component) -> Self {
        match component {
            Component::Cri => CRI_COMPONENT_CRI,
            Component::Scheme => CRI_COMPONENT_SCHEME,
            Component::Authority => CRI_COMPONENT_AUTHORITY,
            Component::Userinfo => CRI_COMPONENT_USERINFO,
            Component::Host => CRI_COMPONENT_HOST,
            Component::ZoneId => CRI_COMPONENT_ZONE_ID,
            Component::Port => CRI_COMPONENT_PORT,
            Component::Discard => CRI_COMPONENT_DISCARD,
            Component::Path => CRI_COMPONENT_PATH,
            Component::Query => CRI_COMPONENT_QUERY,
            Component::Fragment => CRI_COMPONENT_FRAGMENT,
            _ => CRI_COMPONENT_NONE,
        }
    }
}

/// Returns the name of a component in lower case with hyphens, such as "zone-id", or "none" for a number of no component.
/// The text is constant and ends with a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn cri_component_name(component: c_int) -> *const c_char {
    const NAMES: &str = "none\0cri\0scheme\0authority\0userinfo\0host\0zone-id\0port\0discard\0path\0query\0fragment\0";
    nth(NAMES, usize::try_from(component).unwrap_or_default(), 0)
}

#[cfg(test)]
mod tests {
    use core::ffi::CStr;

    use super::*;

    #[test]
    fn numbers_have_the_names_of_the_components_in_rust() {
        use Component::*;

        // SAFETY: the text is constant and ends with a NUL.
        let name = |number| unsafe { CStr::from_ptr(cri_component_name(number)) }.to_str();
        let components =
            [Cri, Scheme, Authority, Userinfo, Host, ZoneId, Port, Discard, Path, Query, Fragment];
        for component in components {
            assert_eq!(name(cri_component::from(component) as c_int), Ok(component.name()));
        }
        assert_eq!([-1, 0, 12, c_int::MIN].map(name), [Ok("none"); 4]);
    }
}
