/*
 * Calls every function with generated arguments, each in memory of its exact size, while the sanitizers watch. A function that
 * fails must change nothing but the error and the bytes of the buffer. Then calls it with each two arguments at one place, of which
 * it writes one: it must fail.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cri.h"

#define SEEDS 400
#define ARGS 20
/* The size of the largest structure, for arguments at one place. */
#define LARGEST 256

/*
 * The arguments of a call. Each has a letter: c is a CRI, y are bytes that a structure refers to, i is an input, p an endpoint,
 * o an option, m an item. A function writes these: r is a result, which may be an operand, e an error, b a buffer, w a structure or
 * variable, n a list, l a list that it reads first, x a builder.
 */
typedef struct {
    char kind[ARGS];
    void *at[ARGS];
    size_t size[ARGS];
    int count;
    int revision;
    unsigned features;
    int number;
    cri_add_option_fn add;
} call_t;

static const char WRITTEN[] = "rebwnlx";

static uint64_t state;
static const char *called;

static size_t below(size_t end) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % end;
}

static void expect(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s: %s\n", called, what);
        abort();
    }
}

static int accept_option(void *context, uint16_t number, const uint8_t *value, size_t len) {
    (void)context, (void)number, (void)value, (void)len;
    return 0;
}

static int refuse_option(void *context, uint16_t number, const uint8_t *value, size_t len) {
    (void)context, (void)number, (void)value, (void)len;
    return 7;
}

