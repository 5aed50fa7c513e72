//! Functions on Arrow columns, one row out for each row in.

pub mod components;
pub mod functions;
mod input;
pub mod output;
