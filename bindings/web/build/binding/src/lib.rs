//! What JavaScript calls.

use wasm_bindgen::prelude::wasm_bindgen;

/// Explains a text, perhaps against a base, as JSON. Of the bytes, at most `limit` items are listed.
#[wasm_bindgen]
#[must_use]
#[expect(
    clippy::needless_pass_by_value,
    reason = "wasm-bindgen passes an optional text by value only"
)]
pub fn explain(text: &str, base: Option<String>, limit: u32) -> String {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    cri_web::explain(text, base.as_deref(), limit).to_json()
}
