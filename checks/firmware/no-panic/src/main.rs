//! Calls every operation of the library crates, and links only if none of them can panic. See ../README.md.
#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::hint::black_box;
use core::panic::PanicInfo;

use cri_coap::aif::{Aif, LocalPart, Method, MethodSet, encode};
use cri_coap::{
    Conflicts, EncodedOptions, Endpoint, OptionWriter, Transport, compose, compose_location,
    decode_proxy_cri, decompose, decompose_for_proxy, decompose_location, encode_proxy_cri, origin,
    proxy_scheme_number, unrecognized_critical, uri_path,
};
use cri_core::{
    ArrayBuffer, Buffer, Builder, Component, Cri, CriRef, Decoder, Features, Ingested, Revision,
    SliceBuffer,
};
use cri_inspect::{Anatomy, ItemHead};
use cri_literal::{cri, cri_ref, uri};
use cri_uri::components::Components;
use cri_uri::context::{self, SpacedUri};
use cri_uri::equivalence::{self, Equivalence};
use cri_uri::scheme::{Decoded, FileHost, NewsItem, View};
use cri_uri::{IriRef, Normalization, Options, Table, ToIri, ToUri, Uri, UriRef, pct};

unsafe extern "C" {
    safe fn a_panic_can_be_reached() -> !;
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    a_panic_can_be_reached()
}

/// Discards output.
struct Nowhere(usize);

impl Write for Nowhere {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.wrapping_add(black_box(text).len());
        Ok(())
    }
}

/// Decodes, shows, compares, resolves, walks, encodes.
fn core(bytes: &[u8], other: &[u8], out: &mut impl Write) -> fmt::Result {
    match Decoder::new().with_features(Features::NONE).decode_prefix::<Ingested<'_>>(bytes) {
        Ok((ingested, rest)) => write!(out, "{ingested:?}{}", rest.len())?,
        Err(error) => write!(out, "{error}")?,
    }
    let Ok(base) = Cri::decode(bytes) else { return Ok(()) };
    let Ok(reference) = CriRef::decode(other) else { return Ok(()) };
    write!(out, "{}", base.is_encoding_of(Revision::Draft16))?;
    let query = |query: Builder<_>| query.parameter("a").parameter("b");
    match base
        .sections()
        .change(Component::Query, Revision::Draft16, ArrayBuffer::<128>::new(), query)
        .finish()
    {
        Ok(changed) => {
            let value =
                changed.sections().query().and_then(|query| query.get("a")).unwrap_or_default();
            let text = value.as_str().unwrap_or_default();
            write!(out, "{changed:?}{value}{value:?}{text}{}", value.bytes().count())?;
        }
        Err(error) => write!(out, "{error}")?,
    }
    if let Some(name) = base.sections().host().and_then(|host| host.name()) {
        write!(out, "{name}{}", name == "example.com")?;
    }
    let sections = base.sections();
    if let (Some(authority), Some(path), Some(query)) =
        (sections.authority(), sections.path(), sections.query())
    {
        write!(out, "{authority}{}{path}{query}", authority.host())?;
        let secret = authority.userinfo().and_then(|userinfo| userinfo.item().split_once(':'));
        write!(out, "{}", secret.is_some_and(|(_, secret)| secret == "a"))?;
        write!(out, "{}", query.pairs().any(|(name, value)| name == value))?;
    }
    if let (Some(name), Some(last)) = (base.username(), base.last_segment()) {
        write!(out, "{name}{last}{}", last.decode())?;
    }
    match base.resolve(reference) {
        Ok(resolved) => {
            let sections = resolved.sections();
            if let Some(rest) = resolved.segments().strip_prefix(["a", "b"]) {
                write!(out, "{}", rest.count())?;
            }
            write!(out, "{}", base.starts_with(resolved))?;
            for item in
                sections.path().into_iter().flatten().chain(sections.query().into_iter().flatten())
            {
                write!(out, "{:?}{}", item, item.pieces().count())?;
            }
            let equal =
                resolved == base && base.cmp(&base).is_eq() && base.eq_ignoring_fragment(resolved);
            write!(out, "{equal}{resolved:?}{}", reference.diagnostic())?;
            match resolved.encode_to(Revision::Draft16, ArrayBuffer::<128>::new()) {
                Ok(cri) => write!(out, "{cri:?}"),
                Err(error) => write!(out, "{error}"),
            }
        }
        Err(error) => write!(out, "{error}"),
    }
}

