//! A JSON schema of `testvectors/json`.

use std::fs;
use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// A file of `testvectors/json`.
pub(crate) fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testvectors/json").join(name);
    let text = fs::read_to_string(path).expect(name);
    serde_json::from_str(&text).expect(name)
}

/// A schema.
pub(crate) struct Schema(Schemas, SchemaIndex);

impl Schema {
    /// The schema in a file of `testvectors/json`, or the part of it that a fragment names.
    pub(crate) fn new(name: &str) -> Self {
        let file = name.split('#').next().expect("a name");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource(file, read(file)).expect("a new name");
        let index = compiler.compile(name, &mut schemas);
        Self(schemas, index.unwrap_or_else(|error| panic!("{name}: {error}")))
    }

    /// What is wrong with a value.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.0.validate(value, self.1).map_err(|error| format!("{error:#}"))
    }
}
