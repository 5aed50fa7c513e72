//! The functions of `cri_uri.columns`.

use std::fmt::{self, Write};

use arrow_buffer::NullBufferBuilder;
use cri_core::{BufferFull, Component, Cri as FullCri, CriRef as Reference, Tail};
use cri_uri::{IriRef, ParseError, ToIri, ToUri, Uri, UriRef, pct, to_cri};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::class::{Asked, CriRef, options_of, revision_name};
use crate::columns::input::Input;
use crate::columns::output::Column;
use crate::error::{Any, Diagnosis, Failure, Result, no_memory};
use crate::parts::{copied, reserved, text_of, wrong_type};

/// The column of results, and on request that of errors.
pub type Results = (Column, Option<Column>);

/// What the rows of a column of binaries are.
#[derive(Clone, Copy, PartialEq)]
pub enum Rows {
    Texts,
    Cris,
}

impl Rows {
    /// What a row can be, by its first byte: a CRI begins with the head of an array, and no text in UTF-8 does.
    fn of(row: &[u8]) -> Option<Self> {
        Some(if row.first()? & 0b1110_0000 == 0b1000_0000 { Self::Cris } else { Self::Texts })
    }

    /// Whether a row is one of these.
    fn have(self, row: &[u8]) -> bool {
        match self {
            Self::Texts => str::from_utf8(row).is_ok(),
            Self::Cris => Reference::decode(row).is_ok(),
        }
    }

    /// The error of a column of which no row can be one of these.
    fn refuse(self) -> PyErr {
        PyValueError::new_err(match self {
            Self::Texts => {
                "the column has CRIs, and this function reads texts; convert it first: cri_uri.columns.decode(column)"
            }
            Self::Cris => {
                "the column has texts, and this function reads CRIs; convert it first: cri_uri.columns.encode(column)"
            }
        })
    }
}

/// What the rows of a column of results are.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Text,
    Bytes,
    /// Lists of texts.
    Lists,
}

/// Where a function appends the result of a row.
pub struct Out<'r> {
    bytes: &'r mut Vec<u8>,
    item_ends: &'r mut Vec<i64>,
}

impl Out<'_> {
    fn tail(&mut self) -> Tail<'_, Vec<u8>> {
        Tail::new(self.bytes)
    }

    /// Ends an item of a list.
    pub fn end_item(&mut self) -> Result<(), Diagnosis> {
        self.item_ends.try_reserve(1).map_err(|_| BufferFull)?;
        // INVARIANT: the length of a vector fits.
        self.item_ends.push(self.bytes.len() as i64);
        Ok(())
    }

    /// Appends a text, percent-decoded if the program asks for that.
    pub fn push(
        &mut self,
        text: &str,
        decode: bool,
        component: Component,
    ) -> Result<(), Diagnosis> {
        if !decode || !text.contains('%') {
            return Ok(self.tail().write_str(text)?);
        }
        let start = self.bytes.len();
        // Decoding never makes a text longer.
        self.bytes.try_reserve(text.len()).map_err(|_| BufferFull)?;
        self.bytes.extend(pct::decode(text));
        let decoded = self.bytes.get(start..).unwrap_or_default();
        match str::from_utf8(decoded) {
            Ok(_) => Ok(()),
            Err(error) => Err(Diagnosis::from(error).in_part(component)),
        }
    }
}

