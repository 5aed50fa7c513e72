/*
 * Answers the lines of `testvectors/json/run.py` with the C library. The sanitizers watch it: each input is in memory of its
 * exact size, and each result is written to memory of its exact size, and to one byte less.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <cjson/cJSON.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cri.h"

/* The members that C and Rust lay out by one rule have the size that Rust gives them: see src/error.rs. */
typedef char error_has_its_size[sizeof(cri_error_t) == 2 * sizeof(int) + 2 * sizeof(size_t) + 8 ? 1 : -1];
typedef char item_has_its_size[sizeof(cri_item_t) == 4 * sizeof(size_t) ? 1 : -1];
typedef char endpoint_has_its_size[sizeof(cri_endpoint_t) >= 2 * sizeof(size_t) + 20 ? 1 : -1];

/* Ends the program: the library did not do what its header says. */
static void fail(const char *what) {
    fprintf(stderr, "%s\n", what);
    abort();
}

static void expect(int holds, const char *what) {
    if (!holds) {
        fail(what);
    }
}

/* Bytes in memory of their exact size. */
typedef struct {
    uint8_t *bytes;
    size_t len;
} block_t;

static block_t block(size_t len) {
    block_t block = {malloc(len > 0 ? len : 1), len};
    expect(block.bytes != NULL, "out of memory");
    if (len == 0) {
        /* The library takes null for no bytes. */
        free(block.bytes);
        block.bytes = NULL;
    }
    return block;
}

static block_t of_hex(const cJSON *hex) {
    const char *digits = cJSON_GetStringValue(hex);
    expect(digits != NULL, "an input is missing");
    block_t found = block(strlen(digits) / 2);
    for (size_t i = 0; i < found.len; i++) {
        unsigned byte;
        expect(sscanf(digits + 2 * i, "%2x", &byte) == 1, "an input is not hex");
        found.bytes[i] = (uint8_t)byte;
    }
    return found;
}

static block_t of_text(const cJSON *text) {
    const char *start = cJSON_GetStringValue(text);
    expect(start != NULL, "an input is missing");
    block_t found = block(strlen(start));
    if (found.len > 0) {
        memcpy(found.bytes, start, found.len);
    }
    return found;
}

static void add_hex(cJSON *answer, const char *name, const uint8_t *bytes, size_t len) {
    char *digits = malloc(2 * len + 1);
    expect(digits != NULL, "out of memory");
    digits[0] = '\0';
    for (size_t i = 0; i < len; i++) {
        sprintf(digits + 2 * i, "%02x", bytes[i]);
    }
    cJSON_AddStringToObject(answer, name, digits);
    free(digits);
}

static void add_text(cJSON *answer, const char *name, const char *text, size_t len) {
    char *copy = malloc(len + 1);
    expect(copy != NULL, "out of memory");
    memcpy(copy, text, len);
    copy[len] = '\0';
    cJSON_AddStringToObject(answer, name, copy);
    free(copy);
}

/* A double holds every number of the corpus exactly. */
static uint64_t number_in(const cJSON *input) {
    const cJSON *number = cJSON_GetObjectItem(input, "number");
    expect(cJSON_IsNumber(number), "a number is missing");
    return (uint64_t)cJSON_GetNumberValue(number);
}

static void add_error(cJSON *answer, const cri_error_t *error) {
    expect(error->code < 0 && strcmp(cri_strerror(error->code), "no error") != 0, "an error without a code");
    cJSON *found = cJSON_AddObjectToObject(answer, "error");
    cJSON_AddStringToObject(found, "kind", cri_kind_name(error->kind));
    if (error->component != CRI_COMPONENT_NONE) {
        cJSON_AddStringToObject(found, "component", cri_component_name(error->component));
        cJSON_AddNumberToObject(found, "offset", (double)error->offset);
    } else if (error->option == 0) {
        cJSON_AddNumberToObject(found, "offset", (double)error->offset);
    }
    if (error->option != 0) {
        cJSON_AddNumberToObject(found, "option", error->option);
    }
    if (error->response_code != 0) {
        char code[8];
        sprintf(code, "%d.%02d", error->response_code >> 5, error->response_code & 31);
        cJSON_AddStringToObject(found, "code", code);
    }
}

