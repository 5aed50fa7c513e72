//! Generated calls of every function, with arguments anywhere in one block of memory. A function finds each overlap, and writes
//! nothing but `error` unless it succeeds. A slow check of all pairs of arguments says which ones overlap.
#![allow(clippy::multiple_unsafe_ops_per_block, reason = "a test makes several calls in a row")]

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;
use std::ops::Range;
use std::ptr::{null, null_mut};
use std::slice;

use cri_c::*;

use crate::functions::{ARGUMENT, CORE, DRAFT_16, zeroed};

const SIZE: usize = 4096;
/// Inputs that are CRIs, and some that are none or have no options, URI or encoding.
const CRIS: [&[u8]; 13] = [
    CORE,
    b"\x82\x20\x81\x44\xc6\x33\x64\x01",
    b"\x80",
    b"\x82\x01\x81\x61y",
    b"\x85\x20\x84\xf4\x61u\x67example\x63com\x82\x61a\x82\x61b\x41:\x81\x61q\x61f",
    b"\x84\x63foo\x82\x61a\x62bc\x81\x60\x81\x63k=v",
    // An address with a zone, a zone with a NUL, a zone of an IPv4 address, and a name with a NUL.
    b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x64eth0",
    b"\x82\x20\x82\x50\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x63a\0b",
    b"\x83\x20\x82\x44\xc6\x33\x64\x01\x61z\x81\x61x",
    b"\x82\x20\x81\x63a\0b",
    // ["foo", true, ["a"]], [-70000] and [true, ["", "a"]]
    b"\x83\x63foo\xf5\x81\x61a",
    b"\x81\x3a\x00\x01\x11\x6f",
    b"\x82\xf5\x82\x60\x61a",
];
const TEXTS: [&str; 12] = [
    "coap://198.51.100.1:61616/.well-known/core",
    "coap+tcp://example.com/a%3Ab?x=1#f",
    "http://h/",
    "/a/b",
    "a",
    "..",
    "coap://h/a b",
    "//h:99999",
    "coap",
    "h%",
    "",
    "\0",
];
const MESSAGES: [&[u8]; 6] =
    [b"\x72\xf0\xb0\x4b.well-known\x04core", b"\x31h", b"\xb1a\xff\x01", b"", b"\xb1", b"\xf0"];

/// Why a function reads or writes some memory.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Reads,
    /// An operand whose structure may be the one for the result.
    Operand,
    Result,
    Writes,
    /// A list, which an answer of no makes empty.
    List,
    /// A buffer, whose contents are undefined after an error.
    Room,
    /// A builder, which changes in each call.
    Builder,
    Error,
}
use Role::*;

/// What a call returned.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer {
    Code(c_int),
    Bool(bool),
    Nothing,
}
use Answer::*;

/// The memory that the arguments of one call are in.
struct Memory {
    start: *mut u8,
    used: usize,
    random: u64,
    places: Vec<(Range<usize>, Role)>,
    /// Buffers of their exact size that nobody has written to.
    buffers: Vec<Vec<MaybeUninit<u8>>>,
    cris: Vec<*mut cri_t>,
    /// Whether an argument was put anywhere.
    may_overlap: bool,
}

