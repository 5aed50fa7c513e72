//! Links that a CoAP server lists at `/.well-known/core` (RFC 6690): their targets and contexts as CRIs.
//!
//! A Constrained Resource Identifier (CRI, draft-ietf-core-href) is a URI as a CBOR array. A link is `<URI-reference>`, and
//! parameters follow it: `</temp>;ct=40;title="Hall, north"`. Commas separate links. This
//! is the `CoRE` Link Format, whose Content-Format is 40.
//!
//! - [`Links`] finds the links of a text, and [`Link`] has the parts of one, as they are written.
//! - [`Resolver`] makes CRIs of a link's references, by the [`Rules`] of RFC 6690 or of RFC 8288, or URIs if no CRI expresses them.
//! - [`Scanner`] finds the ends of links in text that comes in pieces.
//!
//! ```
//! use cri_inspect::links::{Links, Resolver, Rules};
//! use cri_uri::{Options, ToUri, UriCri};
//!
//! let server: UriCri = "coap://[2001:db8::1]/.well-known/core".parse()?;
//! let resolver = Resolver::new(Some(server.as_cri()), Rules::Rfc6690, Options::default())?;
//!
//! let text = r#"</temp>;ct=40;title="Hall, north",</light>;obs"#;
//! let mut links = Links::new(text);
//! let temp = links.next().unwrap()?;
//! let target = resolver.resolve(&temp)?.target;
//! assert_eq!(target.to_uri(Options::default())?.to_string(), "coap://[2001:db8::1]/temp");
//! let title = temp.parameters().find(|it| it.name() == "title").unwrap();
//! assert_eq!(title.value().unwrap().to_string(), "Hall, north");
//!
//! let light = links.next().unwrap()?;
//! assert_eq!(light.parameters().next().unwrap().value(), None); // obs has no value
//! assert!(links.next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All three take linear time. `Links` and `Scanner` need no memory, and [`Resolver`] needs an allocator. The feature `links`
//! adds this module.

mod error;
mod link;
mod parameter;
mod resolve;
mod scanner;
mod way;

pub use error::{LinkError, LinkErrorKind, Part};
pub use link::{Link, Links};
pub use parameter::{Parameter, Parameters, Value};
pub use resolve::{LinkUris, ResolvedLink, Resolver, Rules, read_base};
pub use scanner::Scanner;
