/* Starts the example on the emulated Cortex-M4. */
#include <stdint.h>

void _start(void);

static void reset(void) {
    /* The C library may use the floating-point unit, which is off at reset (CPACR). */
    *(volatile uint32_t *)0xE000ED88 |= 0xFu << 20;
    __asm__ volatile("dsb\n isb");
    _start();
}

/* The stack until `_start` asks the emulator for memory, and the first function. The emulator reads them at address 0. */
__attribute__((section(".vectors"))) void (*const vectors[])(void) = {(void (*)(void))0x400000, reset};
