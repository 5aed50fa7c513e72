//! Prints the header of `cri-c`, which cbindgen makes from the sources in the folder that the argument names.

use std::error::Error;
use std::path::PathBuf;

use cbindgen::{Builder, Config};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("name the folder of cri-c")?);
    let config = Config::from_file(folder.join("cbindgen.toml"))?;
    let header = Builder::new().with_crate(&folder).with_config(config).generate()?;
    header.write(std::io::stdout());
    Ok(())
}
