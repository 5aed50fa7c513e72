//! Many clients at the same time: each gets its own answers, and the gateway's memory stays bounded.
//! `cargo test --release -p cri-gateway load:: -- --nocapture` prints requests per second through the gateway and directly to the
//! origin, and the gateway's processor time for each.

use std::net::{SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Running, origin};
use crate::world::*;

const CLIENTS: usize = 50;
const REQUESTS: usize = 200;
/// The number of answers that the gateway keeps. It is less than the requests of one run, which fill them all.
const REMEMBERED: &str = "4096";

/// Lets every client request `REQUESTS` resources, one after the other, and checks each answer. Returns the time taken.
///
/// Each run has message IDs of its own, since the system may reuse a port in the next run.
fn load(
    run: u16,
    to: SocketAddr,
    request: impl Fn(u16, &[u8], &str) -> Vec<u8> + Sync,
) -> Duration {
    let start = Instant::now();
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let request = &request;
            scope.spawn(move || {
                let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
                socket.connect(to).unwrap();
                socket.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
                for number in 0..REQUESTS {
                    let (id, path) =
                        (run * 1000 + number as u16, format!("{run}-{client}-{number}"));
                    let token = [run as u8, client as u8, number as u8];
                    ask(&socket, &request(id, &token, &path), id, &token, &path);
                }
            });
        }
    });
    start.elapsed()
}

/// Sends a confirmable request until the answer comes.
fn ask(socket: &UdpSocket, datagram: &[u8], id: u16, token: &[u8], path: &str) {
    let mut space = [0; 4096];
    for _ in 0..5 {
        socket.send(datagram).unwrap();
        let Ok(len) = socket.recv(&mut space) else { continue };
        let answer = read(&space[..len]);
        if answer.kind == CON {
            socket.send(&empty(ACK, answer.id)).unwrap();
        }
        // The answer to an earlier request, or an empty acknowledgement on a slow machine.
        if answer.token != token {
            continue;
        }
        assert_eq!((&*answer.code, answer.id, answer.text()), ("2.05", id, path));
        return;
    }
    panic!("{path} has no answer");
}

/// The memory of a process in KiB, where the system reports it.
fn memory(process: u32) -> Option<usize> {
    status(process, "VmRSS:")
}

