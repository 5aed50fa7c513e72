//! Reads cases from standard input, and writes answers to standard output.

#![forbid(unsafe_code)]

use std::io;

fn main() -> io::Result<()> {
    conform::answer_lines(io::stdin().lock(), io::stdout().lock())
}
