//! Errors as members of an answer.

use serde_json::{Value, json};

/// The error about a case that does not have what its operation needs.
pub(super) fn bad(name: &str) -> Value {
    json!({ "kind": "internal", "message": format!("the member {name} is missing, or has a wrong value") })
}

/// The kind, component and offset of an error of any crate.
macro_rules! located {
    ($error:expr) => {{
        let error = $error;
        json!({ "kind": error.kind().name(), "component": error.component().name(), "offset": error.offset() })
    }};
}
pub(super) use located;

/// The kind and component of an error about values that have no offset.
macro_rules! named {
    ($error:expr) => {{
        let error = $error;
        json!({ "kind": error.kind().name(), "component": error.component().name() })
    }};
}
pub(super) use named;
