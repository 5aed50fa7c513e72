//! The program prints what the READMEs and a page of the guide show.

use std::fs;
use std::path::Path;

use crate::program::{cri, words};

#[test]
fn the_console_shows_what_the_program_prints() {
    for readme in ["README.md", "../../README.md", "../../docs/src/links.md"] {
        let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join(readme);
        check(&fs::read_to_string(readme).unwrap());
    }
}

fn check(readme: &str) {
    let consoles =
        readme.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut commands = 0;
    for example in consoles.flat_map(|console| console.split("$ ").skip(1)) {
        let (command, expected) = example.split_once('\n').unwrap();
        let words = words(command.split(" #").next().unwrap());
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(args.first(), Some(&"cri"), "{command}");
        let output = cri(&args[1..], "");
        assert_eq!(output.stdout, expected, "{command}");
        assert_eq!(output.status, Some(0), "{command}");
        commands += 1;
    }
    assert!(commands >= 3, "found {commands} commands");
}

#[test]
fn the_picture_is_what_the_program_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let (_, rest) = readme.split_once("`cri inspect --to svg coap:").expect("the command");
    let (uri, rest) = rest.split_once('`').expect("the end of the command");
    let (_, rest) = rest.split_once("](").expect("a picture");
    let (picture, _) = rest.split_once(')').expect("the end of its path");
    let output = cri(&["inspect", "--to", "svg", &format!("coap:{uri}")], "");
    let shown = fs::read_to_string(root.join(picture)).unwrap();
    assert_eq!(output.stdout, shown, "cri inspect --to svg 'coap:{uri}' > {picture}");
}
