//! CRIs and items of sizes around the bounds at which the code changes: 32, 256 and 4,096 bytes and 1 MiB.
//!
//! Expected results come from an obvious model: a CRI is lists of strings, and an encoding is a concatenation.
#![cfg(feature = "alloc")]

use std::ops::Range;

use cri_core::{Component, Cri, CriRef, Decoder, Revision, Sections};
use cri_testvectors::sample;

use crate::items::write_head;

/// The lengths of whole CRIs in bytes, around each bound. The largest offset is only a few bytes less than the length,
/// so these lengths also reach the bounds of offsets.
const LENGTHS: [Range<usize>; 4] = [30..36, 253..260, 4093..4102, 1 << 20..(1 << 20) + 4];
/// Tests try all combinations of CRIs up to this length. Longer CRIs take too much time.
const SHORT: usize = 5000;

/// A full CRI or a reference.
#[derive(Clone, Debug, Default, PartialEq)]
struct Model {
    /// The host of a full CRI.
    host: Option<String>,
    /// The segments to discard; `None` discards all.
    discard: Option<usize>,
    path: Option<Vec<String>>,
    query: Option<Vec<String>>,
    fragment: Option<String>,
}

/// An encoded head. `longer` asks for a head that is not the shortest.
fn head(major: u8, argument: usize, longer: bool) -> Vec<u8> {
    let mut head = Vec::new();
    write_head(major, argument as u64, longer.into(), &mut head);
    head
}

fn text(text: &str, longer: bool) -> Vec<u8> {
    [head(3, text.len(), longer), text.as_bytes().to_vec()].concat()
}

fn array(items: &[Vec<u8>], longer: bool) -> Vec<u8> {
    [head(4, items.len(), longer), items.concat()].concat()
}

fn texts(items: &[String], longer: bool) -> Vec<u8> {
    array(&items.iter().map(|item| text(item, longer)).collect::<Vec<_>>(), longer)
}

impl Model {
    fn is_full(&self) -> bool {
        self.host.is_some()
    }

    /// The encoding by sections 5.1 and 5.2. With `longer`, no head of an array or a text is the shortest.
    fn encode(&self, revision: Revision, longer: bool) -> Vec<u8> {
        let null = vec![0xf6];
        let mut sections = match (&self.host, self.discard) {
            (Some(host), _) => vec![vec![0x20], array(&[text(host, longer)], longer)],
            (None, Some(discard)) => vec![head(0, discard, false)],
            (None, None) => vec![vec![0xf5]],
        };
        let empty_path = if self.is_full() { vec![0x80] } else { null.clone() };
        sections.push(self.path.as_ref().map_or(empty_path, |path| texts(path, longer)));
        let missing_query =
            if self.is_full() && revision == Revision::Rfc9988 { vec![0x80] } else { null.clone() };
        sections.push(self.query.as_ref().map_or(missing_query, |query| texts(query, longer)));
        sections
            .push(self.fragment.as_ref().map_or(null.clone(), |fragment| text(fragment, longer)));
        let is_left_out = |section: &Vec<u8>| match section[..] {
            [0xf6] => true,
            // The empty arrays of -27 are its defaults, except after a discard of 0.
            [0x80] => revision == Revision::Rfc9988 && self.discard != Some(0),
            _ => false,
        };
        // With neither query nor fragment, a missing query of -27 is left out as in -16.
        while sections.len() > 1 && sections.last().is_some_and(is_left_out) {
            sections.pop();
        }
        if sections == [[0]] { vec![0x80] } else { array(&sections, longer) }
    }

    /// Section 5.3.
    fn resolve(&self, reference: &Self) -> Self {
        if reference.is_full() {
            return reference.clone();
        }
        let mut result = self.clone();
        let path = result.path.get_or_insert_default();
        let kept = reference.discard.map_or(0, |discard| path.len().saturating_sub(discard));
        path.truncate(kept);
        path.extend(reference.path.iter().flatten().cloned());
        if reference.discard != Some(0) || reference.path.is_some() || reference.query.is_some() {
            result.query = reference.query.clone().filter(|query| !query.is_empty());
            result.fragment = None;
        }
        if reference.fragment.is_some() {
            result.fragment.clone_from(&reference.fragment);
        }
        result
    }
}

