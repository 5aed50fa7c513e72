//! The accessors of the components: `scheme`, `host`, `path` and the others.

/// The components, on each type that lends its [`Sections`]. A full CRI derefs to a reference, so it has only those that
/// differ.
macro_rules! accessors {
    ([$($generics:tt)*] $Type:ty, $self:ident $receiver:tt; $($(#[$doc:meta])* $name:ident: $Result:ty = $value:expr;)+) => {
        /// The components. To read several, ask for `sections()` once.
        impl<$($generics)*> $Type {$(
            $(#[$doc])*
            #[must_use]
            #[inline]
            pub fn $name $receiver -> $Result {
                $value
            }
        )+}
    };
    (full $generics:tt $Type:ty, $life:lifetime, $self:ident $receiver:tt) => {
        accessors! { $generics $Type, $self $receiver;
            /// The scheme, which a full CRI always has.
            // INVARIANT: a full CRI begins with a scheme.
            scheme: Scheme<$life> = $self.sections().scheme().unwrap_or(Scheme::Name(""));
            /// The path, which may be empty.
            path: Path<$life> = $self.sections().path_as_shown();
        }
    };
    (reference $generics:tt $Type:ty, $life:lifetime, $self:ident $receiver:tt) => {
        accessors! { $generics $Type, $self $receiver;
            /// The scheme, if this is a full CRI.
            scheme: Option<Scheme<$life>> = $self.sections().scheme();
            /// How many segments this removes from the base's path; all with a scheme or an authority.
            discard: Discard = $self.sections().discard();
            /// The path; a reference without one keeps what the discard leaves of the base's path.
            path: Option<Path<$life>> = $self.sections().path();
        }
    };
    (both $generics:tt $Type:ty, $life:lifetime, $self:ident $receiver:tt) => {
        accessors! { $generics $Type, $self $receiver;
            /// The authority, if there is one.
            authority: Option<Authority<$life>> = $self.sections().authority();
            /// The userinfo, if there is an authority that has one.
            userinfo: Option<Userinfo<$life>> = $self.sections().userinfo();
            /// The user name: what precedes the first colon of the userinfo.
            username: Option<Decoded<$life>> = $self.sections().userinfo().map(Userinfo::username);
            /// The host, if there is an authority.
            host: Option<Host<$life>> = $self.sections().host();
            /// The port, if there is an authority that has one.
            port: Option<u16> = $self.sections().port();
            /// The segments of the path.
            segments: Segments<$life> = $self.sections().segments();
            /// The last segment of the path, if there is one. It is empty if the path ends in a slash.
            last_segment: Option<TextOrPet<$life>> = $self.sections().segments().last();
            /// The query; empty only in a CRI reference, where that unsets the base's.
            query: Option<Query<$life>> = $self.sections().query();
            /// The parameters of the query.
            parameters: EncodedItems<$life> = $self.sections().parameters();
            /// The fragment identifier.
            fragment: Option<TextOrPet<$life>> = $self.sections().fragment();
        }
    };
}
pub(crate) use accessors;