/// Applies `convert` to each row, without the interpreter. It appends its result, and returns whether there is one.
pub fn map<'i>(
    py: Python<'_>,
    input: &'i Input,
    rows: Rows,
    kind: Kind,
    errors: bool,
    mut convert: impl FnMut(&'i [u8], usize, &mut Out<'_>) -> Result<bool, Diagnosis> + Send,
) -> Result<Results> {
    py.detach(|| {
        // A column of type null may have any length, without memory of its own. So that arrow, which aborts without memory, is
        // not the first to ask: all that a row takes besides its texts, at one time.
        let row = if errors { 48 } else { 16 };
        let len = input.len().saturating_add(1);
        drop(reserved::<u8>(len.saturating_mul(row))?);
        let (mut bytes, mut ends) = (Vec::new(), reserved(len)?);
        let mut failed = reserved(if errors { len } else { 0 })?;
        let mut item_ends = vec![0];
        ends.push(0);
        let mut nulls = NullBufferBuilder::new(0);
        // Whether a row is one of the other kind, and whether each row may be. Other bytes, such as a CRI in a tag, are of
        // none.
        let (mut is_any_other, mut are_others) = (false, input.is_binary() && !errors);
        input.for_each(|row| {
            let (start, first_item) = (bytes.len(), item_ends.len());
            let mut out = Out { bytes: &mut bytes, item_ends: &mut item_ends };
            // INVARIANT: one end for each row before, and the 0.
            let index = ends.len().saturating_sub(1);
            let result = row.map(|row| convert(row, index, &mut out)).transpose();
            if result.as_ref().is_err_and(Diagnosis::is_no_memory) {
                return Err(no_memory());
            }
            if are_others
                && let Some(row) = row
                && let Some(found) = Rows::of(row)
            {
                are_others = found != rows;
                is_any_other = is_any_other || are_others && found.have(row);
            }
            let is_valid = matches!(result, Ok(Some(true)));
            if !is_valid {
                bytes.truncate(start);
                item_ends.truncate(first_item);
            }
            if errors {
                failed.push(result.err().map(Box::new));
            }
            nulls.append(is_valid);
            let end =
                if kind == Kind::Lists { item_ends.len().saturating_sub(1) } else { bytes.len() };
            // INVARIANT: the length of a vector fits.
            ends.push(end as i64);
            Ok(())
        })?;
        if is_any_other && are_others {
            return Err(rows.refuse().into());
        }
        let (nulls, is_large) = (nulls.finish(), input.is_large());
        let values = match kind {
            Kind::Lists => {
                let items = Column::new(bytes, item_ends, None, true, is_large)?;
                items.into_lists(ends, nulls, is_large)?
            }
            kind => Column::new(bytes, ends, nulls, kind == Kind::Text, is_large)?,
        };
        Ok((values, errors.then(|| Column::of_errors(&failed))))
    })
}

/// The reference in a row of URIs or, with `iri`, of IRIs, whose URI is written to `space`.
fn reference<'a>(
    row: &'a [u8],
    iri: bool,
    space: &'a mut Vec<u8>,
) -> Result<UriRef<'a>, Diagnosis> {
    let text = str::from_utf8(row)?;
    if !iri {
        return Ok(UriRef::parse(text)?);
    }
    space.clear();
    IriRef::parse(text)?.to_uri().write_to(&mut Tail::new(space))?;
    Ok(UriRef::parse(str::from_utf8(space)?)?)
}

