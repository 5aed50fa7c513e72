//! What a terminal shows of commands. The answers are in `snapshots/`. After `<` is standard input.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::program::{cri, words};

/// What a terminal shows of these commands, one per line.
fn shown(commands: &str) -> String {
    let mut shown = String::new();
    for line in commands.trim().lines() {
        let words = words(line.strip_prefix("cri").expect("a command"));
        let args: Vec<&str> = words.iter().map(String::as_str).collect();
        let (args, stdin) = match &*args {
            [args @ .., "<", stdin] => (args, *stdin),
            args => (args, ""),
        };
        let output = cri(args, stdin);
        for answer in [&output.stdout, &output.stderr] {
            assert!(!answer.contains("secret") && !answer.contains("736563726574"), "{answer}");
        }
        write!(shown, "$ {line}\n{}{}", output.stdout, output.stderr).expect("written");
        if let Some(status @ 1..) = output.status {
            writeln!(shown, "[status {status}]").expect("written");
        }
        shown.push('\n');
    }
    shown
}

#[test]
fn help() {
    let overview = cri(&["--help"], "").stdout;
    let (_, commands) = overview.split_once("Commands:\n").expect("commands");
    let names = commands.lines().map_while(|line| line.split_whitespace().next());
    let lines: String = names.map(|name| format!("\ncri {name} --help")).collect();
    let shown = shown(&format!("cri --help\ncri -h{lines}"));
    assert_snapshot!(shown);
}

