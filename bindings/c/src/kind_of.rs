//! The kinds of errors of the other crates, as the numbers of this one.

use cri_coap::{ComposeErrorKind, DecomposeErrorKind, OptionReadErrorKind, ProxyErrorKind};
use cri_core::{BuildErrorKind, DecodeError, DecodeErrorKind, EncodeErrorKind, ResolveErrorKind};
use cri_uri::{ParseErrorKind, ToCriErrorKind, ToUriErrorKind};

use crate::kind::cri_kind::{self, *};

/// Implements the conversion from the kinds of another crate. A kind that holds data has a sample of the data, for the test.
/// Arms after `;` convert kinds that hold another kind.
macro_rules! kinds_of {
    ($($Kinds:ident { $($Kind:ident $(($sample:expr))? => $kind:ident,)* $(; $($Nested:ident,)*)? })*) => {
        $(
            impl From<$Kinds> for cri_kind {
                fn from(kind: $Kinds) -> Self {
                    match kind {
                        $($Kinds::$Kind { .. } => $kind,)*
                        $($($Kinds::$Nested(kind) => kind.into(),)*)?
                        #[allow(unreachable_patterns, reason = "only some of these enumerations may grow")]
                        _ => CRI_KIND_NONE,
                    }
                }
            }
        )*

        #[cfg(test)]
        #[test]
        #[cfg_attr(miri, ignore = "reads constants")]
        fn numbers_have_the_names_of_the_kinds_in_rust() {
            let name = |kind: cri_kind| crate::kind::NAMES.split('\0').nth(kind as usize);
            $($(assert_eq!(name($kind), Some($Kinds::$Kind $(($sample))?.name()));)*)*
        }
    };
}

impl From<DecodeError> for cri_kind {
    fn from(error: DecodeError) -> Self {
        error.kind().into()
    }
}

