//! Starts the sensor on a 32-bit RISC-V. In this folder, `cargo run --release` runs it in QEMU.
#![no_std]
#![no_main]

use riscv_rt::entry;
use semihosting::{println, process};

#[entry]
fn main() -> ! {
    cri_example_sensor::run(|line| println!("{line}"));
    process::exit(0)
}
