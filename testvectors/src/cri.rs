//! The families of vectors: one struct for each, its fields named as in the files.

use crate::hex;
use serde::Deserialize;

/// The revision of the draft that a vector speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
pub enum Revision {
    /// draft-ietf-core-href-16, unless a vector says otherwise.
    #[default]
    #[serde(rename = "draft-16")]
    Draft16,
    /// draft-ietf-core-href-27.
    #[serde(rename = "draft-27")]
    Draft27,
}

/// A feature of the draft that an implementation may be without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Feature {
    /// Full CRIs without an authority.
    NoAuthority,
    /// A userinfo in front of the host.
    Userinfo,
    /// Percent-encoded text (PET) in place of text.
    ExtendedCri,
    /// A scheme given by its name; a feature in draft-27, always there in draft-16.
    SchemeName,
}

/// An expected error: what is wrong, in which component, and where.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    /// The kind, in kebab-case; `testvectors/README.md` lists the kinds of each direction.
    pub kind: String,
    /// The component in kebab-case, `cri` for the whole; not compared where it is absent.
    pub component: Option<String>,
    /// The offset in bytes into the input; not compared where it is absent.
    pub offset: Option<usize>,
}

/// What decoding says of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// A CRI or CRI reference.
    Processable,
    /// An array that can be skipped and stays opaque.
    Unprocessable,
    /// Nothing can be skipped: the stream is lost.
    Rejected,
}

/// Bytes to decode as a CRI reference, and what they are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decode {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of `uri` and `uri_error`; decoding takes none.
    #[serde(default)]
    pub revision: Revision,
    /// Features that are off.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The bytes.
    #[serde(deserialize_with = "hex::bytes")]
    pub cbor: Vec<u8>,
    /// The same in diagnostic notation, where the bytes are well-formed.
    pub edn: Option<String>,
    /// What decoding says.
    pub outcome: Outcome,
    /// If processable: whether it is a full CRI. Where it is not, reading as a full CRI gives `not-full`.
    pub full: Option<bool>,
    /// If processable: its encoding in draft-16.
    #[serde(default, deserialize_with = "hex::optional")]
    pub draft16: Option<Vec<u8>>,
    /// If it has no encoding in draft-16: why.
    pub draft16_error: Option<Expected>,
    /// If processable: its encoding in draft-27.
    #[serde(default, deserialize_with = "hex::optional")]
    pub draft27: Option<Vec<u8>>,
    /// If it has no encoding in draft-27: why.
    pub draft27_error: Option<Expected>,
    /// If processable: its URI reference.
    pub uri: Option<String>,
    /// If it has no URI reference: why.
    pub uri_error: Option<Expected>,
    /// If not processable: what is wrong.
    pub error: Option<Expected>,
}

/// The direction in which a [`Convert`] vector holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// Each of the two is made from the other.
    Both,
    /// The CRI is made from the URI, whose normalized spelling is another.
    ToCri,
    /// The URI is made from the CRI.
    ToUri,
}

/// A URI reference and the CRI reference that says the same.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Convert {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of the conversion and of `cbor`.
    #[serde(default)]
    pub revision: Revision,
    /// Features that are off.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The URI reference.
    pub uri: Option<String>,
    /// The CRI reference in diagnostic notation.
    pub edn: Option<String>,
    /// The CRI reference, encoded in `revision`.
    #[serde(default, deserialize_with = "hex::optional")]
    pub cbor: Option<Vec<u8>>,
    /// The direction, where the conversion succeeds.
    pub way: Option<Way>,
    /// `uri` has no CRI: why. Offsets are into `uri`.
    pub to_cri_error: Option<Expected>,
    /// `cbor` has no URI: why.
    pub to_uri_error: Option<Expected>,
}

/// A URI reference and its components as RFC 3986 sees them, nothing decoded.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parse {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The URI reference.
    pub uri: String,
    /// The scheme; absent is undefined.
    pub scheme: Option<String>,
    /// The userinfo, without the `@`.
    pub userinfo: Option<String>,
    /// The host, brackets included; there exactly where there is an authority.
    pub host: Option<String>,
    /// The port, without the colon; empty where only the colon is there.
    pub port: Option<String>,
    /// The path; there unless the reference does not parse.
    pub path: Option<String>,
    /// The query, without the `?`.
    pub query: Option<String>,
    /// The fragment, without the `#`.
    pub fragment: Option<String>,
    /// The reference does not parse: why.
    pub error: Option<Expected>,
    /// It parses, but is no `absolute-URI` (RFC 3986 section 4.3): why.
    pub absolute_error: Option<Expected>,
}

