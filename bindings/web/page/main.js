// The page: two fields, their address, and the panels about them.

import { Address, addressOf, readAddress } from "./address.js";
import { element, Shown } from "./dom.js";
import { explain, started } from "./engine.js";
import { examples } from "./examples.js";
import { count, Field } from "./field.js";
import { panels } from "./panels.js";

/** How many items and characters of a long answer are shown at first. */
const ITEMS = 40;
const CHARACTERS = 300;

const results = document.getElementById("results");
const live = document.getElementById("live");
const share = document.getElementById("share");

const text = new Field("text", () => edit(), () => address.commit(shareable()));
const base = new Field("base", () => edit(), () => address.commit(shareable()));
const address = new Address((state) => open(state));
/** Whether each field holds a password, which the address leaves out. */
const hasPassword = { text: false, base: false };

function state() {
  return { text: text.text, base: base.text };
}

/** The state without what holds a password. */
function shareable() {
  const { text, base } = state();
  return { text: hasPassword.text ? "" : text, base: hasPassword.base ? "" : base };
}

/** Shows a state of the address. An empty page would not show what it is for, so it shows an example. */
function open(state) {
  const isEmpty = state.text === "" && state.base === "";
  text.text = isEmpty ? examples[0].text : state.text;
  base.text = state.base;
  update();
}

function edit() {
  update();
  address.edit(shareable());
}

/** Shows what is known of the fields. */
function update(shown = new Shown(ITEMS, CHARACTERS)) {
  if (text.text.trim() === "" && base.text.trim() === "") {
    text.show(null, []);
    base.show(null, []);
    hasPassword.text = hasPassword.base = false;
    results.replaceChildren(element("p", { className: "none" }, "Type something, or begin with an example."));
    announce("");
    return;
  }
  const answer = explain(text.text, base.text.trim() === "" ? undefined : base.text, Math.min(shown.items, 2 ** 31));
  hasPassword.text = answer.text.has_password;
  hasPassword.base = answer.base?.has_password ?? false;
  const faults = faultsOf(answer.outcome.map(({ revisions, value }) => ({ revisions, value: value.fault })));
  const baseFaults = faultsOf(answer.base_fault);
  text.show(answer.text, faults);
  base.show(answer.base, baseFaults);
  const views = panels(answer, shown);
  const notes = [hasPassword.text || hasPassword.base ? passwordNote() : "", shown.isCut ? cutNote() : ""];
  results.classList.toggle("long", shown.isCut);
  results.replaceChildren(...notes, ...views);
  announce(summary(answer, [...faults, ...baseFaults]));
}

/** The versions that have a fault. A fault of some revisions names them. */
function faultsOf(versions) {
  const isPart = versions.length > 1;
  return versions.filter(({ value }) => value !== null).map((version) => ({ ...version, isPart }));
}

function passwordNote() {
  const words = "The text holds a password, so the address of this page leaves it out, and a link does not share it.";
  return element("p", { className: "note" }, words);
}

function cutNote() {
  const all = () => update(new Shown(Infinity, Infinity));
  const button = element("button", { type: "button", onclick: all }, "Show all");
  return element("p", { className: "note" }, "The answer is long, so its end is left out. ", button);
}

function summary({ text, outcome }, faults) {
  if (faults.length > 0) return `Error: ${faults[0].value.message}`;
  const { cri } = outcome[0].value;
  return `Taken for ${text.words}. The CRI has ${count(cri.hex.length / 2, "byte")}.`;
}

let announcing;

/** Tells a screen reader, once typing pauses. */
function announce(words) {
  clearTimeout(announcing);
  announcing = setTimeout(() => (live.textContent = words), 700);
}

document.getElementById("input").addEventListener("submit", (event) => event.preventDefault());

document.getElementById("examples").append(
  ...examples.map(({ name, ...state }) => {
    const chip = element("a", { href: addressOf({ base: "", ...state }), title: state.text }, name);
    return element("li", {}, chip);
  }),
);

share.hidden = !navigator.clipboard;
share.addEventListener("click", async () => {
  address.commit(shareable());
  await navigator.clipboard.writeText(location.href);
  share.textContent = "Copied";
  setTimeout(() => (share.textContent = "Copy link"), 1500);
});

try {
  await started;
} catch (error) {
  // Browsers before 2023 lack a part of it.
  const words = `This browser cannot run the page: ${error.message}`;
  results.replaceChildren(element("p", { className: "fault" }, words));
  throw error;
}
open(readAddress());
if (location.hash === "") text.select();
document.documentElement.dataset.ready = "";
