//! CRI or CRI reference to URI reference (section 6.1 of the draft): checked first, then displayed.

pub(crate) mod chars;
mod codes;
pub(crate) mod compose;
mod page;

#[cfg(feature = "alloc")]
use alloc::string::ToString;
use core::fmt::{self, Write};

use cri_core::__private::PREFER_SPEED;
use cri_core::{
    AuthoritySection, Base, Buffer, Cri, CriBuf, CriRef, CriRefBuf, Discard, Host, HostIp,
    Resolved, Revision, Sections, TextOrPet,
};

use crate::convert::error::{ToUriError, ToUriErrorKind};
use crate::convert::options::Options;
use crate::convert::text_component::TextComponent;
use crate::convert::to_uri::chars::Chars;
use crate::convert::to_uri::compose::Recipe;
use crate::convert::to_uri::page::{EMPTY, Page, Paper, Space};
use crate::text::path::dot_segments::reads_as_authority;
use crate::text::uri_ref::Uri;
use crate::text::uri_ref::UriRef;
#[cfg(feature = "alloc")]
use crate::text::uri_ref::owned::UriBuf;

/// Conversion to a URI reference, for every form of CRI and CRI reference.
pub trait ToUri<'a> {
    /// The result: a [`UriText`] for a full CRI, and a [`UriRefText`] for a CRI reference.
    type Text: fmt::Display;

    /// Converts this to the URI reference that means the same, by the options' revision and schemes.
    ///
    /// ```
    /// use cri_core::{Cri, CriRef};
    /// use cri_uri::{Options, ToUri};
    ///
    /// let base = Cri::decode(b"\x83\x20\x81\x61h\x82\x61a\x61b")?; // [-1, ["h"], ["a", "b"]]
    /// let reference = CriRef::decode(b"\x82\x01\x81\x63c d")?; // [1, ["c d"]]
    /// assert_eq!(reference.to_uri(Options::default())?.to_string(), "c%20d");
    /// let resolved = base.resolve(reference)?;
    /// assert_eq!(resolved.to_uri(Options::default())?.to_string(), "coap://h/a/c%20d");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Any [`ToUriErrorKind`]: a scheme number without a name, a zone identifier that URIs cannot hold, or a CRI reference
    /// that has no URI reference. Such a reference still resolves.
    fn to_uri(self, options: Options) -> Result<Self::Text, ToUriError>;
}

/// Implements [`ToUri`] for types that have sections.
macro_rules! to_uri_impls {
    ($([$($generics:tt)*] $Cri:ty => $Text:ident;)+) => {$(
        impl<'a, $($generics)*> $crate::convert::to_uri::ToUri<'a> for $Cri {
            type Text = $Text<'a>;

            #[inline]
            fn to_uri(self, options: Options) -> Result<$Text<'a>, $crate::convert::error::ToUriError> {
                $crate::convert::to_uri::compose::Recipe::new(self.into(), options).map($Text)
            }
        }
    )+};
}

#[cfg(feature = "alloc")]
pub(crate) use to_uri_impls;

to_uri_impls! {
    [] Cri<'a> => UriText;
    [] Base<'a> => UriText;
    [] Resolved<'a> => UriText;
    [B: Buffer] &'a CriBuf<B> => UriText;
    [] CriRef<'a> => UriRefText;
    [] &CriRef<'a> => UriRefText;
    [] Sections<'a> => UriRefText;
    [B: Buffer] &'a CriRefBuf<B> => UriRefText;
}

/// Defines a text of a CRI: `$Text` parses as `$Uri`.
macro_rules! uri_text {
    ($(#[$about:meta])* $Text:ident => $Uri:ident) => {
        $(#[$about])*
        ///
        /// Displaying it takes no memory and does not fail. `Debug` masks a password; `Display` shows it.
        #[derive(Clone, Copy)]
        pub struct $Text<'a>(
            /* INVARIANT: by `Recipe::new`. */ pub(crate) Recipe<'a>,
        );

        impl $Text<'_> {
            /// Writes the text.
            ///
            /// # Errors
            ///
            /// Those of `out`, and no other.
            #[inline]
            pub fn write_to(&self, out: &mut impl Write) -> fmt::Result {
                self.0.write_to(out)
            }
        }

        displayed!($Text => $Uri);
    };
}

