//! A CRI reference, written as notation.

use cri_core::{CriRef, Revision};
use cri_uri::{Options, ToUri, to_cri};

/// A CRI reference as a `cri'…'` literal where the literal reads as the same bytes again, and as plain notation
/// otherwise.
///
/// Passwords are written.
///
/// ```
/// use cri_core::CriRef;
/// use cri_uri::Options;
///
/// let write = |bytes| CriRef::decode(bytes).map(|cri| cri_edn::write(cri, Options::default()));
/// assert_eq!(write(b"\x83\x20\x81\x61h\x81\x61a")?, "cri'coap://h/a'");
/// // No URI reference stands for this one.
/// assert_eq!(write(b"\x82\x00\x81\x61p")?, "[0, [\"p\"]]");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[must_use]
pub fn write(cri: CriRef<'_>, options: Options) -> String {
    match literal(cri, options, |again| again.as_bytes() == cri.as_bytes()) {
        Some(text) => format!("cri'{text}'"),
        None => cri.diagnostic().to_string(),
    }
}

/// A CRI reference in tag 99: a `CRI'…'` literal where the literal reads as the same bytes again, and plain notation
/// otherwise. RFC 9988 defines the tag, so this is that revision's form.
///
/// Passwords are written.
///
/// ```
/// use cri_core::CriRef;
/// use cri_uri::Options;
///
/// let cri = CriRef::decode(b"\x82\x20\x81\x61h")?; // [-1, ["h"]]
/// assert_eq!(cri_edn::write_tagged(cri, Options::default()), "CRI'coap://h'");
/// # Ok::<(), cri_core::DecodeError>(())
/// ```
#[must_use]
pub fn write_tagged(cri: CriRef<'_>, options: Options) -> String {
    let form = interchange_form(cri);
    match literal(cri, options, |again| interchange_form(again) == form) {
        Some(text) => format!("CRI'{text}'"),
        None => format!("99({})", CriRef::decode(&form).unwrap_or(cri).diagnostic()),
    }
}

/// The bytes of a CRI reference in the form of RFC 9988.
fn interchange_form(cri: CriRef<'_>) -> Vec<u8> {
    let mut form = Vec::new();
    let encoded = cri.sections().encode(Revision::Rfc9988, &mut form);
    // INVARIANT: a vector is never full, and RFC 9988 has a form for each CRI.
    debug_assert!(encoded.is_ok());
    form
}

/// The text of a literal for a CRI reference, if the CRI that it becomes `is_same`.
fn literal(
    cri: CriRef<'_>,
    options: Options,
    is_same: impl FnOnce(CriRef<'_>) -> bool,
) -> Option<String> {
    let uri = cri.to_uri(options).ok()?.to_string();
    // A URI has no character but the quotation mark that notation escapes, so reading the URI is reading the literal.
    let again = to_cri(&uri, options, Vec::new()).ok()?;
    is_same(again.as_cri_ref()).then(|| uri.replace('\'', "\\'"))
}

#[cfg(test)]
mod tests {
    use cri_core::{CriRef, Revision};
    use cri_uri::Options;

    use super::{write, write_tagged};
    use crate::notation::Notation;

    // shows: D16-C-05
    #[test]
    fn a_literal_is_written_where_it_says_the_same() {
        let options = Options::new(Revision::Draft16);
        for (notation, written) in [
            ("[0, [\"p\"]]", "[0, [\"p\"]]"),
            ("[-1, [\"h\"], [\"a\"]]", "cri'coap://h/a'"),
            ("[1, [\"it's\"]]", "cri'it\\'s'"),
            ("[]", "cri''"),
            // The revision writes other bytes; the registry has no such scheme; the URI stands for the number.
            ("[-1, [\"h\"]]", "[-1, [\"h\"]]"),
            ("[-99999, [\"h\"], []]", "[-99999, [\"h\"], []]"),
            ("[\"coap\", [\"h\"], []]", "[\"coap\", [\"h\"], []]"),
        ] {
            let read = Notation::parse(notation, options).expect(notation);
            let cri = CriRef::decode(read.as_bytes()).expect(notation);
            assert_eq!(write(cri, options), written);
            let tagged = write_tagged(cri, options);
            let again = Notation::parse(&tagged, options).expect(notation).untagged();
            let again = CriRef::decode(again.as_bytes()).expect(notation);
            assert!(again.structurally_eq(cri), "{tagged}");
            // In the form of RFC 9988, an empty path is left out, so the second reference has a literal, too.
            assert_eq!(
                tagged.starts_with("CRI'"),
                written.starts_with("cri'") || notation == r#"[-1, ["h"]]"#,
                "{tagged}"
            );
        }
    }
}
