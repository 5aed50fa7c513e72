//! news: groups and articles of USENET news, on any server (RFC 1738 section 3.6, RFC 1036).

use crate::scheme::decoded::Decoded;
use crate::scheme::description::{NO_AUTHORITY, Wrong, group, line, only, reserved, view};
use crate::scheme::error::SchemeErrorKind::InvalidPart;
use crate::text::components::split::{has_byte, split_first};
use crate::text::uri_ref::UriRef;

view! {
    /// A URL of news: `news:group`, `news:unique@domain`, or `news:*`.
    ///
    /// An at sign that is not percent-encoded distinguishes an article from a group. A question mark may belong to a message
    /// identifier. Since RFC 3986 it begins the query; this view joins path and query again.
    ///
    /// ```
    /// use cri_uri::{UriRef, scheme::{News, NewsItem}};
    ///
    /// let news = News::try_from(UriRef::parse("news:comp.infosystems.www.misc")?)?;
    /// assert!(matches!(news.item(), NewsItem::Group(group) if group == "comp.infosystems.www.misc"));
    /// let news = News::try_from(UriRef::parse("news:unique@full.domain")?)?;
    /// assert!(matches!(news.item(), NewsItem::Article(message_id) if message_id == "unique@full.domain"));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors of `try_from`
    ///
    /// Any [`SchemeErrorKind`](crate::scheme::SchemeErrorKind). The rules: the name of a group begins with a letter. The
    /// identifier of an article has one at sign with text on both sides. Neither has CR, LF or NUL.
    pub struct News of "news";

    &[NO_AUTHORITY], &[
        (Group, |uri| text_of(uri, false), group),
        (MessageId, |uri| text_of(uri, true), message_id),
    ];

    /// The item that the URL names.
    item: NewsItem<'a> = |uri| {
        let article = text_of(uri, true).map(Decoded::new).map(NewsItem::Article);
        let group = text_of(uri, false).map(Decoded::new).map(NewsItem::Group);
        article.or(group).unwrap_or(NewsItem::All)
    };
}

/// The item that a URL of news names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewsItem<'a> {
    /// `*`: all groups.
    All,
    /// The group of this name.
    Group(Decoded<'a>),
    /// The article with this message identifier, without the angle brackets around it.
    Article(Decoded<'a>),
}

/// The text of a group, or with `is_article` that of an article, which has an at sign. `*` is neither.
fn text_of(uri: UriRef<'_>, is_article: bool) -> Option<&str> {
    let text = Some(uri.path_and_query()).filter(|_| uri.authority().is_none());
    text.filter(|text| *text != "*" && has_byte(text, b'@') == is_article)
}

/// The message identifier has one at sign, text before it, and letters, digits, dots and hyphens after it.
fn message_id(id: &str) -> Option<Wrong<'_>> {
    let (unique, domain) = split_first(id, b'@');
    let domain = domain?;
    if unique.is_empty() || domain.is_empty() {
        return Some((InvalidPart, id.get(unique.len()..)?));
    }
    reserved(domain, b"@")
        .or_else(|| only(domain, |byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte)))
        .or_else(|| line(unique))
}

#[cfg(test)]
mod tests {
    use super::*;

    // shows: R1738-3.6-01, R1738-3.6-02, R1738-3.6-03, R1738-3.6-04
    #[test]
    fn at_signs_tell_articles_from_groups() {
        let all = |uri| News::try_from(UriRef::parse(uri).unwrap()).unwrap().item();
        assert_eq!(all("news:*"), NewsItem::All);
        for (uri, name) in [
            ("news:comp.infosystems.www.misc", "comp.infosystems.www.misc"),
            ("NEWS:a+b_c-d", "a+b_c-d"),
            ("news:a%40b", "a@b"),
            ("news:%61b#f", "ab"),
        ] {
            assert!(matches!(all(uri), NewsItem::Group(group) if group == name), "{uri}");
        }
        for (uri, name) in [
            ("news:unique@full.domain", "unique@full.domain"),
            ("news:1%401;/?:&=@1.b-c", "1@1;/?:&=@1.b-c"),
            ("news:*@h", "*@h"),
        ] {
            assert!(
                matches!(all(uri), NewsItem::Article(message_id) if message_id == name),
                "{uri}"
            );
        }
    }
}
