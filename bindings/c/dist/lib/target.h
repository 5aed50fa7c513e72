/* The folder of the library for a compiler and its flags. `cc FLAGS -E -P target.h` prints its name. */

/* Some compilers define `linux` as 1, and would print that. */
#undef linux

#if defined __linux__ && defined __x86_64__
x86_64-unknown-linux-gnu

#elif defined __linux__ && defined __aarch64__
aarch64-unknown-linux-gnu

#elif defined __riscv && __riscv_xlen == 32 && defined __riscv_mul && defined __riscv_compressed && defined __riscv_float_abi_soft
riscv32imc-unknown-none-elf

/* ARM processors of the profile M: Thumb-1 only, Armv8-M Mainline, Armv7E-M, and Armv7-M. */
#elif __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH_ISA_THUMB == 1
thumbv6m-none-eabi

#elif __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH >= 8 && defined __ARM_PCS_VFP
thumbv8m.main-none-eabihf

#elif __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH >= 8
thumbv8m.main-none-eabi

#elif __ARM_ARCH_PROFILE == 'M' && defined __ARM_FEATURE_DSP && defined __ARM_PCS_VFP
thumbv7em-none-eabihf

#elif __ARM_ARCH_PROFILE == 'M' && defined __ARM_FEATURE_DSP
thumbv7em-none-eabi

#elif __ARM_ARCH_PROFILE == 'M'
thumbv6m-none-eabi

#else
#error "cri has no library for this processor. Is -mcpu or -march missing? README.md has a table."
#endif
