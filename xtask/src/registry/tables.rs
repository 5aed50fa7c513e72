//! Writes tables: Rust for the crate, CSV for its data.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use super::perfect::Perfect;
use super::source::{Port, Scheme, Source};

/// The schemes of the small table (RFC 7252, RFC 8323).
const COAP: [&str; 6] = ["coap", "coap+tcp", "coap+ws", "coaps", "coaps+tcp", "coaps+ws"];

/// Lines of generated files are at most this long, in characters.
const WIDTH: usize = 100;

/// A generated file: the whole registry and its CoAP schemes, made from these two sources. `origin` says what the registry is.
pub(super) fn rust(
    origin: &str,
    registry: &Source,
    schemes: &[Scheme],
    default_ports: &Source,
    ports: &[Port],
) -> Result<String, String> {
    let all: Vec<&Scheme> = schemes.iter().collect();
    let mut coap = all.clone();
    coap.retain(|scheme| COAP.contains(&scheme.name.as_str()));
    for name in COAP {
        if coap.iter().all(|scheme| scheme.name != name) {
            return Err(format!("{}: the scheme `{name}` is missing", registry.name));
        }
    }
    let sources = [registry, default_ports]
        .map(|source| format!("// {}, SHA-256\n//   {}\n", source.name, hash(&source.text)))
        .concat();
    let in_registry = |error| format!("{}: {error}", registry.name);
    let all = table("ALL", "The whole registry", &all, ports).map_err(in_registry)?;
    let coap = table("COAP", "The six CoAP schemes", &coap, ports).map_err(in_registry)?;
    Ok(format!(
        "// Generated. Do not edit: change the sources and run `cargo xtask registry`. Sources:\n\
         {sources}\nuse crate::data::{{Data, Entry}};\n\n\
         /// The source of the numbers, with its date.\n\
         pub(crate) const SOURCE: &str = {origin:?};\n\n{all}\n{coap}"
    ))
}

/// A registry in the draft's three columns.
pub(super) fn csv(schemes: &[Scheme]) -> Result<String, String> {
    let row = |scheme: &Scheme| {
        [scheme.number.to_string(), scheme.name.clone(), scheme.reference.clone()]
    };
    csv_of(["CRI scheme number", "URI scheme name", "Reference"], schemes.iter().map(row))
}

/// What each table was made from, by the name of its revision.
pub(super) fn origins_csv(origins: &BTreeMap<String, String>) -> Result<String, String> {
    csv_of(
        ["table", "source"],
        origins.iter().map(|(table, source)| [table.clone(), source.clone()]),
    )
}

fn csv_of<const N: usize>(
    header: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let write = || -> csv::Result<()> {
        writer.write_record(header)?;
        rows.into_iter().try_for_each(|row| writer.write_record(row))
    };
    write().map_err(|error| error.to_string())?;
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The source of one static of type `Data`.
fn table(name: &str, summary: &str, schemes: &[&Scheme], ports: &[Port]) -> Result<String, String> {
    let names: Vec<&str> = schemes.iter().map(|scheme| scheme.name.as_str()).collect();
    let Perfect { multiplier, shifts, slots } = Perfect::new(&names)?;
    let rows = schemes.iter().map(|Scheme { name, number, .. }| {
        let port = ports.iter().find(|port| port.name == *name).map_or(0, |port| port.port);
        format!("        Entry {{ name: \"{name}\", number: {number}, port: {port} }},\n")
    });
    Ok(format!(
        "/// {summary}.\npub(crate) static {name}: Data = Data {{\n\
         \x20   entries: &[\n{}    ],\n    multiplier: {multiplier:#010x},\n\
         \x20   shifts: {},\n    slots: {},\n}};\n",
        rows.collect::<String>(),
        slice(shifts.iter().map(u8::to_string)),
        slice(slots.iter().map(|position| position.unwrap_or(0).to_string())),
    ))
}

/// The source of a slice of these items, in full lines.
fn slice(items: impl Iterator<Item = String>) -> String {
    let mut lines = vec![String::from("       ")];
    for item in items {
        if lines.last().is_none_or(|line| line.len() + item.len() + 2 > WIDTH) {
            lines.push(String::from("       "));
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(&format!(" {item},"));
        }
    }
    format!("&[\n{}\n    ]", lines.join("\n"))
}
