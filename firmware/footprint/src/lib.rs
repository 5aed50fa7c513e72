//! What the probes share: their input and output.
//!
//! A probe is one function that does one operation on a [`Work`]. Linked alone, it has the code size that firmware
//! pays for the operation. An emulator runs the very same image: the harness beside it finds the function by the
//! image's [`Header`], and measures instructions and stack.
#![no_std]

mod heap;
mod sink;

use core::hint::black_box;
use core::sync::atomic::AtomicUsize;

pub use heap::{Heap, USED};
pub use sink::Sink;

/// What a probe works on. Where nothing is resolved, the base is the only operand.
#[repr(C)]
pub struct Work<'a> {
    /// A full CRI.
    pub base: &'a [u8],
    /// A CRI reference.
    pub reference: &'a [u8],
    /// The URI of the base.
    pub base_uri: &'a str,
    /// The URI reference of the reference.
    pub reference_uri: &'a str,
    /// Room for output.
    pub space: &'a mut [u8],
    /// More room for output.
    pub more_space: &'a mut [u8],
}

/// A probe; whether the operation succeeded.
pub type Probe = extern "C" fn(&mut Work<'_>) -> bool;

/// Which inputs a probe has.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Inputs {
    /// One URI, as `base`.
    Single,
    /// A base and a reference.
    Pairs,
}

/// What the harness must know of a probe. It counts as no size, and begins at [`Header::ADDRESS`].
#[repr(C)]
pub struct Header {
    /// The probe.
    pub probe: Probe,
    /// What it works on.
    pub inputs: Inputs,
    /// Bytes that its heap has given.
    pub heap: &'static AtomicUsize,
}

impl Header {
    /// Where the linker script has the header.
    pub const ADDRESS: usize = 0x0010_0000;
}

/// The value of a result; the error is looked at, as firmware would that reports it.
#[inline(always)]
pub fn value<T, E>(result: Result<T, E>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            black_box(&error);
            None
        }
    }
}

/// Makes a probe of a function `fn(&mut Work<'_>) -> Option<()>`, `None` being failure.
#[macro_export]
macro_rules! probe {
    ($inputs:expr, $operation:expr) => {
        /// Where the linker starts.
        #[unsafe(no_mangle)]
        pub extern "C" fn probe(work: &mut $crate::Work<'_>) -> bool {
            let operation: fn(&mut $crate::Work<'_>) -> Option<()> = $operation;
            operation(work).is_some()
        }

        #[used]
        #[unsafe(link_section = ".header")]
        static HEADER: $crate::Header = $crate::Header { probe, inputs: $inputs, heap: &$crate::USED };

        /// An undefined instruction, which the harness reports.
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            // SAFETY: it does not return, and touches nothing.
            unsafe { core::arch::asm!("udf #0", options(noreturn, nomem, nostack)) }
        }
    };
}
