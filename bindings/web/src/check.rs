//! What `cri check` finds about a URI.

use cri_check::{Severity, idna_findings, nfc_findings};
use cri_uri::{IriRef, Options, ToUri, UriRef};
use serde::Serialize;

use crate::fault::Fault;
use crate::read::Read;
use crate::recognize::{Form, Recognized};

/// The findings about a URI reference.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Checked {
    /// The URI reference that was checked.
    pub(crate) uri: String,
    pub(crate) findings: Vec<ExplainedFinding>,
}

/// One finding, with the reason why it matters. Its mark counts in the URI.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ExplainedFinding {
    /// `violation` or `warning`.
    pub(crate) severity: &'static str,
    /// Why it matters, in one clause.
    reason: &'static str,
    #[serde(flatten)]
    pub(crate) what: Fault,
}

impl Checked {
    /// Checks the URI reference that a text is, or that its CRI stands for.
    ///
    /// # Errors
    ///
    /// The text has no URI reference.
    pub(crate) fn new(
        recognized: Recognized<'_>,
        read: &Result<Read<'_>, Fault>,
        options: Options,
    ) -> Result<Self, Fault> {
        let uri = match recognized.form {
            Form::Uri => recognized.text.to_owned(),
            Form::Iri => IriRef::parse(recognized.text)?.to_uri().to_string(),
            _ => read.as_ref().map_err(Fault::clone)?.cri()?.to_uri(options)?.to_string(),
        };
        let findings = findings(UriRef::parse(&uri)?, options);
        Ok(Self { uri, findings })
    }
}

fn findings(uri: UriRef<'_>, options: Options) -> Vec<ExplainedFinding> {
    let findings = cri_check::findings(uri, options.schemes())
        .chain(nfc_findings(uri))
        .chain(idna_findings(uri));
    let found = findings.map(|finding| ExplainedFinding {
        severity: Severity::name(finding.severity()),
        reason: finding.kind().reason(),
        what: Fault::from(finding).marked(uri.as_str(), 0),
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use cri_core::Revision;
    use cri_testvectors::{corpus, run};

    use super::Checked;
    use crate::read::Read;
    use crate::recognize::Recognized;
    use crate::version::options;

    #[test]
    fn all_vectors_are_checked() {
        run(&corpus().check, |vector| {
            let recognized = Recognized::new(&vector.uri);
            let options = options(Revision::Draft16);
            let checked =
                Checked::new(recognized, &Read::new(recognized, options), options).expect("a URI");
            let expected: Vec<_> = vector.findings.iter().chain(&vector.idna).collect();
            assert_eq!(checked.findings.len(), expected.len(), "{checked:?}");
            for (found, expected) in checked.findings.iter().zip(expected) {
                assert_eq!(found.what.kind, expected.kind);
                assert_eq!(found.what.component, Some(&*expected.component));
                assert_eq!(found.severity, expected.severity);
                assert_eq!(
                    found.what.place.as_ref().map(|place| place.start),
                    Some(expected.offset)
                );
            }
        });
    }
}
