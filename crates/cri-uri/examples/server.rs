//! A server that keeps a table of devices. Devices arrive as JSON, with URIs, or as CBOR, with CRIs. The server finds a
//! device however its CRI is spelled, follows its links, and converts a target to `url::Url` and back.
//!
//! `cargo run -p cri-uri --example server --features alloc,serde,url`

use std::collections::HashMap;
use std::io::{self, Write};

use anyhow::Context;
use cri_core::{Component, CriKey};
use cri_uri::{Rfc9988, UriCri, UriCriRef};
use serde::Deserialize;
use url::Url;

// Only these two lines name the revision.
type Link = UriCri<Rfc9988>;
type LinkRef = UriCriRef<Rfc9988>;

#[derive(Deserialize)]
struct Device {
    name: String,
    base: Link,
    links: Vec<LinkRef>,
}

const JSON: &str = r#"{"name": "hall", "base": "COAP://Sensor.example:5683/hall/", "links": ["temp", "../roof?u=c"]}"#;

/// `{"name": "roof", "base": [-1, ["sensor", "example"], ["roof", ""]], "links": [[1, ["wind"]], [true, ["hall"]]]}`
const CBOR: &[u8] =
    b"\xa3\x64name\x64roof\x64base\x83\x20\x82\x66sensor\x67example\x82\x64roof\x60\
    \x65links\x82\x82\x01\x81\x64wind\x82\xf5\x81\x64hall";

fn run(mut out: impl Write) -> anyhow::Result<()> {
    let hall: Device = serde_json::from_str(JSON).context("the configuration")?;
    let roof: Device = ciborium::from_reader(CBOR).context("a message")?;
    let devices: HashMap<Link, Device> =
        [hall, roof].map(|device| (device.base.clone(), device)).into();

    // The table finds a device by a `Link`, whatever the spelling of its URI or CRI.
    let typed: Link = "coap://sensor.example/./hall/".parse()?;
    let hall = devices.get(&typed).context("no such device")?;
    // ["coap", ["sensor", "example", 5683], ["roof", ""]]
    let received =
        Link::decode(b"\x83\x64coap\x83\x66sensor\x67example\x19\x16\x33\x82\x64roof\x60")?;
    let roof = devices.get(&received).context("no such device")?;

    // The target of a link is found without a copy.
    let link = received.relativize(&typed);
    let target = received.as_cri().resolve(&link)?;
    assert!(devices.contains_key(&target as &dyn CriKey));

    for device in [hall, roof] {
        writeln!(out, "{} at {}", device.name, device.base)?;
        for link in &device.links {
            writeln!(out, "  {link} is {}", device.base.resolve(link)?)?;
        }
    }

    let url = Url::try_from(&typed)?.join("door")?;
    writeln!(out, "the host of {url} is {}", url.host_str().context("no host")?)?;
    assert_eq!(Link::try_from(url)?, typed.resolve(&"door".parse::<LinkRef>()?)?);

    let login: Link = "https://user:secret@sensor.example/".parse()?;
    let changed = login.change(Component::Query, |query| query.parameter("u=c"))?;
    writeln!(out, "a log has {}", changed.masked())?;

    // Each error names the place, whichever way the text came.
    for text in ["sensor", "coap://sensor.example/a|b"] {
        let error = text.parse::<Link>().with_context(|| format!("refused {text}")).unwrap_err();
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
a log has https://user:***@sensor.example/?u=c
refused sensor: a URI must have a scheme, such as coap:, at byte 0
refused coap://sensor.example/a|b: '|' (U+007C) cannot stand in a path, at byte 23; percent-encode it
refused a device: '|' (U+007C) cannot stand in a path; percent-encode it at line 1 column 76
";
    assert_eq!(String::from_utf8(out)?, expected);
    Ok(())
}