/* Each function with its kind of result and its arguments: their letters, and then the call. */
#define FUNCTIONS(X)                                                                                                   \
    X(INT, cri_bytes, "cw", (AT(0), AT(1)))                                                                             \
    X(BOOL, cri_is_full, "c", (AT(0)))                                                                                  \
    X(BOOL, cri_equal, "cc", (AT(0), AT(1)))                                                                            \
    X(BOOL, cri_equal_ignoring_fragment, "cc", (AT(0), AT(1)))                                                          \
    X(INT, cri_compare, "ccw", (AT(0), AT(1), AT(2)))                                                                   \
    X(INT, cri_decode, "wie", (AT(0), IN(1), a->features, AT(2)))                                                       \
    X(INT, cri_decode_prefix, "wie", (AT(0), IN(1), a->features, AT(2)))                                                \
    X(INT, cri_skip, "i", (IN(0)))                                                                                     \
    X(INT, cri_encode, "cbre", (AT(0), a->revision, IN(1), AT(2), AT(3)))                                               \
    X(INT, cri_encode_without_fragment, "cbre", (AT(0), a->revision, IN(1), AT(2), AT(3)))                              \
    X(INT, cri_encoded_len, "ce", (AT(0), a->revision, AT(1)))                                                          \
    X(BOOL, cri_is_encoding_of, "c", (AT(0), a->revision))                                                              \
    X(INT, cri_resolve, "ccbre", (AT(0), AT(1), a->revision, IN(2), AT(3), AT(4)))                                      \
    X(INT, cri_relativize, "ccbre", (AT(0), AT(1), a->revision, IN(2), AT(3), AT(4)))                                   \
    X(INT, cri_decode_tagged, "wie", (AT(0), IN(1), a->features, AT(2)))                                                \
    X(INT, cri_encode_tagged, "cbe", (AT(0), IN(1), AT(2)))                                                             \
    X(VOID, cri_build, "xb", (AT(0), a->revision, IN(1)))                                                               \
    X(VOID, cri_build_scheme, "x", (AT(0), 3))                                                                          \
    X(VOID, cri_build_scheme_name, "xi", (AT(0), IN(1)))                                                                \
    X(VOID, cri_build_discard, "x", (AT(0), a->number))                                                                 \
    X(VOID, cri_build_rootless, "x", (AT(0)))                                                                           \
    X(VOID, cri_build_userinfo, "xi", (AT(0), IN(1)))                                                                   \
    X(VOID, cri_build_host, "xi", (AT(0), IN(1)))                                                                       \
    X(VOID, cri_build_host_ip, "xi", (AT(0), IN(1)))                                                                    \
    X(VOID, cri_build_zone, "xi", (AT(0), IN(1)))                                                                       \
    X(VOID, cri_build_port, "x", (AT(0), 7))                                                                            \
    X(VOID, cri_build_segment, "xi", (AT(0), IN(1)))                                                                    \
    X(VOID, cri_build_parameter, "xi", (AT(0), IN(1)))                                                                  \
    X(VOID, cri_build_fragment, "xi", (AT(0), IN(1)))                                                                   \
    X(INT, cri_build_finish, "xre", (AT(0), AT(1), AT(2)))                                                              \
    X(BOOL, cri_scheme_number, "cw", (AT(0), AT(1)))                                                                    \
    X(BOOL, cri_scheme_name, "cww", (AT(0), AT(1), AT(2)))                                                              \
    X(INT, cri_authority_form, "c", (AT(0)))                                                                            \
    X(BOOL, cri_userinfo, "cw", (AT(0), AT(1)))                                                                         \
    X(INT, cri_discard, "c", (AT(0)))                                                                                   \
    X(BOOL, cri_path, "cn", (AT(0), AT(1)))                                                                             \
    X(BOOL, cri_path_equals, "ci", (AT(0), IN(1)))                                                                      \
    X(BOOL, cri_query, "cn", (AT(0), AT(1)))                                                                            \
    X(BOOL, cri_fragment, "cw", (AT(0), AT(1)))                                                                         \
    X(BOOL, cri_host_ip, "cw", (AT(0), AT(1)))                                                                          \
    X(BOOL, cri_zone, "cww", (AT(0), AT(1), AT(2)))                                                                     \
    X(BOOL, cri_host_labels, "cn", (AT(0), AT(1)))                                                                      \
    X(INT, cri_host_name, "cbe", (AT(0), IN(1), AT(2)))                                                                 \
    X(BOOL, cri_port, "cw", (AT(0), AT(1)))                                                                             \
    X(BOOL, cri_next, "lw", (AT(0), AT(1)))                                                                             \
    X(INT, cri_pieces, "mw", (AT(0), AT(1)))                                                                            \
    X(BOOL, cri_next_piece, "lw", (AT(0), AT(1)))                                                                       \
    X(INT, cri_from_uri, "ibre", (IN(0), a->revision, a->features, IN(1), AT(2), AT(3)))                                \
    X(INT, cri_from_coap_uri, "ibre", (IN(0), a->revision, IN(1), AT(2), AT(3)))                                        \
    X(INT, cri_from_request_uri, "ibre", (IN(0), a->revision, IN(1), AT(2), AT(3)))                                     \
    X(INT, cri_to_uri, "cbe", (AT(0), a->revision, IN(1), AT(2)))                                                       \
    X(INT, cri_to_coap_uri, "cbe", (AT(0), a->revision, IN(1), AT(2)))                                                  \
    X(INT, cri_options, "cpe", (AT(0), AT(1), a->revision, a->add, NULL, AT(2)))                                        \
    X(BOOL, cri_is_at, "cp", (AT(0), AT(1), a->revision))                                                               \
    X(INT, cri_options_for_proxy, "cpe", (AT(0), AT(1), a->revision, a->add, NULL, AT(2)))                              \
    X(INT, cri_populate, "cwe", (AT(0), a->revision, a->number - 1, AT(1), a->add, NULL, AT(2)))                        \
    X(INT, cri_options_write, "cpbe", (AT(0), AT(1), a->revision, IN(2), AT(3)))                                        \
    X(INT, cri_options_write_resolved, "ccpbe", (AT(0), AT(1), AT(2), a->revision, IN(3), AT(4)))                       \
    X(INT, cri_compose, "opbre", (AT(0), 1, AT(1), a->revision, IN(2), AT(3), AT(4)))                                   \
    X(INT, cri_compose_location, "obre", (AT(0), 1, a->revision, IN(1), AT(2), AT(3)))                                  \
    X(INT, cri_options_read, "iwwe", (IN(0), AT(1), (size_t)a->number, AT(2), AT(3)))                                   \
    X(INT, cri_unrecognized_critical, "o", (AT(0), 1, NULL, NULL))                                                      \
    X(BOOL, cri_uri_path_after, "oiww", (AT(0), 1, IN(1), AT(2), AT(3)))                                                \
    X(INT, cri_proxy_cri_write, "cbe", (AT(0), a->revision, IN(1), AT(2)))                                              \
    X(INT, cri_proxy_cri_read, "iwe", (IN(0), AT(1), AT(2)))                                                            \
    X(INT, cri_proxy_scheme_number_write, "be", ((uint64_t)a->number << 23, IN(0), AT(1)))                              \
    X(INT, cri_proxy_scheme_number_read, "iw", (IN(0), AT(1)))                                                          \
    X(INT, cri_find_origin, "owe", (AT(0), 1, a->number, AT(1), AT(2)))                                                 \
    X(INT, cri_compose_origin, "opbre", (AT(0), 1, 2, 80, AT(1), a->revision, IN(2), AT(3), AT(4)))                     \
    X(BOOL, cri_scheme_by_number, "w", (a->revision, (uint64_t)a->number, AT(0)))                                       \
    X(BOOL, cri_scheme_by_name, "iw", (a->revision, IN(0), AT(1)))

