/*
 * Stands in for libcoap's own header of this name, which needs sockets and threads. It includes what the sources about URIs
 * and options need: no logging, no assertions, no sockets.
 */
#ifndef COAP_LIBCOAP_BUILD_H_
#define COAP_LIBCOAP_BUILD_H_

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#define NDEBUG 1
#include <assert.h>

#define COAP_API
#define COAP_STATIC_INLINE static inline
#define COAP_UNUSED __attribute__((unused))
#define COAP_DEPRECATED
#define COAP_INTERNAL_H_
#define INET6_ADDRSTRLEN 46
#define coap_log_debug(...) (void)0
#define coap_log_info(...) (void)0
#define coap_log_warn(...) (void)0
#define coap_log_err(...) (void)0
#define coap_log_crit(...) (void)0

/* Every transport, as in a build that has them. */
#define coap_dtls_is_supported() 1
#define coap_tcp_is_supported() 1
#define coap_tls_is_supported() 1
#define coap_ws_is_supported() 1
#define coap_wss_is_supported() 1

/* The sources only pass on the addresses of these. */
typedef struct coap_address_t {
    uint8_t bytes[20];
} coap_address_t;
size_t coap_print_ip_addr(const coap_address_t *address, char *text, size_t room);

/* The memory that the sources allocate. */
typedef enum { COAP_STRING, COAP_OPTLIST } coap_memory_tag_t;
void *coap_malloc_type(coap_memory_tag_t type, size_t size);
void coap_free_type(coap_memory_tag_t type, void *pointer);

#include "coap3/coap_forward_decls.h"
#include "coap3/coap_pdu.h"
#include "coap3/coap_pdu_internal.h"
#include "coap3/coap_str.h"
#include "coap3/coap_encode.h"
#include "coap3/coap_option.h"
#include "coap3/coap_uri.h"
#include "coap3/coap_uri_internal.h"
#include "coap3/coap_utlist_internal.h"

#endif
