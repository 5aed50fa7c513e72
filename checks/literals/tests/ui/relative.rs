use cri_literal::{cri, uri};

fn main() {
    _ = cri!("//example.com/a");
    _ = uri!("../a");
    _ = cri_literal::uri_ref!("../a b");
}
