//! The task `dist`: the C library as an archive, for programs that are built without a Rust toolchain.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::c_library;
use crate::workspace::{output, read, root, run as finish};

/// The target of each library. `lib/target.h` of the archive chooses among them.
const TARGETS: [&str; 8] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "thumbv6m-none-eabi",
    "thumbv7em-none-eabi",
    "thumbv7em-none-eabihf",
    "thumbv8m.main-none-eabi",
    "thumbv8m.main-none-eabihf",
    "riscv32imc-unknown-none-elf",
];

/// The other files of the archive. A link stands for the file that it names.
const FILES: &str = "bindings/c/dist/";

/// In the folder of each library, so that the search path of pkg-config chooses one.
const PKG_CONFIG: &str = "\
libdir=${pcfiledir}/..

Name: cri
Description: Constrained Resource Identifiers (CRIs) for C
Version: @VERSION@
Libs: -L${libdir} -lcri
Cflags: -I${libdir}/../../include
";

/// Runs the task.
pub(crate) fn run() -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let name = format!("cri-c-{version}");
    let place = root().join("target/dist");
    let folder = place.join(&name);
    if place.exists() {
        fs::remove_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    let mut files = Vec::new();
    let mut put = |file: &str, contents: &[u8]| {
        files.push(file.to_owned());
        write(&folder.join(file), contents)
    };

    let listing = output(Command::new("git").args(["ls-files", FILES]).current_dir(root()))?;
    for file in listing.lines() {
        let text = read(file)?.replace("@VERSION@", version);
        put(file.trim_start_matches(FILES), text.as_bytes())?;
    }
    for target in TARGETS {
        let library = c_library::build(target)?;
        let bytes =
            fs::read(&library).map_err(|error| format!("{}: {error}", library.display()))?;
        put(&format!("lib/{target}/libcri.a"), &bytes)?;
        let pkg_config = PKG_CONFIG.replace("@VERSION@", version);
        put(&format!("lib/{target}/pkgconfig/cri.pc"), pkg_config.as_bytes())?;
    }
    files.sort();
    let sums = output(Command::new("sha256sum").arg("--").args(&files).current_dir(&folder))?;
    write(&folder.join("SHA256SUMS"), sums.as_bytes())?;

    // The same files make the same bytes: the archive has no owner, and none of their times and modes.
    let archive = format!("{name}.tar.gz");
    let mut tar = Command::new("tar");
    tar.args(["--create", "--format=ustar", "--sort=name", "--mtime=2000-01-01Z"]);
    tar.args(["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"]);
    tar.args(["--use-compress-program=gzip -9n", "--file", &archive, &name]);
    finish(tar.current_dir(&place))?;
    print!("{}", output(Command::new("sha256sum").arg(place.join(archive)))?);
    Ok(())
}

/// Writes a file, and makes its folder.
fn write(file: &Path, contents: &[u8]) -> Result<(), String> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, contents))
        .map_err(|error| format!("{}: {error}", file.display()))
}