impl Memory {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(self.random >> 33).unwrap() % end
    }

    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn uses<T>(&mut self, pointer: *const T, count: usize, role: Role) {
        if !pointer.is_null() && count > 0 {
            let start = pointer.addr();
            self.places.push((start..start + count * size_of::<T>(), role));
        }
    }

    /// Memory that no other argument has.
    fn fresh<T>(&mut self, count: usize) -> *mut T {
        let start = self.used.next_multiple_of(align_of::<T>());
        self.used = start + count * size_of::<T>();
        assert!(self.used <= SIZE / 2);
        self.start.wrapping_add(start).cast()
    }

    /// Memory of a `T` that another argument may have, or none.
    fn anywhere<T>(&mut self) -> *mut T {
        if self.once_in(8) {
            return null_mut();
        }
        if !self.once_in(3) {
            return self.fresh(1);
        }
        self.may_overlap |= !self.places.is_empty();
        // Near the beginning or the end of another argument, or the very same.
        let (start, used) = (self.start.addr(), self.used);
        let is_here = |address: &usize| (start..start + used).contains(address);
        let ends = self.places.iter().flat_map(|(place, _)| [place.start, place.end - 1]);
        let ends: Vec<_> = ends.filter(is_here).chain([start + used]).collect();
        let near = self.pick(&ends) - start;
        let moved = (near + self.below(33)).saturating_sub(16);
        let align = align_of::<T>();
        self.start.wrapping_add((near.min(moved) + self.below(2) * align) / align * align).cast()
    }

    fn copy<T>(&mut self, of: &[T]) -> *mut T {
        let place: *mut T = self.fresh(of.len());
        // SAFETY: the memory has this size, and nothing else is there.
        unsafe { place.copy_from(of.as_ptr(), of.len()) };
        place
    }

    fn input(&mut self, from: &[&[u8]]) -> (*const u8, usize) {
        // Texts for a builder may be in it, or in its buffer.
        let builder = self.places.iter().find(|(_, role)| matches!(role, Builder | Room));
        if let Some((place, _)) = builder.cloned()
            && self.once_in(4)
        {
            let start = self.start.wrapping_add(place.start - self.start.addr());
            self.uses(start, 4, Reads);
            self.may_overlap = true;
            return (start, 4);
        }
        let mut bytes = self.pick(from).to_vec();
        if self.once_in(4) && !bytes.is_empty() {
            let (at, bit) = (self.below(bytes.len()), self.below(8));
            bytes[at] ^= 1 << bit;
        }
        let len = bytes.len();
        let bytes = if self.once_in(16) { null() } else { self.copy(&bytes).cast_const() };
        self.uses(bytes, len, Reads);
        (bytes, len)
    }

    fn text(&mut self) -> (*const c_char, usize) {
        let (bytes, len) = self.input(&TEXTS.map(str::as_bytes));
        (bytes.cast(), len)
    }

    fn cri(&mut self, role: Role) -> *const cri_t {
        if self.once_in(16) {
            return null();
        }
        let cri = self.copy(&[zeroed::<cri_t>()]);
        self.uses(cri, 1, role);
        self.cris.push(cri);
        if !self.once_in(16) {
            let from = self.pick(&CRIS);
            let bytes = self.copy(from);
            // SAFETY: all pointers are to memory of these sizes.
            let code = unsafe { cri_decode(cri, bytes, from.len(), CRI_FEATURES_ALL, null_mut()) };
            assert_eq!(code, 0, "{from:02x?}");
            self.uses(bytes, from.len(), Reads);
        }
        cri
    }

    fn endpoint(&mut self) -> *const cri_endpoint_t {
        if self.once_in(16) {
            return null();
        }
        let mut endpoint: cri_endpoint_t = zeroed();
        endpoint.port = self.pick(&[5683, 61616]);
        (endpoint.address_len, endpoint.transport) =
            self.pick(&[(4, 0), (4, 0), (4, 0), (16, 0), (16, 1), (5, 0), (4, 6)]);
        endpoint.address[..4].copy_from_slice(&[198, 51, 100, 1]);
        if self.once_in(3) {
            let zone = self.pick(&["eth0", "z", "a\0b"]);
            (endpoint.zone, endpoint.zone_len) = (self.copy(zone.as_bytes()).cast(), zone.len());
            self.uses(endpoint.zone, zone.len(), Reads);
        }
        let endpoint = self.copy(&[endpoint]);
        self.uses(endpoint, 1, Reads);
        endpoint
    }

    fn options(&mut self) -> (*const cri_option_t, usize) {
        let count = self.below(4);
        let mut options = Vec::new();
        for _ in 0..count {
            let (value, len) =
                self.input(&[b"h", b"a", b"x=1", CORE, b"\xff", b"..", b"http", b""]);
            let number = self.pick(&[3, 7, 8, 8, 11, 11, 15, 20, 35, 39, 235, 239]);
            options.push(cri_option_t { value, len, number });
        }
        let options = self.copy(&options).cast_const();
        self.uses(options, count, Reads);
        (options, count)
    }

    fn out<T>(&mut self, role: Role) -> *mut T {
        let place = self.anywhere();
        self.uses(place, 1, role);
        place
    }

    fn result(&mut self) -> *mut cri_t {
        let place = match self.cris.is_empty() || !self.once_in(4) {
            true => self.anywhere(),
            false => self.pick(&self.cris.clone()),
        };
        self.uses(place, 1, Result);
        place
    }

    fn error(&mut self) -> *mut cri_error_t {
        self.out(Error)
    }

    fn buffer(&mut self) -> (*mut u8, usize) {
        let capacity = self.pick(&[0, 1, 4, 8, 16, 64, 64, 64]);
        let buffer = if self.once_in(3) {
            let mut buffer = Vec::<MaybeUninit<u8>>::with_capacity(capacity);
            let start = buffer.as_mut_ptr().cast();
            self.buffers.push(buffer);
            start
        } else if self.once_in(2) {
            self.fresh(capacity)
        } else {
            self.anywhere()
        };
        self.uses(buffer, capacity, Room);
        (buffer, capacity)
    }

    fn revision(&mut self) -> c_int {
        self.pick(&[DRAFT_16, DRAFT_16, DRAFT_16, CRI_REVISION_RFC_9988, CRI_REVISION_RFC_9988, 17])
    }

    fn features(&mut self) -> u32 {
        self.pick(&[CRI_FEATURES_ALL, CRI_FEATURES_ALL, CRI_FEATURES_ALL, 0, 16])
    }

    /// A function of the caller that refuses each option, accepts each, or is missing.
    fn add(&mut self) -> cri_add_option_fn {
        unsafe extern "C" fn accept(_: *mut c_void, _: u16, _: *const u8, _: usize) -> c_int {
            0
        }
        unsafe extern "C" fn refuse(_: *mut c_void, _: u16, _: *const u8, _: usize) -> c_int {
            7
        }
        self.pick(&[Some(accept), Some(accept), Some(refuse), None])
    }

    /// A list of items, or of pieces.
    fn items(&mut self) -> *mut cri_items_t {
        let (encoded, encoded_len) = self.input(&[b"\x61a\x62bc", b"\x82\x61b\x41:", b"", b"\x78"]);
        let list = self.copy(&[cri_items_t { encoded, encoded_len }]);
        self.uses(list, 1, Writes);
        list
    }

    fn item(&mut self) -> *const cri_item_t {
        let (encoded, encoded_len) = self.input(&[b"\x61a", b"\x82\x61b\x41:", b""]);
        let item = self.copy(&[cri_item_t { encoded, encoded_len, ..zeroed() }]);
        self.uses(item, 1, Reads);
        item
    }

    /// Room for options, which a function that fails does not touch.
    fn rooms(&mut self, count: usize) -> *mut cri_option_t {
        let options = if self.once_in(2) { self.fresh(count) } else { self.anywhere() };
        self.uses(options, count, Writes);
        options
    }

    /// A builder that has a scheme and a host, with its buffer.
    fn builder(&mut self) -> *mut cri_builder_t {
        if self.once_in(16) {
            return null_mut();
        }
        let builder = self.copy(&[zeroed::<cri_builder_t>()]);
        self.uses(builder, 1, Builder);
        if !self.once_in(8) {
            let capacity = self.pick(&[4, 64]);
            let buffer = self.fresh(capacity);
            self.uses(buffer, capacity, Room);
            // SAFETY: all pointers are to memory of these sizes.
            unsafe {
                cri_build(builder, DRAFT_16, buffer, capacity);
                cri_build_scheme(builder, 0);
                if self.once_in(2) {
                    cri_build_host(builder, c"h".as_ptr(), 1);
                }
            }
        }
        builder
    }
}

