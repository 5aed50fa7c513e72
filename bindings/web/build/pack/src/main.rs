//! Packs the page into one file that needs no server: `pack ENGINE PAGE OUTPUT`.
//!
//! ENGINE is the compiled crate `cri-web-binding`, PAGE the folder with the source of the page, and OUTPUT the folder
//! that gets `index.html`. A browser loads no modules from a disk, so the file has everything in it.

mod modules;
mod palette;

use std::error::Error;
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

/// The most that the page may have, compressed, in bytes.
const LIMIT: usize = 250_000;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<OsString> = env::args_os().skip(1).collect();
    let [engine, page, output] = &args[..] else {
        return Err("usage: pack ENGINE PAGE OUTPUT".into());
    };
    let (page, output) = (Path::new(page), PathBuf::from(output));
    let (glue, engine) = bind(Path::new(engine))?;

    let style = palette::css() + &read(&page.join("style.css"))?;
    let script = glue + &modules::join(&page.join("main.js"))?;
    let engine = BASE64_STANDARD.encode(compress(&engine)?);
    for (part, end) in [(&style, "</style"), (&script, "</script"), (&engine, "</script")] {
        if part.contains(end) {
            return Err(format!("the page would end at {end} in the middle of a part").into());
        }
    }
    // Nothing may be loaded or run but what is in the file, so nothing can leave the browser.
    let policy = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        hash(&script),
        hash(&style)
    );
    let parts = [("policy", &policy), ("style", &style), ("script", &script), ("engine", &engine)];
    let html = fill(&read(&page.join("index.html"))?, &parts)?;

    let size = compress(html.as_bytes())?.len();
    fs::create_dir_all(&output)?;
    let file = output.join("index.html");
    fs::write(&file, html)?;
    println!("{}: {size} bytes compressed, of at most {LIMIT}", file.display());
    if size > LIMIT { Err("the page is too large".into()) } else { Ok(()) }
}

/// The JavaScript around the engine, and the engine itself.
fn bind(engine: &Path) -> Result<(String, Vec<u8>), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(engine).no_modules(true)?.typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    let mut output = bindgen.generate_output()?;
    let glue = output.js().to_owned();
    Ok((glue, output.wasm_mut().emit_wasm()))
}

fn compress(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The hash of a part, as a Content Security Policy names it.
fn hash(part: &str) -> String {
    format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(part)))
}

/// The template with each `{{name}}` replaced by the part of this name.
fn fill(template: &str, parts: &[(&str, &String)]) -> Result<String, String> {
    let mut pieces = template.split("{{");
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").ok_or("the template has {{ without }}")?;
        let part = parts.iter().find(|(known, _)| *known == name);
        let (_, part) =
            part.ok_or_else(|| format!("the template names {name}, which is unknown"))?;
        filled += part;
        filled += rest;
    }
    Ok(filled)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn parts_are_filled_in_once() {
        let (a, b) = ("{{b}}".to_owned(), "x".to_owned());
        assert_eq!(fill("<{{a}}|{{b}}>", &[("a", &a), ("b", &b)]).as_deref(), Ok("<{{b}}|x>"));
        assert!(fill("{{c}}", &[("a", &a)]).is_err());
        assert!(fill("{{a", &[("a", &a)]).is_err());
    }
}
