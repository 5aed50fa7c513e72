/* Decodes a CRI. */
#include "cri.h"
#include "probe.h"

bool probe(work_t *work) {
    cri_t cri;
    cri_error_t error;
    return cri_decode(&cri, work->base.start, work->base.len, CRI_FEATURES_ALL, &error) == 0;
}

INPUTS(SINGLE);
