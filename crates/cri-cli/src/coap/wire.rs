//! Options as a message has them (RFC 7252 section 3.1).

use cri_coap::{OptionHead, OptionWriter};

use crate::coap::option::CoapOption;

/// The bytes of options in a message, and where each option ends.
#[derive(Clone, Debug)]
pub(crate) struct InMessage<'a> {
    options: &'a [CoapOption],
    bytes: Vec<u8>,
    /// For each option, the offset of the byte after its value.
    ends: Vec<usize>,
}

impl<'a> InMessage<'a> {
    /// Lays out the options, which are in the order of their numbers. No value is longer than a message can hold.
    pub(crate) fn new(options: &'a [CoapOption]) -> Self {
        let room = options.iter().map(|option| OptionHead::MAX_LEN + option.value.len()).sum();
        let mut bytes = vec![0; room];
        let mut writer = OptionWriter::new(&mut bytes);
        let ends = options.iter().map(|option| {
            writer
                .add(option.number, &option.value)
                .expect("the caller checked the length, and there is room");
            writer.as_bytes().len()
        });
        let ends = ends.collect();
        let len = writer.finish().len();
        bytes.truncate(len);
        Self { options, bytes, ends }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The head and the value of each option.
    pub(crate) fn heads_and_values(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let starts = [0].iter().chain(&self.ends);
        let options = self.options.iter().zip(starts.zip(&self.ends));
        options.map(|(option, (start, end))| {
            self.bytes[*start..*end].split_at(end - start - option.value.len())
        })
    }
}
