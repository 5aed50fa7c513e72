/* Converts a URI to a CRI, and writes the CoAP options of a request for it. */
#include "cri.h"
#include "probe.h"

bool probe(work_t *work) {
    /* The address that the program sends to. */
    static const cri_endpoint_t endpoint = {.port = 5683, .address_len = 4, .address = {192, 0, 2, 1}};
    cri_t cri;
    cri_error_t error;
    return cri_from_coap_uri((const char *)work->base_uri.start, work->base_uri.len, CRI_REVISION_DRAFT_16, work->space.start,
                             work->space.len, &cri, &error) >= 0 &&
           cri_options_write(&cri, &endpoint, CRI_REVISION_DRAFT_16, work->more_space.start, work->more_space.len, &error) >= 0;
}

INPUTS(REQUESTS);
