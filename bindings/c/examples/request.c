/* Follows a link of a document: resolves it, and prints the destination and the options of a request for its target. */
#include <stdio.h>

#include "cri.h"

/* A CoAP library adds the option to its message here. */
static int add_option(void *message, uint16_t number, const uint8_t *value, size_t len) {
    (void)message;
    printf("option %d: %.*s\n", number, (int)len, (const char *)value);
    return 0;
}

static int follow(const cri_t *document, const uint8_t *link, size_t len, cri_error_t *error) {
    cri_t reference, target;
    uint8_t buffer[128], request[128];
    char uri[128];
    cri_endpoint_t endpoint;
    int code;

    if ((code = cri_decode(&reference, link, len, CRI_FEATURES_ALL, error)) < 0 ||
        (code = cri_resolve(document, &reference, CRI_REVISION_DRAFT_16, buffer, sizeof buffer, &target, error)) < 0 ||
        (code = cri_to_uri(&target, CRI_REVISION_DRAFT_16, uri, sizeof uri, error)) < 0) {
        return code;
    }
    printf("target: %s\n", uri);
    /* The fragment is not part of a request. */
    if ((code = cri_encode_without_fragment(&target, CRI_REVISION_DRAFT_16, request, sizeof request, &target, error)) < 0 ||
        (code = cri_populate(&target, CRI_REVISION_DRAFT_16, CRI_TRANSPORT_COAP, &endpoint, add_option, NULL, error)) < 0) {
        return code;
    }
    printf("to port %d of an address of %d bytes\n", endpoint.port, endpoint.address_len);
    return 0;
}

int main(void) {
    static const char uri[] = "coap://198.51.100.1/sensors/index";
    /* [1, ["temp"], ["unit=c"], "now"] is the reference temp?unit=c#now */
    static const uint8_t link[] = "\x84\x01\x81\x64temp\x81\x66unit=c\x63now";
    uint8_t space[64];
    cri_t document;
    cri_error_t error;

    if (cri_from_uri(uri, sizeof uri - 1, CRI_REVISION_DRAFT_16, CRI_FEATURES_ALL, space, sizeof space, &document, &error) < 0 ||
        follow(&document, link, sizeof link - 1, &error) < 0) {
        fprintf(stderr, "%s: %s, in the %s, at byte %d\n", cri_strerror(error.code), cri_kind_name(error.kind),
                cri_component_name(error.component), (int)error.offset);
        return 1;
    }
    return 0;
}
