//! The decision about a request: do the rules permit it?

use crate::aif::local_part::LocalPart;
use crate::aif::method::{Method, MethodSet};
use crate::aif::rules::Aif;
use crate::options::critical::find_unrecognized;
use crate::options::numbers::{URI_PATH, URI_QUERY};
use crate::options::{ByNumber, Options};
use crate::request::decompose::is_same;

impl Aif<'_> {
    /// Whether a rule permits a request with this method and these options.
    ///
    /// The options are in the order of the message. A rule matches if its segments equal all
    /// Uri-Path options and its parameters equal all Uri-Query options, in order. A path of one empty segment equals an
    /// empty path, because the URIs of both end in `/` (RFC 7252 section 6.5 steps 6 and 7). There are no wildcards (RFC
    /// 9237 section 2.2).
    ///
    /// A request is refused if [`unrecognized_critical`](crate::unrecognized_critical) finds an option in it: such an
    /// option may change which resource the request is about. Proxy-Uri and Proxy-Cri are examples.
    /// [`permitted`](Self::permitted) lets the caller name further options that are harmless.
    ///
    /// The rules apply to one server. Uri-Host and Uri-Port are not compared, so a server with several hosts needs a list
    /// of rules for each.
    ///
    /// ```
    /// use cri_coap::aif::{Aif, Method};
    /// use cri_coap::option;
    ///
    /// // [[[["s", "temp"]], 1], [[["a", "led"]], 5]]: GET on one resource, GET and PUT on the other
    /// let rules = Aif::decode(b"\x82\x82\x81\x82\x61s\x64temp\x01\x82\x81\x82\x61a\x63led\x05")?;
    /// let led = [(option::URI_PATH, &b"a"[..]), (option::URI_PATH, b"led")];
    /// assert!(rules.allows(Method::Put, led));
    /// assert!(!rules.allows(Method::Delete, led));
    /// // An unknown critical option
    /// let [a, led] = led;
    /// assert!(!rules.allows(Method::Put, [(9, &b""[..]), a, led]));
    /// # Ok::<(), cri_coap::aif::AifError>(())
    /// ```
    #[must_use]
    pub fn allows(&self, method: Method, options: impl Options) -> bool {
        self.permitted(options, |_| false).has(method)
    }

    /// Returns all methods that the rules permit on the resource of a request with these options. No method is permitted
    /// if no rule matches, or if there is an unrecognized critical option.
    ///
    /// `is_known` says which further critical options the server processes. None of them may change which resource the
    /// request is about, so a server that knows Uri-Path-Abbrev puts Uri-Path options in its place first.
    /// [`allows`](Self::allows) says when a rule matches.
    ///
    /// A set may have dynamic methods. They are about resources that the holder of the rules has created, which only the
    /// server knows.
    ///
    /// ```
    /// use cri_coap::aif::{Aif, Method, MethodSet};
    /// use cri_coap::option;
    ///
    /// let rules = Aif::decode(b"\x81\x82\x81\x81\x61s\x05")?; // [[[["s"]], 5]]
    /// let options = [(option::URI_PATH, &b"s"[..]), (2049, b"")]; // and OCF-Accept-Content-Format-Version
    /// assert_eq!(rules.permitted(options, |_| false), MethodSet::NONE);
    /// let methods = rules.permitted(options, |number| number == 2049);
    /// assert!(methods.has(Method::Get) && methods.has(Method::Put));
    /// # Ok::<(), cri_coap::aif::AifError>(())
    /// ```
    #[must_use]
    pub fn permitted(&self, options: impl Options, is_known: impl Fn(u16) -> bool) -> MethodSet {
        if find_unrecognized(&options, is_known).is_some() {
            return MethodSet::NONE;
        }
        self.rules()
            .filter(|(local_part, _)| matches(local_part, &options))
            .fold(MethodSet::NONE, |methods, (_, more)| methods.union(more))
    }
}

/// Whether the options identify this resource of their server.
fn matches(resource: &LocalPart<'_>, options: &impl Options) -> bool {
    let path = resource.segments();
    let is_root = path.clone().all(str::is_empty) && path.clone().count() <= 1;
    let path_matches = if is_root { has_root(options) } else { are_equal(path, URI_PATH, options) };
    path_matches && are_equal(resource.parameters(), URI_QUERY, options)
}

/// Whether the Uri-Path options are none, or one empty one.
fn has_root(options: &impl Options) -> bool {
    let only_empty =
        |seen: bool, value: &[u8]| if seen || !value.is_empty() { Err(()) } else { Ok(true) };
    options.try_fold_of(URI_PATH, false, only_empty).is_ok()
}

/// Whether the texts equal the values of all options with this number, in order.
fn are_equal<'t>(
    texts: impl Iterator<Item = &'t str>,
    number: u16,
    options: &impl Options,
) -> bool {
    let rest = options.try_fold_of(number, texts, |mut texts, value| match texts.next() {
        Some(text) if is_same(text.as_bytes(), value) => Ok(texts),
        _ => Err(()),
    });
    rest.is_ok_and(|mut rest| rest.next().is_none())
}