/// Builds a CRI from any text.
fn build(text: &str, space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let builder = Builder::new(Revision::Rfc9988, SliceBuffer::new(space));
    let builder =
        builder.scheme_name(text).userinfo(text).host(text).port(1).segment(text).parameter(text);
    match builder.fragment(text).finish_full() {
        Ok(cri) => write!(out, "{cri:?}"),
        Err(error) => write!(out, "{error}"),
    }
}

/// Converts a URI to a CRI and back.
fn convert(text: &str, space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let options = Options::coap(Revision::Draft16);
    let uri = match UriRef::parse(text) {
        Ok(uri) => uri,
        Err(error) => return write!(out, "{}", error.with_source(text)),
    };
    write!(out, "{uri:?}")?;
    match uri.to_request_cri(options, SliceBuffer::new(&mut *space)) {
        Ok(cri) => write!(out, "{cri:?}")?,
        Err(error) => write!(out, "{error}")?,
    }
    match uri.to_cri(options, SliceBuffer::new(space)) {
        Ok(cri) => match cri.as_cri_ref().to_uri(options) {
            Ok(uri) => write!(out, "{uri}{uri:?}"),
            Err(error) => write!(out, "{error}"),
        },
        Err(error) => write!(out, "{error}"),
    }
}

/// Converts an IRI to a CRI, and writes its normal form, and renumbers it.
fn rewrite(text: &str, space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let options = Options::default();
    let iri = match IriRef::parse(text) {
        Ok(iri) => iri,
        Err(error) => return write!(out, "{error}"),
    };
    write!(out, "{iri:?}{}", iri.to_uri())?;
    let cri = match iri.to_cri(options, SliceBuffer::new(space)) {
        Ok(cri) => cri,
        Err(error) => return write!(out, "{error}"),
    };
    let cri = cri.as_cri_ref();
    match equivalence::normal_form(cri, Equivalence::Scheme, options, ArrayBuffer::<128>::new()) {
        Ok(other) => {
            let same =
                equivalence::equivalent(cri, other.as_cri_ref(), Equivalence::Scheme, options);
            write!(out, "{other:?}{same}")?;
        }
        Err(error) => write!(out, "{error}")?,
    }
    match equivalence::renumber(
        cri,
        Revision::Draft16,
        Revision::Rfc9988,
        ArrayBuffer::<128>::new(),
    ) {
        Ok(other) => write!(out, "{other:?}"),
        Err(error) => write!(out, "{error}"),
    }
}

