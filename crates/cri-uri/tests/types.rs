//! What functions return can be written down, so that a struct can hold it.

use cri_core::{Base, Cri, CriRef, EncodedItems, Resolved, Segments};
use cri_uri::components::{Recomposed, Split};
use cri_uri::scheme::{DecodedParts, File, Ftp, Http};
use cri_uri::{
    EncodedIri, IriRef, IriText, Normalization, Normalized, Options, RelativeRef, ResolvedUri,
    Table, ToIri, ToUri, Uri, UriRef, UriRefText, UriText,
};

struct OfCri<'a> {
    base: Base<'a>,
    target: Resolved<'a>,
    segments: Segments<'a>,
    parameters: EncodedItems<'a>,
    uri: UriText<'a>,
    reference: UriRefText<'a>,
    iri: IriText<'a>,
}

struct OfUri<'a> {
    target: ResolvedUri<'a>,
    reference: RelativeRef<'a>,
    normal: Normalized<'a>,
    iri: IriText<'a>,
    of_iri: EncodedIri<'a>,
    recomposed: Recomposed<'a>,
    whole: Uri<'a>,
    segments: Split<'a>,
    decoded: [DecodedParts<'a>; 3],
}

#[test]
fn results_can_be_fields() {
    let cri = Cri::decode(b"\x85\x20\x81\x61h\x82\x61a\x62\xc3\xa9\x81\x61q\x61f").unwrap(); // coap://h/a/é?q#f
    let options = Options::default();
    let held = OfCri {
        base: cri.without_fragment(),
        target: cri.resolve(cri).unwrap(),
        segments: cri.sections().segments(),
        parameters: cri.sections().parameters(),
        uri: cri.to_uri(options).unwrap(),
        reference: CriRef::from(cri).to_uri(options).unwrap(),
        iri: cri.to_iri(options).unwrap(),
    };
    assert_eq!((held.segments.count(), held.parameters.count()), (2, 1));
    assert_eq!(held.uri.to_string(), "coap://h/a/%C3%A9?q#f");
    assert_eq!(held.reference.to_string(), held.uri.to_string());
    assert_eq!(held.iri.to_string(), "coap://h/a/é?q#f");
    assert_eq!(held.base.resolve(cri).unwrap(), held.target);

    let uri = Uri::parse("http://H/a/b#c").unwrap();
    let held = OfUri {
        target: uri.resolve(UriRef::parse("d").unwrap()).unwrap(),
        reference: uri.relativize(Uri::parse("http://H/a/e").unwrap()).unwrap(),
        normal: uri.normalize(Normalization::SYNTAX, Table::DRAFT_16),
        iri: uri.to_iri(),
        of_iri: IriRef::parse("é").unwrap().to_uri(),
        recomposed: uri.components().recompose().unwrap(),
        whole: uri.without_fragment(),
        segments: uri.segments(),
        decoded: [
            Http::try_from(UriRef::from(uri)).unwrap().segments(),
            File::try_from(UriRef::parse("file:///a/b").unwrap()).unwrap().segments(),
            Ftp::try_from(UriRef::parse("ftp://h/a/b/c").unwrap()).unwrap().directories(),
        ],
    };
    assert_eq!(
        (held.target.to_string(), held.reference.to_string()),
        ("http://H/a/d".into(), "e".into())
    );
    assert_eq!(
        (held.normal.to_string(), held.iri.to_string()),
        ("http://h/a/b#c".into(), "http://H/a/b#c".into())
    );
    assert_eq!(
        (held.of_iri.to_string(), held.recomposed.to_string()),
        ("%C3%A9".into(), "http://H/a/b#c".into())
    );
    assert_eq!((held.whole.as_str(), held.segments.count()), ("http://H/a/b", 2));
    assert_eq!(held.decoded.map(Iterator::count), [2; 3]);
}