uri_text!(
    /// The URI of a full CRI.
    UriText => Uri
);

uri_text!(
    /// The URI reference of a CRI reference.
    UriRefText => UriRef
);

#[cfg(feature = "alloc")]
impl From<UriText<'_>> for UriBuf {
    fn from(uri: UriText<'_>) -> Self {
        Self::from_written(uri.to_string())
    }
}

impl<'a> Recipe<'a> {
    #[inline(always)]
    pub(crate) fn new(sections: Sections<'a>, options: Options) -> Result<Self, ToUriError> {
        let scheme = match sections.scheme_number() {
            None => sections.scheme_name_bytes(),
            Some(number) => {
                let scheme = options.schemes.by_number(number);
                let name = scheme.ok_or(ToUriError::new(ToUriErrorKind::UnknownScheme))?.name;
                Some(name.as_bytes())
            }
        };
        match sections.authority_section() {
            AuthoritySection::Authority(authority) => {
                if let Host::Ip(host) = authority.host() {
                    check_zone(host, options.revision)?;
                }
            }
            AuthoritySection::Rootless if scheme.is_none() => {
                return Err(ToUriError::new(ToUriErrorKind::RootlessWithoutScheme));
            }
            AuthoritySection::RootBased if scheme.is_none() => {
                check_reference(&sections)?;
            }
            _ => {}
        }
        Ok(Self { sections, scheme, userinfo: TextComponent::userinfo(options.revision) })
    }

    #[inline]
    fn write_to(&self, out: &mut impl Write) -> fmt::Result {
        if !PREFER_SPEED {
            return self.compose(Chars(Some(out))).finish();
        }
        let mut space = EMPTY;
        let text = self.on_pages(&mut space, out)?;
        out.write_str(text)
    }

    /// Writes all pages but the last one to `out`, and returns the last one.
    // Not inlined, and not generic, so that the walk is compiled once.
    #[inline(never)]
    fn on_pages<'p>(
        &self,
        space: &'p mut Space,
        out: &mut dyn Write,
    ) -> Result<&'p str, fmt::Error> {
        let mut paper = Paper::new(space, out);
        let len = self.compose(Page::new(&mut paper)).len;
        paper.finish(len)
    }
}

/// Checks a zone identifier (section 6.1). In draft-16 it has the form of RFC 6874; in RFC 9988 it has no URI.
fn check_zone(host: HostIp<'_>, revision: Revision) -> Result<(), ToUriError> {
    let Some(zone) = host.zone_bytes() else {
        return Ok(());
    };
    let kind = match (revision, host.octets().len()) {
        (Revision::Rfc9988, _) => ToUriErrorKind::ZoneId,
        (_, 4) => ToUriErrorKind::ZoneOnIpv4,
        _ if zone.is_empty() => ToUriErrorKind::EmptyZoneId,
        _ => return Ok(()),
    };
    Err(ToUriError::new(kind))
}

/// Checks that a reference without scheme and authority has a URI reference (sections 2.1 and 6.1).
fn check_reference(sections: &Sections<'_>) -> Result<(), ToUriError> {
    // `None` where there is no path.
    let segments = sections.path_len();
    let kind = match sections.discard() {
        Discard::Segments(0) if segments.is_some() => ToUriErrorKind::DiscardZeroWithPath,
        Discard::Segments(0) if sections.query().is_some_and(|query| query.is_empty()) => {
            ToUriErrorKind::UnsetQuery
        }
        Discard::Segments(0) => return Ok(()),
        _ if matches!(segments, None | Some(0)) => ToUriErrorKind::DiscardWithoutPath,
        Discard::All if segments.is_some_and(|len| begins_with_two_slashes(sections, len)) => {
            ToUriErrorKind::LeadingEmptySegment
        }
        _ => return Ok(()),
    };
    Err(ToUriError::new(kind))
}

/// Whether a rooted path would read as an authority.
fn begins_with_two_slashes(sections: &Sections<'_>, len: usize) -> bool {
    reads_as_authority(true, len, || sections.segments().next().is_some_and(TextOrPet::is_empty))
}

#[cfg(test)]
mod tests;
