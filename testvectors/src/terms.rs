//! The terms that vectors of several families use: revisions, features and expected errors.

use serde::Deserialize;
use std::collections::BTreeMap;

/// Answers that conform besides the expected one, by the cases that they belong to. A key has words of a case between
/// slashes: its operation, its revision, and `strict` or `liberal`. An answer has the members of `expect` in the JSON.
pub type Alternatives = BTreeMap<String, Vec<toml::Table>>;

/// A revision of the draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
pub enum Revision {
    /// draft-ietf-core-href-16.
    #[serde(rename = "draft-16")]
    Draft16,
    /// draft-ietf-core-href-27 to -30, which have one wire form.
    #[serde(rename = "rfc9988")]
    Rfc9988,
}

impl Revision {
    /// Both revisions, the older one first.
    pub const ALL: [Self; 2] = [Self::Draft16, Self::Rfc9988];

    /// The name as it stands in the files: `draft-16` or `rfc9988`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draft16 => "draft-16",
            Self::Rfc9988 => "rfc9988",
        }
    }

    /// The caller's own value for this revision, found by its name.
    ///
    /// # Panics
    ///
    /// Where `from_name` does not know the name.
    pub fn convert<T>(self, from_name: impl Fn(&str) -> Option<T>) -> T {
        from_name(self.name())
            .unwrap_or_else(|| panic!("the caller knows no revision {:?}", self.name()))
    }
}

/// A feature of the draft that an implementation may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Full CRIs without an authority.
    NoAuthority,
    /// A userinfo before the host.
    Userinfo,
    /// Percent-encoded text (PET) in place of text.
    ExtendedCri,
    /// A scheme given by its name: a feature in RFC 9988, always there in draft-16.
    SchemeName,
}

impl Feature {
    /// The name as it stands in the files, such as `no-authority`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoAuthority => "no-authority",
            Self::Userinfo => "userinfo",
            Self::ExtendedCri => "extended-cri",
            Self::SchemeName => "scheme-name",
        }
    }

    /// The caller's own value for this feature, found by its name.
    ///
    /// # Panics
    ///
    /// Where `from_name` does not know the name.
    pub fn convert<T>(self, from_name: impl Fn(&str) -> Option<T>) -> T {
        from_name(self.name())
            .unwrap_or_else(|| panic!("the caller knows no feature {:?}", self.name()))
    }
}

/// An expected error: its kind, the component, and the offset.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The kind in kebab-case. `testvectors/KINDS.md` lists the kinds of each operation.
    pub kind: String,
    /// The component in kebab-case, `cri` for the whole. Where it is absent, components are not compared.
    pub component: Option<String>,
    /// The offset in bytes into the input. Where it is absent, offsets are not compared.
    pub offset: Option<usize>,
}

impl Expected {
    /// Fails unless the error that was found is this one.
    ///
    /// The caller passes `None` for a component or an offset that its direction does not report.
    ///
    /// # Panics
    ///
    /// Where the kind differs, or the component or the offset does and both sides have one.
    pub fn assert_matches(&self, kind: &str, component: Option<&str>, offset: Option<usize>) {
        assert_eq!(kind, self.kind, "kind of the error");
        if let (Some(found), Some(expected)) = (component, &self.component) {
            assert_eq!(found, expected, "component of the error {kind}");
        }
        if let (Some(found), Some(expected)) = (offset, self.offset) {
            assert_eq!(found, expected, "offset of the error {kind}");
        }
    }
}