/// Resolves, relativises, normalises, compares and checks URIs as text.
fn text(text: &str, other: &str, out: &mut impl Write) -> fmt::Result {
    let options = Options::coap(Revision::Draft16);
    let (Ok(base), Ok(uri)) = (Uri::parse(text), UriRef::parse(other)) else { return Ok(()) };
    match base.resolve(uri) {
        Ok(resolved) => {
            write!(out, "{resolved}{resolved:?}{}", base.without_fragment())?;
            match resolved.write_into(&mut [0; 64]) {
                Ok(uri) => uri
                    .segments()
                    .rev()
                    .chain(uri.parameters())
                    .try_for_each(|item| out.write_str(item))?,
                Err(error) => write!(out, "{error}")?,
            }
        }
        Err(error) => write!(out, "{error}")?,
    }
    if let Some(target) = uri.as_uri() {
        match base.relativize(target) {
            Ok(relative) => write!(out, "{relative}{relative:?}")?,
            Err(error) => write!(out, "{error}")?,
        }
        write!(out, "{}", base.equivalent(target, Normalization::ALL, options.schemes()))?;
    }
    match uri.components().recompose() {
        Ok(recomposed) => write!(out, "{recomposed}{recomposed:?}")?,
        Err(error) => write!(out, "{error}")?,
    }
    let any = Components::split(text);
    let parts = [any.userinfo(), any.host(), any.port(), any.parameter(uri.path())];
    parts.into_iter().flatten().try_for_each(|part| out.write_str(part))?;
    write!(out, "{any:?}")?;
    write!(out, "{}", uri.normalize(Normalization::ALL, options.schemes()))?;
    if let Some(host) = uri.host() {
        write!(out, "{host}")?;
    }
    write!(out, "{}", pct::encode(text, pct::Subcomponent::Segment))?;
    write!(out, "{}", pct::decode(text).count())?;
    for finding in cri_check::findings(uri, options.schemes()) {
        write!(out, "{finding}")?;
    }
    if let Ok(reference) = CriRef::decode(text.as_bytes())
        && let Ok(iri) = reference.to_iri(options)
    {
        write!(out, "{iri}")?;
    }
    Ok(())
}

/// Finds URIs in running text, and writes them into running text.
fn running_text(text: &str, out: &mut impl Write) -> fmt::Result {
    let schemes = Options::default().schemes();
    for found in context::find_uris(text, schemes).chain(context::find_iris(text, schemes)) {
        write!(out, "{found}{}", found.range().end)?;
    }
    let uri = SpacedUri::from_user(text);
    write!(out, "{uri}")?;
    match UriRef::parse(text.get(uri.range()).unwrap_or_default()) {
        Ok(uri) => write!(out, "{}", uri.wrapped(text.len())),
        Err(error) => write!(out, "{error}"),
    }
}

/// Reads all parts of a URI of any of the ten schemes.
fn view(text: &str, space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let Ok(uri) = UriRef::parse(text) else { return Ok(()) };
    let view = match View::from_uri(uri) {
        Ok(Some(view)) => view,
        Ok(None) => return Ok(()),
        Err(error) => return write!(out, "{error}"),
    };
    let mut buffer = SliceBuffer::new(space);
    let mut part = |part: Decoded<'_>| {
        part.bytes().try_for_each(|byte| buffer.push_bytes(&[byte])).map_err(|_| fmt::Error)
    };
    if let Some(host) = view.uri().host() {
        write!(out, "{host}")?;
    }
    match view {
        View::File(file) => {
            file.segments().try_for_each(part)?;
            match file.host() {
                FileHost::Local => Ok(()),
                FileHost::Named(host) => write!(out, "{host}"),
            }
        }
        View::Ftp(ftp) => {
            write!(out, "{:?}{:?}{}", ftp.user(), ftp.password(), ftp.port())?;
            ftp.commands().try_for_each(|command| write!(out, "{command:?}"))
        }
        View::Gopher(gopher) => {
            gopher.write_request(&mut buffer).map_err(|_| fmt::Error)?;
            write!(out, "{}{}", gopher.item_type(), gopher.port())
        }
        View::Http(http) => {
            http.segments().try_for_each(part)?;
            write!(out, "{}", http.port())
        }
        View::Mailto(mailto) => part(mailto.address()),
        View::News(news) => match news.item() {
            NewsItem::All => Ok(()),
            NewsItem::Group(group) => part(group),
            NewsItem::Article(article) => part(article),
        },
        View::Nntp(nntp) => {
            part(nntp.group())?;
            write!(out, "{}{}", nntp.article_number().unwrap_or_default(), nntp.port())
        }
        View::Prospero(prospero) => {
            part(prospero.hsoname())?;
            prospero.fields().flat_map(|field| [field.name, field.value]).try_for_each(part)?;
            write!(out, "{}", prospero.port())
        }
        View::Telnet(telnet) => {
            telnet.user().into_iter().chain(telnet.password()).try_for_each(part)?;
            write!(out, "{}", telnet.port())
        }
        View::Wais(wais) => {
            part(wais.database())?;
            [wais.search(), wais.wtype(), wais.wpath()].into_iter().flatten().try_for_each(part)?;
            write!(out, "{}", wais.port())
        }
    }
}

