//! Findings of the values that programs keep (feature `alloc`).

use alloc::string::ToString;
use alloc::vec::Vec;

use cri_uri::{Profile, UriCri, UriCriRef, UriRef};

use crate::finding::Finding;
use crate::lints::findings;

/// Checks of owned CRIs, as [`findings`](findings()) checks their URIs.
pub trait Findings {
    /// The findings in the URI. Offsets are those in the text that it displays.
    ///
    /// ```
    /// use cri_check::Findings;
    /// use cri_uri::UriCri;
    ///
    /// let link: UriCri = "http://0x7f.1/".parse()?;
    /// assert_eq!(link.findings()[0].to_string(), "some software reads the host as the address 127.0.0.1 (this host), at byte 7");
    /// # Ok::<(), cri_uri::ToCriError>(())
    /// ```
    fn findings(&self) -> Vec<Finding>;
}

/// Implements [`Findings`] for each owned type.
macro_rules! findings_of {
    ($($UriCri:ident)*) => {$(
        impl<P: Profile> Findings for $UriCri<P> {
            fn findings(&self) -> Vec<Finding> {
                let text = self.to_string();
                let uri = UriRef::parse(&text).ok();
                // INVARIANT: the text parses.
                debug_assert!(uri.is_some());
                uri.into_iter().flat_map(|uri| findings(uri, P::OPTIONS.schemes())).collect()
            }
        }
    )*};
}

findings_of!(UriCri UriCriRef);