/// The part of a CRI or a reference that is long.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Long {
    Host,
    First,
    Last,
    /// Many segments of one byte.
    Segments,
    Query,
    Parameters,
    Fragment,
}

const LONG: [Long; 7] = [
    Long::Host,
    Long::First,
    Long::Last,
    Long::Segments,
    Long::Query,
    Long::Parameters,
    Long::Fragment,
];

/// The parts that are long in CRIs of these lengths. A million short items take too much time.
fn long_parts(lengths: &Range<usize>) -> impl Iterator<Item = Long> {
    let is_short = lengths.end < SHORT;
    LONG.into_iter()
        .filter(move |long| is_short || !matches!(long, Long::Segments | Long::Parameters))
}

/// `model`, in which the long part has `size` bytes more.
fn padded(model: &Model, long: Long, size: usize) -> Model {
    let mut model = model.clone();
    let push = |text: Option<&mut String>| text.expect("the part").push_str(&"x".repeat(size));
    let many = |items: Option<&mut Vec<String>>| {
        let items = items.expect("the part");
        // An encoded item of one character takes two bytes. If `size` is odd, the first item takes the last byte.
        items[0].push_str(&"y".repeat(size % 2));
        items.splice(1..1, vec!["z".to_owned(); size / 2]);
    };
    match long {
        Long::Host => push(model.host.as_mut()),
        Long::First => push(model.path.as_mut().and_then(|path| path.first_mut())),
        Long::Last => push(model.path.as_mut().and_then(|path| path.last_mut())),
        Long::Segments => many(model.path.as_mut()),
        Long::Query => push(model.query.as_mut().and_then(|query| query.last_mut())),
        Long::Parameters => many(model.query.as_mut()),
        Long::Fragment => push(model.fragment.as_mut()),
    }
    model
}

/// `model` made longer in one part, such that the encoding of `of(model)` in draft-16 has `len` bytes. `None` if no
/// padding leads to this length.
fn with_length(
    model: &Model,
    long: Long,
    len: usize,
    of: impl Fn(&Model) -> Model,
) -> Option<Model> {
    let has_part = match long {
        Long::Host => model.host.is_some(),
        Long::First | Long::Last | Long::Segments => {
            model.path.as_ref().is_some_and(|path| !path.is_empty())
        }
        Long::Query | Long::Parameters => {
            model.query.as_ref().is_some_and(|query| !query.is_empty())
        }
        Long::Fragment => model.fragment.is_some(),
    };
    let encoded_len = |model: &Model| of(model).encode(Revision::Draft16, false).len();
    let most = len.checked_sub(encoded_len(model)).filter(|_| has_part)?;
    // Longer heads take a few bytes of the padding. A result may leave the padding out, and is then too short.
    let heads = encoded_len(&padded(model, long, most)).checked_sub(len)?;
    (most.saturating_sub(heads)..=most)
        .map(|size| padded(model, long, size))
        .find(|model| encoded_len(model) == len)
}

fn strings(items: &[&str]) -> Option<Vec<String>> {
    Some(items.iter().map(|&item| item.to_owned()).collect())
}

fn full(segments: &[&str], query: Option<&str>, fragment: Option<&str>) -> Model {
    Model {
        host: Some("h".into()),
        discard: None,
        path: strings(segments),
        query: query.and_then(|query| strings(&[query])),
        fragment: fragment.map(str::to_owned),
    }
}

fn relative(
    discard: Option<usize>,
    segments: Option<&[&str]>,
    query: Option<&[&str]>,
    fragment: Option<&str>,
) -> Model {
    Model {
        host: None,
        discard,
        path: segments.and_then(strings),
        query: query.and_then(strings),
        fragment: fragment.map(str::to_owned),
    }
}

