//! Hints for texts that are wrong: what would make them work.

use cri_inspect::operand::{self, Advice};
use cri_uri::password;

use crate::fault::Fault;

/// The fault of a text, with a hint if there is one.
pub(crate) fn advised(fault: Fault, text: &str) -> Fault {
    let Some(advice) = Advice::find(text, operand::Fault::named(fault.kind)) else { return fault };
    let message = advice.added_to(&fault.message, |uri| password::mask_operand(uri).to_string());
    Fault { message, ..fault }
}
