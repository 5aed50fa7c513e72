//! The targets and contexts of links.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use cri_core::{Builder, Component, Cri, CriBuf, CriRefBuf};
use cri_uri::{Error, Options, elide_default_port, to_cri};

use crate::links::error::{LinkError, LinkErrorKind, Part};
use crate::links::link::Link;
use crate::links::parameter::Value;

type Owned = CriBuf<Vec<u8>>;
type OwnedRef = CriRefBuf<Vec<u8>>;

/// The document that says how the references of links resolve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// RFC 6690 section 2.1. An anchor resolves against the origin of the server: its scheme and authority, with a userinfo if there is
    /// one, and an empty path. A
    /// target resolves against the origin of the anchor if the link has one, and otherwise against that of the server.
    ///
    /// Without an anchor, the context is the origin of the target.
    #[default]
    Rfc6690,
    /// RFC 8288 section 3. Targets and anchors resolve against the base itself, which is the URI of the list.
    ///
    /// Without an anchor, the context is that base.
    Rfc8288,
}

impl Rules {
    /// The rules by their names.
    pub const NAMES: [(&'static str, Self); 2] =
        [("rfc6690", Self::Rfc6690), ("rfc8288", Self::Rfc8288)];

    /// The rules with this name, such as `rfc8288`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, rules)| rules)
    }
}

/// Makes CRIs of the references of links.
#[derive(Clone, Debug)]
pub struct Resolver {
    rules: Rules,
    options: Options,
    /// What anchors resolve against.
    base: Option<Owned>,
}

/// A link with its references as CRIs.
#[derive(Clone, Debug)]
pub struct ResolvedLink {
    /// The target. It is relative only if nothing is known to resolve it against.
    pub target: OwnedRef,
    /// What the link is about. `None` if neither an anchor nor a base says it.
    pub context: Option<OwnedRef>,
}

impl Resolver {
    /// A resolver for the links of a server, or of the document, with this URI. Without a base, relative references stay so.
    ///
    /// # Errors
    ///
    /// `NoOrigin`, if the base has no authority.
    pub fn new(base: Option<Cri<'_>>, rules: Rules, options: Options) -> Result<Self, LinkError> {
        let error = |kind| LinkError::new(Part::Base, kind, 0);
        let Some(base) = base else { return Ok(Self { rules, options, base: None }) };
        let origin = origin(base, options).map_err(|it| error(LinkErrorKind::Reference(it)))?;
        let origin = origin.ok_or_else(|| error(LinkErrorKind::NoOrigin))?;
        let base = match rules {
            Rules::Rfc6690 => origin,
            // The URI of a document has no fragment.
            Rules::Rfc8288 => {
                let base = base.sections().without_fragment();
                let base = base.encode_to(options.revision(), Vec::new());
                let base = base.map_err(|it| error(LinkErrorKind::Reference(it.into())))?;
                base.into_full().map_err(|_| error(LinkErrorKind::NoOrigin))?
            }
        };
        Ok(Self { rules, options, base: Some(base) })
    }

    /// Resolves the references of a link. The first anchor counts.
    ///
    /// # Errors
    ///
    /// `Reference`, with an error of a kind of [`ToCriErrorKind`](cri_uri::ToCriErrorKind). `NoOrigin`, if the target is relative and
    /// the anchor has no authority.
    pub fn resolve(&self, link: &Link<'_>) -> Result<ResolvedLink, LinkError> {
        let base = self.base.as_ref();
        let anchor = link.anchor().map(|anchor| {
            let at = Place { part: Part::Anchor, start: anchor.offset() };
            self.read(&Text::of(anchor), at).and_then(|anchor| self.against(base, anchor, at))
        });
        let anchor = anchor.transpose()?;
        let at = Place { part: Part::Target, start: link.reference_offset() };
        let target = self.read(&Text::AsWritten(link.reference()), at)?;
        let target = match (&anchor, self.rules) {
            (Some(anchor), Rules::Rfc6690) if !target.as_cri_ref().is_full() => {
                match anchor.as_cri_ref().to_full() {
                    Some(anchor) => {
                        let origin = self.origin(anchor, at)?;
                        let origin = origin.ok_or_else(|| at.error(LinkErrorKind::NoOrigin))?;
                        self.against(Some(&origin), target, at)?
                    }
                    None => target,
                }
            }
            _ => self.against(base, target, at)?,
        };
        let context = match (anchor, target.as_cri_ref().to_full()) {
            (Some(anchor), _) => Some(anchor),
            (None, Some(target)) if self.rules == Rules::Rfc6690 => {
                self.origin(target, at)?.or_else(|| self.base.clone()).map(OwnedRef::from)
            }
            (None, _) => self.base.clone().map(OwnedRef::from),
        };
        Ok(ResolvedLink { target, context })
    }

    /// Reads a reference.
    fn read(&self, text: &Text<'_>, at: Place) -> Result<OwnedRef, LinkError> {
        let (text, is_as_written) = match text {
            Text::AsWritten(text) => (*text, true),
            Text::Unescaped(text) => (&**text, false),
        };
        to_cri(text, self.options, Vec::new()).map_err(|error| {
            // With escapes, an offset in the value is not one in the text.
            let within = if is_as_written { error.offset() } else { 0 };
            let at = Place { start: at.start.saturating_add(within), ..at };
            at.error(LinkErrorKind::Reference(error.with_offset(at.start).into()))
        })
    }

    /// Resolves a reference if there is a base.
    fn against(
        &self,
        base: Option<&Owned>,
        reference: OwnedRef,
        at: Place,
    ) -> Result<OwnedRef, LinkError> {
        let Some(base) = base.map(Owned::as_cri) else { return Ok(reference) };
        let elided = elide_default_port(base, reference.as_cri_ref(), self.options, Vec::new());
        let reference = elided.map_err(|it| at.wrong(it))?.unwrap_or(reference);
        let resolved = base.resolve(reference.as_cri_ref());
        // INVARIANT: a base has an authority, so the target has a path that can follow one.
        let resolved = resolved.map_err(|it| at.wrong(it))?;
        let resolved = resolved.encode_to(self.options.revision(), Vec::new());
        Ok(resolved.map_err(|it| at.wrong(it))?.into())
    }

    fn origin(&self, cri: Cri<'_>, at: Place) -> Result<Option<Owned>, LinkError> {
        origin(cri, self.options).map_err(|it| at.wrong(it))
    }
}

/// The text of a reference.
enum Text<'a> {
    AsWritten(&'a str),
    Unescaped(String),
}

impl<'a> Text<'a> {
    fn of(value: Value<'a>) -> Self {
        let written = value.as_written();
        if written.contains('\\') {
            Self::Unescaped(value.to_string())
        } else {
            Self::AsWritten(written)
        }
    }
}

/// A part of a link, and where it begins in the text of the links.
#[derive(Clone, Copy)]
struct Place {
    part: Part,
    start: usize,
}

impl Place {
    fn error(self, kind: LinkErrorKind) -> LinkError {
        LinkError::new(self.part, kind, self.start)
    }

    fn wrong(self, error: impl Into<Error>) -> LinkError {
        self.error(LinkErrorKind::Reference(error.into()))
    }
}

/// The origin of a CRI: its scheme and authority, and an empty path. `None` without an authority.
fn origin(cri: Cri<'_>, options: Options) -> Result<Option<Owned>, Error> {
    let sections = cri.sections();
    if sections.authority().is_none() {
        return Ok(None);
    }
    let builder = Builder::new(options.revision(), Vec::new());
    Ok(Some(sections.copy_before(Component::Discard, builder).finish_full()?))
}
