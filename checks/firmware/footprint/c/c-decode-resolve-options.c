/* Decodes a base and a reference, resolves, and writes the CoAP options of a request for the result. */
#include "cri.h"
#include "probe.h"

bool probe(work_t *work) {
    static const cri_endpoint_t endpoint = {.port = 5683, .address_len = 4, .address = {192, 0, 2, 1}};
    cri_t base, reference;
    cri_error_t error;
    return cri_decode(&base, work->base.start, work->base.len, CRI_FEATURES_ALL, &error) == 0 &&
           cri_decode(&reference, work->reference.start, work->reference.len, CRI_FEATURES_ALL, &error) == 0 &&
           cri_options_write_resolved(&base, &reference, &endpoint, CRI_REVISION_DRAFT_16, work->space.start, work->space.len,
                                      &error) >= 0;
}

INPUTS(PAIRS);
