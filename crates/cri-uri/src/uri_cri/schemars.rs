//! Schemas of JSON for owned types, which are strings there (feature `schemars`).

use alloc::borrow::Cow;

use ::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::text::uri_ref::owned::UriBuf;
use crate::uri_cri::{UriCri, UriCriRef};

/// Implements [`JsonSchema`] by the format of the string (JSON Schema validation section 7.3.5).
macro_rules! schemas {
    ($([$($P:ident)?] $Type:ty: $format:literal;)*) => {$(
        impl$(<$P>)? JsonSchema for $Type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                Cow::Borrowed($format)
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "format": $format })
            }
        }
    )*};
}

schemas! {
    [P] UriCri<P>: "uri";
    [P] UriCriRef<P>: "uri-reference";
    [] UriBuf: "uri";
}