/* Whether a call failed. A function that asks fails, for this program, if it answers no. */
#define INT_FAILS(call) ((call) < 0)
#define BOOL_FAILS(call) (!(call))
#define VOID_FAILS(call) ((call), 0)
#define AT(index) a->at[index]
#define IN(index) a->at[index], a->size[index]
#define DEFINE(result, name, letters, arguments)                                                                       \
    static int call_##name(call_t *a) { return result##_FAILS(name arguments); }
#define ROW(result, name, letters, arguments) {#name, letters, call_##name},

FUNCTIONS(DEFINE)

static const struct {
    const char *name;
    const char *letters;
    int (*fails)(call_t *);
} TABLE[] = {FUNCTIONS(ROW)};

static const struct {
    const char *bytes;
    size_t len;
} INPUTS[] = {
#define INPUT(text) {text, sizeof text - 1}
    INPUT("\x83\x20\x82\x44\xc6\x33\x64\x01\x19\xf0\xb0\x82\x6b.well-known\x64" "core"),
    INPUT("\x80"),
    INPUT("\x82\x01\x81\x61y"),
    INPUT("\x85\x20\x84\xf4\x61u\x67" "example\x63" "com\x82\x61" "a\x82\x61" "b\x41:\x81\x61q\x61" "f"),
    INPUT("\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64" "eth0"),
    INPUT("\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x63" "a\0b"),
    INPUT("\x82\x20\x81\x63" "a\0b"),
    INPUT("\x83\x63" "foo\xf5\x81\x61" "a"),
    INPUT("\xd8\x63\x82\x20\x81\x61h"),
    INPUT("coap://198.51.100.1/a?b#c"),
    INPUT("coap://example.com/%2e"),
    INPUT("//h:99999"),
    INPUT("/a"),
    INPUT("\x72\xf0\xb0\x4b.well-known\x04" "core"),
    INPUT("h"),
    INPUT(""),
};

static void *filled(size_t size) {
    void *block = malloc(size > 0 ? size : 1);
    expect(block != NULL, "out of memory");
    return memset(block, 0xa5, size);
}

static void *add(call_t *a, char kind, size_t size) {
    a->kind[a->count] = kind;
    a->size[a->count] = size;
    return a->at[a->count++] = filled(size);
}

