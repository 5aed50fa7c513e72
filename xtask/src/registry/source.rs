//! Reads CSV files: the registries of the draft and of IANA.

use std::collections::HashMap;
use std::fs;

use csv::ErrorKind;

/// The files of the crate, from the root of the workspace.
pub(super) const DATA: &str = "crates/cri-registry/data";

/// The revisions, as in the names of their files.
pub(super) const REVISIONS: [&str; 2] = ["draft-16", "rfc9988"];

/// The columns of a registry, with their known headers. The draft calls the name "URI scheme name", IANA's registry
/// "URI scheme".
const NUMBER: &[&str] = &["CRI scheme number"];
const NAME: &[&str] = &["URI scheme name", "URI scheme", "Scheme name"];
const REFERENCE: &[&str] = &["Reference"];

/// A file that was read. Messages call it by `name`.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: String,
    /// Whether the file is a registry, which has references (section 11.1.2). The tables of cri-registry have none.
    pub(super) is_registry: bool,
}

/// One scheme with its number.
pub(super) struct Scheme {
    pub(super) number: u16,
    /// A scheme name in lower case.
    pub(super) name: String,
    /// File and line of the row.
    at: String,
}

/// One record of a file: file and line, and the cells of the columns.
struct Row {
    at: String,
    number: String,
    name: String,
}

impl Source {
    pub(super) fn read(name: &str, is_registry: bool) -> Result<Source, String> {
        let bytes = fs::read(name).map_err(|error| format!("{name}: {error}"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let line = line_at(error.as_bytes(), error.utf8_error().valid_up_to());
            format!("{name}:{line}: the line is not UTF-8")
        })?;
        Ok(Source { name: name.into(), text, is_registry })
    }

    /// The records.
    fn rows(&self) -> Result<Vec<Row>, String> {
        // An open quote would take the rest of the file as one cell.
        if !self.text.matches('"').count().is_multiple_of(2) {
            let at = self.at(self.text.rfind('"'));
            return Err(format!("{at}: this quote is never closed"));
        }
        let malformed = |error| self.malformed(&error);
        let mut reader = csv::Reader::from_reader(self.text.as_bytes());
        let header = reader.headers().map_err(malformed)?.clone();
        let (number, name) = (self.column(&header, NUMBER)?, self.column(&header, NAME)?);
        if self.is_registry {
            self.column(&header, REFERENCE)?;
        }
        let records = reader.records().map(|record| {
            let record = record.map_err(malformed)?;
            let at = self.at(record.position().and_then(byte));
            let cell = |column: usize| record[column].trim().to_owned();
            Ok(Row { at, number: cell(number), name: cell(name) })
        });
        records.collect()
    }

    /// The index of the column that has one of these names.
    fn column(&self, header: &csv::StringRecord, names: &[&str]) -> Result<usize, String> {
        let known = |cell: &str| names.iter().any(|name| cell.eq_ignore_ascii_case(name));
        let mut found = header.iter().enumerate().filter(|(_, cell)| known(cell.trim()));
        let fault = match (found.next(), found.next()) {
            (Some((index, _)), None) => return Ok(index),
            (None, _) => "there is no column",
            (Some(_), Some(_)) => "there are two columns",
        };
        let names = names.join("\" or \"");
        let at = self.at(None);
        Err(format!("{at}: {fault} \"{names}\""))
    }

    fn malformed(&self, error: &csv::Error) -> String {
        let at = self.at(error.position().and_then(byte));
        match error.kind() {
            ErrorKind::UnequalLengths { expected_len, len, .. } => {
                format!("{at}: the row has {len} cells instead of {expected_len}")
            }
            _ => format!("{at}: {error}"),
        }
    }

    /// File and line of the record at a byte, or of the header.
    ///
    /// The CSV reader counts the LF of a CRLF, and blank lines, as a part of the next record. Its own line numbers are
    /// therefore too low, and so are its byte positions.
    fn at(&self, byte: Option<usize>) -> String {
        let text = self.text.as_bytes();
        let byte = byte.unwrap_or_default();
        let breaks = text[byte..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
        format!("{}:{}", self.name, line_at(text, byte + breaks.count()))
    }
}

/// The schemes of one or more files together, in the order of their numbers.
pub(super) fn schemes(sources: &[Source]) -> Result<Vec<Scheme>, String> {
    let mut schemes = Vec::new();
    for source in sources {
        for Row { at, number, name } in source.rows()? {
            // Most registered schemes have no number. IANA leaves the cell empty.
            if number.is_empty() {
                continue;
            }
            let number = scheme_number(&at, &number)?;
            schemes.push(Scheme { number, name: scheme_name(&at, &name)?, at });
        }
    }
    unique(&schemes, |scheme| (format!("number {}", scheme.number), &scheme.at))?;
    unique(&schemes, |scheme| (format!("name `{}`", scheme.name), &scheme.at))?;
    schemes.sort_by_key(|scheme| scheme.number);
    Ok(schemes)
}

/// The byte at which a record starts.
fn byte(position: &csv::Position) -> Option<usize> {
    position.byte().try_into().ok()
}

fn line_at(bytes: &[u8], position: usize) -> usize {
    1 + bytes[..position].iter().filter(|&&byte| byte == b'\n').count()
}

fn scheme_number(at: &str, cell: &str) -> Result<u16, String> {
    let digits = cell.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.then(|| cell.parse().ok()).flatten();
    let most = u16::MAX;
    number
        .ok_or_else(|| format!("{at}: `{cell}` is not a scheme number, a number from 0 to {most}"))
}

/// The name as in URIs: in lower case, and without a remark such as `(OBSOLETE)` after it.
fn scheme_name(at: &str, printed: &str) -> Result<String, String> {
    let name = match printed.split_once(" (") {
        Some((name, remark)) if remark.ends_with(')') => name.trim_end(),
        _ => printed,
    };
    let name = name.to_ascii_lowercase();
    // RFC 3986 section 3.1
    let rest = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'+' | b'-' | b'.');
    if name.starts_with(|first: char| first.is_ascii_lowercase()) && name.bytes().all(rest) {
        Ok(name)
    } else {
        Err(format!("{at}: `{printed}` is not a scheme name"))
    }
}

