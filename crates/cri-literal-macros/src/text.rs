//! The text of an invocation: one string literal, or `concat!` and `env!` of literals.

use std::env;

use proc_macro2::{Literal, Span};
use syn::parse::{Parse, ParseBuffer, ParseStream};
use syn::token::{Brace, Bracket, Paren};
use syn::{Error, Lit, Result, Token, braced, bracketed, parenthesized};

use crate::path::Path;

const EXPECTED: &str = "expected a string literal, or `concat!` or `env!` of literals; a macro sees a constant or another \
                        macro only by its name, and not its value";

/// A text, and the tokens that its parts come from.
#[derive(Debug, Default)]
pub(crate) struct Text {
    pub(crate) value: String,
    /// INVARIANT: the parts are in the order of the text.
    parts: Vec<Part>,
    /// The names of the environment variables in the text.
    pub(crate) variables: Vec<String>,
}

/// A part of a text that comes from one token.
#[derive(Debug)]
struct Part {
    /// Its offset in the text.
    start: usize,
    span: Span,
    /// The token, if it is a string.
    string: Option<Literal>,
}

impl Parse for Text {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        // A part of `concat!` may also be a number, a character or a truth value.
        let is_other = input.peek(Token![-])
            || matches!(
                input.fork().parse(),
                Ok(Lit::Int(_) | Lit::Float(_) | Lit::Char(_) | Lit::Byte(_) | Lit::Bool(_))
            );
        if is_other {
            return Err(Error::new(input.span(), EXPECTED));
        }
        let mut text = Self::default();
        text.read_part(input)?;
        Ok(text)
    }
}

impl Text {
    /// Appends a literal or the value of a macro.
    fn read_part(&mut self, input: ParseStream<'_>) -> Result<()> {
        if input.peek(Token![-]) || input.peek(Lit) {
            let literal = input.parse();
            return self.push_literal(&literal.map_err(|error: Error| {
                Error::new(error.span(), "expected an integer after `-`")
            })?);
        }
        let Path { names, span } = input.parse()?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match *names.as_slice() {
            ["concat"] | ["core" | "std", "concat"] => self.read_concat(&arguments(input, span)?),
            ["env"] | ["core" | "std", "env"] => self.read_env(&arguments(input, span)?, span),
            _ => Err(Error::new(span, EXPECTED)),
        }
    }

    fn push_literal(&mut self, literal: &Lit) -> Result<()> {
        let span = literal.span();
        match literal {
            Lit::Str(string) if string.suffix().is_empty() => {
                self.push(&string.value(), span, Some(string.token()));
            }
            Lit::Char(character) => self.push(&character.value().to_string(), span, None),
            Lit::Int(number) => self.push(number.base10_digits(), span, None),
            Lit::Bool(truth) => self.push(&truth.value.to_string(), span, None),
            Lit::Str(_) => {
                return Err(Error::new(span, "a string literal takes no suffix; remove it"));
            }
            Lit::Float(_) => {
                return Err(Error::new(
                    span,
                    "a number with a fraction or an exponent is not supported; write it as a string",
                ));
            }
            _ => return Err(Error::new(span, "expected text; remove the prefix of this literal")),
        }
        Ok(())
    }

    fn push(&mut self, value: &str, span: Span, string: Option<Literal>) {
        self.parts.push(Part { start: self.value.len(), span, string });
        self.value.push_str(value);
    }

    /// Appends the arguments of `concat!`.
    fn read_concat(&mut self, arguments: ParseStream<'_>) -> Result<()> {
        while !arguments.is_empty() {
            self.read_part(arguments)?;
            if arguments.parse::<Option<Token![,]>>()?.is_none() && !arguments.is_empty() {
                return Err(Error::new(
                    arguments.span(),
                    "expected `,` between the arguments of `concat!`",
                ));
            }
        }
        Ok(())
    }

    /// Appends the variable that the arguments of `env!` name.
    fn read_env(&mut self, arguments: ParseStream<'_>, span: Span) -> Result<()> {
        let at = arguments.span();
        let name: Self = arguments.parse()?;
        let mut message = None;
        if arguments.parse::<Option<Token![,]>>()?.is_some() && !arguments.is_empty() {
            message = Some(arguments.parse::<Self>()?);
            arguments.parse::<Option<Token![,]>>()?;
        }
        if !arguments.is_empty() {
            return Err(Error::new(arguments.span(), "`env!` takes a name, and a message"));
        }
        let value = env::var(&name.value).map_err(|error| {
            let message = message.map(|message| message.value).unwrap_or_else(|| {
                format!("the variable `{}` has no value: {error}; set it for the build", name.value)
            });
            Error::new(at, message)
        })?;
        self.push(&value, span, None);
        self.variables.extend(name.variables);
        self.variables.push(name.value);
        Ok(())
    }