/// A base, a reference, and what the reference means there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resolve {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision of the URIs and of the encodings.
    #[serde(default)]
    pub revision: Revision,
    /// Features that are off.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The base in diagnostic notation, a full CRI.
    pub base: String,
    /// The base, encoded.
    #[serde(deserialize_with = "hex::bytes")]
    pub base_cbor: Vec<u8>,
    /// The URI of the base, where it has one.
    pub base_uri: Option<String>,
    /// The reference in diagnostic notation.
    pub reference: String,
    /// The reference, encoded.
    #[serde(deserialize_with = "hex::bytes")]
    pub reference_cbor: Vec<u8>,
    /// The URI reference of the reference, where it has one.
    pub reference_uri: Option<String>,
    /// The result in diagnostic notation.
    pub result: Option<String>,
    /// The result, encoded.
    #[serde(default, deserialize_with = "hex::optional")]
    pub result_cbor: Option<Vec<u8>>,
    /// The URI of the result, where it has one.
    pub result_uri: Option<String>,
    /// What RFC 3986 section 5.2 makes of the two URIs, where that is not `result_uri`.
    pub rfc3986: Option<String>,
    /// The result would not be a CRI: why.
    pub error: Option<Expected>,
}

/// Two full CRIs, and whether they are equal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Features that are off.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The one.
    #[serde(deserialize_with = "hex::bytes")]
    pub a: Vec<u8>,
    /// The one, in diagnostic notation.
    pub a_edn: String,
    /// The other.
    #[serde(deserialize_with = "hex::bytes")]
    pub b: Vec<u8>,
    /// The other, in diagnostic notation.
    pub b_edn: String,
    /// Whether they are equal.
    pub equal: bool,
    /// Whether they are equal when both fragments are left out of account.
    pub equal_ignoring_fragment: bool,
}

/// A scheme number and its name, or that one of them is not registered.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scheme {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// The revision whose table this is.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The scheme number (not the scheme-id, which is -1 less the number).
    pub number: Option<u64>,
    /// The name, in lower case.
    pub name: Option<String>,
    /// The default port; not compared where it is absent.
    pub port: Option<u16>,
    /// Whether the scheme has no default port.
    #[serde(default)]
    pub portless: bool,
    /// Whether the number or the name, alone here, is not in the table.
    #[serde(default)]
    pub absent: bool,
}

/// A run of the program `cri`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here: `args` say it.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The arguments after `cri`.
    pub args: Vec<String>,
    /// The standard input; empty where neither this nor `stdin_hex` is there.
    pub stdin: Option<String>,
    /// The standard input, where it is not text.
    #[serde(default, deserialize_with = "hex::optional")]
    pub stdin_hex: Option<Vec<u8>>,
    /// The exit status.
    pub status: i32,
    /// The whole standard output.
    pub stdout: Option<String>,
    /// What occurs in the standard output.
    #[serde(default)]
    pub stdout_has: Vec<String>,
    /// What occurs in the standard error output.
    #[serde(default)]
    pub stderr_has: Vec<String>,
}

/// A URI reference, and what normalisation makes of it (RFC 3986 sections 6.2.2 and 6.2.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Normalize {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The URI reference.
    pub uri: String,
    /// After case normalisation alone; not compared where it is absent, as the other single steps.
    pub case: Option<String>,
    /// After percent-encoding normalisation alone.
    pub percent: Option<String>,
    /// After removing dot-segments alone.
    pub dot_segments: Option<String>,
    /// After these three, which are syntax-based normalisation.
    pub syntax: String,
    /// After the scheme-based steps, too; absent where these change nothing more.
    pub scheme: Option<String>,
}

/// A text, and the URIs in it (RFC 3986 appendix C, RFC 1738 appendix).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extract {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The text.
    pub text: String,
    /// The URIs in it, in order.
    pub found: Vec<Found>,
}

/// A URI in a text.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    /// The URI.
    pub uri: String,
    /// As it stands in the text, with white space in it; absent where there is none.
    pub written: Option<String>,
    /// `angle-brackets`, `double-quotes` or `none`.
    pub delimiters: String,
    /// The URI without the hyphens before line breaks, where there are any.
    pub alternative: Option<String>,
}

/// Components, and the URI reference they make (RFC 3986 section 5.3).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recompose {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The scheme; absent is undefined.
    pub scheme: Option<String>,
    /// The authority, without the two slashes.
    pub authority: Option<String>,
    /// The path.
    pub path: String,
    /// The query, without the `?`.
    pub query: Option<String>,
    /// The fragment, without the `#`.
    pub fragment: Option<String>,
    /// The URI reference.
    pub uri: Option<String>,
    /// The components make none: why. The offset is into the component, or the authority.
    pub error: Option<Expected>,
}

/// Two URIs, and the shortest reference that leads from the one to the other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relativize {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The base.
    pub base: String,
    /// What the reference leads to.
    pub target: String,
    /// The reference, than which no other is as short.
    pub reference: Option<String>,
    /// There is none: why.
    pub error: Option<Expected>,
}

/// A URI reference, and what there is to be said of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Unique name.
    pub id: String,
    /// Rows of `requirements.csv`.
    pub shows: Vec<String>,
    /// Why, where it is not plain.
    pub note: Option<String>,
    /// Not of importance here.
    #[serde(default)]
    pub revision: Revision,
    /// Not of importance here.
    #[serde(default)]
    pub without: Vec<Feature>,
    /// The URI reference.
    pub uri: String,
    /// What is found, in order.
    pub findings: Vec<Finding>,
}

/// What a check finds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The kind, in kebab-case.
    pub kind: String,
    /// The component in kebab-case.
    pub component: String,
    /// The offset in bytes into the URI.
    pub offset: usize,
    /// `violation` or `warning`.
    pub severity: String,
}
