//! Writing tables: Rust for the crate, CSV for its data.

use sha2::{Digest, Sha256};

use super::source::{Port, Scheme, Source};

/// The schemes of the small table (RFC 7252, RFC 8323).
const COAP: [&str; 6] = ["coap", "coap+tcp", "coap+ws", "coaps", "coaps+tcp", "coaps+ws"];

/// Lines of generated files are at most this long, in characters.
const WIDTH: usize = 100;

/// A generated file: the whole registry and its CoAP schemes, made from these two sources.
pub(super) fn rust(
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
            return Err(format!("{}: expected the scheme `{name}`, found none", registry.name));
        }
    }
    let sources = [registry, default_ports]
        .map(|source| format!("// {}, SHA-256\n//   {}\n", source.name, hash(&source.text)))
        .concat();
    let too_long = || format!("{}: the names together exceed {} bytes", registry.name, u16::MAX);
    let all = table("ALL", "The whole registry", &all, ports).ok_or_else(too_long)?;
    let coap = table("COAP", "The six CoAP schemes", &coap, ports).ok_or_else(too_long)?;
    Ok(format!(
        "// Generated. Do not edit: change the sources and run `cargo xtask registry`. Sources:\n\
         {sources}\nuse crate::table::Schemes;\n\n{all}\n{coap}"
    ))
}

/// A registry in the draft's three columns.
pub(super) fn csv(schemes: &[Scheme]) -> Result<String, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let write = |writer: &mut csv::Writer<Vec<u8>>| -> csv::Result<()> {
        writer.write_record(["CRI scheme number", "URI scheme name", "Reference"])?;
        for scheme in schemes {
            let number = scheme.number.to_string();
            writer.write_record([&number, &scheme.name, &scheme.reference])?;
        }
        Ok(())
    };
    write(&mut writer).map_err(|error| error.to_string())?;
    let bytes = writer.into_inner().map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|error| error.to_string())
}

fn hash(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// One static of type `Schemes`, or `None` if the names are too long for its offsets.
fn table(name: &str, summary: &str, schemes: &[&Scheme], ports: &[Port]) -> Option<String> {
    let mut starts = vec![0_u16];
    for scheme in schemes {
        let length = u16::try_from(scheme.name.len()).ok()?;
        starts.push(starts.last()?.checked_add(length)?);
    }
    let mut by_name: Vec<usize> = (0..schemes.len()).collect();
    by_name.sort_by_key(|&at| &schemes[at].name);
    let ports = schemes.iter().enumerate().filter_map(|(at, scheme)| {
        let port = ports.iter().find(|port| port.name == scheme.name)?;
        Some(format!("({at}, {})", port.port))
    });
    let names = schemes.iter().map(|scheme| format!("        \"{}\",\n", scheme.name));
    Some(format!(
        "/// {summary}.\npub(crate) static {name}: Schemes = Schemes {{\n\
         \x20   numbers: {},\n    starts: {},\n    names: concat!(\n{}    ),\n\
         \x20   by_name: {},\n    ports: {},\n}};\n",
        slice(schemes.iter().map(|scheme| scheme.number.to_string())),
        slice(starts.iter().map(u16::to_string)),
        names.collect::<String>(),
        slice(by_name.iter().map(usize::to_string)),
        slice(ports),
    ))
}

/// A slice of these items, as many in a line as there is room for.
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
