//! The components of CRIs and CRI references, on each type that has them.
//!
//! All accessors read [`Sections`](crate::Sections), which has the rules.

use crate::buffer::Buffer;
use crate::builder::Builder;
use crate::error::component::Component;
use crate::error::encode::EncodeError;
use crate::interchange::cri::Cri;
use crate::interchange::cri_ref::CriRef;
use crate::interchange::owned::{CriBuf, CriRefBuf};
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
/// Each line has the kind of the type, the type, the lifetime of its components, and how it is passed.
macro_rules! accessors {
    ($($kind:ident [$($generics:tt)*] $type:ty, $life:lifetime, $self:ident ($($receiver:tt)*);)*) => {$(
        /// The components, as [`sections`](Self::sections) has them. To read several, ask for those once.
        impl<$($generics)*> $type {
            accessors!(@$kind $life, $self ($($receiver)*));

            /// A builder that has all sections of this value. See [`Sections::to_builder`](crate::Sections::to_builder).
            #[must_use]
            pub fn to_builder<T: Buffer>($($receiver)*, revision: Revision, buffer: T) -> Builder<T> {
                $self.sections().to_builder(revision, buffer)
            }

            /// A builder that has all sections of this value, with `change` in place of one. See [`Sections::change`](crate::Sections::change).
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
            /// # Errors
            ///
            /// `BufferFull`. The buffer is then unchanged.
            pub fn encode_tagged<T: Buffer>($($receiver)*, buffer: &mut T) -> Result<(), EncodeError> {
                $self.sections().encode_tagged(buffer)
            }

            /// The authority section: an authority, or one of the two forms of having none.
            #[must_use]
            #[inline]
            pub fn authority_section($($receiver)*) -> AuthoritySection<$life> {
                $self.sections().authority_section()
            }

            /// The authority, if there is one.
            #[must_use]
            #[inline]
            pub fn authority($($receiver)*) -> Option<Authority<$life>> {
                $self.sections().authority()
            }

            /// The userinfo, if there is an authority that has one.
            #[must_use]
            #[inline]
            pub fn userinfo($($receiver)*) -> Option<Userinfo<$life>> {
                $self.sections().userinfo()
            }

            /// The host, if there is an authority.
            #[must_use]
            #[inline]
            pub fn host($($receiver)*) -> Option<Host<$life>> {
                $self.sections().host()
            }

            /// The port, if there is an authority that has one. It may be the default port of the scheme (constraint C7).
            #[must_use]
            #[inline]
            pub fn port($($receiver)*) -> Option<u16> {
                $self.sections().port()
            }

            /// The segments of the path, in order.
            #[must_use]
            #[inline]
            pub fn segments($($receiver)*) -> Segments<$life> {
                $self.sections().segments()
            }

            /// The parameters of the query, in order.
            #[must_use]
            #[inline]
            pub fn parameters($($receiver)*) -> EncodedItems<$life> {
                $self.sections().parameters()
            }

            /// The fragment identifier, if there is one.
            #[must_use]
            #[inline]
            pub fn fragment($($receiver)*) -> Option<TextOrPet<$life>> {
                $self.sections().fragment()
            }
        }
    )*};
    (@full $life:lifetime, $self:ident ($($receiver:tt)*)) => {
        /// The scheme.
        #[must_use]
        #[inline]
        pub fn scheme($($receiver)*) -> Scheme<$life> {
            // INVARIANT: a full CRI begins with a scheme.
            $self.sections().scheme().unwrap_or(Scheme::Name(""))
        }

        /// The path, which may be empty.
        #[must_use]
        #[inline]
        pub fn path($($receiver)*) -> Path<$life> {
            $self.sections().path_or_empty()
        }

        /// The query, if there is one. It has at least one parameter.
        #[must_use]
        #[inline]
        pub fn query($($receiver)*) -> Option<Query<$life>> {
            $self.sections().query()
        }
    };
    (@reference $life:lifetime, $self:ident ($($receiver:tt)*)) => {
        /// The scheme, if this is a full CRI.
        #[must_use]
        #[inline]
        pub fn scheme($($receiver)*) -> Option<Scheme<$life>> {
            $self.sections().scheme()
        }

        /// How many segments the reference removes from the base's path: all if it has a scheme or an authority.
        #[must_use]
        #[inline]
        pub fn discard($($receiver)*) -> Discard {
            $self.sections().discard()
        }

        /// The path. A reference with no path keeps the base's path, unless the reference discards it.
        #[must_use]
        #[inline]
        pub fn path($($receiver)*) -> Option<Path<$life>> {
            $self.sections().path()
        }

        /// The query, if there is one. An empty query of a reference unsets the base's query.
        #[must_use]
        #[inline]
        pub fn query($($receiver)*) -> Option<Query<$life>> {
            $self.sections().query()
        }
    };
}

accessors! {
    full ['a] Cri<'a>, 'a, self (self);
    reference ['a] CriRef<'a>, 'a, self (self);
    full ['a] Resolved<'a>, 'a, self (self);
    full [B: Buffer] CriBuf<B>, '_, self (&self);
    reference [B: Buffer] CriRefBuf<B>, '_, self (&self);
}