    /// The place of the character at this offset. It is a place inside the string where the compiler can tell, and no
    /// escape moves it. Otherwise it is the whole token.
    pub(crate) fn span_at(&self, offset: usize) -> Span {
        let index = self.parts.partition_point(|part| part.start <= offset);
        let Some(part) = self.parts.get(index.saturating_sub(1)) else { return Span::call_site() };
        let within = |string: &Literal| {
            let token = string.to_string();
            let start = token.find('"')? + 1;
            let before = self.value.get(part.start..offset)?;
            let character = self.value.get(offset..)?.chars().next()?;
            let at = start + before.len();
            let is_same = token.get(start..)?.strip_prefix(before)?.starts_with(character);
            string.subspan(at..at + character.len_utf8()).filter(|_| is_same)
        };
        part.string.as_ref().and_then(within).unwrap_or(part.span)
    }

    /// The place of the first token.
    pub(crate) fn span(&self) -> Span {
        self.parts.first().map_or_else(Span::call_site, |part| part.span)
    }
}

/// The arguments of a macro whose name stood at `span`.
fn arguments<'a>(input: ParseStream<'a>, span: Span) -> Result<ParseBuffer<'a>> {
    let content;
    let is_call = input.parse::<Option<Token![!]>>()?.is_some();
    if is_call && input.peek(Paren) {
        parenthesized!(content in input);
    } else if is_call && input.peek(Bracket) {
        bracketed!(content in input);
    } else if is_call && input.peek(Brace) {
        braced!(content in input);
    } else {
        return Err(Error::new(span, EXPECTED));
    }
    Ok(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> std::result::Result<Text, String> {
        syn::parse_str(input).map_err(|error| error.to_string())
    }

    #[test]
    fn concat_and_env_are_evaluated() {
        let version = env!("CARGO_PKG_VERSION");
        for (input, value, variables) in [
            (r#""a""#, "a".to_owned(), 0),
            (r#"concat!("a", 'b', 1, true, 0x10u8,)"#, "ab1true16".to_owned(), 0),
            (r#"concat!("a", -1, - 0x10, -5_i8)"#, "a-1-16-5".to_owned(), 0),
            ("concat!()", String::new(), 0),
            (
                r#""\\\"\u{e4}\x41\n\
               b""#,
                "\\\"äA\nb".to_owned(),
                0,
            ),
            (r##"::core::concat!["a", std::concat! { "b", r#"c"# }]"##, "abc".to_owned(), 0),
            (r#"env!("CARGO_PKG_VERSION")"#, version.to_owned(), 1),
            (r#"concat!("v", env!("CARGO_PKG_VERSION", "none"))"#, format!("v{version}"), 1),
            (r#"env!(concat!("CARGO_PKG", "_VERSION",),)"#, version.to_owned(), 1),
        ] {
            let text = read(input).unwrap();
            assert_eq!((text.value, text.variables.len()), (value, variables), "{input}");
        }
    }

    #[test]
    fn other_tokens_are_refused() {
        for input in [
            "",
            "BASE",
            "5683",
            "'a'",
            "true",
            "a::concat!()",
            "stringify!(a)",
            "concat",
            "env!",
            "-1",
            "-\"a\"",
            "5u8",
            "(\"a\")",
        ] {
            assert_eq!(read(input).unwrap_err(), EXPECTED, "{input}");
        }
        for (input, message) in [
            (r#"b"a""#, "expected text; remove the prefix of this literal"),
            (r#""a"suffix"#, "a string literal takes no suffix; remove it"),
            (r##"r#"a"#suffix"##, "a string literal takes no suffix; remove it"),
            (r#"concat!("a"u8)"#, "a string literal takes no suffix; remove it"),
            (r#"concat!("a", -"b")"#, "expected an integer after `-`"),
            (r#"concat!("a", --1)"#, "expected an integer after `-`"),
            (r#"concat!("a", -)"#, "expected an integer after `-`"),
            (
                r#"concat!(-1.5)"#,
                "a number with a fraction or an exponent is not supported; write it as a string",
            ),
            (r#"concat!("a" "b")"#, "expected `,` between the arguments of `concat!`"),
            (r#"env!("A_VARIABLE_THAT_NOBODY_SETS", "set it")"#, "set it"),
            (
                r#"env!("A_VARIABLE_THAT_NOBODY_SETS")"#,
                "the variable `A_VARIABLE_THAT_NOBODY_SETS` has no value: environment variable not found; set it for the build",
            ),
            (r#"env!("CARGO_PKG_VERSION", "b", "c")"#, "`env!` takes a name, and a message"),
        ] {
            assert_eq!(read(input).unwrap_err(), message, "{input}");
        }
    }
}
