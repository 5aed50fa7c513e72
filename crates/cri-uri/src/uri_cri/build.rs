//! Building owned CRIs from their parts, and changing one part.

use alloc::vec::Vec;

use cri_core::{Builder, Component};
#[cfg(feature = "idna")]
use cri_core::{Host, TextOrPet};

#[cfg(feature = "idna")]
use crate::idna::{IdnaError, to_ascii};
#[cfg(feature = "idna")]
use crate::text::grammar::host::UriHost;
use crate::text::grammar::scheme::find_scheme;
use crate::uri_cri::error::UriCriError;
use crate::uri_cri::profile::Profile;
use crate::uri_cri::{UriCri, UriCriRef};

impl<P: Profile> UriCri<P> {
    /// Builds a CRI from the name of its scheme, and the parts that `add` adds to the [`Builder`].
    ///
    /// Parts are raw text: a `/` or `%` in a segment is data. Add them in the order of a URI.
    ///
    /// Write an alias such as `Link` once, which names the revision: `UriCri::build(…)` alone does not say which one is meant.
    ///
    /// ```
    /// use cri_uri::{Rfc9988, UriCri, UriCriError};
    ///
    /// type Link = UriCri<Rfc9988>;
    ///
    /// let link = Link::build("https", |link| link.host("example.com").port(443).segment("a/b").parameter("x=%"))?;
    /// assert_eq!(link.to_string(), "https://example.com/a%2Fb?x=%25");
    ///
    /// let error = Link::build("coap", |link| link.host("h").segment("a").segment("..")).unwrap_err();
    /// assert!(matches!(error, UriCriError::Build(error) if error.index() == Some(1)));
    /// assert!(error.to_string().contains(", at segments[1]; "));
    /// # Ok::<(), cri_uri::UriCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Build` for the first part that breaks a rule, such as the text of an address in `host`, and those of `try_from`.
    /// [`BuildError::index`](cri_core::BuildError::index) says which segment, parameter or label it is.
    pub fn build(
        scheme: &str,
        add: impl FnOnce(Builder<Vec<u8>>) -> Builder<Vec<u8>>,
    ) -> Result<Self, UriCriError> {
        let builder = Builder::new(Self::REVISION, Vec::new());
        let builder = match find_scheme(scheme.as_bytes(), P::OPTIONS.schemes) {
            Some(known) => builder.scheme_number(known.number),
            None => builder.scheme_name(scheme),
        };
        Self::made(add(builder).finish_full()?)
    }

    /// This CRI with `component` replaced by what `change` adds to the [`Builder`]. If it adds nothing, the result has no such
    /// component.
    ///
    /// ```
    /// use cri_core::Component;
    /// use cri_uri::UriCri;
    ///
    /// let link: UriCri = "coap://h/a?u=c#x".parse()?;
    /// let changed = link.change(Component::Query, |query| query.parameter("u=f"))?;
    /// assert_eq!(changed.to_string(), "coap://h/a?u=f#x");
    /// assert_eq!(link.change(Component::Fragment, |builder| builder)?.to_string(), "coap://h/a?u=c");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`build`](UriCri::build). `Build` with the kind `OtherComponent`, and that component, if `change` adds to
    /// another component.
    pub fn change(
        &self,
        component: Component,
        change: impl FnOnce(Builder<Vec<u8>>) -> Builder<Vec<u8>>,
    ) -> Result<Self, UriCriError> {
        let builder = self.sections().change(component, Self::REVISION, Vec::new(), change);
        Self::made(builder.finish_full()?)
    }
}

#[cfg(feature = "idna")]
impl<P: Profile> UriCri<P> {
    /// This CRI with its host name in the ASCII form of the DNS, as [`idna::to_ascii`](crate::idna::to_ascii) maps it. A
    /// host that is an address or empty is unchanged.
    ///
    /// If the name changes, the result identifies another resource. A name that is mapped to the text of an IPv4 address, such
    /// as `127.0.0.1` in full-width digits, becomes that address, as in browsers. Check a link against a policy after this
    /// function, and not before. A name that is mapped to another text that ends in a number is an error: browsers and
    /// `inet_aton` also read `0x7f.1`, `127.1` and `127.0.0.1.` as addresses, and no name of a host on the Internet ends in a
    /// number (RFC 1123 section 2.1).
    ///
    /// ```
    /// use cri_uri::UriCri;
    ///
    /// let link: UriCri = UriCri::from_iri("https://bücher.example/")?;
    /// assert_eq!(link.with_ascii_host()?.to_string(), "https://xn--bcher-kva.example/");
    ///
    /// let address: UriCri = UriCri::from_iri("https://１２７.0.0.1/")?;
    /// assert!(address.with_ascii_host()?.host().is_some_and(|host| host.ip().is_some()));
    /// let ambiguous: UriCri = UriCri::from_iri("https://０x7f.1/")?;
    /// assert!(ambiguous.with_ascii_host().is_err());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `ToAscii`, if the DNS allows no such name.
    pub fn with_ascii_host(&self) -> Result<Self, IdnaError> {
        let Some(name) = self.host().and_then(Host::name) else {
            return Ok(self.clone());
        };
        // A label of percent-encoded text has no form in the DNS.
        let labels: Option<Vec<&str>> = name.labels().map(TextOrPet::as_str).collect();
        let unicode = labels.ok_or(IdnaError::ToAscii)?.join(".");
        if unicode.is_empty() {
            return Ok(self.clone());
        }
        let ascii = to_ascii(&unicode)?.into_owned();
        if ascii == unicode {
            return Ok(self.clone());
        }
        let changed = match UriHost::parse(&ascii) {
            UriHost::Ipv4(address) => self.change(Component::Host, |host| host.host_ip(address)),
            _ if ends_in_a_number(&ascii) => return Err(IdnaError::ToAscii),
            _ => self.change(Component::Host, |host| host.host(&ascii)),
        };
        changed.map_err(|_| IdnaError::ToAscii)
    }
}

/// Whether the last label is a number, in decimal or hexadecimal, as in the URL standard. A dot may follow that label.
#[cfg(feature = "idna")]
fn ends_in_a_number(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    match last.strip_prefix("0x") {
        Some(digits) => digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

impl<P: Profile> UriCriRef<P> {
    /// Builds a CRI reference from the parts that `add` adds to the [`Builder`].
    ///
    /// ```
    /// use cri_core::Discard;
    /// use cri_uri::{Rfc9988, UriCriRef};
    ///
    /// type LinkRef = UriCriRef<Rfc9988>;
    ///
    /// let link = LinkRef::build(|link| link.discard(Discard::Segments(1)).segment("a b"))?;
    /// assert_eq!(link.to_string(), "a%20b");
    /// # Ok::<(), cri_uri::UriCriError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`UriCri::build`].
    pub fn build(
        add: impl FnOnce(Builder<Vec<u8>>) -> Builder<Vec<u8>>,
    ) -> Result<Self, UriCriError> {
        Self::made(add(Builder::new(Self::REVISION, Vec::new())).finish()?)
    }
}
