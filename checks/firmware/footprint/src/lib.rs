//! The input and output that all probes share.
//!
//! A probe is one function that does one operation on a [`Work`]. Linked alone, it has the code size that firmware pays for
//! the operation. The harness in `emulator/` runs the same image: it finds the function through the image's [`Header`], and
//! measures instructions and stack.
#![no_std]

mod heap;
mod sink;

use core::sync::atomic::AtomicUsize;

pub use core::hint::black_box;
pub use heap::{Heap, USED};
pub use sink::Sink;

/// The operands and buffers of a probe. A probe that resolves nothing uses only the base.
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

/// A probe. It returns whether the operation succeeded.
pub type Probe = extern "C" fn(&mut Work<'_>) -> bool;

/// The inputs that a probe takes.
#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Inputs {
    /// One URI, as `base`.
    Single,
    /// A base and a reference.
    Pairs,
    /// One URI, as `base`. The probe requests it by UDP, and refuses URIs of other schemes than `coap`.
    Requests,
}

/// The facts about a probe that the harness needs. The header does not count as code size, and begins at
/// [`Header::ADDRESS`].
#[repr(C)]
pub struct Header {
    /// The probe.
    pub probe: Probe,
    /// Its inputs.
    pub inputs: Inputs,
    /// The number of bytes that it has allocated.
    pub heap: &'static AtomicUsize,
}

impl Header {
    /// The address of the header, as in the linker script.
    pub const ADDRESS: usize = 0x0010_0000;
}

/// The value of a result. The error counts as used, as in firmware that reports it.
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

/// Defines a probe from a function `fn(&mut Work<'_>) -> Option<()>`, which returns `None` on failure. `with Heap` gives it a
/// heap.
#[macro_export]
macro_rules! probe {
    (with $Heap:ident, $inputs:expr, $operation:expr) => {
        #[global_allocator]
        static HEAP: $Heap = $Heap;

        $crate::probe!($inputs, $operation);
    };
    ($inputs:expr, $operation:expr) => {
        /// The entry point for the linker.
        #[unsafe(no_mangle)]
        pub extern "C" fn probe(work: &mut $crate::Work<'_>) -> bool {
            let operation: fn(&mut $crate::Work<'_>) -> Option<()> = $operation;
            operation(work).is_some()
        }

        #[used]
        #[unsafe(link_section = ".header")]
        static HEADER: $crate::Header =
            $crate::Header { probe, inputs: $inputs, heap: &$crate::USED };

        /// Executes an undefined instruction. The harness reports the fault.
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            // SAFETY: the instruction does not return, and touches neither memory nor stack.
            unsafe { core::arch::asm!("udf #0", options(noreturn, nomem, nostack)) }
        }
    };
}
