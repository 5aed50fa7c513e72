//! What the sensor does, step by step.

use core::fmt;

use cri_coap::{DecomposeError, OptionWriteError};
use cri_core::{Cri, CriRef, ResolveError, Resolved, Unprocessable};

/// One step of the sensor. It displays as one line.
pub enum Event<'a> {
    /// The resource that the sensor observes.
    Resource(Cri<'a>),
    /// The message is not the CBOR that it should be.
    Malformed,
    /// The message has a temperature in degrees Celsius.
    Temperature(i8),
    /// The sensor follows a link.
    Link(&'static str, CriRef<'a>),
    /// The sensor skips a link that is not processable.
    Skipped(&'static str, Unprocessable<'a>),
    /// The target of the link.
    Target(Resolved<'a>),
    /// The link has no target.
    NoTarget(ResolveError),
    /// The options of a request for the target, as a message holds them.
    Request(&'a [u8]),
    /// The target has no CoAP request.
    NoRequest(DecomposeError),
    /// The options take more room than there is.
    NoRoom(OptionWriteError),
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resource(cri) => {
                write!(f, "resource: {cri:?}, {} bytes in flash", cri.as_bytes().len())
            }
            Self::Malformed => f.write_str("the message is malformed"),
            Self::Temperature(celsius) => write!(f, "temperature: {celsius} degrees Celsius"),
            Self::Link(name, link) => write!(f, "{name}: {link:?}"),
            Self::Skipped(name, link) => {
                write!(
                    f,
                    "{name}: skipped {} bytes, because {}",
                    link.as_bytes().len(),
                    link.reason()
                )
            }
            Self::Target(target) => write!(f, "  target: {target:?}"),
            Self::NoTarget(error) => write!(f, "  no target: {error}"),
            Self::Request(options) => {
                f.write_str("  options: ")?;
                options.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Self::NoRequest(error) => write!(f, "  no request: {error}"),
            Self::NoRoom(error) => write!(f, "  no request: {error}"),
        }
    }
}
