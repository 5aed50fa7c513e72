#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-check/0.1.0")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing))]
#![cfg_attr(not(test), deny(clippy::panic, clippy::string_slice, clippy::arithmetic_side_effects))]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(any(feature = "alloc", feature = "idna", feature = "policy"))]
extern crate alloc;
#[cfg(test)]
extern crate std;

#[cfg(feature = "policy")]
mod address_rule;
#[cfg(feature = "policy")]
mod allow_list;
mod coap;
mod embedded;
mod finding;
#[cfg(feature = "alloc")]
mod held;
mod host;
#[cfg(feature = "idna")]
mod idna;
mod lints;
#[cfg(feature = "policy")]
mod name_rule;
#[cfg(feature = "nfc")]
mod nfc;
mod octets;
mod path;
#[cfg(feature = "policy")]
mod policy;
mod port;
mod schemes;
mod userinfo;

#[cfg(feature = "policy")]
pub use address_rule::{AddressRule, ParseAddressRuleError};
#[cfg(feature = "policy")]
pub use allow_list::AllowList;
pub use embedded::embedded_ipv4;
pub use finding::{Finding, FindingKind, Severity};
#[cfg(feature = "alloc")]
pub use held::Findings;
#[cfg(feature = "idna")]
pub use idna::idna_findings;
pub use lints::findings;
#[cfg(feature = "policy")]
pub use name_rule::{NameRule, ParseNameRuleError};
#[cfg(feature = "nfc")]
pub use nfc::nfc_findings;
#[cfg(feature = "policy")]
pub use policy::{TargetError, TargetErrorKind, TargetPolicy};
