// A program in C++ that includes the header, asks for what it promises, and calls functions.
#include "cri.h"

#include <cstring>
#include <string>
#include <vector>

static int add_option(void *values, std::uint16_t number, const std::uint8_t *value, std::size_t len) {
    static_cast<std::vector<std::string> *>(values)->emplace_back(reinterpret_cast<const char *>(value), len);
    return number == CRI_OPTION_URI_PATH ? 0 : -1;
}

int main() {
    if (std::strcmp(cri_version(), CRI_VERSION) != 0) {
        return 1;
    }
    const std::string uri = "coap://198.51.100.1/sensors/temp";
    std::uint8_t buffer[64];
    cri_t cri{};
    cri_error_t error{};
    if (cri_is_full(&cri) ||
        cri_from_uri(uri.data(), uri.size(), CRI_REVISION_DRAFT_16, CRI_FEATURES_ALL, buffer, sizeof buffer, &cri, &error) < 0) {
        return 2;
    }
    std::vector<std::string> values;
    cri_endpoint_t endpoint{};
    if (cri_populate(&cri, CRI_REVISION_DRAFT_16, CRI_TRANSPORT_COAP, &endpoint, add_option, &values, &error) < 0 ||
        values != std::vector<std::string>{"sensors", "temp"} || endpoint.port != 5683) {
        return 3;
    }
    int code = cri_decode(&cri, buffer, 1, CRI_FEATURES_ALL, &error);
    return code == CRI_ERR_MALFORMED && error.kind == CRI_KIND_END_OF_INPUT ? 0 : 4;
}
