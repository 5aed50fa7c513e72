/* The probes in C have the input and output of those in Rust: see ../src/lib.rs. */
#ifndef PROBE_H
#define PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A slice of Rust is a pointer and a length on this target. */
typedef struct {
    const uint8_t *start;
    size_t len;
} slice_t;

typedef struct {
    uint8_t *start;
    size_t len;
} room_t;

/* The operands and buffers: `Work` in Rust. */
typedef struct {
    slice_t base;
    slice_t reference;
    slice_t base_uri;
    slice_t reference_uri;
    room_t space;
    room_t more_space;
} work_t;

bool probe(work_t *work);

enum { SINGLE, PAIRS, REQUESTS };

/* What the harness needs: `Header` in Rust. */
typedef struct {
    bool (*probe)(work_t *work);
    uint32_t inputs;
    size_t *heap;
} header_t;

/* The number of bytes that the probe has allocated. */
__attribute__((section(".heap"))) size_t heap_used;

#define INPUTS(which) __attribute__((section(".header"), used)) const header_t header = {probe, which, &heap_used}

#endif
