//! The targets that a program may request on behalf of others.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::net::{IpAddr, SocketAddr};

use cri_core::{Component, Host, HostName, Scheme, Sections, TextOrPet};
use cri_registry::Table;

use crate::address_rule::AddressRule;
use crate::allow_list::AllowList;
use crate::name_rule::{Misreading, NameRule, find_misreading, is_public};

use self::TargetErrorKind as Kind;

/// The targets that a program may request on behalf of others.
///
/// A link from a stranger may name any server, even one inside your own network. A policy allows what you expect, and
/// denies everything else. [`check`](Self::check) the target of each link and of each redirect, after resolution. If its
/// host is a name, look it up, and [`check_address`](Self::check_address) every address. Then connect to these addresses,
/// and not to the name: a second look-up may return others.
///
/// A userinfo or a zone is never allowed. The policy does not read path, query and fragment.
///
/// ```
/// use cri_check::{AllowList, TargetErrorKind, TargetPolicy};
/// use cri_uri::{Rfc9988, UriCri};
///
/// type Link = UriCri<Rfc9988>;
///
/// let policy = TargetPolicy::new(Link::OPTIONS.schemes(), AllowList::public().except(["203.0.113.0/24".parse()?]))
///     .allow_schemes(["https"])
///     .allow_names(["sensor.example".parse()?, ".devices.example".parse()?]);
///
/// let check = |uri: &str| {
///     let target: Link = uri.parse().expect("a URI");
///     policy.check(&target).map(|(host, port)| (host.name().map(|name| name.to_string()), port))
/// };
/// assert_eq!(check("https://a1.devices.example/temp")?, (Some("a1.devices.example".into()), 443));
/// assert_eq!(check("https://0x7f.1/").unwrap_err().kind(), TargetErrorKind::DisguisedAddress);
/// assert_eq!(check("https://sensor.example:22/").unwrap_err().kind(), TargetErrorKind::Port);
/// assert_eq!(check("https://sensor.example@evil.example/").unwrap_err().kind(), TargetErrorKind::Userinfo);
///
/// // After the look-up of a1.devices.example:
/// let error = policy.check_address("127.0.0.1:443".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "connections to this address are not allowed: 127.0.0.1");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TargetPolicy {
    table: Table,
    addresses: AllowList,
    address_hosts: bool,
    schemes: Vec<String>,
    names: Vec<NameRule>,
    ports: Vec<u16>,
    /// Whether every port is allowed, and every public name.
    is_public: bool,
}

impl TargetPolicy {
    /// The policy that allows connections to `addresses`, but no target yet. `table` has the names and the default ports
    /// of schemes.
    #[must_use]
    pub const fn new(table: Table, addresses: AllowList) -> Self {
        Self {
            table,
            addresses,
            address_hosts: false,
            schemes: Vec::new(),
            names: Vec::new(),
            ports: Vec::new(),
            is_public: false,
        }
    }

    /// The policy that allows every target on the public Internet, and so nothing internal: every name with a dot and every
    /// [public address](AllowList::public), at every port. `schemes` are those that the program speaks.
    ///
    /// Names of one label, such as `printer`, are not allowed, and neither are names under `localhost`, `localdomain`, `local`,
    /// `internal`, `home.arpa`, `intranet`, `private`, `corp`, `home` and `lan`. [`allow_names`](Self::allow_names) allows one
    /// of them. A public name may have an internal address, so [`check_address`](Self::check_address) is needed, too. Deny your
    /// own servers with public addresses by [`deny_addresses`](Self::deny_addresses).
    ///
    /// ```
    /// use cri_check::TargetPolicy;
    /// use cri_uri::{Rfc9988, UriCri};
    ///
    /// type Link = UriCri<Rfc9988>;
    ///
    /// let policy = TargetPolicy::public(Link::OPTIONS.schemes(), ["https", "coaps"]);
    /// let allows = |uri: &str| Ok::<_, cri_uri::Error>(policy.check(&uri.parse::<Link>()?).is_ok());
    /// assert!(allows("https://shop.example:8443/a")? && allows("coaps://9.9.9.9")?);
    /// for uri in ["https://intranet/", "https://db.internal/", "https://10.0.0.1/", "https://0x7f.1/", "ftp://shop.example/"] {
    ///     assert!(!allows(uri)?, "{uri}");
    /// }
    /// assert!(policy.check_address("192.168.0.1:443".parse()?).is_err()); // what shop.example may have
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn public(table: Table, schemes: impl IntoIterator<Item: AsRef<str>>) -> Self {
        let policy = Self::new(table, AllowList::public()).allow_schemes(schemes);
        Self { is_public: true, address_hosts: true, ..policy }
    }

