//! The target that a request names, for the log.

use cri_coap::option;
use cri_core::{Cri, CriRef};
use cri_uri::{Options, ToUri, password};
use percent_encoding::{AsciiSet, CONTROLS, percent_encode};

use crate::config::Config;

/// The longest name in bytes. The end of a longer one is left out.
const LONGEST_NAME: usize = 1024;

/// All bytes but printable ASCII. A set always contains the bytes beyond ASCII.
const UNPRINTABLE: &AsciiSet = &CONTROLS.add(b' ');

/// The target that the options of a request name, as close to its URI as they allow. Passwords are masked. The
/// name is empty if no option names a target, or if a Proxy-Cri holds no CRI.
///
/// The name is one word of printable ASCII, so a client cannot write lines or columns of the log.
pub(crate) fn target_name(options: &[(u16, &[u8])], config: &Config) -> String {
    let first = |number| options.iter().find(|option| option.0 == number).map(|(_, value)| *value);
    let name = if let Some(value) = first(option::PROXY_CRI) {
        named_by_cri(value, config).into_bytes()
    } else if let Some(value) = first(option::PROXY_URI) {
        value.to_vec()
    } else if let Some(scheme) =
        scheme_name(first(option::PROXY_SCHEME), first(option::PROXY_SCHEME_NUMBER), config)
    {
        named_by_parts(&scheme, options)
    } else {
        return String::new();
    };
    // Masked at last, because masking reads percent-encoded text, and an invalid character may end a userinfo.
    let printable = percent_encode(&name, UNPRINTABLE).to_string();
    shorten(&password::mask_operand(&printable).to_string()).to_owned()
}

/// The beginning of a URI that the log shows.
pub(crate) fn shorten(uri: &str) -> &str {
    // Both callers have ASCII, so every index is a character boundary.
    uri.get(..LONGEST_NAME).unwrap_or(uri)
}

/// The URI of a CRI, or its diagnostic notation if it has no URI.
fn named_by_cri(value: &[u8], config: &Config) -> String {
    let uri = Cri::decode(value)
        .ok()
        .and_then(|cri| Some(cri.to_uri(Options::new(config.revision)).ok()?.to_string()));
    uri.unwrap_or_else(|| {
        CriRef::decode(value).map(|reference| format!("{reference:?}")).unwrap_or_default()
    })
}

/// The scheme that Proxy-Scheme or Proxy-Scheme-Number names, or `number-N` for an unregistered number.
fn scheme_name(name: Option<&[u8]>, number: Option<&[u8]>, config: &Config) -> Option<Vec<u8>> {
    if let Some(name) = name {
        return Some(name.to_vec());
    }
    let number = option::Uint::read(number?, 3)?;
    let registered = Options::new(config.revision).schemes().by_number(number);
    let name = registered.map(|scheme| scheme.name.to_owned());
    Some(name.unwrap_or_else(|| format!("number-{number}")).into_bytes())
}

/// The text of Uri-Host, Uri-Port, Uri-Path and Uri-Query after a scheme.
fn named_by_parts(scheme: &[u8], options: &[(u16, &[u8])]) -> Vec<u8> {
    let mut name = [scheme, b"://"].concat();
    let mut separator = b'?';
    for (number, value) in options {
        match *number {
            option::URI_HOST => name.extend_from_slice(value),
            option::URI_PORT => {
                let port = option::Uint::read(value, 2).map(|port| format!(":{port}"));
                name.extend_from_slice(port.unwrap_or_default().as_bytes());
            }
            option::URI_PATH => name.extend([b"/", *value].concat()),
            option::URI_QUERY => {
                name.push(separator);
                name.extend_from_slice(value);
                separator = b'&';
            }
            _ => {}
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use coap_numbers::option::{
        PROXY_CRI, PROXY_SCHEME, PROXY_SCHEME_NUMBER, PROXY_URI, URI_HOST, URI_PATH, URI_PORT,
    };

    use super::*;

    fn name(options: &[(u16, &[u8])]) -> String {
        target_name(options, &Config::default())
    }

    #[test]
    fn every_option_names_its_target() {
        let parts =
            [(URI_HOST, &b"h"[..]), (URI_PORT, b"\x07"), (URI_PATH, b"a"), (URI_PATH, b"b")];
        assert_eq!(name(&[(PROXY_URI, b"http://h/a")]), "http://h/a");
        // [-2, ["h"], ["a"]]
        assert_eq!(name(&[(PROXY_CRI, b"\x83\x21\x81\x61h\x81\x61a")]), "coaps://h/a");
        assert_eq!(name(&[&parts[..], &[(PROXY_SCHEME, b"ftp")]].concat()), "ftp://h:7/a/b");
        assert_eq!(
            name(&[&parts[..], &[(PROXY_SCHEME_NUMBER, b"\x03")]].concat()),
            "https://h:7/a/b"
        );
        assert_eq!(
            name(&[&parts[..], &[(PROXY_SCHEME_NUMBER, b"\x03\xe7")]].concat()),
            "number-999://h:7/a/b"
        );
        for none in [&[][..], &[(PROXY_CRI, &b"\xff"[..])], &[(URI_PATH, &b"a"[..])]] {
            assert_eq!(name(none), "", "{none:?}");
        }
    }

    #[test]
    fn a_name_is_one_printable_word() {
        assert_eq!(name(&[(PROXY_URI, b"http://h/a b\r\n\x1b\xff")]), "http://h/a%20b%0D%0A%1B%FF");
        assert_eq!(name(&[(PROXY_URI, &[b'a'; 1034])]).len(), LONGEST_NAME);
    }

    #[test]
    fn passwords_are_masked() {
        // [-1, [false, "u:secret", "h"]], in which the userinfo is the only text of its kind.
        for options in [
            (PROXY_CRI, &b"\x82\x20\x83\xf4\x68u:secret\x61h"[..]),
            (PROXY_URI, b"coap://u:secret@h/"),
            (PROXY_URI, b"coap://u%3Asecret@h/"),
            (PROXY_URI, b"coap://u:sec ret@h/"),
            (PROXY_URI, b"//u:secret@h/"),
            (PROXY_URI, b"u:secret@h|"),
            (PROXY_URI, b"u:\"secret@h"),
        ] {
            let name = name(&[options]);
            assert!(name.contains("***@h") && !name.contains("sec"), "{name}");
        }
        assert_eq!(name(&[(PROXY_URI, b"coap://u:secret")]), "coap://u:***");
        let name = name(&[(PROXY_SCHEME, b"ftp"), (URI_HOST, b"u:secret@h")]);
        assert_eq!(name, "ftp://u:***@h");
    }
}
