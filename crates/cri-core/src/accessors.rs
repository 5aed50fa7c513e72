//! The components of CRIs and CRI references, on each type that has them.
//!
//! All accessors read [`Sections`](crate::Sections), which has the rules.

use crate::buffer::Buffer;
use crate::builder::Builder;
use crate::cri::Cri;
use crate::cri_ref::CriRef;
use crate::error::component::Component;
use crate::error::encode::EncodeError;
use crate::owned::{CriBuf, CriRefBuf};
use crate::resolve::Resolved;
use crate::revision::Revision;
use crate::sections::authority::{Authority, AuthoritySection, Host, Userinfo};
use crate::sections::discard::Discard;
use crate::sections::items::{EncodedItems, TextOrPet};
use crate::sections::path::{Path, Segments};
use crate::sections::query::Query;
use crate::sections::scheme::Scheme;

/// Implements the accessors of a type that has the function `sections`.
///
/// Each line has the kind of the type, the type, the lifetime of its components, how it is passed, and the setup of the
/// examples: a `cri` that is `[-1, [false, "u", "example", "com", 61616], ["a", "b"], ["k=v"], "f"]`.
macro_rules! accessors {
    ($($kind:ident [$($generics:tt)*] $type:ty, $life:lifetime, $self:ident ($($receiver:tt)*), $setup:literal;)*) => {$(
        /// The components, as [`sections`](Self::sections) has them. To read several, ask for those once.
        impl<$($generics)*> $type {
            accessors!(@$kind $life, $self ($($receiver)*), $setup);

            /// A builder that has all sections of this value. See [`Sections::to_builder`](crate::Sections::to_builder).
            ///
            /// ```
            #[doc = $setup]
            /// let builder = cri.to_builder(cri_core::Revision::Draft16, cri_core::ArrayBuffer::<64>::new());
            /// assert!(builder.finish()?.as_cri_ref().structurally_eq(cri_core::CriRef::decode(bytes)?));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            pub fn to_builder<T: Buffer>($($receiver)*, revision: Revision, buffer: T) -> Builder<T> {
                $self.sections().to_builder(revision, buffer)
            }

            /// A builder that has all sections of this value, with `change` in place of one. See [`Sections::change`](crate::Sections::change).
            ///
            /// ```
            #[doc = $setup]
            /// let buffer = cri_core::ArrayBuffer::<64>::new();
            /// let change = |port: cri_core::Builder<_>| port.port(7);
            /// let changed = cri.change(cri_core::Component::Port, cri_core::Revision::Draft16, buffer, change).finish()?;
            /// assert_eq!(changed.port(), Some(7));
            /// assert_eq!(changed.host(), cri.host());
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            pub fn change<T: Buffer>(
                $($receiver)*,
                component: Component,
                revision: Revision,
                buffer: T,
                change: impl FnOnce(Builder<T>) -> Builder<T>,
            ) -> Builder<T> {
                $self.sections().change(component, revision, buffer, change)
            }

            /// Appends the interchange form of RFC 9988 in CBOR tag 99, which a [`Decoder`](crate::Decoder) reads. See
            /// [`Sections::encode_tagged`](crate::Sections::encode_tagged).
            ///
            /// ```
            #[doc = $setup]
            /// let mut buffer = cri_core::ArrayBuffer::<64>::new();
            /// cri.encode_tagged(&mut buffer)?;
            /// let written = cri_core::Buffer::as_slice(&buffer);
            /// let read: cri_core::CriRef<'_> = cri_core::Decoder::new().tagged().decode(written)?;
            /// assert!(read.structurally_eq(cri_core::CriRef::decode(bytes)?));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            ///
            /// # Errors
            ///
            /// `BufferFull`. The buffer is then unchanged.
            pub fn encode_tagged<T: Buffer>($($receiver)*, buffer: &mut T) -> Result<(), EncodeError> {
                $self.sections().encode_tagged(buffer)
            }

            /// The authority section: an authority, or one of the two forms of having none.
            ///
            /// ```
            #[doc = $setup]
            /// assert!(matches!(cri.authority_section(), cri_core::AuthoritySection::Authority(_)));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn authority_section($($receiver)*) -> AuthoritySection<$life> {
                $self.sections().authority_section()
            }

            /// The authority, if there is one.
            ///
            /// ```
            #[doc = $setup]
            /// let authority = cri.authority().expect("an authority");
            /// assert_eq!((authority.host(), authority.port()), (cri.host().expect("a host"), cri.port()));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn authority($($receiver)*) -> Option<Authority<$life>> {
                $self.sections().authority()
            }

            /// The userinfo, if there is an authority that has one.
            ///
            /// ```
            #[doc = $setup]
            /// assert_eq!(cri.userinfo().and_then(|userinfo| userinfo.item().as_str()), Some("u"));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn userinfo($($receiver)*) -> Option<Userinfo<$life>> {
                $self.sections().userinfo()
            }

            /// The host, if there is an authority.
            ///
            /// ```
            #[doc = $setup]
            /// let Some(cri_core::Host::Name(name)) = cri.host() else { unreachable!("no address") };
            /// assert!(name.labels().map(|label| label.as_str()).eq([Some("example"), Some("com")]));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn host($($receiver)*) -> Option<Host<$life>> {
                $self.sections().host()
            }

            /// The port, if there is an authority that has one. It may be the default port of the scheme (C7).
            ///
            /// ```
            #[doc = $setup]
            /// assert_eq!(cri.port(), Some(61616));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn port($($receiver)*) -> Option<u16> {
                $self.sections().port()
            }

            /// The segments of the path, in order.
            ///
            /// ```
            #[doc = $setup]
            /// assert!(cri.segments().map(|segment| segment.as_str()).eq([Some("a"), Some("b")]));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn segments($($receiver)*) -> Segments<$life> {
                $self.sections().segments()
            }

            /// The parameters of the query, in order.
            ///
            /// ```
            #[doc = $setup]
            /// assert!(cri.parameters().map(|parameter| parameter.as_str()).eq([Some("k=v")]));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn parameters($($receiver)*) -> EncodedItems<$life> {
                $self.sections().parameters()
            }

            /// The fragment identifier, if there is one.
            ///
            /// ```
            #[doc = $setup]
            /// assert_eq!(cri.fragment().and_then(|fragment| fragment.as_str()), Some("f"));
            /// # Ok::<(), Box<dyn core::error::Error>>(())
            /// ```
            #[must_use]
            #[inline]
            pub fn fragment($($receiver)*) -> Option<TextOrPet<$life>> {
                $self.sections().fragment()
            }
        }
    )*};
    (@full $life:lifetime, $self:ident ($($receiver:tt)*), $setup:literal) => {
        /// The scheme.
        ///
        /// ```
        #[doc = $setup]
        /// assert_eq!(cri.scheme(), cri_core::Scheme::Number(0)); // coap
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[must_use]
        #[inline]
        pub fn scheme($($receiver)*) -> Scheme<$life> {
            // INVARIANT: a full CRI begins with a scheme.
            $self.sections().scheme().unwrap_or(Scheme::Name(""))
        }

        /// The path, which may be empty.
        ///
        /// ```
        #[doc = $setup]
        /// assert_eq!(cri.path().len(), 2);
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[must_use]
        #[inline]
        pub fn path($($receiver)*) -> Path<$life> {
            $self.sections().path_or_empty()
        }

        /// The query, if there is one. It has at least one parameter.
        ///
        /// ```
        #[doc = $setup]
        /// assert_eq!(cri.query().map(|query| query.len()), Some(1));
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[must_use]
        #[inline]
        pub fn query($($receiver)*) -> Option<Query<$life>> {
            $self.sections().query()
        }
    };
    (@reference $life:lifetime, $self:ident ($($receiver:tt)*), $setup:literal) => {
        /// The scheme, if this is a full CRI.
        ///
        /// ```
        #[doc = $setup]
        /// assert_eq!(cri.scheme(), Some(cri_core::Scheme::Number(0))); // coap
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[must_use]
        #[inline]
        pub fn scheme($($receiver)*) -> Option<Scheme<$life>> {
            $self.sections().scheme()
        }

        /// How many segments the reference removes from the base's path: all if it has a scheme or an authority.
        ///
        /// ```
        #[doc = $setup]
        /// assert_eq!(cri.discard(), cri_core::Discard::All);
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[must_use]
        #[inline]
        pub fn discard($($receiver)*) -> Discard {
            $self.sections().discard()
        }

        /// The path. A reference with no path keeps the base's path, unless the reference discards it.
        ///
        /// ```
        #[doc = $setup]
        /// assert_eq!(cri.path().map(|path| path.len()), Some(2));
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[must_use]
        #[inline]
        pub fn path($($receiver)*) -> Option<Path<$life>> {
            $self.sections().path()
        }

        /// The query, if there is one. An empty query of a reference unsets the base's query.
        ///
        /// ```
        #[doc = $setup]
        /// assert_eq!(cri.query().map(|query| query.len()), Some(1));
        /// # Ok::<(), Box<dyn core::error::Error>>(())
        /// ```
        #[must_use]
        #[inline]
        pub fn query($($receiver)*) -> Option<Query<$life>> {
            $self.sections().query()
        }
    };
}

