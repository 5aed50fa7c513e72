//! The text of an invocation: one string literal, or `concat!` and `env!` of literals.

use std::env;

use proc_macro2::{Delimiter, Literal, Span, TokenTree};

use crate::failure::Failure;
use crate::literal::{Unsupported, Value};
use crate::tokens::Tokens;

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
    /// The token and the places of its characters, if it is a literal.
    literal: Option<(Literal, Value)>,
}

impl Text {
    /// Reads the text that `tokens` begin with.
    pub(crate) fn read(tokens: &mut Tokens) -> Result<Self, Failure> {
        // A part of `concat!` may also be a number, a character or a truth value.
        let is_text = match tokens.peek() {
            Some(TokenTree::Literal(literal)) => is_string(&literal.to_string()),
            Some(TokenTree::Ident(name)) => name != "true" && name != "false",
            Some(TokenTree::Punct(punct)) => punct.as_char() != '-',
            _ => true,
        };
        if !is_text {
            return Err(Failure::new(tokens.span(), EXPECTED));
        }
        let mut text = Self::default();
        text.read_part(tokens)?;
        Ok(text)
    }

    /// Appends a literal or the value of a macro.
    fn read_part(&mut self, tokens: &mut Tokens) -> Result<(), Failure> {
        if let Some(TokenTree::Literal(_)) = tokens.peek() {
            let Some(TokenTree::Literal(literal)) = tokens.next() else { return Ok(()) };
            return self.push_literal(literal);
        }
        let sign = tokens.span();
        if tokens.take_punct('-') {
            return self.push_negative(tokens, sign);
        }
        let (names, span) = tokens.take_path();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match *names.as_slice() {
            [name @ ("true" | "false")] => {
                self.push(name, span, None);
                Ok(())
            }
            ["concat"] | ["core" | "std", "concat"] => {
                self.read_concat(&mut arguments(tokens, span)?)
            }
            ["env"] | ["core" | "std", "env"] => self.read_env(&mut arguments(tokens, span)?, span),
            _ => Err(Failure::new(span, EXPECTED)),
        }
    }

    fn push_literal(&mut self, literal: Literal) -> Result<(), Failure> {
        let span = literal.span();
        match Value::of(&literal) {
            Ok(value) => {
                let text = value.text.clone();
                self.push(&text, span, Some((literal, value)));
                Ok(())
            }
            Err(unsupported) => Err(Failure::new(
                span,
                match unsupported {
                    Unsupported::Bytes => "expected text; remove the prefix of this literal",
                    Unsupported::Float => {
                        "a number with a fraction or an exponent is not supported; write it as a string"
                    }
                    Unsupported::Suffix => "a string literal takes no suffix; remove it",
                },
            )),
        }
    }

    /// Appends the number that follows a minus sign.
    fn push_negative(&mut self, tokens: &mut Tokens, sign: Span) -> Result<(), Failure> {
        match tokens.peek() {
            Some(TokenTree::Literal(literal))
                if literal.to_string().starts_with(|first: char| first.is_ascii_digit()) =>
            {
                self.push("-", sign, None);
                self.read_part(tokens)
            }
            _ => Err(Failure::new(tokens.span(), "expected an integer after `-`")),
        }
    }

    fn push(&mut self, value: &str, span: Span, literal: Option<(Literal, Value)>) {
        self.parts.push(Part { start: self.value.len(), span, literal });
        self.value.push_str(value);
    }

    /// Appends the arguments of `concat!`.
    fn read_concat(&mut self, arguments: &mut Tokens) -> Result<(), Failure> {
        while !arguments.is_empty() {
            self.read_part(arguments)?;
            if !arguments.take_punct(',') && !arguments.is_empty() {
                return Err(Failure::new(
                    arguments.span(),
                    "expected `,` between the arguments of `concat!`",
                ));
            }
        }
        Ok(())
    }

    /// Appends the variable that the arguments of `env!` name.
    fn read_env(&mut self, arguments: &mut Tokens, span: Span) -> Result<(), Failure> {
        let at = arguments.span();
        let name = Self::read(arguments)?;
        let mut message = None;
        if arguments.take_punct(',') && !arguments.is_empty() {
            message = Some(Self::read(arguments)?);
            arguments.take_punct(',');
        }
        if !arguments.is_empty() {
            return Err(Failure::new(arguments.span(), "`env!` takes a name, and a message"));
        }
        match env::var(&name.value) {
            Ok(value) => {
                self.push(&value, span, None);
                self.variables.extend(name.variables);
                self.variables.push(name.value);
                Ok(())
            }
            Err(error) => {
                let message = message.map(|message| message.value);
                Err(Failure::new(
                    at,
                    message.unwrap_or_else(|| {
                        format!(
                            "the variable `{}` has no value: {error}; set it for the build",
                            name.value
                        )
                    }),
                ))
            }
        }
    }

    /// The place of the character at this offset. It is a place inside the literal where the compiler can tell, and
    /// otherwise the whole token.
    pub(crate) fn span_at(&self, offset: usize) -> Span {
        let part = self.parts.iter().rev().find(|part| part.start <= offset);
        let Some(Part { start, span, literal }) = part else { return Span::call_site() };
        let Some((literal, value)) = literal else { return *span };
        let place = value.places.iter().find(|(at, _)| start + at == offset);
        place.and_then(|(_, range)| literal.subspan(range.clone())).unwrap_or(*span)
    }

    /// The place of the first token.
    pub(crate) fn span(&self) -> Span {
        self.parts.first().map_or_else(Span::call_site, |part| part.span)
    }
}

/// Whether a literal is a string, with or without a prefix and a suffix.
fn is_string(literal: &str) -> bool {
    literal
        .find(['"', '\''])
        .and_then(|quote| literal.get(quote..))
        .is_some_and(|text| text.starts_with('"'))
}

/// The arguments of a macro whose name stood at `span`.
fn arguments(tokens: &mut Tokens, span: Span) -> Result<Tokens, Failure> {
    if tokens.take_punct('!')
        && let Some(TokenTree::Group(group)) = tokens.next()
        && group.delimiter() != Delimiter::None
    {
        return Ok(Tokens::new(group.stream(), group.span_close()));
    }
    Err(Failure::new(span, EXPECTED))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(input: &str) -> Result<Text, String> {
        let mut tokens = Tokens::new(input.parse().unwrap(), Span::call_site());
        let text = Text::read(&mut tokens).map_err(|failure| failure.message)?;
        assert!(tokens.is_empty(), "{input}");
        Ok(text)
    }

    #[test]
    fn concat_and_env_are_evaluated() {
        let version = env!("CARGO_PKG_VERSION");
        for (input, value, variables) in [
            (r#""a""#, "a".to_owned(), 0),
            (r#"concat!("a", 'b', 1, true, 0x10u8,)"#, "ab1true16".to_owned(), 0),
            (r#"concat!("a", -1, - 0x10, -5_i8)"#, "a-1-16-5".to_owned(), 0),
            ("concat!()", String::new(), 0),
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