/* What the functions that write a result take. Not all take everything. */
typedef struct {
    const cri_t *cri;
    const cri_t *other;
    const block_t *input;
    const cri_option_t *options;
    size_t count;
    const cri_endpoint_t *endpoint;
    uint64_t number;
    uint16_t default_port;
    int revision;
    unsigned features;
} job_t;

typedef int (*write_fn)(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error);

static int write_encoded(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    return cri_encode(job->cri, job->revision, buffer, capacity, result, error);
}

static int write_cri(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    const char *uri = (const char *)job->input->bytes;
    return cri_from_uri(uri, job->input->len, job->revision, job->features, buffer, capacity, result, error);
}

static int write_uri(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    (void)result;
    return cri_to_uri(job->cri, job->revision, (char *)buffer, capacity, error);
}

static int write_resolved(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    return cri_resolve(job->cri, job->other, job->revision, buffer, capacity, result, error);
}

static int write_relative(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    return cri_relativize(job->cri, job->other, job->revision, buffer, capacity, result, error);
}

static int write_tagged(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    (void)result;
    return cri_encode_tagged(job->cri, buffer, capacity, error);
}

static int write_composed(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    return cri_compose(job->options, job->count, job->endpoint, job->revision, buffer, capacity, result, error);
}

static int write_origin(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    return cri_compose_origin(job->options, job->count, job->number, job->default_port, job->endpoint, job->revision,
                              buffer, capacity, result, error);
}

static int write_options(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    (void)result;
    return cri_options_write(job->cri, job->endpoint, job->revision, buffer, capacity, error);
}

static int write_proxy_cri(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    (void)result;
    return cri_proxy_cri_write(job->cri, job->revision, buffer, capacity, error);
}

static int write_proxy_number(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    (void)result;
    return cri_proxy_scheme_number_write(job->number, buffer, capacity, error);
}

static void walk_item(const cri_item_t *item) {
    cri_items_t pieces;
    cri_piece_t piece;
    size_t count = 0, sum = 0;
    expect(cri_pieces(item, &pieces) == 0, "an item without pieces");
    for (; cri_next_piece(&pieces, &piece); count++) {
        for (size_t i = 0; i < piece.len; i++) {
            sum += piece.bytes[i];
        }
        expect(item->text == NULL || (piece.is_text && piece.len == item->len), "the piece of a text");
    }
    expect(count > 0 && pieces.encoded_len == 0 && sum < SIZE_MAX, "pieces do not end where the item does");
}

static void walk_items(cri_items_t items) {
    cri_item_t item;
    while (cri_next(&items, &item)) {
        walk_item(&item);
    }
}

/* Reads every component of a CRI. */
static void walk(const cri_t *cri) {
    cri_items_t items;
    cri_item_t item;
    const char *text = NULL;
    const uint8_t *address = NULL;
    size_t len = 0;
    uint64_t number;
    uint16_t port;
    bool by_number = cri_scheme_number(cri, &number), by_name = cri_scheme_name(cri, &text, &len);
    expect(by_number + by_name == cri_is_full(cri), "a full CRI has one scheme");
    if (by_name) {
        expect(len > 0 && text[0] >= 'a' && text[len - 1] <= 'z', "a scheme name");
    }
    int ip = cri_host_ip(cri, &address);
    bool names = cri_host_labels(cri, &items);
    expect((ip > 0) + names == (cri_authority_form(cri) == CRI_AUTHORITY_PRESENT), "an authority has one host");
    expect(ip == 0 || ip == 4 || ip == 16, "the length of an address");
    for (int i = 0; i < ip; i++) {
        number += address[i];
    }
    walk_items(items);
    expect(!cri_zone(cri, &text, &len) || ip > 0, "a zone without an address");
    expect((!cri_port(cri, &port) || ip > 0 || names) && cri_discard(cri) >= 0, "a port and a discard");
    if (cri_userinfo(cri, &item)) {
        walk_item(&item);
    }
    if (cri_fragment(cri, &item)) {
        walk_item(&item);
    }
    expect(cri_path(cri, &items) >= cri_is_full(cri), "a full CRI has a path");
    walk_items(items);
    expect(cri_query(cri, &items) || items.encoded_len == 0, "a query");
    walk_items(items);
}