type Call = Box<dyn FnOnce() -> Answer>;
type Function = (&'static str, fn(&mut Memory) -> Call);

/// A function with the way to generate its arguments.
macro_rules! functions {
    ($($name:ident($memory:ident) $answer:ident { $($argument:pat = $value:expr;)* } ($($passed:expr),*),)*) => {
        [$((stringify!($name), |$memory| {
            $(let $argument = $value;)*
            // SAFETY: each pointer is null, or to memory of the size that its length says.
            Box::new(move || $answer(unsafe { $name($($passed),*) }))
        })),*]
    };
}

/// The answer of a function that returns nothing.
#[allow(non_snake_case, reason = "as the other answers")]
fn Void((): ()) -> Answer {
    Nothing
}

const FUNCTIONS: &[Function] = &functions! {
    cri_bytes(m) Code { c = m.cri(Reads); o = m.out(Writes); } (c, o),
    cri_is_full(m) Bool { c = m.cri(Reads); } (c),
    cri_equal(m) Bool { a = m.cri(Reads); b = m.cri(Reads); } (a, b),
    cri_equal_ignoring_fragment(m) Bool { a = m.cri(Reads); b = m.cri(Reads); } (a, b),
    cri_compare(m) Code { a = m.cri(Reads); b = m.cri(Reads); o = m.out(Writes); } (a, b, o),
    cri_decode(m) Code { (b, n) = m.input(&CRIS); f = m.features(); c = m.out(Writes); e = m.error(); } (c, b, n, f, e),
    cri_decode_prefix(m) Code { (b, n) = m.input(&CRIS); f = m.features(); c = m.out(Writes); e = m.error(); } (c, b, n, f, e),
    cri_skip(m) Code { (b, n) = m.input(&CRIS); } (b, n),
    cri_encode(m) Code { c = m.cri(Operand); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (c, v, b, n, r, e),
    cri_encode_without_fragment(m) Code { c = m.cri(Operand); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (c, v, b, n, r, e),
    cri_encoded_len(m) Code { c = m.cri(Reads); v = m.revision(); e = m.error(); } (c, v, e),
    cri_is_encoding_of(m) Bool { c = m.cri(Reads); v = m.revision(); } (c, v),
    cri_resolve(m) Code { a = m.cri(Operand); c = m.cri(Operand); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (a, c, v, b, n, r, e),
    cri_relativize(m) Code { a = m.cri(Operand); c = m.cri(Operand); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (a, c, v, b, n, r, e),
    cri_decode_tagged(m) Code { (b, n) = m.input(&[b"\xd8\x63\x82\x20\x81\x61h", b"\x80"]); f = m.features(); c = m.out(Writes); e = m.error(); } (c, b, n, f, e),
    cri_encode_tagged(m) Code { c = m.cri(Reads); (b, n) = m.buffer(); e = m.error(); } (c, b, n, e),
    cri_build(m) Void { (b, n) = m.buffer(); o = m.out(Builder); v = m.revision(); } (o, v, b, n),
    cri_build_scheme(m) Void { o = m.builder(); n = 3; } (o, n),
    cri_build_scheme_name(m) Void { o = m.builder(); (t, n) = m.text(); } (o, t, n),
    cri_build_discard(m) Void { o = m.builder(); n = m.pick(&[0, 127, 128, 129]); } (o, n),
    cri_build_rootless(m) Void { o = m.builder(); } (o),
    cri_build_userinfo(m) Void { o = m.builder(); (t, n) = m.text(); } (o, t, n),
    cri_build_host(m) Void { o = m.builder(); (t, n) = m.text(); } (o, t, n),
    cri_build_host_ip(m) Void { o = m.builder(); (b, n) = m.input(&[&[1; 4], &[0; 16], &[0; 5]]); } (o, b, n),
    cri_build_zone(m) Void { o = m.builder(); (t, n) = m.text(); } (o, t, n),
    cri_build_port(m) Void { o = m.builder(); n = 7; } (o, n),
    cri_build_segment(m) Void { o = m.builder(); (t, n) = m.text(); } (o, t, n),
    cri_build_parameter(m) Void { o = m.builder(); (t, n) = m.text(); } (o, t, n),
    cri_build_fragment(m) Void { o = m.builder(); (t, n) = m.text(); } (o, t, n),
    cri_build_finish(m) Code { o = m.builder(); r = m.result(); e = m.error(); } (o, r, e),
    cri_scheme_number(m) Bool { c = m.cri(Reads); o = m.out(Writes); } (c, o),
    cri_scheme_name(m) Bool { c = m.cri(Reads); o = m.out(Writes); n = m.out(Writes); } (c, o, n),
    cri_authority_form(m) Code { c = m.cri(Reads); } (c),
    cri_userinfo(m) Bool { c = m.cri(Reads); o = m.out(Writes); } (c, o),
    cri_discard(m) Code { c = m.cri(Reads); } (c),
    cri_path(m) Bool { c = m.cri(Reads); o = m.out(List); } (c, o),
    cri_path_equals(m) Bool { c = m.cri(Reads); (t, n) = m.text(); } (c, t, n),
    cri_query(m) Bool { c = m.cri(Reads); o = m.out(List); } (c, o),
    cri_fragment(m) Bool { c = m.cri(Reads); o = m.out(Writes); } (c, o),
    cri_host_ip(m) Code { c = m.cri(Reads); o = m.out(Writes); } (c, o),
    cri_zone(m) Bool { c = m.cri(Reads); o = m.out(Writes); n = m.out(Writes); } (c, o, n),
    cri_host_labels(m) Bool { c = m.cri(Reads); o = m.out(List); } (c, o),
    cri_host_name(m) Code { c = m.cri(Reads); (b, n) = m.buffer(); e = m.error(); } (c, b.cast(), n, e),
    cri_port(m) Bool { c = m.cri(Reads); o = m.out(Writes); } (c, o),
    cri_next(m) Bool { l = m.items(); o = m.out(Writes); } (l, o),
    cri_pieces(m) Code { i = m.item(); o = m.out(Writes); } (i, o),
    cri_next_piece(m) Bool { l = m.items(); o = m.out(Writes); } (l, o),
    cri_from_uri(m) Code { (t, l) = m.text(); v = m.revision(); f = m.features(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (t, l, v, f, b, n, r, e),
    cri_from_coap_uri(m) Code { (t, l) = m.text(); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (t, l, v, b, n, r, e),
    cri_from_request_uri(m) Code { (t, l) = m.text(); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (t, l, v, b, n, r, e),
    cri_to_uri(m) Code { c = m.cri(Reads); v = m.revision(); (b, n) = m.buffer(); e = m.error(); } (c, v, b.cast(), n, e),
    cri_to_coap_uri(m) Code { c = m.cri(Reads); v = m.revision(); (b, n) = m.buffer(); e = m.error(); } (c, v, b.cast(), n, e),
    cri_options(m) Code { c = m.cri(Reads); p = m.endpoint(); v = m.revision(); a = m.add(); e = m.error(); } (c, p, v, a, null_mut(), e),
    cri_is_at(m) Bool { c = m.cri(Reads); p = m.endpoint(); v = m.revision(); } (c, p, v),
    cri_options_for_proxy(m) Code { c = m.cri(Reads); p = m.endpoint(); v = m.revision(); a = m.add(); e = m.error(); } (c, p, v, a, null_mut(), e),
    cri_populate(m) Code { c = m.cri(Reads); v = m.revision(); t = m.pick(&[-1, -1, 0, 1, 6]); p = m.out(Writes); a = m.add(); e = m.error(); } (c, v, t, p, a, null_mut(), e),
    cri_options_write(m) Code { c = m.cri(Reads); p = m.endpoint(); v = m.revision(); (b, n) = m.buffer(); e = m.error(); } (c, p, v, b, n, e),
    cri_options_write_resolved(m) Code { a = m.cri(Reads); c = m.cri(Reads); p = m.endpoint(); v = m.revision(); (b, n) = m.buffer(); e = m.error(); } (a, c, p, v, b, n, e),
    cri_compose(m) Code { (o, l) = m.options(); p = m.endpoint(); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (o, l, p, v, b, n, r, e),
    cri_compose_location(m) Code { (o, l) = m.options(); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (o, l, v, b, n, r, e),
    cri_options_read(m) Code { (b, l) = m.input(&MESSAGES); n = m.below(4); o = m.rooms(n); p = m.out(Writes); e = m.error(); } (b, l, o, n, p, e),
    cri_unrecognized_critical(m) Code { (o, l) = m.options(); } (o, l, None, null_mut()),
    cri_uri_path_after(m) Bool { (o, l) = m.options(); (t, n) = m.text(); r = m.out(Writes); f = m.out(Writes); } (o, l, t, n, r, f),
    cri_proxy_cri_write(m) Code { c = m.cri(Reads); v = m.revision(); (b, n) = m.buffer(); e = m.error(); } (c, v, b, n, e),
    cri_proxy_cri_read(m) Code { (b, n) = m.input(&CRIS); c = m.out(Writes); e = m.error(); } (b, n, c, e),
    cri_proxy_scheme_number_write(m) Code { s = m.pick(&[0, 300, 1 << 24]); (b, n) = m.buffer(); e = m.error(); } (s, b, n, e),
    cri_proxy_scheme_number_read(m) Code { (b, n) = m.input(&[b"", b"\x01\x02", b"1234"]); o = m.out(Writes); } (b, n, o),
    cri_find_origin(m) Code { (o, l) = m.options(); p = m.pick(&[0, 1]); f = m.out(Writes); e = m.error(); } (o, l, p, f, e),
    cri_compose_origin(m) Code { (o, l) = m.options(); s = m.pick(&[0, 2]); p = m.endpoint(); v = m.revision(); (b, n) = m.buffer(); r = m.result(); e = m.error(); } (o, l, s, 80, p, v, b, n, r, e),
    cri_scheme_by_number(m) Bool { v = m.revision(); n = m.pick(&[0, 1, 999]); o = m.out(Writes); } (v, n, o),
    cri_scheme_by_name(m) Bool { v = m.revision(); (t, n) = m.text(); o = m.out(Writes); } (v, t, n, o),
};

impl Memory {
    /// Whether memory that the function writes overlaps other memory, and whether the details of the error do.
    fn overlaps(&self) -> (bool, bool) {
        let mut found = (false, false);
        for (index, (a, of_a)) in self.places.iter().enumerate() {
            for (b, of_b) in &self.places[index + 1..] {
                let roles = [*of_a, *of_b];
                let is_read = roles.iter().all(|role| matches!(role, Reads | Operand));
                let is_result = roles == [Operand, Result] && a == b;
                if a.start < b.end && b.start < a.end && !is_read && !is_result {
                    found.0 = true;
                    found.1 |= roles.contains(&Error);
                }
            }
        }
        found
    }

    /// Whether a byte may change in a call with this answer.
    fn may_change(&self, address: usize, answer: Answer) -> bool {
        let (overlap, error) = self.overlaps();
        let changes = |role: Role| match (role, answer) {
            (Reads | Operand, _) => false,
            (Builder, _) => true,
            (Error, Code(code)) => code < 0 && !error,
            (Error, _) => false,
            (Room, Nothing) => !overlap,
            (Room, Code(code)) => !overlap || code >= 0,
            (List, Bool(_)) => !overlap,
            (_, Code(code)) => code >= 0 && !overlap,
            (_, Bool(answer)) => answer,
            (_, Nothing) => false,
        };
        self.places.iter().any(|(place, role)| place.contains(&address) && changes(*role))
    }
}

/// What the calls of one function came to.
#[derive(Default)]
struct Count {
    may_overlap: bool,
    overlaps: usize,
    failures: usize,
    successes: usize,
}

#[test]
fn nothing_but_the_error_changes_unless_the_call_succeeds() {
    let rounds = if cfg!(miri) { 2 } else { 600 };
    let mut counts: BTreeMap<_, Count> = BTreeMap::new();
    let mut block = vec![0_u64; SIZE / 8];
    let start: *mut u8 = block.as_mut_ptr().cast();
    for seed in 0..rounds {
        for (name, generate) in FUNCTIONS {
            // SAFETY: the block has this size.
            unsafe { start.write_bytes(0xa5, SIZE) };
            let mut memory = Memory {
                start,
                used: 512,
                random: seed * 7919 + 1,
                places: Vec::new(),
                buffers: Vec::new(),
                cris: Vec::new(),
                may_overlap: false,
            };
            let call = generate(&mut memory);
            // Padding in structures has no value, so Miri lets nobody read it. It looks only for undefined behaviour.
            let read = || {
                // SAFETY: all bytes were written above.
                let bytes = || unsafe { slice::from_raw_parts(start, SIZE) }.to_vec();
                (!cfg!(miri)).then(bytes)
            };
            let before = read();
            let answer = call();
            let (overlap, _) = memory.overlaps();
            let count = counts.entry(name).or_default();
            count.may_overlap |= memory.may_overlap;
            count.overlaps += usize::from(overlap);
            count.failures += usize::from(matches!(answer, Bool(false) | Code(..0)));
            count.successes += usize::from(matches!(answer, Bool(true) | Code(0..) | Nothing));
            if overlap {
                let none = Code(if *name == "cri_host_ip" { 0 } else { ARGUMENT });
                assert!([none, Bool(false), Nothing].contains(&answer), "{name} {seed} {answer:?}");
            }
            let (before, after) = (before.unwrap_or_default(), read().unwrap_or_default());
            // Most calls change nothing in most of the lines.
            for (line, (before, after)) in before.chunks(64).zip(after.chunks(64)).enumerate() {
                if before == after {
                    continue;
                }
                for at in (0..before.len()).filter(|at| before[*at] != after[*at]) {
                    let address = start.addr() + line * 64 + at;
                    let places = &memory.places;
                    assert!(
                        memory.may_change(address, answer),
                        "{name} {seed} {answer:?} {overlap} {address:x} {places:x?}"
                    );
                }
            }
        }
    }
    for (name, count) in counts {
        let fails =
            !name.starts_with("cri_build_") && *name != "cri_build" && *name != "cri_host_ip";
        if !cfg!(miri) {
            assert!(
                count.overlaps > 5 || !count.may_overlap,
                "{name}: {} overlaps",
                count.overlaps
            );
            assert!(count.successes > 5, "{name}: {} successes", count.successes);
            assert!(count.failures > 5 || !fails, "{name}: {} failures", count.failures);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads constants")]
fn every_function_with_a_pointer_is_called() {
    let header = include_str!("../include/cri.h");
    let tested: Vec<_> = FUNCTIONS.iter().map(|(name, _)| *name).collect();
    let mut others = Vec::new();
    for declaration in header.lines().filter(|line| !line.starts_with(['/', ' ', '#', 't'])) {
        if let Some((before, _)) = declaration.split_once('(')
            && let Some(name) =
                before.rsplit([' ', '*']).next().filter(|name| name.starts_with("cri_"))
            && !tested.contains(&name)
        {
            others.push(name);
        }
    }
    // They take numbers alone.
    let numbers =
        ["cri_version", "cri_strerror", "cri_component_name", "cri_kind_name", "cri_option_name"];
    assert_eq!(others, numbers);
}
