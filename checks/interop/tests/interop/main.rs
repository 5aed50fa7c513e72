//! Tests of `cri` and `cri-gateway` against libcoap and aiocoap, over loopback. README.md says how to run them.

mod aiocoap;
mod capture;
mod cri;
mod differences;
mod gateway;
mod libcoap;
mod message;
mod options;
mod origin;
mod program;
mod proxying;
mod request;
