/* Reads the links that a CoAP server lists (RFC 6690), and prints the target and the parameters of each. */
#include <stdio.h>
#include <string.h>

#include "cri.h"

/* A part of the list. No zero follows it. */
typedef struct {
    const char *start;
    size_t len;
} text_t;

typedef struct {
    text_t reference;
    text_t anchor; /* start is NULL without an anchor */
    text_t parameters;
} link_t;

/* Passes characters while they are in the set, or else while they are not. */
static const char *pass(const char *at, const char *end, bool while_in, const char *set) {
    while (at < end && (memchr(set, *at, strlen(set)) != NULL) == while_in) {
        at++;
    }
    return at;
}

/*
 * Reads the parameter at *at, and moves *at after it. The value may have escapes, and its start is NULL if there is no value.
 * Returns 1, 0 if the link ends at *at, or -1 if *at is wrong.
 */
static int next_parameter(const char **at, const char *end, text_t *name, text_t *value) {
    *at = pass(*at, end, true, " \t\r\n");
    if (*at == end || **at == ',') {
        return 0;
    }
    if (**at != ';') {
        return -1;
    }
    *at = pass(*at, end, true, " \t\r\n;");
    if (*at == end || **at == ',') {
        return 0;
    }
    name->start = *at;
    *at = pass(*at, end, false, " \t\r\n;,=\"<>\\");
    name->len = (size_t)(*at - name->start);
    if (name->len == 0) {
        return -1;
    }
    value->start = NULL;
    value->len = 0;
    *at = pass(*at, end, true, " \t\r\n");
    if (*at == end || **at != '=') {
        return 1;
    }
    *at = pass(*at + 1, end, true, " \t\r\n");
    if (*at == end || **at != '"') {
        value->start = *at;
        *at = pass(*at, end, false, " \t\r\n;,\"\\");
        value->len = (size_t)(*at - value->start);
        return 1;
    }
    const char *quote = *at;
    value->start = quote + 1;
    for (const char *p = value->start; p < end; p++) {
        if (*p == '"') {
            value->len = (size_t)(p - value->start);
            *at = p + 1;
            return 1;
        }
        if (*p == '\\' && p + 1 < end) {
            p++;
        }
    }
    *at = quote; /* is not closed */
    return -1;
}

/* Case does not count. */
static bool is_anchor(text_t name) {
    static const char anchor[] = "anchor";
    size_t i = 0;
    while (i < name.len && i < sizeof anchor - 1 && (name.start[i] | 0x20) == anchor[i]) {
        i++;
    }
    return i == name.len && i == sizeof anchor - 1;
}

/* Reads the link at *at, and moves *at after it. Returns 1, 0 at the end of the list, or -1 if *at is wrong. */
static int next_link(const char **at, const char *end, link_t *link) {
    text_t name, value;
    const char *close;
    int read;

    *at = pass(*at, end, true, " \t\r\n,");
    if (*at == end) {
        return 0;
    }
    close = **at == '<' ? pass(*at + 1, end, false, "<>") : end;
    if (close == end || *close != '>') {
        return -1;
    }
    link->reference.start = *at + 1;
    link->reference.len = (size_t)(close - link->reference.start);
    link->anchor.start = NULL;
    link->parameters.start = *at = close + 1;
    while ((read = next_parameter(at, end, &name, &value)) > 0) {
        if (link->anchor.start == NULL && is_anchor(name)) {
            link->anchor = value;
        }
    }
    link->parameters.len = (size_t)(*at - link->parameters.start);
    return read == 0 ? 1 : -1;
}

/* Resolves a URI reference against a base, and returns the length of the target, which is written to `buffer`. */
static int follow(const cri_t *base, text_t reference, uint8_t *buffer, size_t size, cri_t *target, cri_error_t *error) {
    uint8_t room[128];
    cri_t read;
    int code = cri_from_uri(reference.start, reference.len, CRI_REVISION_DRAFT_16, CRI_FEATURES_ALL, room, sizeof room,
                            &read, error);
    return code < 0 ? code : cri_resolve(base, &read, CRI_REVISION_DRAFT_16, buffer, size, target, error);
}

/*
 * Finds the target of a link. By RFC 6690 section 2.1, it resolves against the origin of the anchor, and without an anchor
 * against that of the server. By RFC 8288, both would resolve against the document.
 */
static int target_of(const link_t *link, const cri_t *server, uint8_t *buffer, size_t size, cri_t *target, cri_error_t *error) {
    static const text_t root = {"/", 1};
    uint8_t rooms[3][128];
    cri_t origin, anchor;
    int code = follow(server, root, rooms[0], sizeof rooms[0], &origin, error);

    if (code >= 0 && link->anchor.start != NULL) {
        code = follow(&origin, link->anchor, rooms[1], sizeof rooms[1], &anchor, error);
        if (code >= 0) {
            code = follow(&anchor, root, rooms[2], sizeof rooms[2], &origin, error);
        }
    }
    return code < 0 ? code : follow(&origin, link->reference, buffer, size, target, error);
}

static void print_parameters(text_t parameters) {
    const char *at = parameters.start, *end = at + parameters.len;
    text_t name, value;

    while (next_parameter(&at, end, &name, &value) > 0) {
        printf("  %.*s%s", (int)name.len, name.start, value.start == NULL ? "" : "=");
        for (size_t i = 0; i < value.len; i++) {
            i += value.start[i] == '\\'; /* an escape */
            putchar(value.start[i]);
        }
        putchar('\n');
    }
}

int main(void) {
    static const char uri[] = "coap://[2001:db8::1]/.well-known/core";
    static const char list[] = "</temp>;ct=40;title=\"Hall, \\\"north\\\"\", </light?t=%2B1>;obs,<b>;anchor=\"coap://g/a/c\",</d|e>,/f>";
    const char *at = list, *end = list + sizeof list - 1;
    uint8_t space[64], buffer[128];
    char text[128];
    cri_t server, target;
    cri_error_t error;
    link_t link;
    int read;

    if (cri_from_uri(uri, sizeof uri - 1, CRI_REVISION_DRAFT_16, CRI_FEATURES_ALL, space, sizeof space, &server, &error) < 0) {
        return 1;
    }
    while ((read = next_link(&at, end, &link)) > 0) {
        if (target_of(&link, &server, buffer, sizeof buffer, &target, &error) < 0 ||
            cri_to_uri(&target, CRI_REVISION_DRAFT_16, text, sizeof text, &error) < 0) {
            printf("<%.*s>: %s\n", (int)link.reference.len, link.reference.start, cri_kind_name(error.kind));
            continue;
        }
        printf("%s\n", text);
        print_parameters(link.parameters);
    }
    if (read < 0) {
        printf("no link at byte %d\n", (int)(at - list));
    }
    return 0;
}