    /// Also denies connections to these addresses, whatever else allows them.
    #[must_use]
    pub fn deny_addresses(mut self, denied: impl IntoIterator<Item = AddressRule>) -> Self {
        self.addresses = self.addresses.except(denied);
        self
    }

    /// Also allows these schemes, such as `coap`, with their default ports.
    #[must_use]
    pub fn allow_schemes(mut self, schemes: impl IntoIterator<Item: AsRef<str>>) -> Self {
        self.schemes.extend(schemes.into_iter().map(|scheme| scheme.as_ref().to_ascii_lowercase()));
        self
    }

    /// Also allows hosts with these names.
    #[must_use]
    pub fn allow_names(mut self, names: impl IntoIterator<Item = NameRule>) -> Self {
        self.names.extend(names);
        self
    }

    /// Also allows hosts that are addresses, such as `192.0.2.1`, if connections to the address are allowed.
    #[must_use]
    pub const fn allow_address_hosts(mut self) -> Self {
        self.address_hosts = true;
        self
    }

    /// Also allows these ports, for every scheme.
    #[must_use]
    pub fn allow_ports(mut self, ports: impl IntoIterator<Item = u16>) -> Self {
        self.ports.extend(ports);
        self
    }

    /// Checks a target, and returns the host and the port to connect to.
    ///
    /// The port is the default port of the scheme if the target has none.
    ///
    /// # Errors
    ///
    /// The policy does not allow the target. The error has one component, even if several are not allowed.
    pub fn check<'a>(
        &self,
        target: impl Into<Sections<'a>>,
    ) -> Result<(Host<'a>, u16), TargetError> {
        self.check_sections(target.into())
    }

    /// Checks an address before the program connects to it.
    ///
    /// # Errors
    ///
    /// The address, or an IPv4 address that it embeds, is not allowed: [`TargetErrorKind::Address`].
    pub fn check_address(&self, address: SocketAddr) -> Result<(), TargetError> {
        match self.addresses.allows(address) {
            true => Ok(()),
            false => Err(Kind::Address(address.ip()).into()),
        }
    }

    fn check_sections<'a>(&self, target: Sections<'a>) -> Result<(Host<'a>, u16), TargetError> {
        let default_port = self.default_port(target.scheme())?;
        let authority = target.authority().ok_or(Kind::NoHost)?;
        if authority.userinfo().is_some() {
            return Err(Kind::Userinfo.into());
        }
        let port = authority.port().or(default_port).ok_or(Kind::Port)?;
        let host = authority.host();
        match host {
            Host::Name(name) => self.check_name(name)?,
            Host::Ip(_) if !self.address_hosts => return Err(Kind::AddressHost.into()),
            Host::Ip(ip) if ip.zone().is_some() => return Err(Kind::Zone.into()),
            Host::Ip(ip) if !self.addresses.allows((ip.address(), port).into()) => {
                return Err(Kind::Address(ip.address()).into());
            }
            Host::Ip(_) => {}
        }
        let is_any = self.is_public && port > 0;
        if default_port != Some(port) && !is_any && !self.ports.contains(&port) {
            return Err(Kind::Port.into());
        }
        Ok((host, port))
    }

    /// The default port of a scheme that is allowed.
    fn default_port(&self, scheme: Option<Scheme<'_>>) -> Result<Option<u16>, Kind> {
        let (name, known) = match scheme.ok_or(Kind::Scheme)? {
            Scheme::Name(name) => (name, self.table.by_name(name)),
            Scheme::Number(number) => {
                let known = self.table.by_number(number).ok_or(Kind::Scheme)?;
                (known.name, Some(known))
            }
        };
        match self.schemes.iter().any(|allowed| allowed == name) {
            true => Ok(known.and_then(|scheme| scheme.default_port)),
            false => Err(Kind::Scheme),
        }
    }

    fn check_name(&self, name: HostName<'_>) -> Result<(), TargetError> {
        let labels: Vec<_> = name.labels().map(TextOrPet::as_str).collect();
        match find_misreading(&labels) {
            Some(Misreading::Address) => Err(Kind::DisguisedAddress.into()),
            None if self.is_public && is_public(&labels) => Ok(()),
            None if self.names.iter().any(|rule| rule.matches(name)) => Ok(()),
            _ => {
                let is_unicode = labels.iter().flatten().any(|label| !label.is_ascii());
                Err(TargetError { kind: Kind::Name, is_unicode })
            }
        }
    }
}