/* Writes a result, `extra` bytes longer than its length. Returns it, or sets `failed`. */
static block_t written(write_fn write, const job_t *job, size_t extra, cri_error_t *error, int *failed) {
    static uint8_t space[1 << 18];
    cri_t result = {{0}};
    int len = write(job, space, sizeof space, &result, error);
    *failed = len < 0;
    if (*failed) {
        expect(error->code == len, "the code of an error is the return value");
        return block(0);
    }
    block_t exact = block((size_t)len + extra);
    expect(write(job, exact.bytes, exact.len, &result, error) == len, "a buffer of the exact size");
    expect(len == 0 || memcmp(exact.bytes, space, (size_t)len) == 0, "the result in a buffer of the exact size");
    /* Every smaller buffer, or if the result is long, some of them. */
    for (size_t lack = 1; lack <= exact.len; lack += 1 + exact.len / 200) {
        size_t room = exact.len - lack;
        block_t small = block(room);
        cri_error_t too_small = {0};
        cri_t unchanged = result;
        expect(write(job, small.bytes, room, &unchanged, &too_small) == CRI_ERR_BUFFER, "a buffer that is too small");
        expect(memcmp(&unchanged, &result, sizeof result) == 0, "a result of a call that fails");
        expect(too_small.code == CRI_ERR_BUFFER && too_small.needed == exact.len, "the room that is needed");
        free(small.bytes);
    }
    const uint8_t *start;
    if (cri_bytes(&result, &start) >= 0) {
        expect(start == exact.bytes && cri_bytes(&result, NULL) == len, "the result is in the buffer");
        walk(&result);
    }
    exact.len = (size_t)len;
    return exact;
}

static void answer_written(cJSON *answer, const char *name, write_fn write, const job_t *job, int is_text) {
    cri_error_t error = {0};
    int failed;
    block_t result = written(write, job, is_text ? 1 : 0, &error, &failed);
    if (failed) {
        add_error(answer, &error);
    } else if (is_text) {
        expect(result.bytes[result.len] == '\0', "a text ends with a NUL");
        cJSON_AddStringToObject(answer, name, (const char *)result.bytes);
    } else {
        add_hex(answer, name, result.bytes, result.len);
    }
    free(result.bytes);
}

static unsigned features_without(const cJSON *names) {
    unsigned features = CRI_FEATURES_ALL;
    const cJSON *name;
    cJSON_ArrayForEach(name, names) {
        const char *off = cJSON_GetStringValue(name);
        features &= ~(strcmp(off, "no-authority") == 0  ? CRI_FEATURE_NO_AUTHORITY
                      : strcmp(off, "userinfo") == 0     ? CRI_FEATURE_USERINFO
                      : strcmp(off, "extended-cri") == 0 ? CRI_FEATURE_EXTENDED_CRI
                                                         : CRI_FEATURE_SCHEME_NAME);
    }
    return features;
}

static void answer_decode(cJSON *answer, const cJSON *input, const job_t *job) {
    block_t bytes = of_hex(cJSON_GetObjectItem(input, "cbor"));
    int strict = strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(input, "reader")), "strict") == 0;
    cri_error_t error = {0};
    cri_t cri = {{0}}, prefix;
    int code = cri_decode(&cri, bytes.bytes, bytes.len, job->features, &error);
    int taken = cri_decode_prefix(&prefix, bytes.bytes, bytes.len, job->features, NULL);
    if (code == 0) {
        expect(taken == (int)bytes.len, "a prefix that is all");
        walk(&cri);
        walk(&prefix);
        int processable = !strict || cri_is_encoding_of(&cri, job->revision);
        cJSON_AddStringToObject(answer, "outcome", processable ? "processable" : "unprocessable");
        if (processable) {
            cJSON_AddBoolToObject(answer, "full", cri_is_full(&cri));
        }
    } else {
        int rejected = code == CRI_ERR_MALFORMED;
        expect(rejected || cri_skip(bytes.bytes, bytes.len) == (int)bytes.len, "an unprocessable CRI can be skipped");
        expect(cri_bytes(&cri, NULL) == CRI_ERR_ARGUMENT, "no CRI after an error");
        cJSON_AddStringToObject(answer, "outcome", rejected ? "rejected" : "unprocessable");
        add_error(answer, &error);
    }
    free(bytes.bytes);
}

