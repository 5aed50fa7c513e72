#![doc = include_str!("../README.md")]
#![doc(html_root_url = "https://docs.rs/cri-literal/0.1.0")]
#![no_std]
#![forbid(unsafe_code)]

pub use cri_core::{Cri, CriRef};
pub use cri_uri::{Uri, UriRef};

/// A full CRI from a URI, as a constant of type [`Cri<'static>`](Cri).
///
/// The text is a string literal, or `concat!` or `env!` of literals. `revision = Rfc9988` after it, or a name such as
/// `revision = "rfc9988"`, selects another revision than draft-16. The CRI is the one that `cri_uri::to_cri` makes at run time
/// with `cri_uri::Options::new`.
///
/// ```
/// use cri_literal::{Cri, cri};
///
/// const BASE: Cri<'static> = cri!("coap://[2001:db8::1]/a?b");
/// assert_eq!(BASE, cri!("COAP://[2001:DB8::1]:5683/./a?b"));
/// assert_eq!(BASE.segments().count(), 1);
/// assert_eq!(cri!("coap+ws://h", revision = Rfc9988).as_bytes(), b"\x82\x38\x18\x81\x61h"); // [-25, ["h"]]
/// ```
///
/// # Errors
///
/// A text that is not a URI, or has no CRI, does not compile. Neither does a relative reference.
///
/// ```compile_fail
/// let base = cri_literal::cri!("//example.com/a");
/// ```
#[macro_export]
macro_rules! cri {
    ($($input:tt)*) => {
        const { $crate::__private::cri($crate::__private::encoded_cri!($($input)*)) }
    };
}

/// A CRI reference from a URI reference, as a constant of type [`CriRef<'static>`](CriRef).
///
/// The arguments are those of [`cri!`]. A text with a scheme is a full CRI, which is a CRI reference too.
///
/// ```
/// use cri_literal::{cri, cri_ref};
///
/// assert_eq!(cri_ref!("../b?x").as_bytes(), b"\x83\x02\x81\x61b\x81\x61x"); // [2, ["b"], ["x"]]
/// assert!(cri!("coap://h/a/").resolve(cri_ref!("../b?x")).unwrap() == cri!("coap://h/b?x"));
/// assert!(cri_ref!("coap://h").is_full());
/// ```
///
/// # Errors
///
/// A text that is not a URI reference, or has no CRI reference, does not compile.
///
/// ```compile_fail
/// let link = cri_literal::cri_ref!("a b");
/// ```
#[macro_export]
macro_rules! cri_ref {
    ($($input:tt)*) => {
        const { $crate::__private::cri_ref($crate::__private::encoded_cri_ref!($($input)*)) }
    };
}

/// A full CRI from a URI, as a constant of type [`UriCri`](cri_uri::UriCri), the type that servers keep (feature `alloc`).
///
/// The arguments are those of [`cri!`]; a revision is a name such as `Rfc9988`. The profile is that of the place where the
/// constant stands: one of this revision, with all its schemes and features. The constant needs no allocation, and neither
/// does a clone of it.
///
/// ```
/// use std::collections::HashMap;
///
/// use cri_literal::uri_cri;
/// use cri_uri::{Rfc9988, UriCri};
///
/// type Link = UriCri<Rfc9988>;
///
/// const HOME: Link = uri_cri!("coap://h/", revision = Rfc9988);
/// let rooms = HashMap::from([("coap://h/".parse::<Link>()?, "hall")]);
/// assert_eq!(rooms.get(&HOME), Some(&"hall"));
/// # Ok::<(), cri_uri::ToCriError>(())
/// ```
///
/// In a map of another revision, a literal is an error and not a key that is never found:
///
/// ```compile_fail
/// use std::collections::HashMap;
///
/// use cri_literal::uri_cri;
/// use cri_uri::{Rfc9988, UriCri};
///
/// let rooms: HashMap<UriCri<Rfc9988>, &str> = HashMap::new();
/// rooms.get(&uri_cri!("coap://h/")); // of draft-16
/// ```
///
/// # Errors
///
/// Those of [`cri!`].
#[cfg(feature = "alloc")]
#[macro_export]
macro_rules! uri_cri {
    ($text:expr) => {
        $crate::uri_cri!($text, revision = Draft16)
    };
    ($text:expr, revision = $Revision:ident) => {
        const {
            $crate::__private::uri_cri_from_literal(
                $crate::cri!($text, revision = $Revision),
                $crate::__private::Revision::$Revision,
            )
        }
    };
}

