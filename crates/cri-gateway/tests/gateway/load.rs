//! Many clients at the same time: each gets its own answers, and the gateway's memory stays bounded.

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
fn load(run: u16, to: SocketAddr, request: impl Fn(u16, &[u8], &str) -> Vec<u8> + Sync) -> Duration {
    let start = Instant::now();
    thread::scope(|scope| {
        for client in 0..CLIENTS {
            let request = &request;
            scope.spawn(move || {
                let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
                socket.connect(to).unwrap();
                socket.set_read_timeout(Some(Duration::from_secs(2))).unwrap();
                for number in 0..REQUESTS {
                    let (id, path) = (run * 1000 + number as u16, format!("{run}-{client}-{number}"));
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
    let direct =
        |run| load(run, origin, |id, token, path| message(CON, GET, id, token, &[(URI_PATH, path.as_bytes())], b""));

    let gateway = Running::new(&["--quiet", "--remember", REMEMBERED]);
    let SocketAddr::V4(v4) = origin else { panic!() };
    let through = |run| {
        load(run, gateway.address, |id, token, path| {
            // [-1, [<address>, <port>], [<path>]]
            let path_head = [0x81, 0x60 | path.len() as u8];
            let port = v4.port().to_be_bytes();
            let cri =
                [b"\x83\x20\x82\x44", &v4.ip().octets()[..], b"\x19", &port, &path_head, path.as_bytes()].concat();
            message(CON, GET, id, token, &[(PROXY_CRI, &cri)], b"")
        })
    };
    let mut times = vec![(direct(0), through(1))];
    let before = memory(gateway.id());
    times.extend((1..4).map(|pair| (direct(2 * pair), through(2 * pair + 1))));
    let after = memory(gateway.id());

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
    if let (Some(before), Some(after)) = (before, after) {
        println!("memory of the gateway: {before} KiB after the first run, {after} KiB after three more");
        assert!(after < before + 4096);
    }
}

/// The memory that README.md and `Limits` name, in MB.
const DOCUMENTED: usize = 55;

#[test]
fn memory_stays_below_the_documented_limit() {
    const LONGEST: usize = 2304;
    let origin = origin(|_, asked| {
        let head = message(ACK, 0x45, asked.id, &asked.token, &[], b"x").len() - 1;
        message(ACK, 0x45, asked.id, &asked.token, &[], &vec![b'x'; LONGEST - head])
    });
    let gateway = Running::new(&["--trust", "127.0.0.0/8"]);
    let uri = format!("coap://{origin}/{}", ["p"; 3].map(|segment| segment.repeat(250)).join("/"));
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let socket = crate::program::client(gateway.address);
                let mut space = [0; 4096];
                // More than the gateway keeps, in all.
                for id in 0..2200 {
                    socket.send(&get(CON, id, &uri)).unwrap();
                    let len = socket.recv(&mut space).unwrap();
                    // The gateway's token has 5 bytes more than the client's.
                    assert_eq!(len, LONGEST - 5);
                }
            });
        }
    });
    // Long requests to a silent origin, from several addresses, since one has half of the exchanges at most.
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let uri = format!("coap://{}/", silent.local_addr().unwrap());
    for client in 0..32 {
        let socket = UdpSocket::bind((std::net::Ipv4Addr::new(127, 0, 1, client % 8), 0)).unwrap();
        for id in 0..32 {
            let put = message(CON, PUT, id, b"tok", &[(PROXY_URI, uri.as_bytes())], &[b'x'; 2200]);
            socket.send_to(&put, gateway.address).unwrap();
            thread::sleep(Duration::from_micros(100));
        }
    }
    thread::sleep(Duration::from_millis(200));
    if let Some(peak) = status(gateway.id(), "VmHWM:") {
        println!("memory of the gateway with as many answers as it keeps, each of 2,299 bytes: {peak} KiB at most");
        // 10 % less is the same figure: allocators differ.
        let limit = DOCUMENTED * 1_000_000;
        assert!((limit * 9 / 10..=limit).contains(&(peak * 1024)), "{peak} KiB");
    }
    let text = format!("{DOCUMENTED} MB");
    assert!(include_str!("../../README.md").contains(&text) && include_str!("../../src/config.rs").contains(&text));
}
