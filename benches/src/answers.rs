//! Compares the answers of our library with those of the two fastest peers. Nothing here is timed.

use std::fmt;

use anyhow::{Context as _, Result, ensure};
use cri_core::{CriRef, Piece, Revision};
use cri_registry::Table;
use cri_uri::{Options, ToUri};
use fluent_uri::Uri;
use fluent_uri::component::Scheme;

use crate::ours;
use crate::peers::{fluent, iri_string};
use crate::work::{Identifier, Pair, Work};

/// How many answers were compared. Each of them agreed.
pub(crate) struct Answers {
    /// URIs whose normal form came back from their CRIs. fluent-uri keeps dot-segments in rootless paths, so those are
    /// not compared with its normal form.
    uris: usize,
    /// URIs whose segments and parameters agreed. A URI library counts dot-segments as segments, so URIs with
    /// dot-segments are not compared.
    items: usize,
    /// Pairs that resolved to one result. CRIs and URIs resolve differently against a base without an authority.
    pairs: usize,
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { uris, items, pairs } = self;
        write!(f, "{uris} normal forms, segments and parameters of {items}, {pairs} resolved pairs")
    }
}

/// Compares all answers that both data models define alike. The first difference is an error.
pub(crate) fn check(work: &Work) -> Result<Answers> {
    let mut answers = Answers { uris: 0, items: 0, pairs: 0 };
    for identifier in &work.uris {
        let Identifier { uri, cri, .. } = identifier;
        let cri = ours::decode(cri);
        let parsed = Uri::parse(&**uri)?;
        let theirs = iri_string::normalized(uri).context("iri-string refuses a URI")?;
        same(uri, &normalized(&theirs), &normalized(&text(cri)))?;
        if !keeps_dot_segments(&parsed) {
            same(uri, &normalized(uri), &normalized(&text(cri)))?;
            answers.uris += 1;
        }
        if !has_dot_segment(&parsed) {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            ours::iterate(cri, |item| {
                ours.push(item.pieces().flat_map(Piece::as_bytes).copied().collect::<Vec<_>>());
            });
            fluent::iterate(&parsed, |item| theirs.push(item.to_vec()));
            // Splitting an empty path yields one empty segment.
            if parsed.path().is_empty() {
                theirs.remove(0);
            }
            same(uri, &theirs, &ours)?;
            answers.items += 1;
        }
    }
    for Pair { base, reference } in &work.pairs {
        let resolved = ours::decode(&base.cri).resolve(CriRef::decode(&reference.cri)?)?;
        let encoded = resolved.encode_to(Revision::Draft16, Vec::new())?;
        same(&reference.uri, &text(resolved), &text(encoded.as_cri()))?;
        if ours::decode(&base.cri).sections().authority().is_some() {
            let pair = format!("{} against {}", reference.uri, base.uri);
            let target = iri_string::resolve(&normalized(&base.uri), &reference.uri)
                .context("a pair does not resolve")?;
            same(&pair, &normalized(&target), &normalized(&text(resolved)))?;
            if !Uri::parse(&*reference.uri).is_ok_and(|uri| keeps_dot_segments(&uri)) {
                let target = fluent::resolve(&normalized(&base.uri), &reference.uri)
                    .context("a pair does not resolve")?;
                same(&pair, &normalized(target.as_str()), &normalized(&text(resolved)))?;
                answers.pairs += 1;
            }
        }
    }
    Ok(answers)
}

fn same<T: PartialEq + fmt::Debug>(input: &str, theirs: &T, ours: &T) -> Result<()> {
    ensure!(theirs == ours, "{input}: the peer found {theirs:?}, our library {ours:?}");
    Ok(())
}

fn text<'a>(cri: impl ToUri<'a>) -> String {
    cri.to_uri(Options::default()).map_or_else(|error| error.to_string(), |uri| uri.to_string())
}

/// Whether fluent-uri keeps dot-segments that RFC 3986, section 5.2.4, removes.
fn keeps_dot_segments(uri: &Uri<&str>) -> bool {
    has_dot_segment(uri) && uri.path().is_rootless()
}

fn has_dot_segment(uri: &Uri<&str>) -> bool {
    uri.path().as_str().split('/').any(|segment| matches!(segment, "." | ".."))
}

/// The normal form by fluent-uri, with the default ports of our registry.
fn normalized(uri: &str) -> String {
    fluent::normalized(uri, default_port)
}

fn default_port(scheme: &Scheme) -> Option<u16> {
    Table::DRAFT_16.by_name(scheme.as_str().to_ascii_lowercase())?.default_port
}
