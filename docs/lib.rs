//! The Rust code of the guide and of README.md, which the tests of this crate compile and run.

/// Compiles and runs the code of some documents.
macro_rules! documents {
    ($($name:ident = $path:literal;)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!($path)]
        struct $name;
    )*};
}

documents! {
    Readme = "../README.md";
    Introduction = "src/introduction.md";
    WhatACriIs = "src/what-a-cri-is.md";
    Pet = "src/pet.md";
    Hosts = "src/hosts.md";
    Revisions = "src/revisions.md";
    Literals = "src/literals.md";
    Coap = "src/coap.md";
    Links = "src/links.md";
    AccessRules = "src/access-rules.md";
    WithoutAHeap = "src/without-a-heap.md";
    InAMessage = "src/in-a-message.md";
    OnAServer = "src/on-a-server.md";
    Storage = "src/storage.md";
    Cookbook = "src/cookbook.md";
}
