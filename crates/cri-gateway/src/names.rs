//! Names of hosts whose addresses are given.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Names and their addresses; `localhost` is among them (RFC 6761 section 6.3).
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
    /// Gives a name one more address.
    pub fn insert(&mut self, name: &str, address: IpAddr) {
        self.0.entry(without_last_dot(name).to_ascii_lowercase()).or_default().push(address);
    }

    /// The addresses of a name in lower case. A dot behind it makes no other name of it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&[IpAddr]> {
        self.0.get(without_last_dot(name)).map(Vec::as_slice)
    }
}

/// RFC 3986 section 3.2.2: a dot behind a name says only that it is fully qualified.
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
    fn a_dot_behind_a_name_makes_no_other_of_it() {
        let mut names = Names::default();
        assert_eq!(names.get("localhost."), names.get("localhost"));
        names.insert("Fqdn.example.", [192, 0, 2, 1].into());
        assert_eq!(names.get("fqdn.example"), Some(&[[192, 0, 2, 1].into()][..]));
        assert_eq!((names.get("fqdn.example.."), names.get(".")), (None, None));
    }
}