accessors! {
    full ['a] Cri<'a>, 'a, self (self), r#"use cri_core::Cri;

// [-1, [false, "u", "example", "com", 61616], ["a", "b"], ["k=v"], "f"]
let bytes = b"\x85\x20\x85\xf4\x61u\x67example\x63com\x19\xf0\xb0\x82\x61a\x61b\x81\x63k=v\x61f";
let cri = Cri::decode(bytes)?;"#;
    reference ['a] CriRef<'a>, 'a, self (self), r#"use cri_core::CriRef;

// [-1, [false, "u", "example", "com", 61616], ["a", "b"], ["k=v"], "f"]
let bytes = b"\x85\x20\x85\xf4\x61u\x67example\x63com\x19\xf0\xb0\x82\x61a\x61b\x81\x63k=v\x61f";
let cri = CriRef::decode(bytes)?;"#;
    full ['a] Resolved<'a>, 'a, self (self), r#"use cri_core::{Cri, CriRef};

# let bytes = b"\x85\x20\x85\xf4\x61u\x67example\x63com\x19\xf0\xb0\x82\x61a\x61b\x81\x63k=v\x61f";
// [-1, [false, "u", "example", "com", 61616], ["a"]]
let base = Cri::decode(b"\x83\x20\x85\xf4\x61u\x67example\x63com\x19\xf0\xb0\x81\x61a")?;
// [0, ["b"], ["k=v"], "f"]
let cri = base.resolve(CriRef::decode(b"\x84\x00\x81\x61b\x81\x63k=v\x61f")?)?;"#;
    full [B: Buffer] CriBuf<B>, '_, self (&self), r#"use cri_core::{ArrayBuffer, Cri};

// [-1, [false, "u", "example", "com", 61616], ["a", "b"], ["k=v"], "f"]
let bytes = b"\x85\x20\x85\xf4\x61u\x67example\x63com\x19\xf0\xb0\x82\x61a\x61b\x81\x63k=v\x61f";
let cri = Cri::decode(bytes)?.copy_to(ArrayBuffer::<64>::new())?;"#;
    reference [B: Buffer] CriRefBuf<B>, '_, self (&self), r#"use cri_core::{ArrayBuffer, CriRef};

// [-1, [false, "u", "example", "com", 61616], ["a", "b"], ["k=v"], "f"]
let bytes = b"\x85\x20\x85\xf4\x61u\x67example\x63com\x19\xf0\xb0\x82\x61a\x61b\x81\x63k=v\x61f";
let cri = CriRef::decode(bytes)?.copy_to(ArrayBuffer::<64>::new())?;"#;
}
