//! A JSON schema of `testvectors/json`, for tests.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use crate::workspace::read;

/// A schema.
pub(crate) struct Schema(Schemas, SchemaIndex);

impl Schema {
    /// The schema in a file of `testvectors/json`, or the part of it that a fragment names.
    pub(crate) fn read(name: &str) -> Self {
        let file = name.split('#').next().expect("a name");
        let text = read(&format!("testvectors/json/{file}")).expect("a schema");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler
            .add_resource(file, serde_json::from_str(&text).expect("JSON"))
            .expect("a new name");
        let index = compiler.compile(name, &mut schemas);
        Self(schemas, index.unwrap_or_else(|error| panic!("{name}: {error}")))
    }

    /// What is wrong with a value.
    pub(crate) fn check(&self, value: &Value) -> Result<(), String> {
        self.0.validate(value, self.1).map_err(|error| format!("{error:#}"))
    }
}