/* Bytes of an input, of which one may be wrong. */
static void fill_input(call_t *a, int index, size_t input) {
    free(a->at[index]);
    a->size[index] = INPUTS[input].len;
    a->at[index] = filled(a->size[index]);
    memcpy(a->at[index], INPUTS[input].bytes, a->size[index]);
    if (a->size[index] > 0 && below(4) == 0) {
        ((uint8_t *)a->at[index])[below(a->size[index])] ^= (uint8_t)(1u << below(8));
    }
}

static size_t size_of(char kind) {
    switch (kind) {
    case 'c': case 'r': return sizeof(cri_t);
    case 'e': return sizeof(cri_error_t);
    case 'p': return sizeof(cri_endpoint_t);
    case 'o': return sizeof(cri_option_t);
    case 'm': return sizeof(cri_item_t);
    case 'l': case 'n': return sizeof(cri_items_t);
    case 'x': return sizeof(cri_builder_t);
    case 'w': return LARGEST;
    default: return below(80);
    }
}

/* Generates the arguments of a call. Arguments that are to be at one place are larger. */
static void generate(call_t *a, const char *letters, size_t least) {
    static const int REVISIONS[] = {16, 16, 30, 30, 17};
    a->count = 0;
    a->revision = REVISIONS[below(5)];
    a->features = below(4) == 0 ? (unsigned)below(32) : CRI_FEATURES_ALL;
    a->number = (int)below(4) + (least > 0);
    a->add = below(4) == 0 ? NULL : below(3) == 0 ? refuse_option : accept_option;
    for (const char *letter = letters; *letter != '\0'; letter++) {
        size_t size = size_of(*letter);
        add(a, *letter, size < least ? least : size);
    }
    for (int i = 0, own = a->count; i < own; i++) {
        size_t input = below(sizeof INPUTS / sizeof *INPUTS);
        if (a->kind[i] == 'i' && least == 0) {
            fill_input(a, i, input);
        } else if (a->kind[i] == 'c') {
            memset(a->at[i], 0, sizeof(cri_t));
            if (least == 0 && below(8) == 0) {
                continue;
            }
            add(a, 'y', 0);
            do {
                fill_input(a, a->count - 1, below(9));
            } while (cri_decode(a->at[i], a->at[a->count - 1], a->size[a->count - 1], CRI_FEATURES_ALL, NULL) < 0);
        } else if (a->kind[i] == 'p') {
            cri_endpoint_t *endpoint = memset(a->at[i], 0, sizeof *endpoint);
            endpoint->port = 5683;
            endpoint->address_len = below(3) == 0 ? 16 : below(8) == 0 ? 5 : 4;
            memcpy(endpoint->address, "\xc6\x33\x64\x01", 4);
            endpoint->zone_len = below(4);
            endpoint->zone = memset(add(a, 'y', endpoint->zone_len), 'z', endpoint->zone_len);
        } else if (strchr("olm", a->kind[i]) != NULL) {
            static const uint16_t NUMBERS[] = {3, 8, 11, 15, 20, 35, 39, 235, 239};
            add(a, 'y', 0);
            fill_input(a, a->count - 1, input);
            /* Or a mistake of the program. */
            int is_null = least == 0 && below(8) == 0;
            const uint8_t *bytes = is_null ? NULL : a->at[a->count - 1];
            size_t len = is_null ? 1 : a->size[a->count - 1];
            cri_option_t option = {bytes, len, NUMBERS[below(9)]};
            cri_items_t list = {bytes, len};
            cri_item_t item = {NULL, 0, bytes, len};
            const void *structure = a->kind[i] == 'o' ? (void *)&option : a->kind[i] == 'l' ? (void *)&list : (void *)&item;
            memcpy(a->at[i], structure, size_of(a->kind[i]));
        } else if (a->kind[i] == 'x') {
            void *builder = memset(a->at[i], 0, sizeof(cri_builder_t));
            if (below(4) > 0) {
                size_t room = below(40);
                cri_build(builder, 16, add(a, 'b', room), room);
                cri_build_scheme(builder, 0);
                cri_build_host(builder, "h", below(2));
            }
        }
    }
}