/// Defines `cri!`, `cri_ref!` and, with the feature `alloc`, `uri_cri!` for this crate, with one revision for all of them.
///
/// Write it once, at the top of the crate, and do not import the macros of this crate then.
///
/// ```
/// cri_literal::literals!(Rfc9988);
///
/// assert_eq!(cri!("coap+ws://h").as_bytes(), b"\x82\x38\x18\x81\x61h"); // [-25, ["h"]]
/// ```
#[macro_export]
macro_rules! literals {
    ($Revision:ident) => {
        $crate::__define! { ($) $Revision: cri cri_ref uri_cri }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __define {
    (($d:tt) $Revision:ident: $($name:ident)*) => {$(
        #[allow(unused_macros, reason = "a crate need not use all of them")]
        macro_rules! $name {
            ($d($d text:tt)*) => { $crate::$name!($d($d text)*, revision = $Revision) };
        }
    )*};
}

/// A URI that is checked and parsed, as a constant of type [`Uri<'static>`](Uri).
///
/// The text is a string literal, or `concat!` or `env!` of literals. It is kept as it is written.
///
/// ```
/// use cri_literal::{Uri, uri};
///
/// const HOME: Uri<'static> = uri!("coap://Example.com/a?b#c");
/// assert_eq!(HOME.host_str(), Some("Example.com"));
/// assert_eq!((HOME.path(), HOME.query(), HOME.fragment()), ("/a", Some("b"), Some("c")));
/// ```
///
/// # Errors
///
/// A text that is not a URI does not compile. Neither does a relative reference.
///
/// ```compile_fail
/// let home = cri_literal::uri!("/a");
/// ```
#[macro_export]
macro_rules! uri {
    ($($input:tt)*) => {
        const { $crate::__private::uri($crate::__private::checked_uri!($($input)*)) }
    };
}

/// A URI reference that is checked and parsed, as a constant of type [`UriRef<'static>`](UriRef).
///
/// The text is that of [`uri!`], and may lack a scheme.
///
/// ```
/// use cri_literal::uri_ref;
///
/// assert!(uri_ref!("../b?x").is_relative());
/// assert_eq!(uri_ref!("../b?x").query(), Some("x"));
/// assert_eq!(uri_ref!("coap://h/a").scheme(), Some("coap"));
/// ```
///
/// # Errors
///
/// A text that is not a URI reference does not compile.
///
/// ```compile_fail
/// let link = cri_literal::uri_ref!("a b");
/// ```
#[macro_export]
macro_rules! uri_ref {
    ($($input:tt)*) => {
        const { $crate::__private::uri_ref($crate::__private::checked_uri_ref!($($input)*)) }
    };
}

/// What the macros expand to. It is no part of the interface, and may change at any time.
#[doc(hidden)]
pub mod __private {
    use cri_core::__private::{Offsets, cri_from_written, cri_ref_from_written};
    use cri_core::{Cri, CriRef};
    use cri_uri::__private::{uri_from_places, uri_ref_from_places};
    use cri_uri::{Uri, UriRef};

    #[cfg(feature = "alloc")]
    pub use cri_core::Revision;
    pub use cri_literal_macros::{checked_uri, checked_uri_ref, encoded_cri, encoded_cri_ref};
    #[cfg(feature = "alloc")]
    pub use cri_uri::__private::uri_cri_from_literal;

    /// The bytes of a CRI reference, whether it is full, and where its authority, path, query and fragment begin.
    pub type Encoded = (&'static [u8], bool, [u32; 4]);

    #[must_use]
    pub const fn cri((bytes, full, places): Encoded) -> Cri<'static> {
        cri_from_written(bytes, Offsets::new(full, places))
    }

    #[must_use]
    pub const fn cri_ref((bytes, full, places): Encoded) -> CriRef<'static> {
        cri_ref_from_written(bytes, Offsets::new(full, places))
    }

    /// The text of a URI reference, and the places of its components.
    pub type Checked = (&'static str, [usize; 7]);

    #[must_use]
    pub const fn uri((text, places): Checked) -> Uri<'static> {
        uri_from_places(text, places)
    }

    #[must_use]
    pub const fn uri_ref((text, places): Checked) -> UriRef<'static> {
        uri_ref_from_places(text, places)
    }
}
