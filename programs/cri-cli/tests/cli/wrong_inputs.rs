//! More than two hundred wrong inputs, each with what the program says: `snapshots/cli__wrong_inputs__*.snap`.

use std::fmt::Write;

use insta::assert_snapshot;

use crate::program::{cri, words};

/// A command, and inputs that it refuses, one per line.
const WRONG: [(&str, &str); 19] = [
    (
        "encode",
        r#"
1a:b
:x
-a:b
c_ap://h
://h/a
%63oap://h
cöap://h
ht tp://h
coap:\\h\a
‘http://h’
(http://h)
[x](http://h)
cri 'coap://h'
http ://h
http: //h
http：//h
coap://h:65536/
coap://h:99999999999999999999/
coap://h:/
coap://h:05683
coap://h:x
coap://h:-1
coap://h:80:80/
coap://h:5683x/
http://h: 80/
http://user:pw@h:80:90/
http://us@er:pw@h/
http://u：SECRET@h/
http://h。x/
http://ｈ/
http://h：80/
coap://::1/
coap://2001:db8::1/a
coap://2001:db8::1]:5683/a
coap://2001:db8::1:5683/a
coap://2001:db8:0:0:0:0:0:1:61616
coap://2001:db8::1:8080/
coap://u@2001:db8::1/
coap://aaaa::212:7407:7:707:5683/test
coap://::ffff:192.0.2.1/
https://::1:443/
http://face:b00c::1
http://dad::cafe
2001:db8::1
2001:db8::1:5683/a
::1
fe80::1%eth0
coap://[::1
coap://[::1]a/
coap://[::g]/
coap://[1:2:3:4:5:6:7:8:9]/
coap://[::1::2]/
coap://[::ffff:1.2.3.256]/
coap://[1.2.3.4]/
coap://[example.com]/
coap://[v1.x]/
coap://[fe80::1%eth0]/
coap://[fe80::1%25]/
coap://[fe80::1%]/
coap://[fe80::1%5]/
coap://[fe80::1%eth0]:5683/a
coap://[fe80::1%25eth 0]/
coap://[fe80::1%25eth#0]/
coap://[fe80::1%25é]/
coap://fe80::1%eth0/
coap://[fe80::1%25%FF]/
coap://u@v@h/
http://user:p@ss@h/
http://user:p/w@h/
http://user:p#w@h/
http://user:p w@h/
http://user:50%@h/
http://user%40h:x/
coap://u:p@h/
coap://u<v@h/
coap://h h/
coap://<host>/
coap://h|i/
coap://h\a
coap://ä.example/
coap://Ä.example/
coap://%C3%84.example/
coap://e%CC%81.example/
coap://%zz/
coap://%/
coap://h/a b
coap://h/{id}
coap://h/a|b
coap://h/a"b
coap://h/a`b
coap://h/a\b
coap://h/a\b?c\d
coap://h/?a\b
coap:/\h/a
..\y
a\b
\\server\share
C:\x
c:\Program Files\100%
C:/a b
file://C:/x
file://c:
file:\\C:\x
file://C|/x
file:///C:/a b
coap://h/a^b
coap://h/a[0]
coap://h/100%
coap://h/%4
coap://h/%4g
coap://h/ä
coap://h/€
coap://h/e%CC%81
coap://h/?a b
coap://h/?a[]=1
coap://h/?50%
coap://h/?ä
coap://h/?e%CC%81
coap://h/#a#b
coap://h/#a b
coap://h/#%
coap://h/#e%CC%81
a:/.//b
[::1]/a
192.0.2.1:5683
<coap://h/a>
"coap://h/a"
'coap://h/a'
`coap://h/a`
[a](coap://h/a)
 coap://h/a
coap://h/a 
URI: coap://h/a
<coap://2001:db8::1/a>
"C:\x"
http://a:b::c/@h
83:20:81:61:68
[0x83, 0x20, 0x81, 0x61, 0x68, 0x80]
{0x83, 0x20, 0x81, 0x61, 0x68, 0x80}
b'\x83 \x81ah\x80'
b"\x83\x20\x81\x61\x68\x80"
cri"coap://h/a"
CRI"coap://u:secret@h/"
cri"coap://h/a b"
ip'192.0.2.1'
dt'2024-01-01T00:00:00Z'
b64'gyCBYWiA'
B32'QMQICYLI'
"#,
    ),
    (
        "check",
        r#"
coap://[fe80::1%eth0]/
coap://2001:db8::1/
http://user:p@ss@h/
..\y
"#,
    ),
    (
        "normalize",
        r#"
http://[fe80::1%25eth 0]/
https://::1:443/
http://user:p@ss@h/
http:\\h\a
"#,
    ),
    (
        "part host",
        r#"
coap://[fe80::1%5]/
coap://aaaa::212:7407:7:707:5683/test
file:\\C:\x
"#,
    ),
    (
        "coap --proxy",
        r#"
https://h/e%CC%81
https://h:0443/|
"#,
    ),
    (
        "coap --nfc refuse",
        r#"
coap://h/e%CC%81
"#,
    ),
    (
        "encode --revision rfc9988",
        r#"
coap://[fe80::1%25eth0]/
coap://h/e%CC%81
"#,
    ),
    (
        "encode --from iri",
        r#"
coap://Ä.example/
coap://h/é/e%CC%81
coap://h/a b
coap://[fe80::1%é]/
coap://2001:db8::1/é
C:\é
coap://h/{ä}
"#,
    ),
    (
        "decode",
        r#"
8
8x
0x
sensors
coap://h/a
83:20:8g
83:2:0
83;20;81
0x83, 0x2, 0x81
h'8320
h'8320'
\x83 \x81ah\x80
[0x83, 0x20, 0x81, 0x61, 0x68, 0x80]
{0x83, 0x20, 0x81, 0x61, 0x68, 0x80}
b'\x83 \x81ah\x80'
01
20
60
f6
a0
d863822081 6168
ff
9f20816168ff
83
8320
82208161
82208161ff
822081616800
81f6
82018161
820181612e
820181622e2e
82f581612e
82016161
8201a0
8201f6
8401808000
8601808060f6f6
82208148
822081 6148
822081 63612e62
822081 43010203
822084 613161326133 6134
822082 6168 1a00010000
822082 6168 20
822082 f4 6175
8220 8261 6861 c3
822061 68
824120 8161 68
83 20f7 80
83 20f6 82606161
8320f5 80
831b0000000000000001 80
82fb3ff0000000000000 80
8261 41 81 6168
82391c1c 1c
8200816170
820080
820181 82 6161 41 62
820181 81 41 62
820181 80
d9d9f78120
d9 d9 f7 81 20
"#,
    ),
    (
        "decode --from edn",
        r#"
[-1, ["h"]
[-1, ["h"]]]
[-1, ["h"],, ["a"]]
[-1, [h]]
[-1, ['h']]
[-1, ["h"], ["a/b", ".."]]
[-1, [h'0102030']]
[-1, [h'01020304', "eth0"]]
[-1, ["h", 65536]]
[-1, ["example.com"]]
[-1.0, ["h"]]
[coap, ["h"]]
["COAP", ["h"]]
["coap:", ["h"]]
[-1, null, null]
[0, ["p"]]
[-30000, ["h"]]
cri'coap://h/a b'
cri'coap://h
url'coap://h'
coap://h
"#,
    ),
    (
        "decode --from json",
        r#"
{}
{"uri":"coap://h"}
{"cri":8}
{"cri":"8x"}
{"cri":"80"
["80"]
80
"#,
    ),
    (
        "decode --from c",
        r#"
{0x82, 0x20
{0x82, 0x2}
{82, 20}
{0x82; 0x20}
82 20
"#,
    ),
    (
        "resolve --base s:b",
        r#"
.
.//a
a b
"#,
    ),
    (
        "relativize --base coap://h/a",
        r#"
../b
2001:db8::1
coap://2001:db8::1/
//h/b
coap://h/b c
"#,
    ),
    (
        "coap",
        r#"
coap://h/#a
../a
http://h/a
coap:a
coap://2001:db8::1/
coap://[fe80::1%eth0]/
2001:db8::1
coap://u@h/a
coap:///a
coap://%25h/a
coap://h/%FF
coap://h/?a=%C3
coap://%80.example/
coap://h:065536/
coap//h/x
coap:/h/x
coap:h:5683/x
coap:like:urn
coap:5683/x
coap:2001:db8::1/x
coap:[2001:db8::1]/x
coap:///h/x
coap://u:secret@h/a
coap://u:secret@h:05683/a%2Cb
coap://u:secret@h/%FF
https://h:/x
https://h:0443/x
coap+udp://h/x
ip'192.0.2.1'
cri"coap://h/a"
[-1, [false, "u", "h"], ["a"]]
[-1, ["h"], [["it's", h'3B', "d"]], ["x"]]
[-1, ["h"], [[h'FF']]]
"#,
    ),
    (
        "coap --compose --destination 192.0.2.1",
        r#"
Uri-Hots: h
Uri-Host
Uri-Host:
Uri-Host: H h
Uri-Host: Ä
Uri-Host: a%b
Uri-Host: 2001:db8::1
Uri-Host: [fe80::1%eth0]
Uri-Host: fe80::1%eth0
Uri-Host: fae80::1%eth0
Uri-Host: 2001:db8::1:5683
Uri-Host: h:80
Uri-Host: u:secret@h:80
Uri-Host: coap://h
Accpet: 50
Content-Format: 0x3
Accept: json
Option 12: 40
Option 12: text
{ 0x31, 0x6 };
Uri-Port: x
Uri-Port: 65536
Option 7: 0x010000
Uri-Path: ..
Uri-Path: a\n
Uri-Path: a\xf
Uri-Path: \xff
Option 65536: 0x
Option 11: a
Option 11: 0x6
Proxy-Cri: 0x8201
Proxy-Cri: coap://h
3168816
3168 8f
31688161ff
44 01 7d 34 00 01 02 03 31 68
# 31 68 f1
coap://h/a
{"uri":"coap://h","cri":"832081616880"}
{"options":[{"number":3,"value":"h"}]}
"#,
    ),
    (
        "coap --compose --message --from hex",
        r#"
31688161
42011234aa
42451234aabb
49011234
"#,
    ),
    (
        "scheme",
        r#"
coapp
htp
x-test
99999
-99999
+1
1.5
coap://h
"#,
    ),
    (
        "idna",
        r#"
a b
a..b
xn--a
http://bücher.example/
"#,
    ),
];

#[test]
fn each_wrong_input_leads_to_a_right_one() {
    let mut table = String::new();
    for (command, inputs) in WRONG {
        let inputs = inputs.trim_matches('\n');
        // A blank line ends the options of a request.
        let is_options = command.starts_with("coap --compose --destination");
        let lines = inputs.replace('\n', if is_options { "\n\n" } else { "\n" });
        let words = words(command);
        let output = cri(&words.iter().map(String::as_str).collect::<Vec<_>>(), &lines);
        let mut reports = output.stderr.lines().filter(|line| line.starts_with("error: "));
        writeln!(table, "cri {command}").expect("written");
        for (number, input) in (1..).step_by(1 + usize::from(is_options)).zip(inputs.lines()) {
            let report = reports.next().expect("a report");
            let message = report.strip_prefix(&format!("error: line {number}: "));
            let message = message.unwrap_or_else(|| panic!("{command} {input}: {report}"));
            writeln!(table, "    {input}\n        {message}").expect("written");
        }
        assert_eq!((reports.next(), output.status), (None, Some(1)), "{command}");
    }
    assert_snapshot!(table);
}
