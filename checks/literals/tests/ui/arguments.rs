use cri_literal::{cri, cri_ref, uri};

fn main() {
    _ = cri!("coap://h" "/a");
    _ = cri!("coap://h", Rfc9988);
    _ = cri!("coap://h", revision = Draft27);
    _ = cri_ref!("a", revision = 27);
    _ = cri_ref!("a", revision = Rfc9988, revision = Draft16);
    _ = uri!("coap://h", revision = Rfc9988);
}
