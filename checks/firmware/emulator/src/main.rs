//! Calls the probe in the same machine with each of its inputs, and writes one line for each measurement:
//!
//! - `calibration I T`: I instructions took T ticks of the timer;
//! - `repeats N`: each timing covers N calls;
//! - `nothing T`: N calls of an empty function took T ticks;
//! - `counted T S H`: for an input that counts, N calls took T ticks, and one call used S bytes of stack and H bytes of heap;
//! - `other S`: for any other input, one call used S bytes of stack;
//! - `refused`: the probe refused an input that counts, so the program ends;
//! - `overflow`: the stack went deeper than the program can measure, so it ends;
//! - `fault`: the processor faulted, for example because a probe panicked, so the program ends.
#![no_std]
#![no_main]

mod inputs;
mod semihosting;
mod stack;
mod timer;

use core::arch::naked_asm;
use core::hint::black_box;
use core::panic::PanicInfo;
use core::str::from_utf8;
use core::sync::atomic::{AtomicUsize, Ordering};

use cri_footprint::{Header, Inputs, Probe, Work};
use inputs::{Input, PAIRS, SINGLE};

/// Calls that are timed together: the timer counts many instructions as one tick.
const REPEATS: u32 = 100;
/// The number of alignments of an operand. All are timed, so the address of an input does not matter.
const ALIGNMENTS: u32 = align_of::<Room>() as u32;
/// The size in bytes of each buffer for operands and output.
const SPACE: usize = 512;

/// A buffer for an operand.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Room([u8; SPACE]);

impl Room {
    /// Copies the bytes to an offset in the buffer.
    fn hold(&mut self, bytes: &[u8], offset: u32) -> &[u8] {
        let room = &mut self.0[offset as usize..][..bytes.len()];
        room.copy_from_slice(bytes);
        room
    }
}

/// The entry point for the emulator.
#[unsafe(no_mangle)]
extern "C" fn reset() -> ! {
    // SAFETY: the emulator loads a probe with this program, and the probe's linker script places its header there.
    let &Header { probe, inputs, heap } = unsafe { &*(Header::ADDRESS as *const Header) };
    let (inputs, by_udp) = match inputs {
        Inputs::Single => (SINGLE, false),
        Inputs::Pairs => (PAIRS, false),
        Inputs::Requests => (SINGLE, true),
    };
    let (instructions, ticks) = timer::calibrate();
    semihosting::line("calibration", &[instructions, ticks]);
    semihosting::line("repeats", &[REPEATS * ALIGNMENTS]);
    for (number, input) in inputs.iter().enumerate() {
        if number == 0 {
            semihosting::line("nothing", &[time(nothing, heap, input)]);
        }
        let Input { counted, base, base_uri, reference, reference_uri } = *input;
        let counted = counted && (!by_udp || base_uri.starts_with("coap:"));
        let (mut space, mut more_space) = ([0; SPACE], [0; SPACE]);
        let mut work = Work {
            base,
            reference,
            base_uri,
            reference_uri,
            space: &mut space,
            more_space: &mut more_space,
        };
        heap.store(0, Ordering::Relaxed);
        let (succeeded, depth) = stack::measure(probe, &mut work);
        let taken = heap.load(Ordering::Relaxed) as u32;
        if depth >= stack::PAINTED {
            end("overflow");
        }
        if counted && !succeeded {
            end("refused");
        }
        if counted {
            semihosting::line("counted", &[time(probe, heap, input), depth, taken]);
        } else {
            semihosting::line("other", &[depth]);
        }
    }
    semihosting::exit(true)
}

/// An empty function.
#[unsafe(naked)]
extern "C" fn nothing(_: &mut Work<'_>) -> bool {
    naked_asm!("movs r0, #1", "bx lr")
}

/// The ticks of all repeats at all alignments.
#[inline(never)]
fn time(probe: Probe, heap: &AtomicUsize, input: &Input) -> u32 {
    let probe = black_box(probe);
    let (mut space, mut more_space) = ([0; SPACE], [0; SPACE]);
    let mut rooms = [Room([0; SPACE]); 4];
    let mut ticks = 0;
    for offset in 0..ALIGNMENTS {
        let [base, reference, base_uri, reference_uri] = &mut rooms;
        let mut work = Work {
            base: base.hold(input.base, offset),
            reference: reference.hold(input.reference, offset),
            base_uri: from_utf8(base_uri.hold(input.base_uri.as_bytes(), offset))
                .unwrap_or_default(),
            reference_uri: from_utf8(reference_uri.hold(input.reference_uri.as_bytes(), offset))
                .unwrap_or_default(),
            space: &mut space,
            more_space: &mut more_space,
        };
        ticks += timer::ticks(|| {
            for _ in 0..REPEATS {
                heap.store(0, Ordering::Relaxed);
                black_box(probe(&mut work));
            }
        });
    }
    ticks
}

fn end(why: &str) -> ! {
    semihosting::line(why, &[]);
    semihosting::exit(false)
}

extern "C" fn fault() -> ! {
    end("fault")
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    end("panic in the harness")
}

unsafe extern "C" {
    /// Defined by the linker script. Only its address has a meaning.
    static STACK_TOP: u8;
}

/// The vector table that the processor starts from (ARMv7-M Architecture Reference Manual, section B1.5.2).
#[repr(C)]
struct Vectors {
    stack: *const u8,
    reset: extern "C" fn() -> !,
    faults: [extern "C" fn() -> !; 14],
}

// SAFETY: nothing reads or writes through the pointer.
unsafe impl Sync for Vectors {}

#[used]
#[unsafe(link_section = ".vectors")]
static VECTORS: Vectors = Vectors { stack: &raw const STACK_TOP, reset, faults: [fault; 14] };