/* Decodes an input, which must be processable. */
static block_t decoded(cri_t *cri, const cJSON *input, const char *name) {
    block_t bytes = of_hex(cJSON_GetObjectItem(input, name));
    expect(cri_decode(cri, bytes.bytes, bytes.len, CRI_FEATURES_ALL, NULL) == 0, "an input is no CRI");
    return bytes;
}

static void answer_decode_tagged(cJSON *answer, const cJSON *input, const job_t *job) {
    block_t bytes = of_hex(cJSON_GetObjectItem(input, "cbor"));
    cri_error_t error = {0};
    cri_t cri = {{0}};
    if (cri_decode_tagged(&cri, bytes.bytes, bytes.len, job->features, &error) == 0) {
        const uint8_t *content;
        int len = cri_bytes(&cri, &content);
        expect(content + len == bytes.bytes + bytes.len, "the content of a tag ends where the tag does");
        walk(&cri);
        add_hex(answer, "content", content, (size_t)len);
    } else {
        expect(cri_bytes(&cri, NULL) == CRI_ERR_ARGUMENT, "no CRI after an error");
        add_error(answer, &error);
    }
    free(bytes.bytes);
}

static void answer_compare(cJSON *answer, const cJSON *input) {
    cri_t a, b;
    block_t left = decoded(&a, input, "a"), right = decoded(&b, input, "b");
    bool equal = cri_equal(&a, &b);
    int order, reverse;
    expect(cri_compare(&a, &b, &order) == 0 && cri_compare(&b, &a, &reverse) == 0, "an order");
    expect((order == 0) == equal && order == -reverse, "the order agrees with equality");
    cJSON_AddBoolToObject(answer, "equal", equal);
    cJSON_AddBoolToObject(answer, "equal_ignoring_fragment", cri_equal_ignoring_fragment(&a, &b));
    free(left.bytes);
    free(right.bytes);
}

static void answer_scheme(cJSON *answer, const cJSON *input, int revision) {
    const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(input, "name"));
    cri_scheme_t scheme = {0};
    bool found = name != NULL ? cri_scheme_by_name(revision, name, strlen(name), &scheme)
                             : cri_scheme_by_number(revision, number_in(input), &scheme);
    const char *asked = name != NULL ? "number" : "name";
    if (!found) {
        cJSON_AddNullToObject(answer, asked);
        return;
    }
    if (name != NULL) {
        cJSON_AddNumberToObject(answer, asked, (double)scheme.number);
    } else {
        add_text(answer, asked, scheme.name, scheme.name_len);
    }
    if (scheme.default_port != 0) {
        cJSON_AddNumberToObject(answer, "port", scheme.default_port);
    } else {
        cJSON_AddNullToObject(answer, "port");
    }
}

static const char *const TRANSPORTS[] = {"coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"};

/* Reads "192.0.2.1:5683" or "[2001:db8::1]:5683", the zone and the transport. */
static cri_endpoint_t endpoint_of(const cJSON *input) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(input, "destination"));
    const char *zone = cJSON_GetStringValue(cJSON_GetObjectItem(input, "zone"));
    const char *transport = cJSON_GetStringValue(cJSON_GetObjectItem(input, "transport"));
    cri_endpoint_t endpoint = {0};
    char address[64];
    expect(text != NULL, "a destination is missing");
    int is_ipv6 = text[0] == '[';
    size_t len = strcspn(text + is_ipv6, is_ipv6 ? "]" : ":");
    expect(len < sizeof address, "a destination is too long");
    memcpy(address, text + is_ipv6, len);
    address[len] = '\0';
    expect(inet_pton(is_ipv6 ? AF_INET6 : AF_INET, address, endpoint.address) == 1, "a destination is no address");
    endpoint.address_len = is_ipv6 ? 16 : 4;
    endpoint.port = (uint16_t)atoi(text + is_ipv6 + len + is_ipv6 + 1);
    endpoint.zone = zone;
    endpoint.zone_len = zone != NULL ? strlen(zone) : 0;
    for (uint8_t i = 0; transport != NULL && i < 6; i++) {
        if (strcmp(transport, TRANSPORTS[i]) == 0) {
            endpoint.transport = i;
        }
    }
    return endpoint;
}

