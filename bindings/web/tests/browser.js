// A browser, and pages in it.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FILE = fileURLToPath(new URL("../../../target/web/index.html", import.meta.url));
/** The answers of the native code: `cargo run -p cri-web --example answers`. */
export const ANSWERS = fileURLToPath(new URL("../../../target/web/answers.jsonl", import.meta.url));
const PROGRAM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The address of the page on the disk. */
export const PAGE = pathToFileURL(FILE).href;

let folder;
let browser;

/** Starts the browser with a profile of its own. */
export async function start() {
  for (const file of [FILE, ANSWERS]) {
    if (!existsSync(file)) throw new Error(`${file} is missing; run cargo xtask web`);
  }
  folder = mkdtempSync(join(tmpdir(), "cri-web-"));
  browser = await chromium.launchPersistentContext(folder, {
    executablePath: PROGRAM,
    args: ARGUMENTS,
    viewport: { width: 1280, height: 800 },
  });
}

/** Ends the browser, and removes its profile. */
export async function stop() {
  // After a crash of the browser, `close` never ends, and its connection keeps this process alive.
  setTimeout(() => process.exit(1), 10_000).unref();
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/**
 * Opens the page, and calls `use` with it once it is ready. Fails if the page reports an error, or asks for anything
 * but itself.
 */
export async function withPage(use, { state = "", width = 1280, colorScheme = "light", reducedMotion = "no-preference" } = {}) {
  const page = await browser.newPage();
  // Only a failure reaches this limit.
  page.setDefaultTimeout(60_000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("dialog", (dialog) => problems.push(`a dialog: ${dialog.message()}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(PAGE) && !url.startsWith("data:")) problems.push(`a request: ${url}`);
  });
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion });
  await page.goto(PAGE + state);
  await page.locator("html[data-ready]").waitFor({ state: "attached" });
  await use(page);
  await page.close();
  if (problems.length > 0) throw new Error(problems.join("\n"));
}

/** The field for the text. It is found as a screen reader finds it. */
export function textField(page) {
  return page.getByRole("textbox", { name: /^A URI, an IRI/ });
}

/** The field for the base. */
export function baseField(page) {
  return page.getByRole("textbox", { name: /^Base/ });
}

/** A panel with this title. */
export function panel(page, title) {
  return page.getByRole("region", { name: title, exact: typeof title === "string" });
}
