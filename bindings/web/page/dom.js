// Elements from data. Every string becomes a text node, and never HTML.

/** An element with these properties and children. A property with a hyphen is set as an attribute. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue;
    if (property === "data") Object.assign(made.dataset, value);
    else if (property.includes("-") || property === "role") made.setAttribute(property, value);
    else made[property] = value;
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

/** Text in pieces, each in the colour of its section. */
export function coloured(pieces, shown) {
  let room = shown.characters;
  const spans = [];
  for (const { section, text } of pieces) {
    if (room <= 0) break;
    const title = section === "structure" ? null : section;
    spans.push(element("span", { className: `piece ${section}`, title }, text.slice(0, room)));
    room -= text.length;
  }
  return element("code", {}, spans, room < 0 ? shown.cut() : "");
}

/** How much of a long answer is shown, so that each keystroke is answered at once. */
export class Shown {
  /** Whether anything was left out. */
  isCut = false;

  constructor(items, characters) {
    this.items = items;
    this.characters = characters;
  }

  /** Stands for what is left out. */
  cut() {
    this.isCut = true;
    return "…";
  }

  /** The start of a text. */
  text(text, characters = this.characters) {
    return text.length > characters ? text.slice(0, characters) + this.cut() : text;
  }

  /** The first items of a list. */
  list(list) {
    if (list.length > this.items) this.cut();
    return list.slice(0, this.items);
  }
}