static int add_option(void *options, uint16_t number, const uint8_t *value, size_t len) {
    cJSON *option = cJSON_CreateObject();
    cJSON_AddNumberToObject(option, "number", number);
    add_hex(option, "value", value, len);
    return cJSON_AddItemToArray(options, option) ? 0 : -1000;
}

static int refuse_option(void *count, uint16_t number, const uint8_t *value, size_t len) {
    (void)number;
    (void)value;
    (void)len;
    ++*(int *)count;
    return -1000;
}

static int count_option(void *count, uint16_t number, const uint8_t *value, size_t len) {
    (void)number;
    (void)value;
    (void)len;
    ++*(int *)count;
    return 0;
}

static int write_request(const job_t *job, uint8_t *buffer, size_t capacity, cri_t *result, cri_error_t *error) {
    const char *uri = (const char *)job->input->bytes;
    return cri_from_request_uri(uri, job->input->len, job->revision, buffer, capacity, result, error);
}

/* Answers a case about the options of a CRI or of a URI. */
static void answer_decompose(cJSON *answer, const cJSON *input, job_t *job, int is_uri) {
    cri_t cri;
    block_t bytes;
    if (is_uri) {
        block_t text = of_text(cJSON_GetObjectItem(input, "uri"));
        cri_error_t error = {0};
        int failed;
        job->input = &text;
        bytes = written(write_request, job, 0, &error, &failed);
        free(text.bytes);
        if (failed) {
            add_error(answer, &error);
            free(bytes.bytes);
            return;
        }
        expect(cri_decode(&cri, bytes.bytes, bytes.len, CRI_FEATURES_ALL, NULL) == 0, "the CRI of a request");
    } else {
        bytes = decoded(&cri, input, "cbor");
    }
    cri_endpoint_t endpoint = endpoint_of(input), found = {0};
    cri_error_t error = {0};
    cJSON *options = cJSON_CreateArray();
    int transport = cri_options_for_proxy(&cri, &endpoint, job->revision, add_option, options, &error);
    int count = 0, refused = 0;
    int populated = cri_populate(&cri, job->revision, CRI_TRANSPORT_ANY, &found, count_option, &count, NULL);
    int size = cJSON_GetArraySize(options);
    if (transport < 0) {
        add_error(answer, &error);
        cJSON_Delete(options);
    } else {
        cJSON_AddStringToObject(answer, "transport", TRANSPORTS[transport]);
        cJSON_AddItemToObject(answer, "options", options);
        expect(populated == 0 && found.transport == transport && count <= size, "an endpoint");
        endpoint.transport = (uint8_t)((transport + 1) % 6);
        expect(cri_options(&cri, &endpoint, job->revision, count_option, &count, &error) == CRI_ERR_NO_OPTIONS &&
                   error.kind == CRI_KIND_TRANSPORT,
               "another transport is refused");
        expect(!cri_is_at(&cri, &endpoint, job->revision), "another transport is elsewhere");
        endpoint.transport = (uint8_t)transport;
        int stopped = cri_options(&cri, &endpoint, job->revision, refuse_option, &refused, &error);
        expect(size == 0 || (refused == 1 && stopped == CRI_ERR_CALLBACK && error.callback == -1000), "what the caller's function returns");
        /* The options as bytes of a message are those that were called for. */
        job->cri = &cri;
        job->endpoint = &endpoint;
        int failed;
        size_t payload;
        block_t encoded = written(write_options, job, 0, &error, &failed);
        expect(!failed, "options are not written");
        cri_option_t *read = malloc((size_t)size * sizeof *read + 1), *next = read;
        expect(read != NULL, "no memory");
        expect(cri_options_read(encoded.bytes, encoded.len, read, (size_t)size, &payload, &error) == size, "options are not read");
        expect(payload == encoded.len, "there is no payload");
        const cJSON *option;
        cJSON_ArrayForEach(option, options) {
            expect(next++->number == cJSON_GetNumberValue(cJSON_GetObjectItem(option, "number")), "the number of an option");
        }
        free(read);
        free(encoded.bytes);
    }
    free(bytes.bytes);
}

