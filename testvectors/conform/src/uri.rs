//! Operations on URIs as text.

use cri_uri::components::Components;
use cri_uri::{Normalization, Table, Uri, UriRef, context};
use serde_json::{Value, json};

use crate::Answer;
use crate::case::Case;
use crate::error::located;

impl Case {
    pub(super) fn parse(&self) -> Answer {
        Ok(components(UriRef::parse(self.text("uri")?).map_err(|error| located!(error))?))
    }

    pub(super) fn parse_absolute(&self) -> Answer {
        let uri = Uri::parse_absolute(self.text("uri")?).map_err(|error| located!(error))?;
        Ok(components(uri.as_uri_ref()))
    }

    pub(super) fn resolve_uri(&self) -> Answer {
        let base = UriRef::parse(self.text("base")?).map_err(|error| located!(error))?;
        let base = base.as_uri().ok_or_else(
            || json!({ "kind": "relative-base", "component": "scheme", "offset": 0 }),
        )?;
        let reference = UriRef::parse(self.text("reference")?).map_err(|error| located!(error))?;
        let resolved = base.resolve(reference).map_err(|error| located!(error))?;
        Ok(json!({ "uri": resolved.to_string() }))
    }

    pub(super) fn normalize(&self) -> Answer {
        let uri = UriRef::parse(self.text("uri")?).map_err(|error| located!(error))?;
        let normal = |steps| uri.normalize(steps, Table::DRAFT_16).to_string();
        Ok(json!({
            "case": normal(Normalization::CASE),
            "percent": normal(Normalization::PERCENT),
            "dot_segments": normal(Normalization::DOT_SEGMENTS),
            "syntax": normal(Normalization::SYNTAX),
            "scheme": normal(Normalization::ALL),
        }))
    }

    pub(super) fn extract(&self) -> Answer {
        let text = self.text("text")?;
        let found: Vec<_> = if self.input.get("iri") == Some(&Value::Bool(true)) {
            context::find_iris(text, Table::DRAFT_16).collect()
        } else {
            context::find_uris(text, Table::DRAFT_16).collect()
        };
        let found = found.iter().map(|found| {
            json!({
                "uri": found.to_string(),
                "written": text.get(found.range()),
                "delimiters": found.delimiters().name(),
            })
        });
        Ok(json!({ "found": found.collect::<Vec<_>>() }))
    }

    pub(super) fn recompose(&self) -> Answer {
        let components = Components {
            scheme: self.optional_text("scheme")?,
            authority: self.optional_text("authority")?,
            path: self.text("path")?,
            query: self.optional_text("query")?,
            fragment: self.optional_text("fragment")?,
        };
        let uri = components.recompose().map_err(|error| located!(error))?;
        Ok(json!({ "uri": uri.to_string() }))
    }

    pub(super) fn relativize_uri(&self) -> Answer {
        let parse = |name: &str, kind: &str| {
            let uri = UriRef::parse(self.text(name)?).map_err(|error| located!(error))?;
            uri.as_uri().ok_or_else(|| json!({ "kind": kind, "component": "scheme", "offset": 0 }))
        };
        let (base, target) = (parse("base", "relative-base")?, parse("target", "relative-target")?);
        let reference = base.relativize(target).map_err(|error| located!(error))?;
        Ok(json!({ "reference": reference.to_string() }))
    }
}

fn components(uri: UriRef<'_>) -> Value {
    json!({
        "scheme": uri.scheme(),
        "userinfo": uri.userinfo(),
        "host": uri.host_str(),
        "port": uri.port(),
        "path": uri.path(),
        "query": uri.query(),
        "fragment": uri.fragment(),
    })
}