#[test]
fn a_host_without_a_scheme_is_recognized() {
    let shown = shown(
        r#"
cri encode '[::1]:5683/a' '[2001:db8::1]/a' '[2001:db8::1]?q' 192.0.2.1:5683/a
cri encode --from edn '[::1]/a'
cri encode '[::1' '[0:5' %zz:80
cri encode fe80::1 C:/x
cri resolve --base 2001:db8::1 a
cri resolve --base example.com a
cri resolve --base localhost a
cri resolve --base '[::1]' a
cri resolve --base b a
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn a_mistake_leads_to_what_works() {
    let shown = shown(
        r#"
cri 82208161
cri inspect 822081616
cri inspect --from hex 82208161
cri encode '82 20 81 61' 8080 9fff '[::1]' '99([-1, [\"h\"]])' 0x7f.1/a
cri decode coap://h/a sensors 0x822g
cri decode --from edn coap://h/a 8320816168816161
cri encode 'coap://h/\u{e4}' 'coap://h\u{e4}/'
cri encode --from iri 'coap://h/\u{e4}'
cri encode 'https://u:p@h/'
cri encode example.com/foo localhost:5683/x coa://h
cri encode --to uri coap//h/x
cri encode --to uri coap:/h/x coap+udp://h coap+sms://h
cri check file://C:/x
cri encode 'ip\'::1\'' 'b64\'gCA\'' 'cri\"coap://h\"'
cri 192.0.2.1/a
cri resolve ../a b
cri resolve example.com/a b
cri compare coap://h localhost:5683
cri coap http://h/
cri scheme coapp mqtts
cri check 'ftp://u:p@h/' coap://h:5683
cri idna 'http://b\u{fc}cher.example/'
cri decode d863832081616880 0xD863832081616880
cri coap --compose 'Uri-Port: x'
cri encode --form hex 8320816168816161
cri encode --from json --revision 26 8320816168816161
cri encdoe coap://h
cri sensors
cri man encdoe
"#,
    );
    assert_snapshot!(shown);
}

// shows: D16-5.1-25
#[test]
fn answers() {
    let shown = shown(
        r#"
cri encode coap://198.51.100.1:61616/.well-known/core '../x?y'
cri encode --revision rfc9988 'coap+ws://h' 'https://u:p@h/'
cri encode --to hex coap://h
cri encode --to edn '//b\u{fc}cher.example/%C3%A9%E2%80%AE'
cri encode --json 'coap://h/\u{e9}' did:a:b%3Ac
cri decode 832081616880 '0x82 02 81 61 67'
cri decode --from edn 'cri\'coap://h/a b\'' 'cri\'coap://h/a\'' '[-1, [\"h\"], cri\'a\']'
cri decode --json --from edn '[0, [\"p\"]]'
cri resolve 'coap://h/a/b?c#d' ../e '?f' ''
cri resolve --keep-fragment 'coap://h/a/b?c#d' ''
cri scheme coap 12068 -1 machineProvisioningProgressReporter
cri scheme --json --revision rfc9988 'coap+ws'
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn comparisons() {
    let shown = shown(
        r#"
cri compare coap://h/a%7Eb 'COAP://h/./a~b'
cri compare 'coap://h/a/b?c' coap://h/a/b/c 'coap://h/a/b?d' 'coap://h/a/b?c#d' coap:a coaps://h
cri compare 'coap://u%3Asecret@h' coap://h 'coap://u%3Aother@h' 'coap://u%3Asecret@h:1' //h
cri compare --ignore-fragment 'coap://h#a' coap://h
cri compare --equivalent scheme coap://h coap://h/ coaps://h
cri compare --from edn --equivalent syntax '[-1, [\"h\"]]' '[\"coap\", [\"h\"]]'
cri compare --from edn '[-1, [h\'01020304\']]' '[-1, [h\'01020304\', \"lo\"]]' '[-1, [\"a\"]]'
cri compare --json coap://h/a coap://h/b coap://h/a
cri compare a b
cri compare --from edn '[-1, [\"h\"], [\"a\", \"b\"], [\"q\"], \"f\"]' '[-2, [\"i\"]]' '[\"coap\", [\"i\"]]' '[-1, null, [\"a\"]]' '[-1, [false, \"u\", \"h\"]]' '[-1, [h\'01020304\']]' '[-1, [\"h\", 1]]' '[-1, [\"h\"], [\"a\"]]' '[-1, [\"h\"], [\"a\", \"b\"], [\"q\", [h\'3A\']]]' '[-1, [\"h\"], [\"a\", \"b\"], [\"q\"]]'
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn errors_in_cris() {
    let shown = shown(
        r#"
cri decode 8x 832 '' 0x
cri decode '0x82 20 81 6141' 8201 82208161688220 8200816170
cri decode --from edn '[-1, [\"h\"], [\"a\", \"..\"]]' '[-1, [\"h\", 65536]]' '[-1, [\"\u{e9}\", \"x.y\"]]'
cri decode --from edn '[-1, [\"h\"' '[-1 -2 ;]' '[h\'012\']' 'CRI\'coap://h\'' 'ip\'::1\'' '[1, .]' ''
cri decode --from edn 'cri\'http://it\\\'s:/\'' 'cri\'/\u{e9}>\'' '[1, [cri\'a\', 7]]' '[[[[[[[[[]]]]]]]]]'
cri decode --from edn '[1_0, [\"a\"_1]]' '[_ 1]' '[0x10000000000000000]' '[1, ...]'
cri decode --from json '{\"cri\":\"80\"}' '{\"cri\":8}' '{\"cri\":\"8x\"}' '{\"cri\":\"8120\"}' '{' '{}'
cri decode 01 '[-1, [\"h\"]]' ' cri\'coap://h\''
cri decode '0x82 00 816170' '{\"cri\":\"8200816170\"}'
cri decode --from edn '[ 0 , [\"p\"]]' '[-1, [h\'01020304\', \"eth0\"]]'
cri decode --json 8200816170
cri decode --json --from edn '[\"s\", [h\'01020304\', \"eth0\"]]'
cri encode --from edn '[-1, [h\'01020304\', \"eth0\"]]'
cri resolve --from hex '8220 816168' '82 01' '0x8201816131 00'
cri resolve --from edn '[\"s\", null, [\"a\"]]' '[1, [\"\", \"b\"]]'
"#,
    );
    assert_snapshot!(shown);
}

// shows: NB-EDN-02, NB-EDN-03
#[test]
fn literals() {
    let shown = shown(
        r#"
cri encode --to hex 'cri\'coap://h/a\'' 'cri`coap://h/a`' 'cri<<\'coap://h/a\'>>' 'cri<<\"coap://h/a\">>' '[-1, [\"h\"], [`a`]]'
cri decode 'CRI`coap://h/a`' 'CRI<<\'coap://h/a\'>>' '[-1, [ip\'2001:db8::1\', 61616], [\"a\"]]' '[-1, [ip\'192.0.2.1\']]'
cri resolve 'cri`coap://h/a/b`' 'cri<<`../c`>>'
cri inspect 'CRI`coap://h`'
cri decode '[-1, [ip\'fe80::1%eth0\']]' '[-1, [ip\'2001:db8::/32\']]' '[-1, [IP\'::1\']]' '[-1, [ip\'::g\']]'
cri decode '[dt\'2026-11-28T00:00:00Z\']' '[uri\'coap://h\']' 'cri<<>>' 'cri<<\'a\', \'b\'>>' 'cri<<\'a\'' 'cri`a' 'cri``a`' 'cri`coap://h h`' 'cri<<\'coap://h h\'>>'
cri encode 'cri`//u:secret@h|`' 'cri<<\'//u:secret@h|\'>>' 'CRI``//u:secret@h``x'
"#,
    );
    assert_snapshot!(shown);
}

// shows: D16-5.3-01, D16-6-07
#[test]
fn errors_in_uris() {
    let shown = shown(
        r#"
cri encode coap://h:65536/
cri encode coap://h:/ coap://h:05683 coap://h:x
cri encode /100% 1a:b :x 'a b' '//[fe80::1%eth0]' '//[v1.x]'
cri encode //%C3%84.example a:/.//b
cri encode '/\u{202e}evil' '/\u{1b}[31m' '\n'
cri encode --json coap://h:65536/ '/\u{202e}evil'
cri resolve s:/a .//b
cri resolve ../a b
cri resolve --json '//u:secret@h' b
cri scheme x-test 17382 -18446744073709551617 '' -0 '+3'
"#,
    );
    assert_snapshot!(shown);
}

// shows: R1738-6-03, R3986-7.2-01, R3986-7.5-01
#[test]
fn findings() {
    let shown = shown(
        r#"
cri check coap://example.com/a
cri check 'ftp://u:secret@h/' http://h:25/ http://0x7f.1/ http://2130706433/
cri check 'http://u@h/' nntp://h/g/x /e%CC%81 coap://h:5683/%00
cri check http://h:/e%CC%81 'https://[::ffff:127.0.0.1]/%E2%80%AEx'
cri check file:/etc/hosts http://my_host/ http://h:591/ https://169.254.169.xn--254-/ coap://h:/
cri check --from iri '//e\u{301}x'
cri check --from hex '8222826430783766 6131' 8220842f
cri check --json 'https://u:secret@h:443/' mailto: 'x y'
cri check coap:like:urn coap:/h coap:///x coaps://u@h/ 'coap+tcp://h/x#f' 'coap://[fe80::1%eth0]/'
cri check coap://h/%FF 'coap://h/?q=%C3' coap://h:5684/x coap://h:6000/ webcal://h:6000/
cri check --json coap:///x 'coap://h#f'
cri check 'coap://198.51.100.1:61616//%2F//?%2F%2F&?%26' 'coap://[fe80::1%25eth0]/'
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn host_names() {
    let shown = shown(
        r#"
cri idna 'b\u{fc}cher.example' plain.example 'a b' ''
cri idna --to unicode xn--bcher-kva.example xn--a
cri idna --json 'b\u{fc}cher.example' 'a b'
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn inspections() {
    let shown = shown(
        r#"
cri inspect coap://198.51.100.1:61616/.well-known/core did:web:alice:7%3A1-balun '../x?y#'
cri inspect 'coap://[fe80::1%25eth0]/a?b&c#d' 'https://u%3Ap@Example.com/' 'mailto:a@b' ''
cri inspect '[-1, [\"h\"], [\"a segment of several rows, b\u{fc}cher and all\"], [[h\'FF3A2FFFFFFFFFFFFFFFFF\', \"x\"]]]' '[-99999_3, [\"a\", 5683_2], [], null, \"\u{202e}\"]' '[0]' '[null, [\"h\"]]' '[\"x\", null, [\"a\"]]'
cri inspect 0x820281622e2e 0x8202a101d8638180 0x82016361c3 '[1, null, null]' '[1, [], [], 1.5, 2, {}]'
cri inspect 0x8220816168ff 0x8201 0x820182626161 0x82011cff 0x818181818181818181818181 0x01
cri inspect --json ../x 0x820281622e2e 'x y'
cri inspect 'x y' 0x8 '[1'
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn lines_are_recognized_one_by_one() {
    let shown = shown(
        r#"
cri encode --to edn < 'coap://h/a\n8320816168816161\n80\n[0, [\"b\"]]\n832\n\n8\n{\"cri\":\"80\"}\n'
cri decode --threads 3 < 'coap://h/a\n8320816168816161\n80\n[0, [\"b\"]]\n832\n\n8\n{\"cri\":\"80\"}\n'
cri resolve --base coap://h/x/y < 'coap://h/a\n8320816168816161\n80\n[0, [\"b\"]]\n832\n\n8\n{\"cri\":\"80\"}\n'
"#,
    );
    assert_snapshot!(shown);
}

// shows: R3986-6.2.2-01
#[test]
fn normal_forms() {
    let shown = shown(
        r#"
cri normalize 'HTTP://Example.com:80/%7ea/./b' h: http://h:080 'http://[V1.x]' %c3%89x e%cc%81 a:/..//b
cri normalize 'coap://[2001:DB8:0:0::1]:05683' mailto:a@EXAMPLE.com file://localhost/etc http://h:?q ../a/./%7eb ''
cri normalize --steps case 'HTTP://H:80/%7ea/./b'
cri normalize --steps percent,dots 'HTTP://H:80/%7ea/./b' /a/%2E%2E/../g
cri normalize --steps scheme --steps address 'http://[::0]:80'
cri normalize 8320816168816161 '[-1, [\"h\"]]' 'cri\'coap://h?\''
cri normalize --json 'HTTPS://H' 'x y'
cri normalize --from iri 'coap://H/\u{e4}'
cri normalize --from iri --to uri 'coap://H/\u{e4}'
cri normalize --to iri 'coap://H/%c3%a4'
cri normalize --rows --errors < 'HTTP://H\n\\N\nhttp://h/ x\n[0]\n'
cri normalize file://C:/x file:///C:/x
cri normalize 'http://u:secret@h/ x' 'http://h/\u{e4}' example.com/a http://h:x
cri normalize --steps '' a
cri normalize --steps dot a
cri normalize --to hex a
cri normalize --rows --json a
"#,
    );
    assert_snapshot!(shown);
}

// shows: R3986-C-01
#[test]
fn uris_in_running_text() {
    let shown = shown(
        r#"
cri find 'See http://a/b, (or <URL:coap://h/c>). Note: that is all.'
cri find 'no URI' 'mailto:a@b\n<http://a/\n b> http://c'
cri find --to uri http://a/. '\"x:y\"'
cri find < 'a http://a\r\n<http://b/\n c>\n\nhttp://c\n'
cri find --paragraphs < 'a http://a\r\n<http://b/\n c>\n\nhttp://c\n'
cri find --json < 'a http://a, <http://b>\n\n'
cri find notes.txt http://h two.txt
cri find < 'notes.txt'
cri find 'http://bücher.example/straße' 'http://h/é'
cri find --iri 'See http://bücher.example/straße, and http://h.'
cri find --iri --to uri '<http://bücher.\nexample/é>'
cri find --iri --json http://é.
cri find 'coap://2001:db8::1/x http://user:p@ss@h/x http://h:port/x http://h/a%zz/b'
cri find coap://2001:db8::1/x
cri find http://user:p@ss@h/x
cri find '请看http://h/a。' "'http://h/a'"
cri find '**http://a** (http://b),http://c,200 <GET http://d/> \\nhttp://e' 'http://a.te…' 'http://u:•••@h/'
cri find --to hex a
cri find --rows a
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn odd_operands_and_options_are_explained() {
    let shown = shown(
        r#"
cri --diff coap://h/a coap://h/b
cri encode '<coap://h/a>' '\"coap://h/a\"' ' coap://h/a' 'coap://h/a ' '< a >'
cri encode 'http://exa mple.com/' 'coap://[1.2.3.4]/' coap://h:abc/ %zz : 1a:b
cri decode 0x 83 '[-1, [\"h\"]' '{\"uri\":\"coap://h\"}' '{' 'cri\'coap://h /\''
cri idna a..b
cri coap --compose 'Uri-Hots: a'
cri coap --compose '{\"cri\":\"80\"}'
cri scheme 99999 -2
cri inspect 0xff
cri inspect '[0, null, []]'
cri --revision 30 encode coap+ws://h
cri --json
cri --color sometimes a
cri inspect --color sometimes a:
cri encode --threads -1 a
cri encode --from
cri encode '--json=yes' a
cri encode --from hex --from uri 80
cri encode -x a
cri check --to json a
cri completions
cri completions tcsh
cri completions bash x
cri inspect --diff --to svg coap://a coap://b
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn options() {
    let shown = shown(
        r#"
cri coap 'coap://example.com/sensors/temp?unit=c' coap://192.0.2.1:61616/
cri coap --destination 192.0.2.1:61616 coap://192.0.2.1:61616/.well-known/core coap://h/a
cri coap coap://h/%20a%20/%20%23/%00%5C/%E2%80%AEx// coap://h/a-long-segment-of-more-than-forty-bytes
cri coap --proxy 'https://example.com/a#' https://example.com/a
cri coap --json coap://h:1/a 'coap://h/a#b'
cri coap coap://198.51.100.1:61616//%2F//?%2F%2F&?%26 coap://EXAMPLE.com:/%7esensors/temp.xml
cri coap --json 'coap://h/rd?base=coap%3A%2F%2Fa'
cri coap '[-1, [\"h\"], [[\"c\", h\'3B\', \"d\"]]]' 'coap://h/%FF'
cri coap 'coap://h/#a' ../a 0x832081616881832e '[-1, [\"h\"], null, null, \"\"]'
cri coap --compose 'Uri-Host: example.com' 'Uri-Path: sensors' 'Uri-Query: unit=c'
cri coap --compose --to uri 'Uri-Host: h' 'Uri-Path: a\\x2fb  # a slash' 'Option 15: 0x'
cri coap --compose --json 'Uri-Host: h' 'Uri-Port: 1'
cri coap --compose --destination 198.51.100.1:61616 b0012f0000422f2f023f26 '# b0012f0000422f2f023f26'
cri coap --compose --message --to uri '44 01 12 34 00 01 02 03 31 68 81 61 ff 6f 6e'
cri coap --compose --from uri coap://h
cri coap --compose --to uri 'Uri-Host: h' 'Accept: 50' 'Content-Format: 0' 'Uri-Path: a' 'ETag: 0x0a'
cri coap --compose --json 'Uri-Host: h' 'Accept: 50'
cri coap --compose --to uri < '{ 0x31, 0x68, 0x81, 0x61 };\nuint8_t options[] = {0x31, 0x68};\n'
cri coap --compose --to uri --from c '{ 0x31, 0x68 };'
cri coap --compose --to uri '{\"cri\":\"83218244c633640105816178\",\"options\":[{\"number\":11,\"hex\":\"78\"}]}'
cri coap coap://u:secret@h/x 'https://h:/x'
cri coap coap://h/e%CC%81
cri coap --proxy 'https://h:0443/x'
cri coap --compose 'Uri-Host: h' 'Uri-Path: a' 'Uri-Path: ..'
cri coap --compose 'Uri-Host: h' 'Uri-Port: 1' 'Uri-Port: 1'
cri coap --compose 'Uri-Path: a'
cri coap --compose 'Uri-Pth: a'
cri coap --compose 'Uri-Path: a\\n'
cri coap --compose 'Proxy-Cri: 0x8222816168' 'Uri-Path: a'
cri coap --compose --json 'Proxy-Cri: 0x8222816168ff'
cri coap --destination 2001:db8::1:5683 coap://h coap://h
cri coap --compose --destination 2001:db8::1:5683 'Uri-Path: a'
"#,
    );
    assert_snapshot!(shown);
}

// shows: R3986-3.2.1-02
#[test]
fn passwords_are_masked() {
    let shown = shown(
        r#"
cri encode 'https://u:secret@h/'
cri check http://user:12/ss@h/ 'http://h:80/a?b@c' http://u:secret@h/
cri check http://a:b@c:12/secret@h/
cri encode http://u：SECRET@h/
cri encode --json 'https://u:secret@h/' '//u%3Asecret@h:x'
cri encode '//u:secret<@h' '//u:secret@h/<'
cri decode --from edn '[-4, [false, \"u:secret\", \"h\"], [\".\"]]'
cri decode 822383f468753a7365637265746168ff
cri resolve '//u:secret@h/' a
cri 'https://u:secret@h/\u{1b}[31m'
cri man encode 'https://u:secret@h/\u{1b}[31m'
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn references() {
    let shown = shown(
        r#"
cri relativize coap://h/a/b coap://h/a/c 'coap://h/a/b?q' 'coap://h/a/b#f' coap://h/a/b coaps://h
cri relativize coap://h/a coap://h/a/p
cri relativize --to edn coap://h/a coap://h/a/p
cri relativize --json coap://h/a coap://h/a/p coap://h/b
cri relativize --from iri 'coap://h/\u{e9}' 'coap://h/\u{e9}/\u{fc}' 'coap://h/\u{fc}'
cri relativize --from hex 8220816168 8320816168816161
cri relativize coap://h/a ../b
cri relativize a coap://h/a
cri relativize --keep-fragment 'coap://h/a#b' coap://h/a
cri relativize --keep-fragment 'coap://h/a/b/c#old' coap://h/a/b/c 'coap://h/a/b/c#old' 'coap://h/a/b/c#new'
cri relativize did:example:1/a did:example:2 did:example:1/b
cri relativize --json did:example:1/a did:example:2
cri relativize --to edn did:example:1/a did:example:2
cri resolve scheme:foo/bar ../baz ../qux baz
cri resolve --json scheme:foo/bar ../baz
cri resolve s:b .
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn rows() {
    let shown = shown(
        r#"
cri encode --rows --errors < 'coap://h/a\n\\N\ncoap://h/a b\nit\\\'s\n\ncoap://h/\u{e9}\nhttp://h:99999'
cri encode --rows --to edn coap://h/%5C%22
cri decode --rows --errors < '8320816168816161\n82\n\n\\N\n'
cri resolve --rows --errors < 'coap://h/a/b\t../c\ncoap://h\t\\N\n../a\tb\ncoap://h<\tb\ncoap://h/a\t%\ncoap://h/a\n'
cri resolve --rows --base coap://h/a/b < '../c\n\\N\n%\n'
cri relativize --rows coap://h/a/b coap://h/a/c ../c '\\N'
cri resolve --rows ../a b
cri encode --rows --json a
cri decode --to json --rows 80
cri resolve --rows --from json
cri resolve --rows --from cbor --base coap://h
cri encode --errors a
cri part host coap://u@[2001:db8::1]:61616/a //h ../x '//a b'
cri part port --json coap://u:p@h:61616/a coap://h coap://h: %
cri part query 'coap://h/?' coap://h 'coap://h/?a=1'
cri part query --parameter unit 'coap://h/?unit&xunit=1&unit=%C2%B0C+=&unit=K' 'coap://h/?unit' coap://h
cri part query --parameter unit --decode --json 'coap://h/?unit=%C2%B0C+=' '?unit=%FF'
cri part path --decode '/a%09%5CN%2Fb' /%5CN
cri part path --rows --decode < '/%5CN\n\\N\n/a\\tb'
cri part path --rows --decode --lenient < '/%5CN\n\\N\n/a\\tb%'
cri part host --lenient 'http://a b@c@d e:80/' '[x' '//[::1' '\u{feff}http://h' %
cri part host 8320816168816161 '[-1, [\"h\"], [\"a\"]]'
cri part host --from iri '//b\u{fc}cher.example'
cri part host --parameter a coap://h
cri part coap://h
cri part parth coap://h
cri part
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn text_in_other_forms_than_nfc() {
    let shown = shown(
        r#"
cri encode --to edn /e%CC%81
cri encode --to edn --nfc keep /e%CC%81
cri encode --to edn --nfc normalize /e%CC%81
cri encode --to edn --from iri '//e\u{301}x/'
cri resolve coap://h /e%CC%81
cri decode --from edn 'cri\'/e%CC%81\''
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn usage() {
    let shown = shown(
        r#"
cri resolve
cri resolve -
cri compare
cri decode --from cbor 80
cri resolve --from cbor --base 80
cri encode --json --to hex a
cri encode --threads 0
cri coap --to uri coap://h
cri coap --compose --proxy
cri coap --compose 'Uri-Host: h' -
cri coap --destination localhost coap://h
cri coap --scheme http http://h
"#,
    );
    assert_snapshot!(shown);
}

// shows: D16-5.3-20
#[test]
fn what_is_printed_is_read_again() {
    let shown = shown(
        r#"
cri coap://h/a
cri 8320816168816161
cri --from uri --json 8320816168816161
cri encode --to hex '[-1, [\"h\"], [\"a\"]]' 'cri\'coap://h/a\'' '{\"cri\":\"8320816168816161\"}'
cri encode --to uri 8320816168816161 '83208161 68816161' '0X8320 8161 6881 6161'
cri encode --to uri 80 81f6
cri encode --from uri 80
cri decode 8320816168816161 '[-1, [\"h\"]]' 'cri\'coap://h/a\'' '{\"cri\":\"80\"}'
cri resolve coap://h/a/b ../c 'cri\'?q\'' '[0, [\"d\"]]'
cri resolve 8320816168816161 ../b
cri resolve 'cri\'coap://h/a\'' ../b
cri relativize --to uri 8320816168816161 coap://h/a/b
cri compare coap://h/a 8320816168816161 'cri\'coap://h/b\''
cri check 8322826430783766613180
cri coap 8320816168816161
cri coap --proxy 'cri\'http://h/\''
cri encode --to c coap://h
cri decode --from c '{0x82, 0x20, 0x81, 0x61, 0x68}'
cri decode '{0x82, 0x20, 0x81, 0x61, 0x68}'
cri decode --from c '{0x82, 0x20, 0x81, 0x61, 0x2e}'
cri decode --from c '{0x82, 0x2, 0x81}'
cri --version
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn what_is_wrong_is_named() {
    let shown = shown(
        r#"
cri encode coap://H%C3%84 coap://h:99999 'coap://u:99999/x@h' a%CC%8A
cri encode --from iri 'coap://H\u{c4}/'
cri encode --revision 30 'coap://[fe80::1%25eth0]'
cri decode '[-22, [\"h\"]]' '[-25, [\"h\"]]'
cri decode --revision 30 '[-9, [\"h\"]]' 8228816168
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn links_of_a_server() {
    let shown = shown(
        r#"
cri links --base coap://[2001:db8::1]/.well-known/core < '</temp>;rt=\"temperature-c\";ct=40;title=\"Hall, \\\"north\\\"; <1>\",\n </light?t=%2B1>;obs;rt=a;rt=b,<b>;anchor=\"coap://g/a/c\",\n<coap://[fe80::1%25eth0]/x>;title*=UTF-8\'en\'%e2%82%ac%20rates,'
cri links --base coap://h --json '</a>;rt=a;obs;rt=\"b, c\";sz=,<http://u@h/b>;anchor=\"/x\",<urn:x:y>'
cri links --base coap://h --rows --errors '</a>;b=\"1\u{9}2\\\\\";obs, c, <d>;anchor=\"coap://g/x\"'
cri links --base coap://h/a/b '<c>,<>,<d>;anchor=\"coap://g/x/y\"'
cri links --base coap://h/a/b --rules rfc8288 '<c>,<>,<d>;anchor=\"coap://g/x/y\"'
cri links --base coap://h/a/b --rules rfc8288 --json '<d>;anchor=e,<f>'
cri links '</a>,<b>;anchor=\"coap://g/x\",<c>;anchor=/x'
cri links --to hex '</a>;b=c;d'
cri links --to edn --base '[-1, [\"h\"]]' '</a>;b=c;d'
cri links --to iri '<coap://h/%C3%A9>;b'
cri links --base coap://h:/ '</a>,<coap://g:/x>,<//g:05683/x>'
cri links '<coap://[v1.x]/A/../a>;ct=40,<b>'
cri links --json '<coap://[v1.x]/a>;ct=40'
cri links --rows --errors --base coap://h '</e%CC%81>;ct=40,</c>'
cri links < ''
cri links < ' ,\n'
cri links '</a>;b=\"\u{1b}[1m\u{202e}\"'
"#,
    );
    assert_snapshot!(shown);
}

#[test]
fn a_link_that_is_wrong_is_reported_after_those_before_it() {
    let shown = shown(
        r#"
cri links --base coap://h '</a>,/b>;c=1,</d;e>x,</f>;=g,</i>;rt=j k,</l>;\u{e9},</m>;n=\"o,</p>'
cri links --base coap://h '</a>,</b,</c>,</d'
cri links --base coap://h '</a|b>,</\u{e9}>,<coap://u:secret@h/>,<a>;anchor=\"/|\",<b>;anchor=\"urn:x\",<coap://[fe80::1%eth0]/>'
cri links --base coap://h --json '</a|b>,<coap://u:secret@h/>,</b,<//u:secret@h>'
cri links --base coap://h --revision rfc9988 '<https://u:p@h/>,<coap://[fe80::1%25eth0]/>'
cri links --base '[-99999, [\"h\"]]' '</a>,<coap://h/b>'
cri links --base '[-99999, [\"h\"]]' --json '</a>,<coap://h/b>'
cri links --base '[-99999, [\"h\"]]' --to edn '</a>;b'
cri links --base urn:x:y '</a>'
cri links --base example.com '</a>'
cri links --base localhost:5683 '</a>'
cri links --base coap://h no-file.txt
cri links coap://h/.well-known/core
cri links --rows --json '</a>'
cri links --rules rfc3986 '</a>'
cri links a b
"#,
    );
    assert_snapshot!(shown);
}
