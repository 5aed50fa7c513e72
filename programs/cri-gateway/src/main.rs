//! The program `cri-gateway`: a CoAP forward proxy that understands Constrained Resource Identifiers
//! (draft-ietf-core-href).

#![forbid(unsafe_code)]

mod args;

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use cri_gateway::{Log, Server};

use crate::args::Args;

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // If nobody reads the message, nothing more can be done.
            let _ = writeln!(io::stderr(), "cri-gateway: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let log = if args.quiet { Log::none() } else { Log::stderr()? };
    let server = Server::bind(&args.listen, args.config(), log)?;
    let stop = server.stop();
    // Ctrl-C, SIGTERM and SIGHUP.
    ctrlc::set_handler(move || stop.stop())?;
    let mut stdout = io::stdout();
    for address in server.local_addrs()? {
        writeln!(stdout, "listening on {address}")?;
    }
    stdout.flush()?;
    Ok(server.run()?)
}
