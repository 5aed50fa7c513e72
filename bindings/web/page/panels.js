// What is known of a text, in panels. Where the revisions differ, a panel shows them side by side.

import { bytesView } from "./bytes.js";
import { coloured, element } from "./dom.js";
import { count, faultLine, marked } from "./field.js";

/** All panels about an answer. */
export function panels(answer, shown) {
  const { text, base, outcome, check, target, requests } = answer;
  const hasCri = ({ value }) => value.cri !== null;
  const hasTarget = base && target.some(({ value }) => value !== null);
  return [
    hasTarget ? panel("Target", target, (value) => targetView(value, shown)) : null,
    outcome.some(hasCri) ? panel("CRI", outcome, (value) => criView(value, text, shown)) : null,
    outcome.some(({ value }) => value.bytes !== null)
      ? panel("Bytes", onlyBytes(outcome), (value) => (value ? bytesView(value, shown) : none("No bytes.")))
      : null,
    check.some(({ value }) => value.Ok) ? panel("Check", check, (value) => checkView(value, shown)) : null,
    requests.some(({ value }) => value !== null)
      ? panel(hasTarget ? "CoAP options for the target" : "CoAP options", requests, (value) => requestsView(value, shown))
      : null,
  ].filter((panel) => panel !== null);
}

/** A panel with one version, or with several side by side. */
function panel(title, versions, view) {
  const id = `panel-${title.toLowerCase().replaceAll(" ", "-")}`;
  const shown = versions.map(({ revisions, value }) =>
    versions.length === 1
      ? view(value)
      : element("div", { className: "version" }, element("h3", {}, revisions.join(", ")), view(value)),
  );
  const differs = versions.length > 1 ? element("span", { className: "badge" }, "revisions differ") : null;
  return element(
    "section",
    { className: "panel", "aria-labelledby": id },
    element("h2", { id }, title, differs ? " " : "", differs),
    element("div", { className: versions.length === 1 ? "" : "versions" }, shown),
  );
}

/** The bytes of the outcomes, once where they are equal. */
function onlyBytes(outcome) {
  const [first, ...others] = outcome.map(({ revisions, value }) => ({ revisions, value: value.bytes }));
  const same = others.every(({ value }) => JSON.stringify(value) === JSON.stringify(first.value));
  return same ? [first] : [first, ...others];
}

function criView({ cri, fault }, text, shown) {
  if (!cri) return faultLine({ value: fault });
  const isText = text.form === "uri" || text.form === "iri";
  const len = cri.hex.length / 2;
  const uriLen = cri.uri.Ok && new TextEncoder().encode(textOf(cri.uri.Ok)).length;
  const from = isText ? text.len : uriLen;
  return element(
    "dl",
    {},
    entry("Notation", coloured(cri.notation, shown), textOf(cri.notation)),
    entry("Hex", element("code", {}, shown.text(cri.hex)), cri.hex),
    entry("URI", uriView(cri.uri, shown), cri.uri.Ok && textOf(cri.uri.Ok)),
    from ? entry("Size", sizeView(len, from, isText ? text.form.toUpperCase() : "URI")) : null,
    cri.is_given ? null : entry("Note", none("This revision encodes the CRI in other bytes than the given ones below.")),
  );
}

function uriView(uri, shown) {
  if (uri.Err) return faultLine({ value: uri.Err });
  return uri.Ok.length > 0 ? coloured(uri.Ok, shown) : none("empty: the base itself");
}

function sizeView(cri, uri, form) {
  const bar = (len, name) => {
    const bar = element("span", { className: "bar" });
    bar.style.inlineSize = `${(100 * len) / Math.max(cri, uri)}%`;
    return element("div", { className: "size" }, element("span", {}, `${name} ${count(len, "byte")}`), bar);
  };
  return element("div", {}, bar(uri, form), bar(cri, "CRI"));
}

function targetView(target, shown) {
  if (!target) return none("The base has an error.");
  if (target.Err) return faultLine({ value: target.Err });
  const { notation, hex, uri } = target.Ok;
  return element(
    "dl",
    {},
    entry("URI", uriView(uri, shown), uri.Ok && textOf(uri.Ok)),
    entry("Notation", coloured(notation, shown), textOf(notation)),
    entry("Hex", element("code", {}, shown.text(hex)), hex),
  );
}

function requestsView(requests, shown) {
  if (!requests) return none("This revision has no CRI, so there is no request.");
  return element(
    "div",
    {},
    requestView(requests.origin, shown, ({ transport }) => `To the origin, by ${transport}`, "To the origin"),
    requestView(requests.proxy, shown, () => "To a proxy", "To a proxy"),
  );
}

function requestView(request, shown, title, plainTitle) {
  if (request.Err) return element("div", {}, element("h3", {}, plainTitle), none(`None: ${request.Err.message}.`));
  const { options, hex } = request.Ok;
  const rows = shown.list(options).map(({ number, name, value }) =>
    element(
      "tr",
      {},
      element("td", {}, String(number)),
      element("td", {}, name ?? "Option"),
      element("td", {}, element("code", {}, shown.text(value))),
    ),
  );
  const head = ["Number", "Option", "Value"].map((name) => element("th", { scope: "col" }, name));
  const table = element(
    "div",
    { className: "scroll" },
    element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)),
  );
  return element(
    "div",
    {},
    element("h3", {}, title(request.Ok)),
    rows.length > 0 ? table : none("No options: the address and port of the server name the resource."),
    rows.length > 0 ? element("dl", {}, entry("Message", element("code", {}, shown.text(hex)), hex)) : null,
  );
}

function checkView(checked, shown) {
  if (checked.Err) return faultLine({ value: checked.Err });
  const { uri, findings } = checked.Ok;
  if (findings.length === 0) return none("No rule of the scheme is broken, and nothing is suspicious.");
  const items = findings.map(({ severity, kind, message, reason, mark }) =>
    element(
      "li",
      { className: severity },
      element("p", {}, element("strong", {}, `${severity}: `), message, " ", element("small", {}, `(${kind})`)),
      element("code", { className: "excerpt" }, excerpt(uri, mark, shown)),
      element("p", { className: "reason" }, `${reason}.`),
    ),
  );
  return element("ul", { className: "findings" }, items);
}

/** The URI with a mark. Of a long URI, the part around the mark. */
function excerpt(uri, mark, shown) {
  const start = Math.max(0, mark.start - shown.characters / 2);
  const end = Math.min(uri.length, mark.end + shown.characters / 2);
  const moved = { start: mark.start - start, end: mark.end - start };
  return [start > 0 ? shown.cut() : "", ...marked(uri.slice(start, end), moved), end < uri.length ? shown.cut() : ""];
}

/** A term and its value, with a button that copies it. */
function entry(term, value, copied) {
  const button = copied ? copyButton(term, copied) : null;
  const action = button && element("dd", { className: "action" }, button);
  return element("div", { className: "entry" }, element("dt", {}, term), element("dd", {}, value), action);
}

function copyButton(term, text) {
  if (!navigator.clipboard) return null;
  const button = element("button", { type: "button", className: "copy", "aria-label": `Copy ${term}` }, "Copy");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  return button;
}

function none(words) {
  return element("p", { className: "none" }, words);
}

function textOf(pieces) {
  return pieces.map(({ text }) => text).join("");
}