static void release(call_t *a) {
    for (int i = 0; i < a->count; i++) {
        free(a->at[i]);
    }
}

static int is_written(char kind) { return strchr(WRITTEN, kind) != NULL; }

/* Calls a function. If it fails, only what has one of the letters may differ from before. */
static int fails(call_t *a, int (*call)(call_t *), const char *may_change) {
    void *before[ARGS];
    for (int i = 0; i < a->count; i++) {
        before[i] = memcpy(filled(a->size[i]), a->at[i], a->size[i]);
    }
    int failed = call(a);
    for (int i = 0; i < a->count; i++) {
        int same = memcmp(before[i], a->at[i], a->size[i]) == 0;
        expect(same || !failed || strchr(may_change, a->kind[i]) != NULL, "an argument changed after an error");
        expect(same || is_written(a->kind[i]), "an input changed");
        expect(same || failed || a->kind[i] != 'e', "an error of a call that succeeds");
        if (failed && !same && a->kind[i] == 'e') {
            cri_error_t error;
            memcpy(&error, a->at[i], sizeof error);
            expect(error.code < 0 && (error.code == CRI_ERR_BUFFER) == (error.needed > 0), "the details of an error");
        }
        free(before[i]);
    }
    return failed;
}

int main(void) {
    for (size_t f = 0; f < sizeof TABLE / sizeof *TABLE; f++) {
        int failures = 0, overlaps = 0;
        called = TABLE[f].name;
        for (state = 1; state <= SEEDS; state++) {
            uint64_t seed = state;
            call_t a;
            generate(&a, TABLE[f].letters, 0);
            /* An answer of no makes a list empty, also after a wrong argument. */
            failures += fails(&a, TABLE[f].fails, "ebxn");
            release(&a);
            state = seed;
        }
        int own = (int)strlen(TABLE[f].letters), builds = strncmp(called, "cri_build", 9) == 0;
        expect(failures > 0 || (builds && strcmp(called, "cri_build_finish") != 0), "no call failed");
        for (int i = 0; i < own; i++) {
            for (int j = 0; j < ARGS; j++) {
                call_t a;
                state = (uint64_t)(i * ARGS + j);
                /* A builder keeps what is wrong until its end. */
                int keeps = builds && strcmp(called, "cri_build_finish") != 0;
                generate(&a, TABLE[f].letters, LARGEST);
                int operand = j < a.count && a.kind[i] == 'r' && a.kind[j] == 'c';
                if (j < a.count && i != j && is_written(a.kind[i]) && !operand && a.size[j] > 0 && !keeps) {
                    void *own_place = a.at[i];
                    char kind = a.kind[i];
                    size_t room = a.size[i] < a.size[j] ? a.size[i] : a.size[j];
                    /* Some structures are read, too. */
                    if (strchr("lx", kind) != NULL) {
                        if (room < size_of(kind)) {
                            release(&a);
                            continue;
                        }
                        memcpy(a.at[j], a.at[i], size_of(kind));
                    }
                    a.at[i] = a.at[j];
                    a.kind[i] = a.kind[j];
                    a.size[i] = room;
                    /* Nothing is written to an error at the place of another argument. A builder ends. */
                    int is_error = kind == 'e' || a.kind[j] == 'e';
                    expect(fails(&a, TABLE[f].fails, is_error ? "x" : "ex"), "an overlap was not found");
                    overlaps++;
                    a.at[i] = own_place;
                }
                release(&a);
            }
        }
        int one = own < 2 || strcspn(TABLE[f].letters, WRITTEN) == (size_t)own;
        expect(overlaps > 0 || one || builds, "no overlap was tried");
    }
    printf("%zu functions change nothing but the error if they fail\n", sizeof TABLE / sizeof *TABLE);
    return 0;
}
