//! The decision about a request: do the rules permit it?

use crate::aif::local_part::LocalPart;
use crate::aif::method::{Method, MethodSet};
use crate::aif::rules::Aif;
use crate::error::ResponseCode;
use crate::options::critical::unrecognized_critical;
use crate::options::numbers::{URI_PATH, URI_QUERY};
use crate::options::value::are_next;
use crate::options::{ByNumber, Options};

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
        self.permitted(options, |_| false).is_ok_and(|methods| methods.has(method))
    }

    /// Returns all methods that the rules permit on the resource of a request with these options, at least one.
    /// [`allows`](Self::allows) says when a rule matches.
    ///
    /// `is_known` says which further critical options the server processes. None of them may change which resource the
    /// request is about, so a server that knows Uri-Path-Abbrev puts Uri-Path options in its place first.
    ///
    /// A set may have dynamic methods. They are about resources that the holder of the rules has created, which only the
    /// server knows.
    ///
    /// ```
    /// use cri_coap::ResponseCode;
    /// use cri_coap::aif::{Aif, Method};
    /// use cri_coap::option::URI_PATH;
    ///
    /// let rules = Aif::decode(b"\x81\x82\x81\x81\x61s\x05")?; // [[[["s"]], 5]]
    /// let options = [(URI_PATH, &b"s"[..]), (2049, b"")]; // and OCF-Accept-Content-Format-Version
    /// let methods = rules.permitted(options, |number| number == 2049);
    /// assert!(methods.is_ok_and(|methods| methods.has(Method::Get) && methods.has(Method::Put)));
    /// assert_eq!(rules.permitted(options, |_| false), Err(ResponseCode::BAD_OPTION));
    /// assert_eq!(rules.permitted([(URI_PATH, &b"t"[..])], |_| false), Err(ResponseCode::FORBIDDEN));
    /// # Ok::<(), cri_coap::aif::AifError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The response code: 4.02 if [`unrecognized_critical`](crate::unrecognized_critical) finds an option, whatever the rules
    /// say, and 4.03 if no rule permits any method (RFC 9200 section 5.10.1.1). If the set lacks the method of the request, the
    /// server answers 4.05.
    pub fn permitted(
        &self,
        options: impl Options,
        is_known: impl Fn(u16) -> bool,
    ) -> Result<MethodSet, ResponseCode> {
        if unrecognized_critical(options.clone(), is_known).is_some() {
            return Err(ResponseCode::BAD_OPTION);
        }
        let rules = self.rules().filter(|(local_part, _)| matches(local_part, &options));
        match rules.fold(MethodSet::NONE, |methods, (_, more)| methods.union(more)) {
            MethodSet::NONE => Err(ResponseCode::FORBIDDEN),
            methods => Ok(methods),
        }
    }
}

/// Whether the options identify this resource of their server.
fn matches(resource: &LocalPart<'_>, options: &impl Options) -> bool {
    let path = resource.segments();
    let are_all = |texts, number| {
        let mut values = options.values(number);
        are_next(texts, &mut values) && values.next().is_none()
    };
    let are_roots = is_root(path.clone()) && is_root(options.values(URI_PATH));
    (are_roots || are_all(path, URI_PATH)) && are_all(resource.parameters(), URI_QUERY)
}

/// Whether a path has no segment, or an empty one alone.
fn is_root(mut path: impl Iterator<Item: AsRef<[u8]>>) -> bool {
    path.next().is_none_or(|segment| segment.as_ref().is_empty()) && path.next().is_none()
}
