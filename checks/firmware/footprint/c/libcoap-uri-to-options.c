/*
 * Splits a URI and writes the CoAP options of a request for it, with libcoap: coap_split_uri, coap_uri_into_options, and
 * coap_opt_encode for each option.
 */
#include "coap3/coap_libcoap_build.h"
#include "probe.h"

/* What the program knows: the text of the address that it sends to. libcoap asks the operating system. */
size_t coap_print_ip_addr(const coap_address_t *address, char *text, size_t room) {
    static const char known[] = "192.0.2.1";
    (void)address;
    if (room < sizeof known) {
        return 0;
    }
    memcpy(text, known, sizeof known);
    return sizeof known - 1;
}

/* The smallest possible allocator. The harness empties it before each call. */
__attribute__((section(".heap"))) static uint64_t arena[2048];

void *coap_malloc_type(coap_memory_tag_t type, size_t size) {
    size_t start = (heap_used + 7) & ~(size_t)7;
    (void)type;
    if (size > sizeof arena - start) {
        return NULL;
    }
    heap_used = start + size;
    return (uint8_t *)arena + start;
}

void coap_free_type(coap_memory_tag_t type, void *pointer) {
    (void)type;
    (void)pointer;
}

bool probe(work_t *work) {
    coap_uri_t uri;
    coap_optlist_t *options = NULL, *option;
    static const coap_address_t peer;
    uint8_t *out = work->space.start;
    size_t room = work->space.len, written;
    uint16_t last = 0;
    if (coap_split_uri(work->base_uri.start, work->base_uri.len, &uri) < 0 ||
        coap_uri_into_options(&uri, &peer, &options, 1, work->more_space.start, work->more_space.len) < 0) {
        return false;
    }
    for (option = options; option != NULL; option = option->next) {
        written = coap_opt_encode(out, room, option->number - last, option->data, option->length);
        if (written == 0) {
            return false;
        }
        out += written;
        room -= written;
        last = option->number;
    }
    coap_delete_optlist(options);
    return true;
}

INPUTS(REQUESTS);
