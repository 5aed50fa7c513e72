//! All short URIs, and each character of each component: URIs that have CRIs are equivalent exactly if their CRIs are.

use cri_core::Revision;
use cri_uri::{Options, Uri};

use crate::equivalence::{Classes, SCHEME, SCHEMES, SYNTAX};

/// All texts of up to `count` of these pieces.
fn texts(pieces: &str, count: u32) -> Vec<String> {
    let pieces: Vec<_> = pieces.split(' ').collect();
    let mut texts = vec![String::new()];
    for len in 1..=count {
        texts.extend((0..pieces.len().pow(len)).map(|code| -> String {
            (0..len).map(|place| pieces[code / pieces.len().pow(place) % pieces.len()]).collect()
        }));
    }
    texts
}

/// Checks that text and CRIs have the same classes, at least `least` of them.
fn check(classes: &Classes, least: usize) {
    let shown: Vec<_> = classes.differences.iter().take(40).map(String::as_str).collect();
    let count = classes.differences.len();
    assert!(shown.is_empty(), "{count} differences:\n{}", shown.join("\n"));
    let found = classes.of_text.len();
    assert!(found >= least && found < classes.members, "{found} of {}", classes.members);
}

/// Checks the classes of every text after every front.
fn compare(fronts: &str, tails: &[String], options: Options, least: usize) {
    for level in [SYNTAX, SCHEME] {
        let mut classes = Classes::default();
        for front in fronts.split_whitespace() {
            tails.iter().for_each(|tail| classes.add(&format!("{front}{tail}"), level, options));
        }
        check(&classes, least);
    }
}

#[test]
fn short_addresses() {
    let tails = texts("A b @ , / %42 %40 ?", 4);
    compare("mailto: MAILTO:/ mailto:// s:", &tails, Options::default(), 1000);
}

#[test]
fn short_hosts() {
    let hosts = texts("localhost LOCAL%48ost %C3%A9 : :0 :21 :80 @ . h", 3);
    for options in [Options::default(), Options::coap(Revision::Rfc9988)] {
        compare("file:// ftp:// s:// http://", &hosts, options, 900);
    }
}

#[test]
fn short_uris_of_each_scheme() {
    let authorities = " // //h //H: //h:0 //h:21 //h:80 //h:443 //h:5683 //h:5684 //h:119 //h:23 //LOCALhost //localhost //[::1] //[0::0:1] \
                       //[1:2::FFFF:0] //[1:2:0:0:0:0:ffff:0] //[::ffff:1.2.3.4] //[::FFFF:102:304] //1.2.3.4 //1.2.3.%34 \
                       //[fe80::1%25E] //[FE80:0::1%25%45] //[fe80::1%25e] //[fe80::1]";
    let tails = texts("/ a . ? #", 2);
    let mut fronts = Vec::new();
    for scheme in SCHEMES.split(' ') {
        fronts.extend(authorities.split(' ').map(|authority| format!("{scheme}:{authority}")));
    }
    for revision in Revision::ALL {
        compare(&fronts.join(" "), &tails, Options::new(revision), 1000);
    }
    compare(&fronts.join(" "), &tails, Options::coap(Revision::Draft16), 1000);
}

/// Every ASCII character and every byte as a triplet, in each component.
#[test]
fn each_character_of_each_component() {
    let mut spelled: Vec<String> = (0..=127_u8).map(|byte| char::from(byte).to_string()).collect();
    spelled.extend((0..=255_u8).flat_map(|byte| [format!("%{byte:02X}"), format!("%{byte:02x}")]));
    spelled.extend(["%C3%A9", "%c3%a9", "%C3%89", "%E1%BA%9E", "%65%CC%81"].map(str::to_owned));
    for revision in Revision::ALL {
        for front in
            ["s://", "s://u", "s://[fe80::1%25", "s://h:", "s:", "s:/", "s:?", "s:#", "mailto:a@"]
        {
            for back in ["", "@h", "]", "/b"] {
                let tails: Vec<_> = spelled.iter().map(|text| format!("{text}{back}")).collect();
                for level in [SYNTAX, SCHEME] {
                    let mut classes = Classes::default();
                    let uris = tails.iter().map(|tail| format!("{front}{tail}"));
                    let uris = uris.filter(|uri| Uri::parse(uri).is_ok());
                    uris.for_each(|uri| classes.add(&uri, level, Options::new(revision)));
                    let differences = classes.differences;
                    assert!(differences.is_empty(), "{differences:#?}");
                }
            }
        }
    }
}