/* The options of a case. The caller frees them, and their values. */
static cri_option_t *read_options(const cJSON *input, size_t *count_out) {
    const cJSON *list = cJSON_GetObjectItem(input, "options"), *option;
    cri_option_t *options = malloc((size_t)cJSON_GetArraySize(list) * sizeof *options + 1);
    size_t count = 0;
    expect(options != NULL, "no memory");
    cJSON_ArrayForEach(option, list) {
        block_t value = of_hex(cJSON_GetObjectItem(option, "value"));
        options[count].number = (uint16_t)cJSON_GetNumberValue(cJSON_GetObjectItem(option, "number"));
        options[count].value = value.bytes;
        options[count].len = value.len;
        count++;
    }
    *count_out = count;
    return options;
}

static void free_options(cri_option_t *options, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free((void *)options[i].value);
    }
    free(options);
}

static void answer_proxy(cJSON *answer, const cJSON *input, job_t *job) {
    const char *conflicts = cJSON_GetStringValue(cJSON_GetObjectItem(input, "conflicts"));
    int precedence = conflicts != NULL && strcmp(conflicts, "precedence") == 0;
    const cJSON *default_port = cJSON_GetObjectItem(input, "default_port");
    cri_origin_t origin;
    cri_error_t error = {0};
    const uint8_t *bytes;
    int len;
    if (cri_find_origin(job->options, job->count, precedence, &origin, &error) < 0) {
        add_error(answer, &error);
        return;
    }
    static const char *const FORMS[] = {"endpoint", "cri", "uri", "scheme-name", "scheme-number"};
    cJSON *asked = cJSON_AddStringToObject(answer, "asked", FORMS[origin.form]);
    switch (origin.form) {
    case CRI_ORIGIN_CRI:
        walk(&origin.cri);
        len = cri_bytes(&origin.cri, &bytes);
        add_hex(answer, "cbor", bytes, (size_t)len);
        break;
    case CRI_ORIGIN_URI:
    case CRI_ORIGIN_SCHEME_NAME:
        add_text(answer, "text", origin.text, origin.text_len);
        break;
    case CRI_ORIGIN_SCHEME_NUMBER:
        job->number = origin.number;
        job->default_port = default_port != NULL ? (uint16_t)cJSON_GetNumberValue(default_port) : 0;
        answer_written(answer, "cbor", write_origin, job, 0);
        if (cJSON_GetObjectItem(answer, "error") == NULL) {
            cJSON_AddNumberToObject(answer, "number", (double)origin.number);
        } else {
            cJSON_Delete(cJSON_DetachItemViaPointer(answer, asked));
        }
        break;
    default:
        break;
    }
}

static void answer_proxy_option(cJSON *answer, const cJSON *input, job_t *job) {
    if (cJSON_GetObjectItem(input, "cbor") == NULL) {
        uint64_t number;
        job->number = number_in(input);
        answer_written(answer, "value", write_proxy_number, job, 0);
        if (cJSON_GetObjectItem(answer, "value") != NULL) {
            block_t value = of_hex(cJSON_GetObjectItem(answer, "value"));
            expect(cri_proxy_scheme_number_read(value.bytes, value.len, &number) == 0 && number == job->number,
                   "Proxy-Scheme-Number reads back");
            free(value.bytes);
        }
        return;
    }
    cri_t cri, again;
    block_t bytes = decoded(&cri, input, "cbor");
    job->cri = &cri;
    answer_written(answer, "value", write_proxy_cri, job, 0);
    if (cJSON_GetObjectItem(answer, "value") != NULL) {
        block_t value = of_hex(cJSON_GetObjectItem(answer, "value"));
        expect(cri_proxy_cri_read(value.bytes, value.len, &again, NULL) == 0 && cri_equal(&cri, &again),
               "Proxy-Cri reads back");
        free(value.bytes);
    }
    free(bytes.bytes);
}

