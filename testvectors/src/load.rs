//! The files of vectors, and what each vector says for one revision.

use crate::repetition::expanded;
use crate::terms::Revision;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::{
    collections::BTreeMap,
    fmt, fs, io,
    path::{Path, PathBuf},
};
use toml::{Table, Value};

/// A file of vectors.
pub(crate) struct File {
    path: PathBuf,
    content: Content,
}

/// The families with their vectors by id, and for some families the fields of vectors that give none of these fields.
#[derive(Deserialize)]
struct Content {
    #[serde(default)]
    defaults: BTreeMap<String, Table>,
    #[serde(flatten)]
    families: BTreeMap<String, Table>,
}

impl File {
    /// Reads every file of vectors, in the order of file names.
    pub(crate) fn read_all() -> Result<Vec<Self>, LoadError> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut paths = fs::read_dir(folder)
            .and_then(|entries| {
                entries.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()
            })
            .map_err(|source| LoadError { path: folder.into(), reason: Reason::Read(source) })?;
        paths.retain(|path| {
            path.extension().is_some_and(|extension| extension == "toml")
                && !path.ends_with("Cargo.toml")
        });
        paths.sort();
        paths.into_iter().map(Self::read).collect()
    }

    fn read(path: PathBuf) -> Result<Self, LoadError> {
        let read = || {
            let text = fs::read_to_string(&path).map_err(Reason::Read)?;
            toml::from_str(&text).map_err(Reason::Parse)
        };
        match read() {
            Ok(content) => Ok(Self { path, content }),
            Err(reason) => Err(LoadError { path, reason }),
        }
    }

    /// Removes a family, and returns its vectors: one for each revision, if the family depends on it. Of long vectors, only
    /// every `step`th.
    pub(crate) fn take<V: DeserializeOwned>(
        &mut self,
        family: &str,
        by_revision: bool,
        step: usize,
    ) -> Result<Vec<V>, LoadError> {
        let mut vectors = Vec::new();
        let mut long = 0;
        let defaults = self.content.defaults.remove(family).unwrap_or_default();
        for (id, vector) in self.content.families.remove(family).unwrap_or_default() {
            let read = |vector: Table| {
                let vector = Value::Table(unfolded(vector)?).try_into();
                vector.map_err(|error: toml::de::Error| error.to_string())
            };
            let found = expanded(vector).and_then(|vector| {
                if longest(&vector) > SHORT {
                    long += 1;
                    if long % step != 1 % step {
                        return Ok(Vec::new());
                    }
                }
                let mut vector: Table =
                    vector.try_into().map_err(|error: toml::de::Error| error.to_string())?;
                vector.insert("id".into(), Value::String(id.clone()));
                if defaults.keys().all(|field| !vector.contains_key(field)) {
                    vector.extend(defaults.clone());
                }
                let vectors = if by_revision { of_revisions(vector)? } else { vec![vector] };
                vectors.into_iter().map(read).collect::<Result<Vec<V>, _>>()
            });
            vectors.extend(found.map_err(|message| {
                let message = format!("the vector {id} of the family {family}: {message}");
                LoadError { path: self.path.clone(), reason: Reason::Vector(message) }
            })?);
        }
        Ok(vectors)
    }

    /// Fails if a family is left.
    pub(crate) fn finish(self) -> Result<(), LoadError> {
        let Content { defaults, families } = self.content;
        let Some(family) = families.into_keys().chain(defaults.into_keys()).next() else {
            return Ok(());
        };
        Err(LoadError {
            path: self.path,
            reason: Reason::Vector(format!("there is no family {family}")),
        })
    }
}

/// The longest text of a vector that is not long, in bytes.
const SHORT: usize = 4096;

/// The bytes of the longest text in a value.
fn longest(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(longest).max().unwrap_or_default(),
        Value::Table(fields) => {
            fields.iter().map(|(_, field)| longest(field)).max().unwrap_or_default()
        }
        _ => 0,
    }
}

/// The fields of a vector. A table `item` or `components` has several of them, and a CRI such as
/// `base = { uri = …, edn = …, cbor = … }` is `base_uri`, `base` and `base_cbor`.
fn unfolded(vector: Table) -> Result<Table, String> {
    let mut fields = Table::new();
    for (field, value) in vector {
        let parts: Vec<_> = match value {
            Value::Table(parts) if field == "item" || field == "components" => {
                parts.into_iter().collect()
            }
            Value::Table(parts) if parts.contains_key("cbor") => {
                let name = |part: &str| match part {
                    "edn" => field.clone(),
                    _ => format!("{field}_{part}"),
                };
                parts.into_iter().map(|(part, value)| (name(&part), value)).collect()
            }
            value => vec![(field, value)],
        };
        for (field, value) in parts {
            if fields.insert(field.clone(), value).is_some() {
                return Err(format!("{field}: the field is given twice"));
            }
        }
    }
    Ok(fields)
}