/// Checks that no two items have one key. `key` returns the key of an item, and its place.
fn unique<T>(items: &[T], key: impl Fn(&T) -> (String, &String)) -> Result<(), String> {
    let mut seen = HashMap::new();
    for (what, at) in items.iter().map(key) {
        if let Some(first) = seen.get(&what) {
            return Err(format!("{at}: {what} is already at {first}"));
        }
        seen.insert(what, at);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(text: &str) -> Source {
        Source { name: "f.csv".into(), text: text.into(), is_registry: true }
    }

    fn read(text: &str) -> Result<Vec<(u16, String)>, String> {
        let schemes = schemes(&[source(text)])?;
        Ok(schemes.into_iter().map(|scheme| (scheme.number, scheme.name)).collect())
    }

    fn fault(rows: &str) -> String {
        read(&format!("CRI scheme number,URI scheme name,Reference\n{rows}")).unwrap_err()
    }

    // shows: D16-11.1.2-01
    #[test]
    fn a_missing_column_is_an_error() {
        for (header, missing) in [
            ("URI scheme name,Reference", "\"CRI scheme number\""),
            (
                "CRI scheme number,Reference",
                "\"URI scheme name\" or \"URI scheme\" or \"Scheme name\"",
            ),
            ("CRI scheme number,URI scheme name", "\"Reference\""),
        ] {
            let expected = format!("f.csv:1: there is no column {missing}");
            assert_eq!(read(header).unwrap_err(), expected);
        }
        assert_eq!(
            read("Reference,Reference,CRI scheme number,URI scheme").unwrap_err(),
            "f.csv:1: there are two columns \"Reference\""
        );
        assert!(read("").unwrap_err().starts_with("f.csv:1: there is no column"));
    }

    // shows: D16-11.1.2-02
    #[test]
    fn names_are_cleaned() {
        let text = "reference,uri SCHEME name, cri scheme number \n\
                    x,shttp (OBSOLETE),7874\n\
                    x, machineProvisioningProgressReporter ,5477\n";
        let expected = [(5477, "machineprovisioningprogressreporter"), (7874, "shttp")];
        assert_eq!(read(text).unwrap(), expected.map(|(number, name)| (number, name.into())));
    }

    #[test]
    fn bad_names_are_errors() {
        for name in
            ["", "(OBSOLETE)", "1a", "a b", "a_b", "-a", "\u{e9}", "a (b", "a(b)", "\u{212a}a"]
        {
            let expected = format!("f.csv:2: `{name}` is not a scheme name");
            assert_eq!(fault(&format!("7,{name},x\n")), expected);
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_errors() {
        for number in ["65536", "18446744073709551616", "-1", "+1", "1.0", "8-9", "x"] {
            assert_eq!(
                fault(&format!("0,coap,x\n{number},a,x\n")),
                format!("f.csv:3: `{number}` is not a scheme number, a number from 0 to 65535")
            );
        }
        assert_eq!(read("Reference,CRI scheme number,URI scheme\nx,65535,a").unwrap()[0].0, 65535);
    }

    #[test]
    fn repeated_numbers_and_names_are_errors() {
        assert_eq!(fault("5,a,x\n6,b,x\n5,c,x\n"), "f.csv:4: number 5 is already at f.csv:2");
        // Names are compared after cleaning.
        assert_eq!(
            fault("5,a,x\n6,b,x\n7,A (OBSOLETE),x\n"),
            "f.csv:4: name `a` is already at f.csv:2"
        );
        // Section 11.1: one to one, in all files together.
        let one = source("CRI scheme number,URI scheme,Reference\n5,a,x\n");
        let two = Source { name: "g.csv".into(), ..source(&one.text) };
        let error = schemes(&[one, two]).err();
        assert_eq!(error.as_deref(), Some("g.csv:2: number 5 is already at f.csv:2"));
    }

    #[test]
    fn malformed_records_are_errors() {
        assert_eq!(fault("5,a,x\n6,b\n"), "f.csv:3: the row has 2 cells instead of 3");
        assert_eq!(fault("5,a,x,y\n"), "f.csv:2: the row has 4 cells instead of 3");
        assert_eq!(fault("5,a,x\n6,b,\"x\n7,c,x\n"), "f.csv:3: this quote is never closed");
    }

    #[test]
    fn lines_are_those_of_an_editor() {
        // A byte order mark, CRLF, blank lines, and a cell of several lines.
        let text = "\u{feff}CRI Scheme Number,URI Scheme,Reference\r\n\
                    \r\n5,a,\"one\r\ntwo, \"\"three\"\"\"\r\n\r\n6,?,x\r\n";
        assert_eq!(read(text).unwrap_err(), "f.csv:6: `?` is not a scheme name");
        let text = text.replace('\r', "");
        assert_eq!(read(&text).unwrap_err(), "f.csv:6: `?` is not a scheme name");
        let text = text.replace("6,?,x", "6,?");
        assert_eq!(read(&text).unwrap_err(), "f.csv:6: the row has 2 cells instead of 3");
    }
}
