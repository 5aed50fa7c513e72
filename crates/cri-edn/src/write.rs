//! A CRI reference, written as notation.

use cri_core::CriRef;
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
    literal(cri, options).unwrap_or_else(|| cri.diagnostic().to_string())
}

fn literal(cri: CriRef<'_>, options: Options) -> Option<String> {
    let uri = cri.to_uri(options).ok()?.to_string();
    // A URI has no character but the quotation mark that notation escapes, so reading the URI is reading the literal.
    let again = to_cri(&uri, options, Vec::new()).ok()?;
    (again.as_cri_ref().as_bytes() == cri.as_bytes())
        .then(|| format!("cri'{}'", uri.replace('\'', "\\'")))
}

#[cfg(test)]
mod tests {
    use cri_core::{CriRef, Revision};
    use cri_uri::Options;

    use super::write;
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
        }
    }
}