fn bases() -> [Model; 3] {
    [
        full(&["a", "b", "c"], Some("q"), Some("f")),
        full(&["a"], Some("q"), None),
        full(&["a", ""], None, None),
    ]
}

fn references() -> Vec<Model> {
    let mut all = vec![
        relative(Some(1), Some(&["r"]), None, None),
        relative(Some(0), Some(&["r", "s"]), Some(&["t"]), None),
        relative(Some(2), Some(&["r"]), Some(&["t"]), Some("g")),
        relative(Some(1), None, None, None),
        relative(None, Some(&["r"]), None, Some("g")),
        relative(Some(0), None, Some(&["t"]), None),
        relative(Some(0), None, Some(&[]), None),
        relative(Some(0), None, None, Some("g")),
        relative(Some(0), None, None, None),
        relative(Some(30), Some(&["r"]), None, None),
    ];
    all.push(Model { host: Some("g".into()), discard: None, ..all[1].clone() });
    all
}

/// Asserts that these sections are those of the model.
fn assert_sections(sections: &Sections<'_>, model: &Model, context: &str) {
    let is = |expected: &Option<Vec<String>>, found: Vec<&str>| {
        expected.iter().flatten().map(String::as_str).eq(found)
    };
    assert!(
        is(&model.path, sections.segments().map(|segment| segment.as_str().unwrap()).collect()),
        "{context}: path"
    );
    assert!(
        is(&model.query, sections.parameters().map(|item| item.as_str().unwrap()).collect()),
        "{context}: query"
    );
    let fragment = sections.fragment().map(|fragment| fragment.as_str().unwrap());
    assert_eq!(
        fragment.map(str::len),
        model.fragment.as_ref().map(String::len),
        "{context}: fragment"
    );
    assert!(fragment == model.fragment.as_deref(), "{context}: fragment");
}

/// Asserts that two encodings are equal, without writing a megabyte where they are not.
fn assert_bytes(found: &[u8], expected: &[u8], context: &str) {
    if found != expected {
        let at = found.iter().zip(expected).position(|(found, expected)| found != expected);
        panic!(
            "{context}: {} bytes in place of {}, which differ at {at:?}",
            found.len(),
            expected.len()
        );
    }
}

/// Calls `each` with all CRIs and references whose lengths are around the bounds, with the part that is long, and with
/// the length.
fn around_the_bounds(models: &[Model], mut each: impl FnMut(&Model, Long, usize)) {
    let mut found = [0; LENGTHS.len()];
    for (lengths, found) in LENGTHS.into_iter().zip(&mut found) {
        for model in models {
            for long in long_parts(&lengths) {
                for len in sample(lengths.clone(), if lengths.end < SHORT { 3 } else { 4 }) {
                    if let Some(model) = with_length(model, long, len, Model::clone) {
                        each(&model, long, len);
                        *found += 1;
                    }
                }
            }
        }
    }
    // A test that compares nothing shows nothing.
    assert!(found.iter().all(|&found| found >= 4 * models.len()), "{found:?}");
}

#[test]
fn decoding_and_encoding() {
    around_the_bounds(&bases(), |model, long, len| {
        let context = format!("{long:?}, {len} bytes");
        let bytes = model.encode(Revision::Draft16, false);
        let cri = Cri::decode(&bytes).expect("a full CRI");
        assert_sections(&cri.sections(), model, &context);
        // Only the general decoder decodes a prefix.
        let (general, rest) =
            Decoder::new().decode_prefix::<CriRef<'_>>(&bytes).expect("a full CRI");
        assert!(rest.is_empty() && general.to_full() == Some(cri), "{context}");
        for part in [Component::Authority, Component::Path, Component::Query, Component::Fragment] {
            assert_eq!(
                CriRef::from(cri).offset_of(part),
                general.offset_of(part),
                "{context}: {part}"
            );
        }
        let longer = model.encode(Revision::Draft16, true);
        let same = Cri::decode(&longer).expect("a full CRI with longer heads");
        assert_sections(&same.sections(), model, &context);
        assert!(cri == same, "{context}");
        for revision in Revision::ALL {
            let expected = model.encode(revision, false);
            for cri in [cri, same] {
                let found = cri.encode_to(revision, Vec::new()).expect("room");
                assert_bytes(found.as_bytes(), &expected, &context);
                assert_eq!(cri.sections().encoded_len(revision), Ok(expected.len()), "{context}");
            }
            assert!(!same.is_encoding_of(revision), "{context}");
            // An encoding without its last byte is an error.
            assert!(Cri::decode(&expected[..expected.len() - 1]).is_err(), "{context}");
        }
    });
}

