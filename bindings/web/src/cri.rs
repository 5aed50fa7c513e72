//! A CRI reference as the page shows it: its notation, its URI, and each item of its bytes.

use cri_core::CriRef;
use cri_inspect::operand::hex;
use cri_inspect::{Anatomy, Item};
use cri_uri::{Options, ToUri};
use serde::Serialize;

use crate::fault::Fault;
use crate::pieces::{Piece, of_notation, of_uri};
use crate::read::Read;

/// What is known of a text: its CBOR, if it has one, and the fault, if there is one.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Outcome {
    pub(crate) fault: Option<Fault>,
    /// The bytes, also where these are not a CRI.
    pub(crate) bytes: Option<Bytes>,
    /// The CRI reference, if there is no fault.
    pub(crate) cri: Option<Cri>,
}

/// The items of the bytes.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Bytes {
    pub(crate) hex: String,
    pub(crate) items: Vec<Row>,
    /// How many items were left out.
    pub(crate) more: usize,
    /// The offset of the byte that is wrong.
    pub(crate) wrong: Option<usize>,
}

/// An item of the bytes.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Row {
    pub(crate) offset: usize,
    /// The length in bytes of its head.
    head: usize,
    /// The length in bytes of head and body.
    pub(crate) len: usize,
    depth: usize,
    kind: Option<String>,
    /// The name of its section.
    pub(crate) section: &'static str,
    pub(crate) meaning: String,
}

/// A CRI reference.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Cri {
    pub(crate) hex: String,
    pub(crate) notation: Vec<Piece>,
    /// Whether these are the bytes that the text stands for. Otherwise the revision writes the CRI in other bytes.
    is_given: bool,
    pub(crate) uri: Result<Vec<Piece>, Fault>,
}

impl Outcome {
    /// What is known of a text in one revision, with at most `limit` items.
    pub(crate) fn new(read: &Result<Read<'_>, Fault>, options: Options, limit: usize) -> Self {
        let read = match read {
            Ok(read) => read,
            Err(fault) => return Self { fault: Some(fault.clone()), bytes: None, cri: None },
        };
        let wrong = CriRef::decode(&read.bytes).err().map(|error| error.offset());
        let bytes = Some(Bytes::new(&read.bytes, wrong, options, limit));
        match read.cri().and_then(|cri| Cri::written(cri, options)) {
            Ok(cri) => Self { fault: None, bytes, cri: Some(cri) },
            Err(fault) => Self { fault: Some(fault), bytes, cri: None },
        }
    }
}

impl Bytes {
    fn new(bytes: &[u8], wrong: Option<usize>, options: Options, limit: usize) -> Self {
        let mut anatomy = Anatomy::new(bytes, options.schemes());
        let items = anatomy.by_ref().take(limit).map(|item| Row::new(&item)).collect();
        Self { hex: hex::encode(bytes), items, more: anatomy.count(), wrong }
    }
}

impl Row {
    fn new(item: &Item<'_>) -> Self {
        Self {
            offset: item.offset,
            head: item.head.len(),
            len: item.len(),
            depth: item.depth,
            kind: item.kind.map(|kind| kind.to_string()),
            section: item.section().name(),
            meaning: item.description().to_string(),
        }
    }
}

impl Cri {
    /// The CRI reference in the form of the revision.
    ///
    /// # Errors
    ///
    /// The revision has no form for it.
    fn written(cri: CriRef<'_>, options: Options) -> Result<Self, Fault> {
        let written = cri.sections().encode_to(options.revision(), Vec::new())?;
        let written = written.as_cri_ref();
        Ok(Self { is_given: written.as_bytes() == cri.as_bytes(), ..Self::new(written, options) })
    }

    /// The CRI reference with these bytes.
    pub(crate) fn new(cri: CriRef<'_>, options: Options) -> Self {
        let uri = cri.to_uri(options).map(|uri| of_uri(&uri.to_string())).map_err(Fault::from);
        Self {
            hex: hex::encode(cri.as_bytes()),
            notation: of_notation(cri, options),
            is_given: true,
            uri,
        }
    }
}
