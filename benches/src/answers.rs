//! Compares the answers of our library with those of fluent-uri. Nothing here is timed.

use std::fmt::{self, Write as _};

use anyhow::{Context as _, Result, ensure};
use cri_core::{CriRef, Piece, Revision};
use cri_registry::Table;
use cri_uri::{Options, ToUri};
use fluent_uri::Uri;
use fluent_uri::component::Scheme;

use crate::ours;
use crate::peers::fluent;
use crate::work::{Identifier, Pair, Work};

/// The sets of inputs after their answers were compared, and a description of each.
pub(crate) fn checked(works: Vec<Work>) -> Result<(Vec<Work>, String)> {
    let mut about = String::new();
    for work in &works {
        let answers = check(work)?;
        let _ = writeln!(
            about,
            "- `{}`: {}. Compared with fluent-uri: {answers}",
            work.name, work.about
        );
    }
    Ok((works, about))
}

/// Compares all answers that both data models define alike. The first difference is an error. Returns how many answers were
/// compared.
///
/// Not compared with fluent-uri are normal forms of rootless paths with dot-segments, which it keeps; segments of paths
/// with dot-segments, which it counts; and pairs whose base has no authority, which CRIs and URIs resolve differently.
fn check(work: &Work) -> Result<String> {
    let (mut forms, mut items, mut pairs) = (0, 0, 0);
    for Identifier { uri, cri, .. } in &work.uris {
        let cri = ours::decode(cri);
        let parsed = Uri::parse(&**uri)?;
        if !keeps_dot_segments(&parsed) {
            same(uri, &normalized(uri), &normalized(&text(cri)))?;
            forms += 1;
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
            items += 1;
        }
    }
    for Pair { base, reference } in &work.pairs {
        let resolved = ours::decode(&base.cri).resolve(CriRef::decode(&reference.cri)?)?;
        let encoded = resolved.encode_to(Revision::Draft16, Vec::new())?;
        same(&reference.uri, &text(resolved), &text(encoded.as_cri()))?;
        let keeps = Uri::parse(&*reference.uri).is_ok_and(|uri| keeps_dot_segments(&uri));
        if ours::decode(&base.cri).authority().is_some() && !keeps {
            let target = fluent::resolve(&normalized(&base.uri), &reference.uri)
                .context("a pair does not resolve")?;
            let pair = format!("{} against {}", reference.uri, base.uri);
            same(&pair, &normalized(target.as_str()), &normalized(&text(resolved)))?;
            pairs += 1;
        }
    }
    Ok(format!("{forms} normal forms, segments and parameters of {items}, {pairs} resolved pairs"))
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
