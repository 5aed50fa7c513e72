// The state of the page, which its address holds after the `#`.

const KEYS = ["text", "base"];

/** The state that the address holds. */
export function readAddress() {
  const state = { text: "", base: "" };
  for (const pair of location.hash.slice(1).split("&")) {
    const [key, ...value] = pair.split("=");
    if (KEYS.includes(key)) state[key] = decoded(value.join("="));
  }
  return state;
}

/** The address of a state, with the characters left readable that a fragment may hold. */
export function addressOf(state) {
  const pairs = KEYS.filter((key) => state[key] !== "").map((key) => `${key}=${encoded(state[key])}`);
  return `#${pairs.join("&")}`;
}

function encoded(text) {
  return encodeURIComponent(text.toWellFormed?.() ?? text).replace(/%(3A|2F|3F|40|2C|3B|24)/g, decodeURIComponent);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Writes states to the address, and reads them when the user goes back.
 *
 * The first change of an edit makes a new entry of the history, and the others change that entry. Browsers limit how
 * often the address may change, so a change is written once typing pauses.
 */
export class Address {
  #timer;
  #isEditing = false;

  constructor(onReturn) {
    addEventListener("popstate", () => {
      clearTimeout(this.#timer);
      this.#isEditing = false;
      onReturn(readAddress());
    });
  }

  /** Writes the state of an edit that may go on. */
  edit(state) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#write(state), 250);
  }

  /** Ends an edit. The next change makes a new entry. */
  commit(state) {
    clearTimeout(this.#timer);
    this.#write(state);
    this.#isEditing = false;
  }

  #write(state) {
    const address = addressOf(state);
    if (address === location.hash || (address === "#" && location.hash === "")) return;
    if (this.#isEditing) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    this.#isEditing = true;
  }
}
