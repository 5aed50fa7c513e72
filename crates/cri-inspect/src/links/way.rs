//! The two ways to resolve references: as CRIs, and as text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use cri_core::{Builder, Component, Cri, CriBuf, CriRefBuf};
use cri_uri::__private::with_plain_port;
use cri_uri::equivalence::elide_default_port;
use cri_uri::{Error, Options, ToCriError, Uri, UriRef, to_cri};

use crate::links::error::{LinkError, LinkErrorKind, Part};
use crate::links::parameter::Value;

type Owned = CriBuf<Vec<u8>>;
type OwnedRef = CriRefBuf<Vec<u8>>;

/// A form of references, and how they resolve.
pub(super) trait Way {
    type Reference: From<Self::Full>;
    /// A reference with a scheme.
    type Full;

    /// Reads a reference.
    fn read(&self, text: &Text<'_>, at: Place) -> Result<Self::Reference, LinkError>;

    fn is_full(&self, reference: &Self::Reference) -> bool;

    fn against(
        &self,
        base: &Self::Full,
        reference: Self::Reference,
        at: Place,
    ) -> Result<Self::Reference, LinkError>;

    /// The origin of a full reference: its scheme and authority, and an empty path. `None` without an authority.
    fn origin(&self, full: &Self::Reference, at: Place) -> Result<Option<Self::Full>, LinkError>;
}

/// References as CRIs.
pub(super) struct ByCris {
    pub(super) options: Options,
}

impl Way for ByCris {
    type Reference = OwnedRef;
    type Full = Owned;

    fn read(&self, text: &Text<'_>, at: Place) -> Result<OwnedRef, LinkError> {
        let cri = with_plain_port(text.as_str(), |text| to_cri(text, self.options, Vec::new()));
        cri.map_err(|error| text.error(error, at))
    }

    fn is_full(&self, reference: &OwnedRef) -> bool {
        reference.is_full()
    }

    fn against(&self, base: &Owned, reference: OwnedRef, at: Place) -> Result<OwnedRef, LinkError> {
        let base = base.as_cri();
        let elided = elide_default_port(base, reference.as_cri_ref(), self.options, Vec::new());
        let reference = elided.map_err(|it| at.wrong(it))?.unwrap_or(reference);
        let resolved = base.resolve(reference.as_cri_ref());
        // INVARIANT: a base has an authority, so the target has a path that can follow one.
        let resolved = resolved.map_err(|it| at.wrong(it))?;
        let resolved = resolved.encode_to(self.options.revision(), Vec::new());
        Ok(resolved.map_err(|it| at.wrong(it))?.into())
    }

    fn origin(&self, full: &OwnedRef, at: Place) -> Result<Option<Owned>, LinkError> {
        let Some(full) = full.as_cri_ref().to_full() else { return Ok(None) };
        origin(full, self.options).map_err(|it| at.wrong(it))
    }
}

/// References as URI references.
pub(super) struct ByUris;

impl Way for ByUris {
    type Reference = String;
    type Full = String;

    fn read(&self, text: &Text<'_>, at: Place) -> Result<String, LinkError> {
        let uri = UriRef::parse(text.as_str());
        Ok(uri.map_err(|error| text.error(error.into(), at))?.to_string())
    }

    fn is_full(&self, reference: &String) -> bool {
        Uri::parse(reference).is_ok()
    }

    fn against(&self, base: &String, reference: String, at: Place) -> Result<String, LinkError> {
        let base = Uri::parse(base).map_err(|it| at.wrong(it))?;
        Ok(base.join(&reference).map_err(|it| at.wrong(it))?.to_string())
    }

    fn origin(&self, full: &String, at: Place) -> Result<Option<String>, LinkError> {
        let uri = Uri::parse(full).map_err(|it| at.wrong(it))?;
        Ok(uri.authority().map(|authority| format!("{}://{authority}", uri.scheme())))
    }
}

/// The text of a reference.
pub(super) enum Text<'a> {
    AsWritten(&'a str),
    Unescaped(String),
}

impl<'a> Text<'a> {
    fn as_str(&self) -> &str {
        match self {
            Self::AsWritten(text) => text,
            Self::Unescaped(text) => text,
        }
    }

    /// The error of reading this at a place, in the text of the links.
    fn error(&self, error: ToCriError, at: Place) -> LinkError {
        // With escapes, an offset in the value is not one in the text.
        let within = if matches!(self, Self::AsWritten(_)) { error.offset() } else { 0 };
        let at = Place { start: at.start.saturating_add(within), ..at };
        at.wrong(error.with_offset(at.start))
    }

    pub(super) fn of(value: Value<'a>) -> Self {
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
pub(super) struct Place {
    pub(super) part: Part,
    pub(super) start: usize,
}

impl Place {
    pub(super) fn error(self, kind: LinkErrorKind) -> LinkError {
        LinkError::new(self.part, kind, self.start)
    }

    pub(super) fn wrong(self, error: impl Into<Error>) -> LinkError {
        self.error(LinkErrorKind::Reference(error.into()))
    }
}

/// The origin of a CRI: its scheme and authority, and an empty path. `None` without an authority.
pub(super) fn origin(cri: Cri<'_>, options: Options) -> Result<Option<Owned>, Error> {
    let sections = cri.sections();
    if sections.authority().is_none() {
        return Ok(None);
    }
    use Component::{Host, Port, Scheme, Userinfo, ZoneId};
    let builder = Builder::new(options.revision(), Vec::new());
    let builder = [Scheme, Userinfo, Host, ZoneId, Port]
        .into_iter()
        .fold(builder, |builder, part| sections.copy_component(part, builder));
    Ok(Some(builder.finish_full()?))
}
