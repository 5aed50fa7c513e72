//! Which folders of a crate a folder may import from.

use std::fmt;

use super::graph::{Graph, Import};
use super::tree::Module;

/// The rules that hold in the workspace.
pub(super) const RULES: [Rule; 6] = [
    // The code for RFC 3986 needs no CRIs.
    Rule { package: "cri-uri", folder: "text", others: &[] },
    // The schemes of RFC 1738 are about URIs as text.
    Rule { package: "cri-uri", folder: "scheme", others: &["text"] },
    // `wire` reads and writes CBOR heads. It returns errors of `error`, and writes to the trait of `buffer`.
    Rule { package: "cri-core", folder: "wire", others: &["buffer", "error"] },
    // Options are made of bytes and text. Requests and access rules are about options, and not about each other.
    Rule { package: "cri-coap", folder: "options", others: &["error"] },
    Rule { package: "cri-coap", folder: "request", others: &["error", "options"] },
    Rule { package: "cri-coap", folder: "aif", others: &["error", "options"] },
];

/// A folder, or a module at the crate root, and the others that it may import from.
pub(super) struct Rule {
    pub(super) package: &'static str,
    pub(super) folder: &'static str,
    pub(super) others: &'static [&'static str],
}

impl Rule {
    /// Whether the module is in the folder of the rule.
    pub(super) fn holds(&self, module: &Module) -> bool {
        module.path.first().is_some_and(|first| first == self.folder)
    }

    /// Whether the import leads from the folder to a module that the rule does not name.
    pub(super) fn forbids(&self, graph: &Graph, import: &Import) -> bool {
        let to = &graph.tree.modules[import.to];
        let is_named = |first: &String| self.others.iter().any(|other| other == first);
        self.holds(&graph.tree.modules[import.from])
            && !self.holds(to)
            && !to.path.first().is_some_and(is_named)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.others {
            [] => write!(f, "{} may not import from the rest of the crate", self.folder),
            others => write!(f, "{} may import from {} only", self.folder, others.join(" and ")),
        }
    }
}
