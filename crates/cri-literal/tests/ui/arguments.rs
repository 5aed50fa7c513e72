use cri_literal::{cri, cri_ref, uri};

fn main() {
    _ = cri!("coap://h" "/a");
    _ = cri!("coap://h", Draft27);
    _ = cri!("coap://h", revision = Draft30);
    _ = cri_ref!("a", revision = 27);
    _ = cri_ref!("a", revision = Draft27, revision = Draft16);
    _ = uri!("coap://h", revision = Draft27);
}
