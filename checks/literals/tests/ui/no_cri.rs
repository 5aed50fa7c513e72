use cri_literal::{cri, cri_ref};

fn main() {
    _ = cri!("coap://example.com:65536/");
    _ = cri!("coap://u:p@h");
    _ = cri!("coap://[fe80::1%25eth0]", revision = Rfc9988);
    _ = cri_ref!("a:b/c d");
}
