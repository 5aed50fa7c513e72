//! What the text directly after a URI says about the URI: it ends here, or it was mistyped, or it is an IRI.

/// What a character says about a URI directly before it. A letter of ASCII, and a delimiter of URIs, is `Other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follow {
    /// The URI ends: white space, a control character, a delimiter of appendix C or of markup, a quotation mark, or
    /// punctuation that no host has.
    End,
    /// A letter of a script without spaces between words. A sentence may go on directly after a URI.
    Letter,
    /// A dash, an apostrophe, an ellipsis: it may end a URI, or replace a character of the URI.
    Mark,
    /// What IDNA reads as a dot, a wide colon, or an invisible character. It joins the text before and after it.
    Joint,
    /// The URI was mistyped, or is an IRI.
    Other,
}

impl Follow {
    #[allow(
        clippy::match_same_arms,
        reason = "a comment says what the characters of some arms are"
    )]
    pub(crate) const fn of(character: char) -> Self {
        match character {
            // White space and control characters.
            '\0'..=' ' | '\x7f'..='\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' => Self::End,
            '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => Self::End,
            // Appendix C, and markup.
            '"' | '<' | '>' | '`' | '|' | '}' => Self::End,
            // Quotation marks and bullets.
            '«' | '»' | '\u{201a}'..='\u{201f}' | '\u{2020}'..='\u{2022}' | '‹' | '›' => {
                Self::End
            }
            // Punctuation: Arabic, Indic, Chinese, Japanese and Korean, with its vertical and wide forms.
            '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{964}' | '\u{965}' => Self::End,
            '\u{3001}' | '\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' => {
                Self::End
            }
            '\u{fe10}'..='\u{fe19}' | '\u{fe30}'..='\u{fe4f}' => Self::End,
            '\u{ff01}' | '\u{ff02}' | '\u{ff07}'..='\u{ff09}' | '\u{ff0c}' => Self::End,
            '\u{ff1b}' | '\u{ff1c}' | '\u{ff1e}' | '\u{ff1f}' | '\u{ff3b}' | '\u{ff3d}' => {
                Self::End
            }
            '\u{ff5b}'..='\u{ff60}' | '\u{ff62}'..='\u{ff64}' => Self::End,
            // Thai and Lao, Myanmar, Hangul, Khmer.
            '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' => Self::Letter,
            '\u{1100}'..='\u{11ff}' | '\u{1780}'..='\u{17ff}' => Self::Letter,
            // Chinese, Japanese and Korean.
            '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3041}'..='\u{a4cf}' => {
                Self::Letter
            }
            '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' => {
                Self::Letter
            }
            '\u{ff66}'..='\u{ffdc}' | '\u{20000}'..='\u{3ffff}' => Self::Letter,
            '\u{2014}' | '\u{2015}' | '‘' | '’' | '…' => Self::Mark,
            '\u{3002}' | '\u{ff0e}' | '\u{ff1a}' | '\u{ff61}' => Self::Joint,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => Self::Joint,
            '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => Self::Joint,
            _ => Self::Other,
        }
    }
}

/// Whether `text` begins with a name in angle brackets, and goes on as a URI does. A name is no tag of HTML then, but tells
/// what to write, as in `http://<host>.example/`.
pub(crate) fn is_placeholder(text: &str) -> bool {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' ');
    let rest =
        text.strip_prefix('<').and_then(|text| text.trim_start_matches(is_name).strip_prefix('>'));
    rest.is_some_and(|rest| {
        !rest.starts_with(|c| is_name(c) || Follow::of(c) != Follow::Other) && goes_on(rest)
    })
}

/// Whether the word that `text` begins with goes on as a URI does. `text` follows a URI.
pub(crate) fn goes_on(text: &str) -> bool {
    let mut is_joined = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let next = characters.clone().next();
        match character {
            '-' | '_' | '~' => {}
            '/' | '#' | '@' | '%' | '&' | '=' | '+' | '$' | '*' | '[' | '{' | '\\' | '^' => {
                return true;
            }
            // After `:`, there may be `//`, which the next URI has.
            '.' | ':' | '?' => {
                let is_beyond_ascii = |next| {
                    matches!(Follow::of(next), Follow::Letter | Follow::Other) && !next.is_ascii()
                };
                return next
                    .is_some_and(|next| next.is_ascii_alphanumeric() || is_beyond_ascii(next));
            }
            _ if character.is_ascii_alphanumeric() => {}
            _ => match Follow::of(character) {
                Follow::Letter | Follow::Mark => {}
                Follow::Joint => is_joined |= next.is_some_and(|next| next.is_ascii_alphanumeric()),
                Follow::Other if !character.is_ascii() => return true,
                Follow::End | Follow::Other => break,
            },
        }
    }
    is_joined
}
