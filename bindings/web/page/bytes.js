// The bytes of a CRI, item by item: as tiles in the colours of their sections, and as rows of a table.

import { element } from "./dom.js";
import { count } from "./field.js";

/** What the caption says while no item is lit. */
const HINT = "Point at a byte, or use the arrow keys, to see what it means.";
/** How many bytes of an item have a row. */
const IN_ROW = 16;

/** The bytes, with what each of them means. */
export function bytesView({ hex, items, more, wrong }, shown) {
  const tiles = element("div", {
    className: "tiles",
    role: "listbox",
    "aria-orientation": "horizontal",
    "aria-label": "Bytes, item by item. The arrow keys lead from item to item.",
  });
  const rows = element("tbody");
  items.forEach((item, index) => {
    tiles.append(tile(hex, item, index, wrong, shown));
    rows.append(row(hex, item, index, wrong, shown));
  });
  const head = ["Offset", "Bytes", "Type", "Meaning"].map((name) => element("th", { scope: "col" }, name));
  const table = element("table", { className: "items" }, element("thead", {}, element("tr", {}, head)), rows);
  const rest = more > 0 ? element("p", { className: "none" }, `${shown.cut()} and ${count(more, "item")} more.`) : null;
  const caption = element("p", { className: "caption", "aria-hidden": "true" }, HINT);
  const view = element("div", { className: "bytes" }, tiles, caption, element("div", { className: "scroll" }, table), rest);
  connect(view, tiles, rows, caption, items);
  return view;
}

function tile(hex, item, index, wrong, shown) {
  const { offset, head, len, section, meaning } = item;
  const digits = (from, to) => hex.slice(2 * from, 2 * to).replace(/../g, "$& ").trim();
  const isWrong = contains(item, wrong);
  const body = shown.text(digits(offset + head, offset + len));
  const shownDigits = `${digits(offset, offset + head)} ${body}`.trim();
  return element(
    "span",
    {
      className: `tile ${section}${isWrong ? " wrong" : ""}`,
      role: "option",
      tabIndex: index === 0 ? 0 : -1,
      data: { index },
      title: `${offset}: ${shown.text(meaning)}`,
      "aria-selected": "false",
      "aria-label": `${isWrong ? "Error here. " : ""}Offset ${offset}, ${shownDigits}: ${shown.text(meaning)}`,
    },
    element("b", {}, digits(offset, offset + head)),
    len > head ? ` ${body}` : "",
  );
}

function row(hex, item, index, wrong, shown) {
  const { offset, len, depth, kind, section, meaning } = item;
  const digits = hex.slice(2 * offset, 2 * (offset + Math.min(len, IN_ROW)));
  const isWrong = contains(item, wrong);
  return element(
    "tr",
    { className: isWrong ? "wrong" : "", data: { index } },
    element("td", {}, String(offset)),
    element("td", {}, element("code", { className: `piece ${section}` }, len > IN_ROW ? `${digits}…` : digits)),
    element("td", {}, kind ?? "none"),
    element(
      "td",
      { className: `depth-${Math.min(depth, 4)}` },
      shown.text(meaning),
      isWrong ? element("strong", { className: "here" }, ` ◂ error at byte ${wrong}`) : "",
    ),
  );
}

/** An item in one line. */
function describe({ offset, len, kind, meaning }) {
  return `Offset ${offset}, ${count(len, "byte")}${kind ? `, ${kind}` : ""}: ${meaning.slice(0, 80)}`;
}

function contains({ offset, len }, wrong) {
  return wrong !== null && offset <= wrong && wrong < offset + len;
}

/**
 * Lets a tile and its row light up together, and with them the parts of the notation and the URI of the same section.
 * The arrow keys lead from tile to tile.
 */
function connect(view, tiles, rows, caption, items) {
  let hot = [];
  const light = (index) => {
    for (const element of hot) element.classList.remove("hot");
    hot = index === undefined ? [] : [tiles.children[index], rows.children[index]];
    for (const element of hot) element.classList.add("hot");
    document.getElementById("results").dataset.hot = items[index]?.section ?? "";
    caption.textContent = index === undefined ? HINT : describe(items[index]);
  };
  const indexOf = (target) => target.closest?.("[data-index]")?.dataset.index;
  view.addEventListener("pointerover", (event) => light(indexOf(event.target)));
  view.addEventListener("pointerleave", () => light(undefined));
  tiles.addEventListener("focusin", (event) => {
    light(indexOf(event.target));
    event.target.setAttribute("aria-selected", "true");
  });
  tiles.addEventListener("focusout", (event) => {
    light(undefined);
    event.target.setAttribute("aria-selected", "false");
  });
  tiles.addEventListener("keydown", (event) => {
    const last = tiles.children.length - 1;
    const at = Number(indexOf(event.target));
    const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const to = tiles.children[Math.max(0, Math.min(last, next))];
    event.target.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  });
}
