//! Compares the crates with the model, on the inputs of the corpus or on all short ones.

mod inputs;

use clap::Parser;

/// Compare the crates with an independent model of the draft, on the inputs of the corpus
#[derive(Parser)]
#[command(name = "cargo xtask model")]
struct Arguments {
    /// Instead, decode all inputs of up to N bytes; from 4 bytes, those that begin with an array
    #[arg(long, value_name = "N", conflicts_with = "uris")]
    bytes: Option<u32>,
    /// Instead, parse and convert all texts of up to N characters of an alphabet of 14, and all paths of up to N segments
    #[arg(long, value_name = "N")]
    uris: Option<u32>,
    /// The number of threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
}

fn main() -> Result<(), String> {
    let Arguments { bytes, uris, threads } = Arguments::parse();
    let threads = threads.into();
    let report = match (bytes, uris) {
        (Some(length), _) => inputs::bytes(length, threads),
        (_, Some(length)) => inputs::uris(length, threads),
        (None, None) => inputs::vectors(1, usize::MAX, threads),
    };
    println!("{}", report?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::inputs;

    #[test]
    fn crates_and_model_agree_on_the_corpus() {
        println!("{}", inputs::vectors(101, 4096, 2).unwrap());
    }

    #[test]
    fn crates_and_model_agree_on_all_short_bytes() {
        inputs::bytes(2, 2).unwrap();
    }

    #[test]
    fn crates_and_model_agree_on_all_short_uris() {
        inputs::uris(3, 2).unwrap();
    }
}
