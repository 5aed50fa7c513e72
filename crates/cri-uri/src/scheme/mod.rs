//! Views of the ten URL schemes of RFC 1738, and of https. A view takes a URI apart into the parts of its scheme.
//!
//! Every URI keeps the rules of RFC 3986. Views, and the crate `cri-check`, also apply the scheme's own rules.
//! Parsing and conversion do not. Where the two RFCs disagree about syntax, RFC 3986 decides what the components are.
//! RFC 3986 begins a query at a question mark, even inside what RFC 1738 calls one part. A view joins path and
//! query again if the protocol treats them as one text.
//!
//! # What every view has
//!
//! | view | parts |
//! |---|---|
//! | [`File`] | host (this machine, or one by name), segments |
//! | [`Ftp`] | user, password, host, port, directories, name, typecode; commands |
//! | [`Gopher`] | host, port, item type, selector, search, Gopher+ string; request |
//! | [`Http`] | host, port, path (and its segments), search; of https, too |
//! | [`Mailto`] | address |
//! | [`News`] | a group, an article, or all |
//! | [`Nntp`] | host, port, group, article number |
//! | [`Prospero`] | host, port, object name, fields |
//! | [`Telnet`] | user, password, host, port |
//! | [`Wais`] | host, port, database, search, wtype, wpath |
//!
//! Each view is a small `Copy` value that borrows from the URI, and has
//!
//! - `try_from`, which fails at the first rule that the URI breaks, and names the [`Part`];
//! - an accessor for each part that only its scheme has. Where the protocol takes decoded octets, the accessor returns [`Decoded`]. It
//!   contains no octet that would end a protocol line;
//! - `uri`, which returns the [`Uri`](crate::Uri). It has the parts that all schemes share, such as host, path and query.
//!   [`Uri::to_cri`](crate::Uri::to_cri) converts it, or returns an error that names what a CRI cannot express.
//!
//! [`View`] is any of the ten. https, a scheme of RFC 9110, has the view of http. In RFC 1738 a fragment is not part of a
//! URL, so no view has it; it stays in the URI.
//!
//! ```
//! use cri_uri::UriRef;
//! use cri_uri::scheme::{Part, View};
//!
//! let uri = UriRef::parse("gopher://h/0a/b?c")?;
//! let Some(View::Gopher(gopher)) = View::from_uri(uri)? else { unreachable!() };
//! assert!(gopher.selector() == "a/b?c");
//! assert_eq!(gopher.uri().as_uri_ref(), uri);
//!
//! assert!(View::from_uri(UriRef::parse("coap://h/a")?)?.is_none());
//! let error = View::from_uri(UriRef::parse("telnet://u%0D%0Ax@h/")?).unwrap_err();
//! assert_eq!((error.part(), error.offset()), (Part::User, 10));
//! assert_eq!(error.to_string(), "the octet 0D must not stand in the user, not even percent-encoded, at byte 10");
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # The grammar
//!
//! The rules are those of RFC 1738 sections 3 and 5 as published. Some copies of the RFC lack lines of the grammar,
//! among them lines of gopher, prospero and hosts.

mod decoded;
mod description;
mod error;
mod file;
mod ftp;
mod gopher;
mod http;
mod mailto;
mod news;
mod nntp;
mod prospero;
mod telnet;
mod view;
mod wais;

pub use decoded::{Decoded, DecodedParts};
pub use error::{Part, RulePart, SchemeError, SchemeErrorKind};
pub use file::{File, FileHost};
pub use ftp::{Ftp, FtpCommand, Typecode, unknown_type};
pub use gopher::Gopher;
pub use http::Http;
pub use mailto::Mailto;
pub use news::{News, NewsItem};
pub use nntp::Nntp;
pub use prospero::{Field, Prospero};
pub use telnet::Telnet;
pub use view::{View, broken_rules};
pub use wais::Wais;

#[cfg(test)]
mod tests;