kinds_of! {
    DecodeErrorKind {
        EndOfInput => CRI_KIND_END_OF_INPUT,
        ReservedHead => CRI_KIND_RESERVED_HEAD,
        IndefiniteLength => CRI_KIND_INDEFINITE_LENGTH,
        InvalidSimple => CRI_KIND_INVALID_SIMPLE,
        NotAnArray => CRI_KIND_NOT_AN_ARRAY,
        NotTagged => CRI_KIND_NOT_TAGGED,
        TrailingBytes => CRI_KIND_TRAILING_BYTES,
        UnexpectedItem => CRI_KIND_UNEXPECTED_ITEM,
        TooManySections => CRI_KIND_TOO_MANY_SECTIONS,
        TrailingNull => CRI_KIND_TRAILING_NULL,
        LeadingNulls => CRI_KIND_LEADING_NULLS,
        InvalidSchemeName => CRI_KIND_INVALID_SCHEME_NAME,
        MissingHost => CRI_KIND_MISSING_HOST,
        InvalidIpLength => CRI_KIND_INVALID_IP_LENGTH,
        UpperCaseHost => CRI_KIND_UPPER_CASE_HOST,
        DotInLabel => CRI_KIND_DOT_IN_LABEL,
        Ipv4Labels => CRI_KIND_IPV4_LABELS,
        PortRange => CRI_KIND_PORT_RANGE,
        DiscardRange => CRI_KIND_DISCARD_RANGE,
        DotSegment => CRI_KIND_DOT_SEGMENT,
        InvalidUtf8 => CRI_KIND_INVALID_UTF8,
        MalformedPet => CRI_KIND_MALFORMED_PET,
        PetNotMinimal => CRI_KIND_PET_NOT_MINIMAL,
        EmptyRootlessPath => CRI_KIND_EMPTY_ROOTLESS_PATH,
        LeadingEmptySegment => CRI_KIND_LEADING_EMPTY_SEGMENT,
        NotFull => CRI_KIND_NOT_FULL,
        TooLong => CRI_KIND_TOO_LONG,
        UnsupportedFeature(cri_core::Feature::Userinfo) => CRI_KIND_UNSUPPORTED_FEATURE,
    }
    ResolveErrorKind {
        EmptyRootlessPath => CRI_KIND_EMPTY_ROOTLESS_PATH,
        LeadingEmptySegment => CRI_KIND_LEADING_EMPTY_SEGMENT,
    }
    BuildErrorKind {
        OutOfOrder => CRI_KIND_OUT_OF_ORDER,
        AddressText => CRI_KIND_ADDRESS_TEXT,
        ZoneOnIpv4 => CRI_KIND_ZONE_ON_IPV4,
        BufferFull => CRI_KIND_BUFFER_FULL,
        ; Rule,
    }
    EncodeErrorKind {
        BufferFull => CRI_KIND_BUFFER_FULL,
        TooLong => CRI_KIND_TOO_LONG,
        ZoneOnIpv4 => CRI_KIND_ZONE_ON_IPV4,
    }
    ParseErrorKind {
        UnexpectedCharacter(None) => CRI_KIND_UNEXPECTED_CHARACTER,
        InvalidPercentEncoding => CRI_KIND_INVALID_PERCENT_ENCODING,
        InvalidIpLiteral => CRI_KIND_INVALID_IP_LITERAL,
        InvalidScheme => CRI_KIND_INVALID_SCHEME,
        MissingScheme => CRI_KIND_MISSING_SCHEME,
        UnexpectedFragment => CRI_KIND_UNEXPECTED_FRAGMENT,
    }
    ToCriErrorKind {
        IpFuture => CRI_KIND_IP_FUTURE,
        EmptyPort => CRI_KIND_EMPTY_PORT,
        PortLeadingZero => CRI_KIND_PORT_LEADING_ZERO,
        PortRange => CRI_KIND_PORT_RANGE,
        ColonInUserinfo => CRI_KIND_COLON_IN_USERINFO,
        UpperCaseHost => CRI_KIND_UPPER_CASE_HOST,
        NotNfc => CRI_KIND_NOT_NFC,
        DiscardRange => CRI_KIND_DISCARD_RANGE,
        LeadingEmptySegment => CRI_KIND_LEADING_EMPTY_SEGMENT,
        ZoneId => CRI_KIND_ZONE_ID,
        InvalidUtf8(0xff) => CRI_KIND_INVALID_UTF8,
        UnsupportedFeature(cri_core::Feature::Userinfo) => CRI_KIND_UNSUPPORTED_FEATURE,
        BufferFull(8) => CRI_KIND_BUFFER_FULL,
        TooLong(8) => CRI_KIND_TOO_LONG,
        ; Syntax,
    }
    ToUriErrorKind {
        UnknownScheme => CRI_KIND_UNKNOWN_SCHEME,
        ZoneId => CRI_KIND_ZONE_ID,
        ZoneOnIpv4 => CRI_KIND_ZONE_ON_IPV4,
        EmptyZoneId => CRI_KIND_EMPTY_ZONE_ID,
        DiscardZeroWithPath => CRI_KIND_DISCARD_ZERO_WITH_PATH,
        DiscardWithoutPath => CRI_KIND_DISCARD_WITHOUT_PATH,
        UnsetQuery => CRI_KIND_UNSET_QUERY,
        RootlessWithoutScheme => CRI_KIND_ROOTLESS_WITHOUT_SCHEME,
        LeadingEmptySegment => CRI_KIND_LEADING_EMPTY_SEGMENT,
    }
    DecomposeErrorKind {
        NotFull => CRI_KIND_NOT_FULL,
        NotCoap => CRI_KIND_NOT_COAP,
        Transport(cri_coap::Transport::Coaps) => CRI_KIND_TRANSPORT,
        Fragment => CRI_KIND_FRAGMENT,
        NoAuthority => CRI_KIND_NO_AUTHORITY,
        Userinfo => CRI_KIND_USERINFO,
        EmptyHost => CRI_KIND_EMPTY_HOST,
        Zone => CRI_KIND_ZONE_ID,
        PercentInHost => CRI_KIND_PERCENT_IN_HOST,
        InvalidHost => CRI_KIND_INVALID_HOST,
        Pet => CRI_KIND_PET,
        TooLong => CRI_KIND_TOO_LONG,
        NotLocation => CRI_KIND_NOT_LOCATION,
    }
    ComposeErrorKind {
        EmptyHost => CRI_KIND_EMPTY_HOST,
        InvalidHost => CRI_KIND_INVALID_HOST,
        UpperCaseHost => CRI_KIND_UPPER_CASE_HOST,
        PercentInHost => CRI_KIND_PERCENT_IN_HOST,
        Zone => CRI_KIND_ZONE_ID,
        Repeated => CRI_KIND_REPEATED,
        TooLong => CRI_KIND_TOO_LONG,
        InvalidUtf8 => CRI_KIND_INVALID_UTF8,
        BufferFull => CRI_KIND_BUFFER_FULL,
        ; Rule,
    }
    ProxyErrorKind {
        NotFull => CRI_KIND_NOT_FULL,
        Fragment => CRI_KIND_FRAGMENT,
        Length => CRI_KIND_LENGTH,
        InvalidUtf8 => CRI_KIND_INVALID_UTF8,
        Mixed => CRI_KIND_MIXED,
        Repeated => CRI_KIND_REPEATED,
        NotByNumber => CRI_KIND_NOT_BY_NUMBER,
        ; Cri, Compose, Encode,
    }
    OptionReadErrorKind {
        ReservedDelta => CRI_KIND_RESERVED_DELTA,
        ReservedLength => CRI_KIND_RESERVED_LENGTH,
        TruncatedHead => CRI_KIND_TRUNCATED_HEAD,
        TruncatedValue => CRI_KIND_TRUNCATED_VALUE,
        NumberTooLarge => CRI_KIND_NUMBER_TOO_LARGE,
        EmptyPayload => CRI_KIND_EMPTY_PAYLOAD,
    }
}
