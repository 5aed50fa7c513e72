//! Starts the sensor on a Cortex-M4, and measures its stack. In this folder, `cargo run --release` runs it in QEMU.
#![no_std]
#![no_main]

mod stack;

use core::hint::black_box;

use cortex_m_rt::entry;
use cri_example_sensor::{Event, run};
use semihosting::{println, process};

#[entry]
fn main() -> ! {
    // Text takes more stack than the work itself, so the first run writes none.
    run(|event| {
        black_box::<&Event<'_>>(event);
    });
    let depth = stack::deepest();
    run(|event| println!("{event}"));
    println!("stack: {depth} bytes, and {} with text", stack::deepest());
    process::exit(0)
}