/// Writes a URI or, with `iri`, its IRI.
fn write(
    iri: bool,
    out: &mut Out<'_>,
    write_uri: impl FnOnce(&mut Tail<'_, Vec<u8>>) -> fmt::Result,
) -> Result<bool, Diagnosis> {
    if iri {
        let mut space = Vec::new();
        write_uri(&mut Tail::new(&mut space))?;
        UriRef::parse(str::from_utf8(&space)?)?.to_iri().write_to(&mut out.tail())?;
    } else {
        write_uri(&mut out.tail())?;
    }
    Ok(true)
}

/// URIs to CRIs.
#[pyfunction]
pub fn encode(
    py: Python<'_>,
    column: &Any<'_>,
    iri: bool,
    errors: bool,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Results> {
    let options = options_of(revision)?;
    let column = Input::read(column, |_| Ok(()))?;
    map(py, &column, Rows::Texts, Kind::Bytes, errors, |row, _, out| {
        let text = str::from_utf8(row)?;
        if iri {
            IriRef::parse(text)?.to_cri(options, out.tail())?;
        } else {
            to_cri(text, options, out.tail())?;
        }
        Ok(true)
    })
}

/// CRIs to URIs.
#[pyfunction]
pub fn decode(
    py: Python<'_>,
    column: &Any<'_>,
    iri: bool,
    errors: bool,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Results> {
    let options = options_of(revision)?;
    let column = Input::read(column, |column| match column.is_text() {
        true => Err(PyTypeError::new_err("CRIs are binaries, but the column has strings").into()),
        false => Ok(()),
    })?;
    map(py, &column, Rows::Cris, Kind::Text, errors, |row, _, out| {
        let reference = Reference::decode(row)?;
        if iri {
            reference.to_iri(options)?.write_to(&mut out.tail())?;
        } else {
            reference.to_uri(options)?.write_to(&mut out.tail())?;
        }
        Ok(true)
    })
}

/// URI references or CRI references against one base.
#[pyfunction]
pub fn resolve(
    py: Python<'_>,
    base: &Any<'_>,
    column: &Any<'_>,
    iri: bool,
    errors: bool,
    revision: Option<Asked>,
) -> Result<Results> {
    let cri = base.cast::<CriRef>().ok().map(Bound::get);
    let needs_cri = || PyTypeError::new_err("a column of CRIs needs a Cri as its base");
    let mut text = None;
    let column = Input::read(column, |column| {
        if let Some(cri) = cri {
            revision.unwrap_or_default().expect(cri.revision)?;
        }
        if column.is_binary() {
            cri.ok_or_else(needs_cri)?.full()?;
            return Ok(());
        }
        let base = text_of(base, None)?;
        let failure = |error: ParseError| Failure::in_text(error.into(), &base);
        let mut uri = Vec::new();
        let parsed = if iri {
            IriRef::parse(&base).map_err(failure)?.to_uri().write_to(&mut Tail::new(&mut uri))?;
            str::from_utf8(&uri)?
        } else {
            &base
        };
        Uri::parse(parsed).map_err(failure)?;
        text = Some(if iri { uri } else { copied(base.as_bytes())? });
        Ok(())
    })?;
    let Some(text) = text else {
        let cri = cri.ok_or_else(needs_cri)?;
        let base = cri.full()?;
        return map(py, &column, Rows::Cris, Kind::Bytes, errors, |row, _, out| {
            base.resolve(Reference::decode(row)?)?.encode_to(cri.revision, out.tail())?;
            Ok(true)
        });
    };
    let base = Uri::parse(str::from_utf8(&text)?)?;
    let mut space = Vec::new();
    map(py, &column, Rows::Texts, Kind::Text, errors, |row, _, out| {
        let target = base.resolve(reference(row, iri, &mut space)?)?;
        write(iri, out, |out| target.write_to(out))
    })
}

/// URI references or CRI references, each against the base in its row of another column.
#[pyfunction]
pub fn resolve_each(
    py: Python<'_>,
    bases: &Any<'_>,
    column: &Any<'_>,
    iri: bool,
    errors: bool,
    revision: Option<Asked>,
) -> Result<Results> {
    let revision = revision.unwrap_or_default().or_default();
    if !Input::is_column(bases)? {
        let allowed = "a Cri or a str, or an Arrow column of bases";
        return Err(wrong_type("a base", allowed, bases).into());
    }
    let mut read = None;
    // The types of both columns are known before a row of one is read.
    let column = Input::read(column, |column| {
        read = Some(Input::read(bases, |bases| {
            let are_both =
                bases.is_text() && column.is_binary() || bases.is_binary() && column.is_text();
            match are_both {
                true => {
                    Err(PyTypeError::new_err("one column has CRIs, and the other has URIs").into())
                }
                false => Ok(()),
            }
        })?);
        Ok(())
    })?;
    let bases = read.iter().map(Input::rows).next().transpose()?.unwrap_or_default();
    if bases.len() != column.len() {
        let [one, other] = [bases.len(), column.len()];
        let message = format!("there are {one} bases and {other} references; pass a base for each");
        return Err(PyValueError::new_err(message).into());
    }
    let base_of = |index: usize| bases.get(index).copied().flatten();
    // An offset would be one in the base.
    let unseen = Diagnosis::without_offset;
    if column.is_binary() {
        return map(py, &column, Rows::Cris, Kind::Bytes, errors, |row, index, out| {
            let Some(base) = base_of(index) else { return Ok(false) };
            let base = FullCri::decode(base).map_err(|error| unseen(error.into()))?;
            base.resolve(Reference::decode(row)?)?.encode_to(revision, out.tail())?;
            Ok(true)
        });
    }
    let (mut space, mut base_space) = (Vec::new(), Vec::new());
    map(py, &column, Rows::Texts, Kind::Text, errors, |row, index, out| {
        let Some(base) = base_of(index) else { return Ok(false) };
        let base = reference(base, iri, &mut base_space).map_err(unseen)?;
        let base = base.as_uri().map_or_else(|| Uri::parse(base.as_str()), Ok);
        let base = base.map_err(|error| unseen(error.into()))?;
        let target = base.resolve(reference(row, iri, &mut space)?)?;
        write(iri, out, |out| target.write_to(out))
    })
}

/// URI references in their normal form.
#[pyfunction]
pub fn normalize_column(
    py: Python<'_>,
    column: &Any<'_>,
    steps: Option<Any<'_>>,
    iri: bool,
    errors: bool,
    #[pyo3(from_py_with = revision_name)] revision: &str,
) -> Result<Results> {
    let schemes = options_of(revision)?.schemes();
    let steps = crate::text::steps(steps.as_ref())?;
    let column = Input::read(column, |_| Ok(()))?;
    let mut space = Vec::new();
    map(py, &column, Rows::Texts, Kind::Text, errors, |row, _, out| {
        let normal = reference(row, iri, &mut space)?.normalize(steps, schemes);
        write(iri, out, |out| normal.write_to(out))
    })
}
