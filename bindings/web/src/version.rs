//! A result in each revision of the draft, once where the revisions agree.

use cri_core::Revision;
use cri_uri::{Nfc, Options};
use serde::Serialize;

/// A result, and the revisions that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Version<T> {
    pub(crate) revisions: Vec<&'static str>,
    pub(crate) value: T,
}

/// Results in all revisions. There is one version where the revisions agree, and otherwise one for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Versions<T>(pub(crate) Vec<Version<T>>);

impl<T: PartialEq> Versions<T> {
    /// No result yet.
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds the result in one more revision.
    pub(crate) fn add(&mut self, revision: Revision, value: T) {
        match self.0.iter_mut().find(|version| version.value == value) {
            Some(version) => version.revisions.push(revision.name()),
            None => self.0.push(Version { revisions: vec![revision.name()], value }),
        }
    }
}

/// The options of the program `cri`.
pub(crate) const fn options(revision: Revision) -> Options {
    Options::new(revision).with_nfc(Nfc::Refuse)
}

#[cfg(test)]
mod tests {
    use cri_core::Revision;

    use super::Versions;

    #[test]
    fn equal_results_are_one_version() {
        let (mut same, mut different) = (Versions::new(), Versions::new());
        for revision in Revision::ALL {
            same.add(revision, 1);
            different.add(revision, revision.name());
        }
        assert_eq!((same.0.len(), same.0[0].revisions.len()), (1, Revision::ALL.len()));
        assert_eq!(different.0.len(), Revision::ALL.len());
        assert!(different.0.iter().all(|version| version.revisions == [version.value]));
    }
}