/// Asserts that resolving returns the result of the model, and that the encoded result serves as a base like a decoded
/// CRI.
fn assert_resolves(base: &Model, reference: &Model, revision: Revision, context: &str) {
    let [base_bytes, reference_bytes] =
        [base, reference].map(|model| model.encode(revision, false));
    let (cri, cri_ref) =
        (Cri::decode(&base_bytes).unwrap(), CriRef::decode(&reference_bytes).unwrap());
    let model = base.resolve(reference);
    let expected = model.encode(revision, false);
    let resolved = cri.resolve(cri_ref).expect("a result");
    assert_sections(&resolved.sections(), &model, context);
    assert!(resolved == Cri::decode(&expected).unwrap(), "{context}");
    let general = resolved.sections().encode_to(revision, Vec::new()).expect("room");
    assert_bytes(general.as_bytes(), &expected, context);
    let encoded = resolved.encode_to(revision, Vec::new()).expect("room");
    assert_bytes(encoded.as_bytes(), &expected, context);
    for next in
        [relative(Some(1), Some(&["n"]), None, None), relative(Some(0), None, None, Some("n"))]
    {
        let next_bytes = next.encode(revision, false);
        let again =
            encoded.as_cri().resolve(CriRef::decode(&next_bytes).unwrap()).expect("a result");
        let again = again.encode_to(revision, Vec::new()).expect("room");
        assert_bytes(again.as_bytes(), &model.resolve(&next).encode(revision, false), context);
    }
}

#[test]
fn resolving_against_bases_of_all_sizes() {
    let references = references();
    around_the_bounds(&bases(), |base, long, len| {
        // Each long base meets only some of the references. The revision alternates from one length to the next.
        let step = if len < SHORT { 1 } else { 7 };
        for (index, reference) in references.iter().enumerate().skip(len % step).step_by(step) {
            let revision = Revision::ALL[(len / step + index) % 2];
            let context =
                format!("base of {len} bytes, {long:?}, and {reference:?}, {}", revision.name());
            assert_resolves(base, reference, revision, &context);
        }
    });
}

#[test]
fn resolving_to_results_of_all_sizes() {
    let mut found = [0; LENGTHS.len()];
    for (lengths, found) in LENGTHS.into_iter().zip(&mut found) {
        let is_short = lengths.end < SHORT;
        // For long results, every third length, base and reference is enough.
        let (bases, references) = (bases(), references());
        let (step, of_short) = if is_short { (1, 2) } else { (3, 1) };
        for base in bases.iter().step_by(step) {
            for reference in sample(references.iter().step_by(step), of_short) {
                for long in long_parts(&lengths) {
                    for len in sample(lengths.clone().step_by(step), of_short) {
                        let from_base =
                            with_length(base, long, len, |base| base.resolve(reference));
                        let from_reference =
                            with_length(reference, long, len, |reference| base.resolve(reference));
                        let pairs = [
                            (from_base, Some(reference.clone())),
                            (Some(base.clone()), from_reference),
                        ];
                        for (base, reference) in pairs {
                            let (Some(base), Some(reference)) = (base, reference) else { continue };
                            let context =
                                format!("result of {len} bytes, {long:?}, {:?}", reference.discard);
                            assert_resolves(&base, &reference, Revision::Draft16, &context);
                            *found += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(found.iter().all(|&found| found > 20), "{found:?}");
}
