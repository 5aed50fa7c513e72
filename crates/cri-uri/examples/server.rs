//! A server that keeps a table of devices. Devices arrive as JSON, with URIs, or as CBOR, with CRIs. The server finds a
//! device by its CRI, follows its links, and converts a target to `url::Url` and back.
//!
//! `cargo run -p cri-uri --example server --features alloc,serde,url`

use std::collections::HashMap;
use std::io::{self, Write};

use anyhow::Context;
use cri_core::{Cri, CriKey};
use cri_uri::{UriCri, UriCriRef};
use serde::Deserialize;
use url::Url;

#[derive(Deserialize)]
struct Device {
    name: String,
    base: UriCri,
    links: Vec<UriCriRef>,
}

const JSON: &str = r#"{"name": "hall", "base": "COAP://Sensor.example:5683/hall/", "links": ["temp", "../roof?u=c"]}"#;

/// `{"name": "roof", "base": [-1, ["sensor", "example"], ["roof", ""]], "links": [[1, ["wind"]], [true, ["hall"]]]}`
const CBOR: &[u8] =
    b"\xa3\x64name\x64roof\x64base\x83\x20\x82\x66sensor\x67example\x82\x64roof\x60\
    \x65links\x82\x82\x01\x81\x64wind\x82\xf5\x81\x64hall";

fn run(mut out: impl Write) -> anyhow::Result<()> {
    let hall: Device = serde_json::from_str(JSON).context("the configuration")?;
    let roof: Device = ciborium::from_reader(CBOR).context("a message")?;
    let devices: HashMap<UriCri, Device> =
        [hall, roof].map(|device| (device.base.clone(), device)).into();

    // The table finds a device by an owned CRI, whatever the spelling of its URI, and by a borrowed CRI without a copy.
    let typed: UriCri = "coap://sensor.example/./hall/".parse()?;
    let hall = devices.get(&typed).context("no such device")?;
    // [-1, ["sensor", "example"], ["roof", ""]]
    let received = Cri::decode(b"\x83\x20\x82\x66sensor\x67example\x82\x64roof\x60")?;
    let roof = devices.get(&received as &dyn CriKey).context("no such device")?;

    for device in [hall, roof] {
        writeln!(out, "{} at {}", device.name, device.base)?;
        for link in &device.links {
            writeln!(out, "  {link} is {}", device.base.resolve(link)?)?;
        }
    }

    let url = Url::try_from(&typed)?.join("door")?;
    assert_eq!(UriCri::try_from(&url)?, typed.resolve(&"door".parse::<UriCriRef>()?)?);
    writeln!(out, "the host of {url} is {}", url.host_str().context("no host")?)?;

    // Each error names the place, whichever way the text came.
    for text in ["sensor", "coap://sensor.example/a|b"] {
        let error = text.parse::<UriCri>().with_context(|| format!("refused {text}")).unwrap_err();
        writeln!(out, "{error:#}")?;
    }
    let error = serde_json::from_str::<Device>(&JSON.replace("temp", "a|b"))
        .err()
        .context("accepted `|`")?;
    writeln!(out, "refused a device: {error}")?;
    Ok(())
}

fn main() -> anyhow::Result<()> {
    run(io::stdout())
}

#[test]
fn prints_targets_and_errors() -> anyhow::Result<()> {
    let mut out = Vec::new();
    run(&mut out)?;
    let expected = "\
hall at coap://sensor.example/hall/
  temp is coap://sensor.example/hall/temp
  ../roof?u=c is coap://sensor.example/roof?u=c
roof at coap://sensor.example/roof/
  wind is coap://sensor.example/roof/wind
  /hall is coap://sensor.example/hall
the host of coap://sensor.example/hall/door is sensor.example
refused sensor: a URI must have a scheme, such as coap:, at byte 0
refused coap://sensor.example/a|b: '|' (U+007C) cannot stand in a path, at byte 23; percent-encode it
refused a device: '|' (U+007C) cannot stand in a path, at byte 1; percent-encode it at line 1 column 76
";
    assert_eq!(String::from_utf8(out)?, expected);
    Ok(())
}