/// The processor time that the main thread of a process has used, where the system reports it.
///
/// Other processes disturb it less than they do the time of day.
fn processor_time(process: u32) -> Option<Duration> {
    let statistics = std::fs::read_to_string(format!("/proc/{process}/schedstat")).ok()?;
    statistics.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

/// A number of KiB in the status of a process.
fn status(process: u32, key: &str) -> Option<usize> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn ten_thousand_requests_of_fifty_clients() {
    let origin = origin(|_, asked| {
        let path = asked.options.iter().find(|option| option.0 == URI_PATH).unwrap();
        message(ACK, 0x45, asked.id, &asked.token, &[], &path.1)
    });
    let direct = |run| {
        load(run, origin, |id, token, path| {
            message(CON, GET, id, token, &[(URI_PATH, path.as_bytes())], b"")
        })
    };

    let gateway = Running::new(&["--quiet", "--remember", REMEMBERED]);
    let SocketAddr::V4(v4) = origin else { panic!() };
    let through = |run| {
        load(run, gateway.address, |id, token, path| {
            // [-1, [<address>, <port>], [<path>]]
            let path_head = [0x81, 0x60 | path.len() as u8];
            let port = v4.port().to_be_bytes();
            let cri = [
                b"\x83\x20\x82\x44",
                &v4.ip().octets()[..],
                b"\x19",
                &port,
                &path_head,
                path.as_bytes(),
            ]
            .concat();
            message(CON, GET, id, token, &[(PROXY_CRI, &cri)], b"")
        })
    };
    let mut times = vec![(direct(0), through(1))];
    let before = memory(gateway.id());
    // An optimised gateway is measured, too.
    let more = if cfg!(debug_assertions) { 1 } else { 3 };
    times.extend((1..=more).map(|pair| (direct(2 * pair), through(2 * pair + 1))));
    let after = memory(gateway.id());
    let processor_time = processor_time(gateway.id());

    let count = (CLIENTS * REQUESTS) as f64;
    let a_second = |time: Option<Duration>| count / time.unwrap().as_secs_f64();
    let direct = a_second(times.iter().map(|pair| pair.0).min());
    let through = a_second(times.iter().map(|pair| pair.1).min());
    println!(
        "{count} requests of {CLIENTS} clients, the best of {} runs each: {direct:.0} a second to the origin, \
         {through:.0} through the gateway; ratio {:.2}",
        times.len(),
        through / direct
    );
    if let Some(time) = processor_time {
        let micros = time.as_secs_f64() * 1e6 / (count * times.len() as f64);
        println!("processor time of the gateway: {micros:.1} microseconds a request");
    }
    if let (Some(before), Some(after)) = (before, after) {
        println!(
            "memory of the gateway: {before} KiB after the first run, {after} KiB after {more} more"
        );
        assert!(after < before + 4096);
    }
}

/// The memory in MB that README.md and the documentation of `Limits` name.
const DOCUMENTED: usize = 70;

/// Sends datagrams from many addresses: of `127.0.1.0/24`, which the gateway trusts, or of `127.1.1.0/24`.
fn from_many(is_trusted: bool, gateway: SocketAddr, each: impl Fn(&UdpSocket)) {
    let second = if is_trusted { 0 } else { 1 };
    for last in 1..=80 {
        let socket = UdpSocket::bind((std::net::Ipv4Addr::new(127, second, 1, last), 0)).unwrap();
        socket.connect(gateway).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        each(&socket);
    }
}

/// Fills everything that the gateway keeps: long answers, held responses, long requests with long URIs, links,
/// look-ups, and a log that nobody reads.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "it takes most of the time of these tests; `.ci/run exhaustive` runs it"]
fn memory_stays_below_the_documented_limit() {
    const LONGEST_MESSAGE: usize = 2304;
    let origin = origin(|_, asked| {
        let head = message(ACK, 0x45, asked.id, &asked.token, &[], b"x").len() - 1;
        message(ACK, 0x45, asked.id, &asked.token, &[], &vec![b'x'; LONGEST_MESSAGE - head])
    });
    let gateway = Running::new(&["--trust", "127.0.0.0/16", "--dns"]);
    // The log keeps the first lines that wait. These have long URIs.
    let path = [b' '; 250];
    let to_host = |host: &'static [u8], port: &[u8], id| {
        let mut options = vec![(URI_HOST, host), (URI_PORT, port)];
        options.extend([(URI_PATH, &path[..]); 8]);
        options.push((PROXY_SCHEME, b"coap"));
        message(CON, PUT, id, b"tok", &options, &[b'x'; 200])
    };
    let refused = crate::program::client(gateway.address);
    for id in 0..4500 {
        refused.send(&to_host(b"192.0.2.1", b"\x01", id)).unwrap();
        refused.recv(&mut [0; 4096]).unwrap();
    }
    let uri = format!("coap://{origin}/{}", ["p"; 3].map(|segment| segment.repeat(250)).join("/"));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let socket = crate::program::client(gateway.address);
                let mut space = [0; 4096];
                // Together, the clients ask for more answers than the gateway keeps.
                for id in 0..2200 {
                    socket.send(&get(CON, id, &uri)).unwrap();
                    let len = socket.recv(&mut space).unwrap();
                    // The gateway's token has 5 bytes more than the client's.
                    assert_eq!(len, LONGEST_MESSAGE - 5);
                }
            });
        }
    });
    // POSTs of unverified addresses, which take the place of three quarters of the answers. Their responses are held.
    let uri = format!("coap://{origin}/");
    let held = std::cell::Cell::new(0);
    from_many(false, gateway.address, |socket| {
        let mut space = [0; 4096];
        for id in 0..1800 {
            socket
                .send(&message(
                    CON,
                    POST,
                    id,
                    b"tok",
                    &[(PROXY_URI, uri.as_bytes())],
                    &id.to_be_bytes(),
                ))
                .unwrap();
            let len = socket.recv(&mut space).unwrap();
            assert_eq!(read(&space[..len]).code, "4.01");
            if read(&space[..len]).text().starts_with("too many") {
                break;
            }
            held.set(held.get() + 1);
        }
    });
    assert_eq!(held.get(), 12_288);
    // Long requests with long URIs to a silent origin, from all addresses.
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = silent.local_addr().unwrap().port().to_be_bytes();
    for is_trusted in [false, true] {
        from_many(is_trusted, gateway.address, |socket| {
            for id in 0..32 {
                socket.send(&to_host(b"127.0.0.1", &port, 10_000 + id)).unwrap();
                thread::sleep(Duration::from_micros(100));
            }
        });
        // Names, which take threads.
        from_many(is_trusted, gateway.address, |socket| {
            socket.send(&get(NON, 20_000, "coap://name.invalid/")).unwrap();
        });
    }
    // Allocators differ, so the documented figure may be up to 20 % too high.
    let limit = DOCUMENTED * 1_000_000;
    let peak = || status(gateway.id(), "VmHWM:").map(|peak| peak * 1024);
    // The gateway may still have datagrams to read. Only a failure waits to the end.
    let mut before = None;
    for _ in 0..40 {
        thread::sleep(Duration::from_millis(500));
        let now = peak();
        if now == before && now.is_none_or(|now| now >= limit * 80 / 100) {
            break;
        }
        before = now;
    }
    let peak = peak().expect("Linux reports the peak");
    println!("memory of the gateway that keeps as much as it can: {peak} bytes at most");
    assert!((limit * 80 / 100..=limit).contains(&peak), "{peak} bytes");
}
