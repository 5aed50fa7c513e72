//! The components of a CRI, in errors.

use core::ffi::{CStr, c_char, c_int};

use cri_core::Component;

/// The part of a CRI or URI that is wrong, in `cri_error_t.component`. The values do not change between versions.
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

/// Each component: its number, its value in Rust and its name.
const COMPONENTS: [(cri_component, Component, &CStr); 11] = [
    (CRI_COMPONENT_CRI, Component::Cri, c"cri"),
    (CRI_COMPONENT_SCHEME, Component::Scheme, c"scheme"),
    (CRI_COMPONENT_AUTHORITY, Component::Authority, c"authority"),
    (CRI_COMPONENT_USERINFO, Component::Userinfo, c"userinfo"),
    (CRI_COMPONENT_HOST, Component::Host, c"host"),
    (CRI_COMPONENT_ZONE_ID, Component::ZoneId, c"zone-id"),
    (CRI_COMPONENT_PORT, Component::Port, c"port"),
    (CRI_COMPONENT_DISCARD, Component::Discard, c"discard"),
    (CRI_COMPONENT_PATH, Component::Path, c"path"),
    (CRI_COMPONENT_QUERY, Component::Query, c"query"),
    (CRI_COMPONENT_FRAGMENT, Component::Fragment, c"fragment"),
];

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

/// The component with this number.
pub(crate) fn in_rust(number: c_int) -> Option<Component> {
    let found = COMPONENTS.iter().find(|(component, ..)| *component as c_int == number);
    found.map(|(_, component, _)| *component)
}

/// Returns the name of a component in lower case with hyphens, such as "zone-id", or "none" for a number of no component.
/// The text is constant and ends with a NUL.
#[unsafe(no_mangle)]
pub extern "C" fn cri_component_name(component: c_int) -> *const c_char {
    let found = COMPONENTS.iter().find(|(number, ..)| *number as c_int == component);
    found.map_or(c"none", |(.., name)| name).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_names_of_the_components_in_rust() {
        for (number, component, name) in COMPONENTS {
            assert_eq!(cri_component::from(component), number);
            assert_eq!(name.to_str(), Ok(component.name()));
            assert_eq!(cri_component_name(number as c_int), name.as_ptr());
        }
    }
}
