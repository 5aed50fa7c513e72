//! Whether a CRI names a resource at an endpoint.

use cri_core::__private::{checked_items, take_address};
use cri_core::{Revision, Sections};

use crate::request::decompose::{address, port};
use crate::request::endpoint::Endpoint;

impl Endpoint<'_> {
    /// Whether a CRI or CRI reference names a resource at this endpoint: it has the scheme of the endpoint's transport, the
    /// endpoint's address as its host, and the endpoint's port. A port that is missing is the default port of the scheme.
    ///
    /// A reference without a scheme has that of its base, which is taken to be the endpoint's. A reference without an
    /// authority is no resource of any endpoint until it is resolved. Neither is a host that is a name, because an endpoint
    /// has an address only: resolve the name first. A CRI with a userinfo has no request. Zones are compared as in
    /// [`decompose`](crate::Decompose::decompose): a missing one matches every zone. The fragment does not count.
    ///
    /// The function does not protect a server from requests to itself, which may have other addresses as well.
    ///
    /// ```
    /// use cri_coap::{Endpoint, Transport};
    /// use cri_core::{Cri, CriRef, Revision};
    ///
    /// let me = Endpoint::from_socket_addr("192.0.2.7:5683".parse()?, Transport::Coap);
    /// let is_mine = |cri: CriRef<'_>| me.serves(cri, Revision::Draft16);
    /// assert!(is_mine(CriRef::decode(b"\x83\x20\x81\x44\xc0\0\x02\x07\x81\x61x")?)); // coap://192.0.2.7/x
    /// assert!(is_mine(CriRef::decode(b"\x83\xf6\x82\x44\xc0\0\x02\x07\x19\x16\x33\x81\x61x")?)); // //192.0.2.7:5683/x
    /// assert!(!is_mine(CriRef::decode(b"\x83\x21\x81\x44\xc0\0\x02\x07\x81\x61x")?)); // coaps://192.0.2.7/x
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn serves<'s>(&self, cri: impl Into<Sections<'s>>, revision: Revision) -> bool {
        let sections = cri.into();
        let transport = self.transport();
        let has_scheme =
            !sections.is_full() || sections.scheme_number() == Some(transport.number(revision));
        let Some(authority) = sections.authority() else { return false };
        let mut items = checked_items(authority.as_encoded());
        has_scheme
            && !authority.has_userinfo()
            && take_address(&mut items).is_some_and(|host| matches!(address(host, self), Ok(None)))
            && port(&items, self, transport).is_none()
    }
}