/* Answers one case. */
static void answer_case(cJSON *answer, const cJSON *request) {
    const char *operation = cJSON_GetStringValue(cJSON_GetObjectItem(request, "operation"));
    const char *revision = cJSON_GetStringValue(cJSON_GetObjectItem(request, "revision"));
    const cJSON *input = cJSON_GetObjectItem(request, "input");
    expect(operation != NULL && revision != NULL && input != NULL, "a line is no case");
    job_t job = {0};
    cri_t cri, other;
    /* The corpus names the second revision by its last text. */
    job.revision = strcmp(revision, "draft-16") == 0 ? CRI_REVISION_DRAFT_16 : CRI_REVISION_RFC_9988;
    job.features = features_without(cJSON_GetObjectItem(request, "without"));
    job.cri = &cri;
    job.other = &other;
    if (strcmp(operation, "decode") == 0) {
        answer_decode(answer, input, &job);
    } else if (strcmp(operation, "encode") == 0 || strcmp(operation, "to-uri") == 0) {
        int is_text = operation[0] == 't';
        block_t bytes = decoded(&cri, input, "cbor");
        answer_written(answer, is_text ? "uri" : "cbor", is_text ? write_uri : write_encoded, &job, is_text);
        free(bytes.bytes);
    } else if (strcmp(operation, "to-cri") == 0) {
        block_t text = of_text(cJSON_GetObjectItem(input, "uri"));
        job.input = &text;
        answer_written(answer, "cbor", write_cri, &job, 0);
        free(text.bytes);
    } else if (strcmp(operation, "resolve") == 0) {
        block_t base = decoded(&cri, input, "base"), reference = decoded(&other, input, "reference");
        answer_written(answer, "cbor", write_resolved, &job, 0);
        free(base.bytes);
        free(reference.bytes);
    } else if (strcmp(operation, "relativize-cri") == 0) {
        block_t base = decoded(&cri, input, "base"), target = decoded(&other, input, "target");
        answer_written(answer, "cbor", write_relative, &job, 0);
        free(base.bytes);
        free(target.bytes);
    } else if (strcmp(operation, "decode-tagged") == 0) {
        answer_decode_tagged(answer, input, &job);
    } else if (strcmp(operation, "encode-tagged") == 0) {
        block_t content = decoded(&cri, input, "content");
        answer_written(answer, "cbor", write_tagged, &job, 0);
        free(content.bytes);
    } else if (strcmp(operation, "compare") == 0) {
        answer_compare(answer, input);
    } else if (strncmp(operation, "scheme-", 7) == 0) {
        answer_scheme(answer, input, job.revision);
    } else if (strcmp(operation, "decompose") == 0) {
        answer_decompose(answer, input, &job, 0);
    } else if (strcmp(operation, "uri-options") == 0) {
        answer_decompose(answer, input, &job, 1);
    } else if (strcmp(operation, "compose") == 0 || strcmp(operation, "proxy") == 0) {
        cri_endpoint_t endpoint = endpoint_of(input);
        cri_option_t *options = read_options(input, &job.count);
        job.options = options;
        job.endpoint = &endpoint;
        if (operation[0] == 'c') {
            answer_written(answer, "cbor", write_composed, &job, 0);
        } else {
            answer_proxy(answer, input, &job);
        }
        free_options(options, job.count);
    } else if (strcmp(operation, "proxy-option") == 0) {
        answer_proxy_option(answer, input, &job);
    } else {
        cJSON_AddTrueToObject(answer, "unsupported");
    }
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        cJSON *request = cJSON_Parse(line), *answer = cJSON_CreateObject();
        const char *id = cJSON_GetStringValue(cJSON_GetObjectItem(request, "id"));
        expect(id != NULL, "a line is no case");
        cJSON_AddStringToObject(answer, "id", id);
        answer_case(answer, request);
        char *text = cJSON_PrintUnformatted(answer);
        puts(text);
        fflush(stdout);
        free(text);
        cJSON_Delete(answer);
        cJSON_Delete(request);
    }
    free(line);
    return 0;
}
