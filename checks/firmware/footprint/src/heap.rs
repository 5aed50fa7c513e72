use core::alloc::{GlobalAlloc, Layout};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The size of the heap in bytes.
const LEN: usize = 16 * 1024;

/// The heap. It has its own section, so it does not count as static RAM of an operation.
#[unsafe(link_section = ".heap")]
static mut ARENA: [u64; LEN / 8] = [0; LEN / 8];
/// The number of bytes allocated. The harness sets it to 0 before each call.
#[unsafe(link_section = ".heap")]
pub static USED: AtomicUsize = AtomicUsize::new(0);

/// The smallest possible allocator, for the peers that need one. It never reuses freed bytes.
pub struct Heap;

// SAFETY: allocations lie in the arena, do not overlap, and are aligned, because the arena is aligned to 8 bytes.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let used = USED.load(Ordering::Relaxed);
        let start = used.wrapping_add(layout.align() - 1) & !(layout.align() - 1);
        if layout.align() > 8 || layout.size() > LEN || start > LEN - layout.size() {
            return ptr::null_mut();
        }
        USED.store(start + layout.size(), Ordering::Relaxed);
        // SAFETY: the check above keeps the sum within the arena.
        unsafe { (&raw mut ARENA).cast::<u8>().add(start) }
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}
