//! Functions on Arrow columns, one row out for each row in.

pub(crate) mod functions;
mod input;
pub(crate) mod output;
