# The Cortex-M4 that QEMU emulates. A program of your own has the flags of its processor, and its own startup and linker script.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_C_FLAGS_INIT "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -Os")
# The debugger prints what the program prints: semihosting.
set(CMAKE_EXE_LINKER_FLAGS_INIT --specs=rdimon.specs)
