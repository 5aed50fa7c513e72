use cri_literal::{cri, cri_ref};

const HOST: &str = "example.com";

fn main() {
    _ = cri!(HOST);
    _ = cri!(5683);
    _ = cri!(b"coap://h");
    _ = cri!(concat!("coap://", HOST));
    _ = cri!(concat!("coap://h/", 1.5));
    _ = cri!(concat!("coap://h/", "a b", "/c"));
    _ = cri!(include_str!("uri.txt"));
    _ = cri_ref!(env!("A_VARIABLE_THAT_NOBODY_SETS"));
    _ = cri_ref!(env!("A_VARIABLE_THAT_NOBODY_SETS", "set it to the server's address"));
    _ = cri!(concat!("coap://h/", env!("CARGO_PKG_NAME"), "/|"));
}