/// Reads and writes tagged CRIs and access rules.
fn wrapped(bytes: &[u8], space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let mut buffer = SliceBuffer::new(space);
    match Decoder::new().tagged().decode::<CriRef<'_>>(bytes) {
        Ok(reference) => {
            if let Err(error) = reference.sections().encode_tagged(&mut buffer) {
                write!(out, "{error}")?;
            }
            let rule = (
                reference.sections(),
                MethodSet::NONE.with(Method::Get).with_dynamic(Method::Ipatch),
            );
            if let Err(error) = encode([rule], &mut buffer) {
                write!(out, "{error}")?;
            }
        }
        Err(error) => write!(out, "{error}")?,
    }
    match LocalPart::decode(bytes) {
        Ok(local) => write!(out, "{local:?}")?,
        Err(error) => write!(out, "{error}")?,
    }
    match Aif::decode(buffer.as_slice()) {
        Ok(rules) => {
            let allowed = rules.allows(Method::Get, [(11, bytes), (15, bytes)]);
            let permitted = rules.permitted([(11, bytes)], |number| number == 9);
            write!(out, "{rules:?}{allowed}{permitted:?}")
        }
        Err(error) => write!(out, "{error}"),
    }
}

/// Writes options to a buffer, and reads options from it.
fn option_bytes(bytes: &[u8], space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    let mut options = OptionWriter::new(space);
    if let Ok(cri) = Cri::decode(bytes)
        && let Ok(decomposed) = decompose(cri, &endpoint, Revision::Draft16)
        && let Err(error) = options.add_all(decomposed)
    {
        write!(out, "{error}")?;
    }
    if let Err(error) = options.add(bytes.len() as u16, bytes) {
        write!(out, "{error}")?;
    }
    write!(out, "{options:?}")?;
    let written = match options.finish_with_payload(bytes) {
        Ok(written) => written,
        Err(error) => return write!(out, "{error}"),
    };
    match EncodedOptions::decode(written) {
        Ok((options, payload)) => {
            let critical = unrecognized_critical(options, |number| number == 9);
            if let Some(rest) = uri_path(options).strip_prefix(["a", "b"]) {
                rest.clone().try_for_each(|value| write!(out, "{value:?}"))?;
            }
            write!(out, "{options:?}{payload:?}{critical:?}")
        }
        Err(error) => write!(out, "{error}"),
    }
}

