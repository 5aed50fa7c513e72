use cri_literal::{Cri, cri, cri_ref, uri};

const HOME: Cri<'static> = cri!("coap://example.com/a|b");

fn main() {
    _ = HOME;
    _ = cri_ref!("../sensors/tempé?unit=c");
    _ = uri!(r#"coap://h/"a""#);
    _ = cri!("coap://user:secret@h/\u{61}\n");
}
