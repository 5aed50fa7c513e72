//! Host names whose addresses the configuration lists.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Host names and their addresses. `localhost` is always listed (RFC 6761 section 6.3).
///
/// ```
/// use cri_gateway::Names;
///
/// let mut names = Names::default();
/// names.insert("Sensor.example", [192, 0, 2, 1].into());
/// assert_eq!(names.get("sensor.example"), Some(&[[192, 0, 2, 1].into()][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(HashMap<String, Vec<IpAddr>>);

impl Names {
    /// Adds an address for a name.
    pub fn insert(&mut self, name: &str, address: IpAddr) {
        self.0.entry(without_last_dot(name).to_ascii_lowercase()).or_default().push(address);
    }

    /// The addresses of a name, which must be in lower case. A dot after the name does not matter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[IpAddr]> {
        self.0.get(without_last_dot(name)).map(Vec::as_slice)
    }
}

/// Removes the dot of a fully qualified name (RFC 3986 section 3.2.2).
fn without_last_dot(name: &str) -> &str {
    name.strip_suffix('.').unwrap_or(name)
}

impl Default for Names {
    fn default() -> Self {
        let loopback = vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()];
        Self(HashMap::from([("localhost".to_owned(), loopback)]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_after_a_name_does_not_matter() {
        let mut names = Names::default();
        assert_eq!(names.get("localhost."), names.get("localhost"));
        names.insert("Fqdn.example.", [192, 0, 2, 1].into());
        assert_eq!(names.get("fqdn.example"), Some(&[[192, 0, 2, 1].into()][..]));
        assert_eq!((names.get("fqdn.example.."), names.get(".")), (None, None));
    }
}
