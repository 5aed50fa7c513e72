// A text field that grows with its text, and marks what is wrong in place.

import { element } from "./dom.js";

/** A textarea, with a mirror of its text that gives it its height and holds the marks. */
export class Field {
  #input;
  #mirror;
  #taken;
  #faults;

  constructor(id, onEdit, onCommit) {
    this.#input = document.getElementById(id);
    this.#mirror = this.#input.previousElementSibling;
    this.#taken = document.getElementById(`${id}-taken`);
    this.#faults = document.getElementById(`${id}-faults`);
    this.#input.addEventListener("input", () => {
      // A reference has no line breaks, and hex digits are read across blanks.
      if (/[\r\n]/.test(this.text)) this.#input.value = this.text.replace(/[\r\n]+/g, " ");
      onEdit();
    });
    this.#input.addEventListener("change", onCommit);
    this.#input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      onCommit();
    });
  }

  get text() {
    return this.#input.value;
  }

  set text(text) {
    this.#input.value = text;
  }

  /** Focuses the field, with its text selected. */
  select() {
    this.#input.focus({ preventScroll: true });
    this.#input.select();
  }

  /** Shows what the text was taken for, and its faults with the revisions that have them. */
  show(taken, faults) {
    const text = this.text;
    const marks = faults.map(({ value }) => value.mark).filter((mark) => mark !== null);
    this.#mirror.replaceChildren(...marked(text, marks[0]), "\n");
    this.#taken.replaceChildren(...takenWords(taken));
    this.#faults.replaceChildren(...faults.map(faultLine));
    this.#input.setAttribute("aria-invalid", String(faults.length > 0));
  }
}

/** The text with a mark. A mark after the last character is a place of its own. */
export function marked(text, mark) {
  if (!mark) return [text];
  const { start, end } = mark;
  const inside = element("mark", { className: start === end ? "after" : "" }, text.slice(start, end) || "\u200b");
  return [text.slice(0, start), inside, text.slice(end)];
}

function takenWords(taken) {
  if (!taken) return [];
  const bytes = taken.form === "uri" || taken.form === "iri" ? `, ${count(taken.len, "byte")}` : "";
  return ["Taken for ", element("strong", {}, taken.words), `${bytes}. `, taken.doubt ?? ""];
}

/** A fault in words. */
export function faultLine({ revisions, value, isPart }) {
  const where = isPart ? `${revisions.join(", ")}: ` : "";
  const component = value.component && value.component !== "cri" ? `, ${value.component}` : "";
  return element(
    "p",
    { className: "fault" },
    element("strong", {}, `${where}error: `),
    value.message,
    " ",
    element("small", {}, `(${value.kind}${component})`),
  );
}

/** A number of things in words. */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