/// The fields of a vector in each revision that it applies to. The table of a revision has what differs in it.
fn of_revisions(mut common: Table) -> Result<Vec<Table>, String> {
    let only = match common.remove("revision") {
        Some(Value::String(name)) => Some(name),
        None => None,
        Some(other) => {
            return Err(format!(
                "revision: expected a name, found a value of type {}",
                other.type_str()
            ));
        }
    };
    if let Some(name) =
        only.as_ref().filter(|name| Revision::ALL.iter().all(|known| known.name() != **name))
    {
        return Err(format!("revision: expected draft-16 or rfc9988, found {name}"));
    }
    let mut tables = Vec::new();
    let differences =
        Revision::ALL.map(|revision| (revision.name(), common.remove(revision.name())));
    for (name, differences) in differences {
        let applies = only.as_ref().is_none_or(|only| only == name);
        let mut table = common.clone();
        match differences {
            Some(Value::Table(_)) if only.is_some() => {
                return Err(format!(
                    "{name}: the vector has one revision, so its fields need no table"
                ));
            }
            Some(Value::Table(differences)) => {
                if let Some(field) = differences.keys().find(|field| common.contains_key(*field)) {
                    return Err(format!(
                        "{name}.{field}: the field also stands without a revision"
                    ));
                }
                table.extend(differences);
            }
            Some(other) => {
                return Err(format!(
                    "{name}: expected a table, found a value of type {}",
                    other.type_str()
                ));
            }
            None => {}
        }
        if applies {
            table.insert("revision".into(), Value::String(name.into()));
            tables.push(table);
        }
    }
    Ok(tables)
}

/// A file of the corpus cannot be read, or is not a file of vectors.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Read(io::Error),
    Parse(toml::de::Error),
    Vector(String),
}

impl LoadError {
    /// The path of the file or the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.reason {
            Reason::Read(source) => write!(f, "cannot read {path}: {source}"),
            Reason::Parse(source) => write!(f, "{path} is not a file of vectors: {source}"),
            Reason::Vector(message) => write!(f, "{path}: {message}"),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Reason::Read(source) => Some(source),
            Reason::Parse(source) => Some(source),
            Reason::Vector(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Table, of_revisions, unfolded};

    fn parsed(text: &str) -> Table {
        toml::from_str(text).expect("TOML")
    }

    #[test]
    fn a_vector_stands_once_for_each_revision() {
        for (text, tables) in [
            ("a = 1", &["a = 1\nrevision = 'draft-16'", "a = 1\nrevision = 'rfc9988'"][..]),
            (
                "draft-16.a = 1\nrfc9988.b = 2\nc = 3",
                &["a = 1\nc = 3\nrevision = 'draft-16'", "b = 2\nc = 3\nrevision = 'rfc9988'"],
            ),
            ("revision = 'rfc9988'\na = 1", &["a = 1\nrevision = 'rfc9988'"]),
        ] {
            let tables = tables.iter().map(|text| parsed(text)).collect();
            assert_eq!(of_revisions(parsed(text)), Ok(tables));
        }
    }

    #[test]
    fn tables_of_fields_are_unfolded() {
        let text = "item = { edn = '[]', cbor = '80' }\na = { uri = '', edn = '[]', cbor = '80' }\ne = { k = 1 }";
        let fields = "edn = '[]'\ncbor = '80'\na_uri = ''\na = '[]'\na_cbor = '80'\ne = { k = 1 }";
        assert_eq!(unfolded(parsed(text)), Ok(parsed(fields)));
        let twice = unfolded(parsed("cbor = '80'\nitem = { cbor = '80' }"));
        assert_eq!(twice, Err("cbor: the field is given twice".into()));
    }

    #[test]
    fn contradictions_are_refused() {
        for (text, message) in [
            ("revision = 'draft-27'", "revision: expected draft-16 or rfc9988, found draft-27"),
            ("revision = 16", "revision: expected a name, found a value of type integer"),
            ("a = 1\nrfc9988.a = 2", "rfc9988.a: the field also stands without a revision"),
            ("rfc9988 = 1", "rfc9988: expected a table, found a value of type integer"),
            (
                "revision = 'draft-16'\ndraft-16.a = 1",
                "draft-16: the vector has one revision, so its fields need no table",
            ),
        ] {
            assert_eq!(of_revisions(parsed(text)), Err(message.to_owned()));
        }
    }
}
