//! Traits and types of other crates, one file per feature.

#[cfg(feature = "defmt")]
mod defmt;
#[cfg(feature = "coap-message")]
pub mod message;
#[cfg(feature = "coap-request")]
pub(crate) mod request;
#[cfg(feature = "coap-request-implementations")]
pub(crate) mod uri_path;
