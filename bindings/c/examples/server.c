/* Answers requests: a table has the paths of the resources and their functions. */
#include <stdio.h>
#include <string.h>

#include "cri.h"

/* The response codes, as CoAP writes them. The server rejects a message that it cannot read by a Reset, which has code 0. */
enum { RESET = 0, CONTENT = 0x45, BAD_OPTION = 0x82, NOT_FOUND = 0x84 };

/* A function that answers for a resource. `rest` are the `left` options that follow the path of the table. */
typedef int answer_fn(const cri_option_t *rest, size_t left);

static int list(const cri_option_t *rest, size_t left) {
    (void)rest, (void)left;
    puts("  the list of sensors");
    return CONTENT;
}

static int temperature(const cri_option_t *rest, size_t left) {
    (void)rest, (void)left;
    puts("  21.5");
    return CONTENT;
}

static int file(const cri_option_t *rest, size_t left) {
    for (size_t i = 0; i < left; i++) {
        printf("  file or folder: %.*s\n", (int)rest[i].len, (const char *)rest[i].value);
    }
    return left > 0 ? CONTENT : NOT_FOUND;
}

static const struct {
    const char *path;
    /* Whether the resource also answers for all paths below its own. */
    bool is_tree;
    answer_fn *answer;
} resources[] = {
    {"", false, list},
    {"/sensors/temp", false, temperature},
    {"/files", true, file},
};

/* Answers a request. `bytes` are those after the token. */
static int serve(const uint8_t *bytes, size_t len) {
    cri_option_t options[8];
    const cri_option_t *rest;
    size_t left;
    int count = cri_options_read(bytes, len, options, 8, NULL, NULL);

    if (count < 0) {
        return RESET;
    }
    if (cri_unrecognized_critical(options, count, NULL, NULL) != 0) {
        return BAD_OPTION;
    }
    for (size_t i = 0; i < sizeof resources / sizeof *resources; i++) {
        const char *path = resources[i].path;
        if (cri_uri_path_after(options, count, path, strlen(path), &rest, &left) && (left == 0 || resources[i].is_tree)) {
            return resources[i].answer(rest, left);
        }
    }
    return NOT_FOUND;
}

int main(void) {
    static const char *const requests[] = {
        "",                              /* GET / */
        "\xb7sensors\x04temp",            /* GET /sensors/temp */
        "\xb7sensors",                    /* GET /sensors */
        "\xb5" "files\x04logs\x05today", /* GET /files/logs/today */
        "\x92\x09\x14",                  /* the option OSCORE, which this server does not know */
        "\xb7sens",                       /* an option that is cut off */
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        int code = serve((const uint8_t *)requests[i], strlen(requests[i]));
        printf("%d.%02d\n", code >> 5, code & 31);
    }
    return 0;
}
