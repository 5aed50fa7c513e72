//! The targets and contexts of links.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use cri_core::{Cri, CriBuf, CriRefBuf};
use cri_uri::__private::with_plain_port;
use cri_uri::{Normalization, Options, ToUri, Uri, UriRef, to_cri};

use crate::links::error::{LinkError, LinkErrorKind, Part};
use crate::links::link::Link;
use crate::links::way::{ByCris, ByUris, Place, Text, Way, origin};

type Owned = CriBuf<Vec<u8>>;
type OwnedRef = CriRefBuf<Vec<u8>>;

/// The document that says how the references of links resolve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// RFC 6690 section 2.1. An anchor resolves against the origin of the server: its scheme and authority, with a
    /// userinfo if there is one, and an empty path. A target resolves against the origin of the anchor if the link has
    /// one, and otherwise against that of the server.
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

/// A link with its references as URIs, or as relative references if nothing is known to resolve them against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkUris {
    /// The target.
    pub target: String,
    /// What the link is about. `None` if neither an anchor nor a base says it.
    pub context: Option<String>,
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
    /// An empty port and zeros before a port are read as in [`to_request_cri`](cri_uri::to_request_cri).
    ///
    /// # Errors
    ///
    /// `Reference`, with an error of a kind of [`ToCriErrorKind`](cri_uri::ToCriErrorKind). `NoOrigin`, if the target is
    /// relative and the anchor has no authority. [`resolve_as_uris`](Self::resolve_as_uris) answers for a URI that no CRI
    /// expresses.
    pub fn resolve(&self, link: &Link<'_>) -> Result<ResolvedLink, LinkError> {
        let by_cris = ByCris { options: self.options };
        let (target, context) = self.rules.resolve(link, &by_cris, self.base.clone())?;
        Ok(ResolvedLink { target, context })
    }

    /// Resolves the references of a link as text (RFC 3986 section 5.2), for a link that [`resolve`](Self::resolve) refuses: it
    /// may have a URI that no CRI expresses.
    ///
    /// A URI that a CRI expresses is the URI of that CRI. Any other is in the normal form of [`UriRef::normalize`].
    ///
    /// ```
    /// use cri_inspect::links::{Link, Resolver, Rules};
    /// use cri_uri::{Options, UriCri};
    ///
    /// let server: UriCri = "coap://h".parse()?;
    /// let resolver = Resolver::new(Some(server.as_cri()), Rules::Rfc6690, Options::default())?;
    /// let link = Link::parse("</a>;anchor=\"coap://[v1.x]\"")?; // an address of a future IP version
    /// assert!(resolver.resolve(&link).is_err());
    /// assert_eq!(resolver.resolve_as_uris(&link)?.target, "coap://[v1.x]/a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Reference`, if a reference is no URI reference, or if the base has no URI. `NoOrigin` as from `resolve`.
    pub fn resolve_as_uris(&self, link: &Link<'_>) -> Result<LinkUris, LinkError> {
        let uri = |base: &Owned| base.to_uri(self.options).map(|uri| uri.to_string());
        let base = self.base.as_ref().map(uri).transpose();
        let base = base.map_err(|it| Place { part: Part::Base, start: 0 }.wrong(it))?;
        let (target, context) = self.rules.resolve(link, &ByUris, base)?;
        let normal = |uri: String, part| {
            if let Ok(cri) = with_plain_port(&uri, |uri| to_cri(uri, self.options, Vec::new()))
                && let Ok(uri) = cri.to_uri(self.options)
            {
                return Ok(uri.to_string());
            }
            let at = Place { part, start: link.reference_offset() };
            let uri = UriRef::parse(&uri).map_err(|it| at.wrong(it))?;
            Ok(uri.normalize(Normalization::ALL, self.options.schemes()).to_string())
        };
        let context = context.map(|context| normal(context, Part::Anchor)).transpose()?;
        Ok(LinkUris { target: normal(target, Part::Target)?, context })
    }
}

/// The base of links with this URI: its CRI, with an empty port and zeros before a port read as in [`Resolver::resolve`].
///
/// # Errors
///
/// `Reference`: the text is no URI, or no CRI expresses it.
pub fn read_base(text: &str, options: Options) -> Result<Owned, LinkError> {
    let read = |text: &str| Uri::parse(text)?.to_cri(options, Vec::new());
    let at = Place { part: Part::Base, start: 0 };
    with_plain_port(text, read).map_err(|it| at.wrong(it))
}

impl Rules {
    /// Resolves target and context of a link, the one way or the other.
    fn resolve<W: Way>(
        self,
        link: &Link<'_>,
        way: &W,
        base: Option<W::Full>,
    ) -> Result<(W::Reference, Option<W::Reference>), LinkError> {
        let against = |base: Option<&W::Full>, reference, at| match base {
            Some(base) => way.against(base, reference, at),
            None => Ok(reference),
        };
        let anchor = link.anchor().map(|anchor| {
            let at = Place { part: Part::Anchor, start: anchor.offset() };
            let reference = way.read(&Text::of(anchor), at)?;
            against(base.as_ref(), reference, at)
        });
        let anchor = anchor.transpose()?;
        let at = Place { part: Part::Target, start: link.reference_offset() };
        let target = way.read(&Text::AsWritten(link.reference()), at)?;
        let target = match (&anchor, self) {
            (Some(anchor), Self::Rfc6690) if !way.is_full(&target) => {
                if way.is_full(anchor) {
                    let origin = way.origin(anchor, at)?;
                    let origin = origin.ok_or_else(|| at.error(LinkErrorKind::NoOrigin))?;
                    way.against(&origin, target, at)?
                } else {
                    target
                }
            }
            _ => against(base.as_ref(), target, at)?,
        };
        let context = match anchor {
            Some(anchor) => Some(anchor),
            None if self == Self::Rfc6690 && way.is_full(&target) => {
                way.origin(&target, at)?.or(base).map(W::Reference::from)
            }
            None => base.map(W::Reference::from),
        };
        Ok((target, context))
    }
}
