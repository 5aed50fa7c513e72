//! Starts the sensor on a Cortex-M4, and measures its stack. In this folder, `cargo run --release` runs it in QEMU.
#![no_std]
#![no_main]

mod stack;

use core::hint::black_box;

use cortex_m_rt::entry;
use cri_example_sensor::run;
use semihosting::{println, process};

#[entry]
fn main() -> ! {
    // Text takes more stack than the work itself, so the first run writes none.
    run(|line| {
        black_box(line);
    });
    let depth = stack::deepest();
    run(|line| println!("{line}"));
    println!("stack: {depth} bytes, and {} with text", stack::deepest());
    process::exit(0)
}
