//! libcoap as a client, through its example program.

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::message::{Options, PROXY_SCHEME, hex};
use crate::request::{Answer, Request};

/// The command of the client, which ends after at most 20 seconds.
pub(crate) fn client() -> Command {
    let mut command = Command::new("coap-client-notls");
    command.args(["-B", "20"]).stdin(Stdio::null());
    command
}

/// The version of the client, such as `4.3.1`.
pub(crate) fn version() -> String {
    // Without a URI, the client prints its usage. The first line has its version.
    let output = Command::new("coap-client-notls").output().expect("coap-client-notls");
    let shown = String::from_utf8_lossy(&output.stderr);
    let version = shown
        .lines()
        .next()
        .and_then(|line| line.split(' ').find_map(|word| word.strip_prefix('v')));
    version.unwrap_or_else(|| panic!("{shown}")).to_owned()
}

/// Sends a request with these options and no others.
pub(crate) fn ask(to: SocketAddr, request: &Request) -> Answer {
    ask_with(to, request, &[])
}

/// Sends a request with these options and no others. `arguments` go to the client.
pub(crate) fn ask_with(to: SocketAddr, request: &Request, arguments: &[&str]) -> Answer {
    let mut command = client();
    command.args(arguments);
    // The client adds no Uri-Host and no Uri-Port.
    command.arg("-U");
    let mut uri = format!("coap://{to}");
    for (number, value) in &request.options.0 {
        let value = match number {
            // libcoap needs Proxy-Scheme as text, and adds a Hop-Limit. The URI argument is then that of the origin.
            &PROXY_SCHEME => String::from_utf8(value.clone()).expect("a scheme"),
            _ => format!("0x{}", hex(value)),
        };
        command.arg("-O").arg(format!("{number},{value}"));
    }
    if request.options.0.iter().any(|(number, _)| *number == PROXY_SCHEME) {
        command.args(["-P", &uri]);
        uri = "coap://127.0.0.1".to_owned();
    }
    run(command, request, &uri)
}

/// Lets libcoap request this URI from a proxy in its own way, with Proxy-Uri.
pub(crate) fn ask_proxy(proxy: SocketAddr, uri: &str) -> Answer {
    let mut command = client();
    command.args(["-P", &format!("coap://{proxy}")]);
    run(command, &Request::get(Options::default()), uri)
}

/// Lets libcoap send a GET for this URI in its own way, with Uri-Port for a port other than 5683. Adds these options.
pub(crate) fn ask_uri(uri: &str, options: &Options) -> Answer {
    let mut command = client();
    for (number, value) in &options.0 {
        command.arg("-O").arg(format!("{number},0x{}", hex(value)));
    }
    run(command, &Request::get(Options::default()), uri)
}

fn run(mut command: Command, request: &Request, uri: &str) -> Answer {
    let (sent, received) = (file("request"), file("response"));
    command.args(["-v", "6", "-m", &request.method.to_lowercase()]);
    if !request.payload.is_empty() {
        fs::write(&sent, &request.payload).expect("a file");
        command.arg("-f").arg(&sent);
    }
    let output = command.arg("-o").arg(&received).arg(uri).output().expect("libcoap");
    // The client shows each message as `v:1 t:ACK c:2.05 i:1a65 {01} [ … ]`. The last one is the answer.
    let shown = String::from_utf8_lossy(&output.stdout);
    let mut codes = shown
        .lines()
        .filter(|line| line.starts_with("v:1 "))
        .filter_map(|line| line.split(" c:").nth(1)?.get(..4));
    let code = codes.rfind(|code| code.starts_with(['2', '4', '5']));
    let code = code.unwrap_or_else(|| panic!("{command:?} has no answer: {output:?}")).to_owned();
    // The payload of a success is in the file. The payload of an error follows its code.
    let payload = if code.starts_with('2') {
        fs::read(&received).unwrap_or_default()
    } else {
        let errors = String::from_utf8_lossy(&output.stderr);
        let error = errors.lines().find_map(|line| line.strip_prefix(&code));
        error
            .unwrap_or_else(|| panic!("{command:?} shows no error: {output:?}"))
            .trim_start()
            .into()
    };
    for file in [sent, received] {
        // A file does not exist if it had no payload.
        let _ = fs::remove_file(file);
    }
    Answer { code, payload }
}

/// The path of a file that no other test uses.
fn file(what: &str) -> PathBuf {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("libcoap-{}-{number}-{what}", std::process::id()))
}
