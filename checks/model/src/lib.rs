//! A second opinion: an independent model of CRIs, written from the documents.
//!
//! The model is slow and obvious. It works on owned values, and a reader can check each function against the section
//! of draft-ietf-core-href that it names. It shares no code with the crates of the project. The package
//! `model-compare` compares both, for the fuzz targets and for `cargo xtask model`.
//!
//! # Terminology
//!
//! - A [`Flaw`] is one broken rule: its kind, and where the documents fix them, the component and the offset.
//! - An operation that fails returns *all* flaws that the input has. The documents do not say which of several flaws an
//!   implementation reports, so a correct one reports any of them.
//! - Names of kinds and components are those of `testvectors/KINDS.md`.
//!
//! # What it does not do
//!
//! It keeps text as it is, so it needs no tables for NFC. It maps no IDNA names and reads no diagnostic notation.

#![allow(clippy::unreachable, reason = "a wrong model must stop the comparison")]

pub mod cbor;
pub mod coap;
pub mod decode;
pub mod encode;
pub mod from_uri;
pub mod normal_form;
pub mod pet;
pub mod proxy;
pub mod reference;
pub mod registry;
pub mod relativize;
pub mod resolve;
pub mod to_uri;
pub mod uri;

/// A revision of the draft. Drafts -27 to -30 have one wire form and one set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revision {
    /// draft-ietf-core-href-16.
    Draft16,
    /// draft-ietf-core-href-27 to -30.
    Rfc9988,
}

impl Revision {
    /// Both revisions.
    pub const ALL: [Self; 2] = [Self::Draft16, Self::Rfc9988];
}

/// The features of the draft that an implementation may leave out (section 2, 5.1, 7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    /// "no-authority": null or true in place of an authority.
    pub no_authority: bool,
    /// "userinfo".
    pub userinfo: bool,
    /// "extended-cri" in -16, "text-or-pet" in -27.
    pub extended_cri: bool,
    /// "scheme-name" in -27; always there in -16.
    pub scheme_name: bool,
}

impl Features {
    /// Every feature.
    pub const ALL: Self =
        Self { no_authority: true, userinfo: true, extended_cri: true, scheme_name: true };
}

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The kind, such as `dot-segment`.
    pub kind: &'static str,
    /// The component, where one component is right.
    pub component: Option<&'static str>,
    /// The offset in bytes into the input, where the documents of the project define it.
    pub offset: Option<usize>,
}

impl Flaw {
    /// A flaw of which only the kind is defined.
    #[must_use]
    pub const fn new(kind: &'static str) -> Self {
        Self { kind, component: None, offset: None }
    }

    /// The flaw, in a component.
    #[must_use]
    pub const fn of(mut self, component: &'static str) -> Self {
        self.component = Some(component);
        self
    }

    /// The flaw, at an offset.
    #[must_use]
    pub const fn at(mut self, offset: usize) -> Self {
        self.offset = Some(offset);
        self
    }

    /// Whether an error with these properties reports this flaw. `None` stands for any.
    #[must_use]
    pub fn matches(&self, kind: &str, component: Option<&str>, offset: Option<usize>) -> bool {
        self.kind == kind
            && self.component.is_none_or(|expected| component.is_none_or(|found| found == expected))
            && self.offset.is_none_or(|expected| offset.is_none_or(|found| found == expected))
    }
}

/// The value, or all flaws that prevent it.
pub type Checked<T> = Result<T, Vec<Flaw>>;
