//! Functions on Arrow columns, one row out for each row in.

pub mod functions;
mod input;
pub mod output;
