//! JSON values whose members keep the order in which they were added.

use cri_testvectors::{Expected, to_hex};
use serde::{Serialize, Serializer};

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(u64),
    Text(String),
    List(Vec<Json>),
    Object(Object),
}

/// The members of an object, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Object(Vec<(&'static str, Json)>);

impl Object {
    /// An object of one member.
    pub(super) fn of(name: &'static str, value: impl Into<Json>) -> Self {
        Self::default().with(name, value)
    }

    /// Adds a member, `null` where the value is `None`.
    #[must_use]
    pub(super) fn with(mut self, name: &'static str, value: impl Into<Json>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// Adds a member where there is a value.
    #[must_use]
    pub(super) fn with_some(self, name: &'static str, value: Option<impl Into<Json>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds bytes in hexadecimal digits.
    #[must_use]
    pub(super) fn with_bytes(self, name: &'static str, bytes: &[u8]) -> Self {
        self.with(name, to_hex(bytes))
    }
}

impl Json {
    /// A list of `items`.
    pub(super) fn list<T: Into<Json>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u16> for Json {
    fn from(value: u16) -> Self {
        Self::Number(value.into())
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Self {
        Self::Number(value)
    }
}

impl From<usize> for Json {
    fn from(value: usize) -> Self {
        Self::Number(value as u64)
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Self {
        Self::Text(value.to_owned())
    }
}

impl From<&String> for Json {
    fn from(value: &String) -> Self {
        Self::Text(value.clone())
    }
}

impl From<String> for Json {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<Object> for Json {
    fn from(value: Object) -> Self {
        Self::Object(value)
    }
}

impl From<&Expected> for Json {
    fn from(error: &Expected) -> Self {
        Self::Object(error.into())
    }
}

impl From<&Expected> for Object {
    fn from(error: &Expected) -> Self {
        Self::of("kind", &error.kind)
            .with_some("component", error.component.as_ref())
            .with_some("offset", error.offset)
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => to.serialize_none(),
            Self::Bool(value) => value.serialize(to),
            Self::Number(value) => value.serialize(to),
            Self::Text(value) => value.serialize(to),
            Self::List(items) => items.serialize(to),
            Self::Object(object) => object.serialize(to),
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
