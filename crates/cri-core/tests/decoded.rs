//! Decoded items, names and values of parameters, and parts of a userinfo.
#![cfg(feature = "alloc")]

use std::borrow::Cow;

use cri_core::{Builder, CriRefBuf, Decoded, Piece, Revision, Value};

fn query(parameters: &[&[Piece<'_>]]) -> CriRefBuf<Vec<u8>> {
    let builder = Builder::new(Revision::Draft16, Vec::new());
    let built = parameters.iter().fold(builder, |builder, pieces| match pieces {
        [text] if text.as_str().is_some() => builder.parameter(text.as_str().unwrap()),
        pieces => builder.parameter(*pieces),
    });
    built.finish().unwrap()
}

/// `id=a%2Fb&n=1%2B2&id=&id&i%3Dd=x&%26=%FF&=c&é=f=g` and `?`.
#[test]
fn values_are_found_and_decoded() {
    let (text, bytes) = (Piece::text, Piece::bytes);
    let reference = query(&[
        &[text("id=a"), bytes(b"/"), text("b")],
        &[text("n=1"), bytes(b"+"), text("2")],
        &[text("id=")],
        &[text("id")],
        &[text("i"), bytes(b"="), text("d=x")],
        &[bytes(b"&"), text("="), bytes(b"\xff")],
        &[text("=c")],
        &[text("é=f=g")],
        &[text("k"), bytes(b"=")],
        &[text("m"), bytes(b"?"), text("=")],
    ]);
    let query = reference.query().unwrap();
    let get = |name: &str| query.get(name).map(|value| value.to_string());
    assert_eq!(get("id").as_deref(), Some("a/b"));
    assert_eq!(get("n").as_deref(), Some("1+2"));
    assert_eq!(get("i=d").as_deref(), Some("x"));
    assert_eq!(get("&").as_deref(), Some("%FF"));
    assert_eq!(get("").as_deref(), Some("c"));
    assert_eq!(get("é").as_deref(), Some("f=g"));
    assert_eq!(get("k=").as_deref(), Some(""));
    assert_eq!(get("m?").as_deref(), Some(""));
    for absent in ["i", "ID", "id=a", "k", "m", "é=f", "%26"] {
        assert_eq!(query.get(absent), None, "{absent}");
    }
    assert!(query.get_all("id").eq(["a/b", "", ""]));
    assert_eq!(query.get_all("absent").next(), None);
    assert_eq!(query.pairs().count(), query.len());
    let alone = self::query(&[&[text("")]]);
    assert!(alone.query().unwrap().get("").is_some_and(Decoded::is_empty));
}

#[test]
fn text_is_borrowed_and_the_rest_is_joined() {
    let (text, bytes) = (Piece::text, Piece::bytes);
    let reference = query(&[
        &[text("a=é")],
        &[text("b=x"), bytes(b":"), text("y")],
        &[text("c="), bytes(b"\xc3"), text("z")],
    ]);
    let query = reference.query().unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| query.get(name).unwrap());
    assert_eq!((a.as_str(), b.as_str(), c.as_str()), (Some("é"), None, None));
    assert!(matches!(a.to_str(), Ok(Cow::Borrowed("é"))));
    assert!(matches!(a.to_bytes(), Cow::Borrowed(_)));
    assert_eq!(b.to_str().as_deref(), Ok("x:y"));
    assert_eq!(c.to_str().unwrap_err().valid_up_to(), 0);
    assert_eq!(&*c.to_bytes(), b"\xc3z");
    assert_eq!((c.to_string().as_str(), format!("{c:?}").as_str()), ("%C3z", "\"%C3z\""));
    assert!(
        a == "é"
            && a == *"é"
            && a == Cow::Borrowed("é")
            && a != "e"
            && !a.is_empty()
            && b == "x:y"
            && b != "x%3Ay"
    );
    assert_eq!(
        Decoded::default(),
        reference.parameters().next().unwrap().split_once('a').unwrap().0
    );
    let (before, after) = reference.parameters().next().unwrap().split_once('é').unwrap();
    assert!(before == "a=" && after.is_empty() && after.as_str() == Some(""));
    // A whole item. Its text equals no text with percent-encoded parts, but what it stands for does.
    let item = reference.parameters().nth(1).unwrap();
    assert_eq!(
        (item.to_string().as_str(), item.decode().to_string().as_str()),
        ("b=x%3Ay", "b=x:y")
    );
    assert!(item != "b=x:y" && item != "b=x%3Ay" && item.decode() == "b=x:y");
    let texts = [String::from("a=é")];
    assert!(reference.parameters().take(1).eq(&texts));
}

#[test]
fn a_user_name_ends_at_the_first_colon_of_text() {
    let (text, bytes) = (Piece::text, Piece::bytes);
    let cases: [(&[Piece<'_>], &str, Option<&str>); 6] = [
        (&[text("u")], "u", None),
        (&[text("u:")], "u", Some("")),
        (&[text(":p:q")], "", Some("p:q")),
        (&[text("u"), bytes(b":"), text("v:p"), bytes(b"@")], "u:v", Some("p@")),
        (&[text("u"), bytes(b"@")], "u@", None),
        (&[text("")], "", None),
    ];
    for (pieces, name, password) in cases {
        let value = match pieces {
            [one] if one.as_str().is_some() => Value::from(one.as_str().unwrap()),
            pieces => Value::from(pieces),
        };
        let builder = Builder::new(Revision::Rfc9988, Vec::new()).userinfo(value).host("h");
        let reference = builder.finish().unwrap();
        assert!(reference.username().unwrap() == name, "{name}");
        let parts = reference.userinfo().unwrap().item().split_once(':');
        let found = parts.map(|(_, password)| password.to_string());
        assert_eq!(found.as_deref(), password, "{name}");
    }
}

#[test]
fn a_value_is_empty_if_it_has_no_bytes() {
    // [0, null, ["a", "b=", "c=d", ["e=", '/'], ["f", '/', "="]]]
    let reference = cri_core::CriRef::decode(
        b"\x83\x00\xf6\x85\x61a\x62b=\x63c=d\x82\x62e=\x41/\x83\x61f\x41/\x61=",
    )
    .unwrap();
    let values = reference.query().unwrap().pairs().map(|(_, value)| value.is_empty());
    assert!(values.eq([true, true, false, false, true]));
}