/// A target that a [`TargetPolicy`] does not allow.
///
/// ```
/// use cri_check::TargetPolicy;
/// use cri_uri::{Rfc9988, UriCri};
///
/// type Link = UriCri<Rfc9988>;
///
/// let policy = TargetPolicy::public(Link::OPTIONS.schemes(), ["https"]);
/// let link = Link::from_iri("https://bücher.example/")?;
/// let error = policy.check(&link).unwrap_err();
/// assert_eq!((error.name(), error.component()), ("name", cri_core::Component::Host));
/// assert!(error.to_string().ends_with("map it with `with_ascii_host`, and check the result"));
/// assert!(policy.check(&link.with_ascii_host()?).is_ok());
/// # Ok::<(), cri_uri::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetError {
    kind: TargetErrorKind,
    /// Whether the name has characters beyond ASCII, which no rule allows.
    is_unicode: bool,
}

/// Defines the kinds with their names, their components and their messages.
macro_rules! target_error_kinds {
    ($(#[$meta:meta])* pub enum $Kinds:ident {
        $($(#[$about:meta])* $Kind:ident $(($Data:ty))? => $name:literal, $Component:ident, $message:literal;)*
    }) => {
        $(#[$meta])*
        pub enum $Kinds {
            $($(#[$about])* $Kind $(($Data))?,)*
        }

        impl $Kinds {
            /// The name in lower case with hyphens.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Kind { .. } => $name,)*
                }
            }

            /// The component that is not allowed.
            #[must_use]
            pub const fn component(self) -> Component {
                match self {
                    $(Self::$Kind { .. } => Component::$Component,)*
                }
            }

            const fn message(self) -> &'static str {
                match self {
                    $(Self::$Kind { .. } => $message,)*
                }
            }
        }
    };
}

target_error_kinds! {
    /// What a [`TargetPolicy`] does not allow.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum TargetErrorKind {
        /// The scheme is not allowed or not known. A reference without a scheme must be resolved first.
        Scheme => "scheme", Scheme, "the scheme is not allowed";
        /// There is no host.
        NoHost => "no-host", Host, "a target without a host is not allowed";
        /// There is a userinfo. It may hold a password, or look like the host.
        Userinfo => "userinfo", Userinfo, "a userinfo is not allowed";
        /// Some software reads the host as an address: `0x7f.1`, `2130706433` and `127.0.0.xn--1-` as 127.0.0.1, and
        /// `0--1.ipv6-literal.net` as `::1`.
        DisguisedAddress => "disguised-address", Host, "a host that some software reads as an address is not allowed";
        /// No rule allows the name. Some names no rule can allow: see [`NameRule`].
        Name => "name", Host, "the name of the host is not allowed";
        /// The host is an address, and only names are allowed.
        AddressHost => "address-host", Host, "a host that is an address is not allowed";
        /// The host has a zone identifier, which names an interface of the program's own machine.
        Zone => "zone-id", ZoneId, "a zone identifier is not allowed";
        /// Connections to this address are not allowed.
        Address(IpAddr) => "address", Host, "connections to this address are not allowed";
        /// The port is not allowed, or there is none and the scheme has no default port.
        Port => "port", Port, "the port is not allowed";
    }
}

impl From<TargetErrorKind> for TargetError {
    fn from(kind: TargetErrorKind) -> Self {
        Self { kind, is_unicode: false }
    }
}

impl TargetError {
    /// What is not allowed.
    #[must_use]
    pub const fn kind(&self) -> TargetErrorKind {
        self.kind
    }

    /// The name of the kind, in lower case with hyphens.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// The component that is not allowed.
    #[must_use]
    pub const fn component(&self) -> Component {
        self.kind.component()
    }
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.message())?;
        match self.kind {
            Kind::Address(address) => write!(f, ": {address}"),
            _ if self.is_unicode => f.write_str(
                ", since it has characters beyond ASCII; map it with `with_ascii_host`, and check the result",
            ),
            _ => Ok(()),
        }
    }
}

impl Error for TargetError {}

cri_core::__without_offset!(TargetError);