/// Converts a CRI to CoAP options and back.
fn options(bytes: &[u8], space: &mut [u8], out: &mut impl Write) -> fmt::Result {
    let endpoint = Endpoint::new([192, 0, 2, 1].into(), 5683, Transport::Coap);
    let Ok(cri) = CriRef::decode(bytes) else { return Ok(()) };
    match decompose(cri, &endpoint, Revision::Draft16) {
        Ok(options) => {
            for option in options {
                write!(out, "{option}{}{:?}", option.number(), option.value())?;
            }
        }
        Err(error) => write!(out, "{error}{}", error.code())?,
    }
    write!(out, "{}", endpoint.serves(cri, Revision::Draft16))?;
    match Endpoint::of(cri, Revision::Draft16) {
        Ok(named) => write!(out, "{}", named.map_or(0, |named| named.port()))?,
        Err(error) => write!(out, "{error}")?,
    }
    if let Ok((transport, options)) = decompose_for_proxy(cri, &endpoint, Revision::Rfc9988) {
        write!(out, "{}{}", transport.name(), options.count())?;
    }
    match decompose_location(cri) {
        Ok(options) => {
            for option in options {
                write!(out, "{option}")?;
            }
        }
        Err(error) => write!(out, "{error}")?,
    }
    let mut value = ArrayBuffer::<128>::new();
    match encode_proxy_cri(cri, Revision::Rfc9988, &mut value)
        .and_then(|()| decode_proxy_cri(value.as_slice()))
    {
        Ok(cri) => write!(out, "{cri:?}")?,
        Err(error) => write!(out, "{error}")?,
    }
    match proxy_scheme_number(bytes.len() as u64) {
        Ok(number) => write!(out, "{}", number.as_bytes().len())?,
        Err(error) => write!(out, "{error}")?,
    }
    let received = [(3, bytes), (7, bytes), (11, bytes), (15, bytes), (235, bytes)];
    let asked = origin(received, Conflicts::Reject).and_then(|origin| {
        origin.compose(received, None, &endpoint, Revision::Rfc9988, SliceBuffer::new(&mut *space))
    });
    match asked {
        Ok(cri) => write!(out, "{cri:?}")?,
        Err(error) => write!(out, "{error}{}", error.code())?,
    }
    match compose_location(
        [(8, bytes), (20, bytes)],
        Revision::Rfc9988,
        SliceBuffer::new(&mut *space),
    ) {
        Ok(reference) => write!(out, "{reference:?}")?,
        Err(error) => write!(out, "{error}{}", error.code())?,
    }
    match compose(received, &endpoint, Revision::Rfc9988, SliceBuffer::new(space)) {
        Ok(cri) => write!(out, "{cri:?}"),
        Err(error) => write!(out, "{error}"),
    }
}

/// Explains each byte of a CRI.
fn explain(bytes: &[u8], out: &mut impl Write) -> fmt::Result {
    for item in Anatomy::new(bytes, Table::DRAFT_16) {
        write!(out, "{}{}", item.len(), item.description())?;
        if let Some(kind) = item.kind {
            write!(out, "{kind}")?;
        }
    }
    let mut at = 0;
    while let Ok(head) = ItemHead::read(bytes, at) {
        at = head.end();
        write!(out, "{at}{}", head.is_long())?;
    }
    Ok(())
}

/// Uses literals.
fn literals(bytes: &[u8], out: &mut impl Write) -> fmt::Result {
    let (base, link) = (black_box(cri!("coap://example.com/a/b?c")), black_box(cri_ref!("../d#e")));
    if let (Ok(resolved), Ok(cri)) = (base.resolve(link), Cri::decode(bytes)) {
        write!(out, "{resolved:?}{}", resolved == cri)?;
    }
    let uri = black_box(uri!("coap://u@example.com:61616/a?b#c"));
    write!(out, "{uri:?}{}", uri.path())
}

/// The entry point for the linker. Nobody runs it.
#[unsafe(no_mangle)]
pub extern "C" fn probe() {
    let mut space = [0; 256];
    let mut out = Nowhere(0);
    let bytes = black_box(&[0_u8; 64]);
    let text = core::str::from_utf8(bytes).unwrap_or_default();
    let _ = core(bytes, black_box(bytes), &mut out);
    let _ = build(text, &mut space, &mut out);
    let _ = convert(text, &mut space, &mut out);
    let _ = rewrite(text, &mut space, &mut out);
    let _ = self::text(text, black_box(text), &mut out);
    let _ = running_text(text, &mut out);
    let _ = view(text, &mut space, &mut out);
    let _ = options(bytes, &mut space, &mut out);
    let _ = wrapped(bytes, &mut space, &mut out);
    let _ = option_bytes(bytes, &mut space, &mut out);
    let _ = explain(bytes, &mut out);
    let _ = literals(bytes, &mut out);
    black_box(out.0);
}
