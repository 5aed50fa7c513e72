// The page, as people use it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { ANSWERS, baseField, panel, start, stop, textField, withPage } from "./browser.js";

before(start);
after(stop);

// The example of README.md.
const URI = "coap://198.51.100.1:61616/.well-known/core";
const HEX = "83208244c633640119f0b0826b2e77656c6c2d6b6e6f776e64636f7265";
const NOTATION = `[-1, [h'C6336401', 61616], [".well-known", "core"]]`;

test("typing a URI shows its CRI", () =>
  withPage(async (page) => {
    // What is typed replaces the example that the page begins with.
    await page.keyboard.type("coap://h/typed");
    assert.equal(await textField(page).inputValue(), "coap://h/typed");
    await textField(page).fill("");
    await textField(page).pressSequentially(URI);
    const cri = panel(page, "CRI");
    for (const text of [NOTATION, HEX, URI, "URI 42 bytes", "CRI 29 bytes"]) {
      await cri.getByText(text, { exact: true }).first().waitFor();
    }
    const bytes = panel(page, "Bytes");
    assert.equal(await bytes.getByRole("option").count(), 8);
    await bytes.getByRole("option", { name: "Offset 3, 44 c6 33 64 01: host 198.51.100.1" }).waitFor();
    const port = bytes.getByRole("row", { name: "8 19f0b0 unsigned port 61616" });
    await port.hover();
    await bytes.getByText("Offset 8, 3 bytes, unsigned: port 61616", { exact: true }).waitFor();
    const underlined = await page.locator(".piece").evaluateAll((pieces) =>
      pieces.filter((piece) => getComputedStyle(piece).textDecorationLine === "underline").map((piece) => piece.textContent),
    );
    assert.deepEqual(underlined, ["61616", "61616"], "the port in notation and in the URI");
    const coap = panel(page, "CoAP options");
    await coap.getByRole("row", { name: "11 Uri-Path .well-known" }).waitFor();
    await coap.getByText("bb2e77656c6c2d6b6e6f776e04636f7265", { exact: true }).waitFor();
    await panel(page, "Check").getByText(/nothing is suspicious/).waitFor();
  }));

test("the form of a text is recognized", () =>
  withPage(async (page) => {
    for (const [text, words] of [
      [URI, "a URI"],
      ["../a", "a relative reference"],
      ["coap://bücher.example/", "an IRI"],
      [HEX, "hex digits of CBOR"],
      [`0x${HEX}`, "hex digits of CBOR"],
      [NOTATION, "CBOR diagnostic notation"],
      [`cri'${URI}'`, "CBOR diagnostic notation"],
      [`{"cri":"${HEX}"}`, "a JSON object with a CRI"],
    ]) {
      await textField(page).fill(text);
      await page.locator("#text-taken").getByText(words, { exact: true }).waitFor();
      assert.equal(await page.locator("#text-faults .fault").count(), 0, text);
    }
    await textField(page).fill("80");
    await page.getByText(/To read it as a relative reference, write \.\/ before it/).waitFor();
    await textField(page).fill("example.com/a");
    await page.getByText(/for a host, write coap:\/\/example\.com\/a$/).waitFor();
    // Two escapes that make one character.
    await textField(page).fill(String.raw`[0, ["\ud83d\ude00"]]`);
    await panel(page, "CRI").getByText("82008164f09f9880", { exact: true }).waitFor();
  }));

test("an error is marked where it is", () =>
  withPage(async (page) => {
    for (const [text, wrong, message] of [
      ["coap://example.com/a b", " ", /^error: ' ' \(U\+0020\) cannot stand in a path, at byte 20/],
      ["coap://bücher.example/𝔸 b", " ", /U\+0020/],
      ["  http://h:99999/", "9", /port/],
      ["[-1, [\"h\"], ;]", ";", /^error: ';' \(U\+003B\) cannot stand here, at byte 12/],
      ["[-1, [\"h\"], [\"..\"]]", "\"", /path/],
      ["0x8320zz", "z", /^error: 'z' \(U\+007A\) is not a hex digit/],
      ["0x82208161", "61", /malformed CBOR/],
      ["0x822", "\u200b", /the number of hex digits is odd/],
    ]) {
      await textField(page).fill(text);
      const mark = page.locator(".mirror mark").first();
      assert.equal(await mark.textContent(), wrong, text);
      assert.match(await page.locator("#text-faults").innerText(), message);
      assert.equal(await textField(page).getAttribute("aria-invalid"), "true");
      // The caret stands under the character: in the field, at the place where the mark is.
      const [caret, field] = [await mark.boundingBox(), await textField(page).boundingBox()];
      assert.ok(field.x < caret.x && caret.x + caret.width <= field.x + field.width, text);
      assert.ok(field.y < caret.y && caret.y + caret.height < field.y + field.height, text);
    }
    // A screen reader hears it once typing pauses.
    await page.getByRole("status").getByText(/^Error: the number of hex digits is odd/).waitFor();
    await textField(page).fill(URI);
    assert.equal(await page.locator(".fault, mark").count(), 0);
    assert.equal(await textField(page).getAttribute("aria-invalid"), "false");
    await page.getByRole("status").getByText("Taken for a URI. The CRI has 29 bytes.").waitFor();
  }));

test("a mark lies under its character in a text of several lines", () =>
  withPage(
    async (page) => {
      await textField(page).fill(`coap://example.com/${"segment/".repeat(12)}<here`);
      const mark = await page.locator(".mirror mark").boundingBox();
      // The field has no API for the place of a character, so the same text is laid out once more.
      const place = await page.evaluate(() => {
        const field = document.getElementById("text");
        const copy = document.createElement("div");
        const style = getComputedStyle(field);
        for (const name of ["font", "letterSpacing", "lineHeight", "padding", "overflowWrap", "whiteSpace", "width"]) {
          copy.style[name] = style[name];
        }
        const { left, top } = field.getBoundingClientRect();
        Object.assign(copy.style, { position: "fixed", left: `${left}px`, top: `${top}px`, boxSizing: "border-box" });
        copy.textContent = field.value;
        document.body.append(copy);
        const range = document.createRange();
        const at = field.value.indexOf("<");
        range.setStart(copy.firstChild, at);
        range.setEnd(copy.firstChild, at + 1);
        const { x, y } = range.getBoundingClientRect();
        copy.remove();
        return { x, y, scrolls: field.scrollHeight > field.clientHeight };
      });
      assert.ok(Math.abs(mark.x - place.x) < 1 && Math.abs(mark.y - place.y) < 1, JSON.stringify({ mark, place }));
      assert.ok(!place.scrolls, "the field has the height of its text");
      // A long text scrolls with its marks, and the end stays in view while it is typed.
      await textField(page).fill(`coap://example.com/${"segment/".repeat(200)}<`);
      await textField(page).press("End");
      await page.keyboard.type("x");
      const wrapper = await page.locator(".field").first().boundingBox();
      const end = await page.locator(".mirror mark").boundingBox();
      assert.ok(wrapper.height < 300 && wrapper.y < end.y && end.y < wrapper.y + wrapper.height, JSON.stringify({ wrapper, end }));
    },
    { width: 360 },
  ));

test("findings are marked in the URI", () =>
  withPage(async (page) => {
    await textField(page).fill("http://bank.example@2130706433:25/");
    const check = panel(page, "Check");
    await check.getByText(/some software reads the host as the address 127.0.0.1/).waitFor();
    assert.ok((await check.locator("mark").count()) >= 3);
    await check.getByText("people may take it for the host, but the request goes to the host after the @.").waitFor();
    await check.getByText("violation:").first().waitFor();
    await check.getByText("warning:").first().waitFor();
  }));

test("a reference is resolved against the base", () =>
  withPage(async (page) => {
    await textField(page).fill("../c?q");
    await baseField(page).fill("coap://198.51.100.1/a/b/d");
    await panel(page, "Target").getByText("coap://198.51.100.1/a/c?q", { exact: true }).waitFor();
    await panel(page, "CoAP options for the target").getByRole("row", { name: "15 Uri-Query q" }).waitFor();
    await baseField(page).fill("/a");
    assert.match(await page.locator("#base-faults").innerText(), /the base is relative/);
    await baseField(page).fill("coap://h/a b");
    assert.match(await page.locator("#base-faults").innerText(), /cannot stand in a path/);
    assert.equal(await panel(page, "Target").count(), 0);
    assert.equal(await panel(page, /^CoAP options/).count(), 0, "a relative reference has no request");
    await textField(page).fill("coap://h/a");
    await panel(page, "CoAP options").waitFor();
  }));

test("revisions stand side by side where they differ", () =>
  withPage(async (page) => {
    await textField(page).fill("coap+ws://h");
    const versions = panel(page, /^CRI/).locator(".version");
    assert.deepEqual(await versions.getByRole("heading").allInnerTexts(), ["draft-16", "rfc9988"]);
    await versions.nth(0).getByText('[-9, ["h"], []]', { exact: true }).waitFor();
    await versions.nth(1).getByText('[-25, ["h"]]', { exact: true }).waitFor();
    const [left, right] = [await versions.nth(0).boundingBox(), await versions.nth(1).boundingBox()];
    assert.ok(left.y === right.y && left.x + left.width <= right.x);
    assert.equal(await panel(page, "Check").locator(".version").count(), 0);
    // Draft-16 has no userinfo with a colon: an error in one revision, and a CRI in the other.
    await textField(page).fill("http://u:p@h/");
    assert.match(await page.locator("#text-faults").innerText(), /^draft-16: error: /);
    await panel(page, /^CRI/).getByText('[-3, [false, "u:p", "h"], [""]]', { exact: true }).waitFor();
  }));

test("an address leads to what it was copied from", async () => {
  const text = "coap://example.com/a%20b?c=d&e=f#g+h%";
  const base = "coap://bücher.example/𝔸";
  let address;
  await withPage(async (page) => {
    await textField(page).fill(text);
    await baseField(page).fill(base);
    await page.waitForFunction(() => location.hash.includes("base="));
    address = new URL(page.url()).hash;
  });
  await withPage(
    async (page) => {
      assert.equal(await textField(page).inputValue(), text);
      assert.equal(await baseField(page).inputValue(), base);
    },
    { state: address },
  );
});

test("the back button leads through the edits", () =>
  withPage(async (page) => {
    await page.getByRole("link", { name: "Hex digits" }).click();
    assert.equal(await textField(page).inputValue(), "8320816168816161");
    await textField(page).fill("coap://h/1");
    await textField(page).press("Enter");
    await textField(page).pressSequentially("23");
    await page.waitForFunction(() => location.hash.endsWith("/123"));
    await page.goBack();
    assert.equal(await textField(page).inputValue(), "coap://h/1");
    await page.goBack();
    assert.equal(await textField(page).inputValue(), "8320816168816161");
    await page.goBack();
    assert.equal(await textField(page).inputValue(), URI, "the page begins with an example");
    await page.goForward();
    await panel(page, "CRI").getByText("coap://h/a", { exact: true }).waitFor();
    await textField(page).fill("");
    await page.getByText("Type something, or begin with an example.").waitFor();
  }));

test("every example leads to an answer", () =>
  withPage(async (page) => {
    const examples = page.getByRole("navigation", { name: "Examples" }).getByRole("link");
    assert.ok((await examples.count()) >= 8);
    for (const example of await examples.all()) {
      await example.click();
      const name = await example.innerText();
      assert.equal((await page.locator(".fault").count()) > 0 && !(await panel(page, /^CRI/).count()), name === "An error", name);
    }
  }));

test("a password stays out of the address", () =>
  withPage(async (page) => {
    await textField(page).fill("coap://h/");
    await page.waitForFunction(() => location.hash.includes("coap"));
    for (const secret of ["http://u:secret@h/", '[-4, [false, "u:secret", "h"]]', "0x822383f468753a7365637265746168"]) {
      await textField(page).fill(secret);
      await textField(page).press("Enter");
      assert.ok(!/secret|365637265/.test(page.url()), page.url());
      await page.getByText(/holds a password/).waitFor();
    }
  }));

test("the keyboard suffices", () =>
  withPage(async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.id);
    assert.equal(await focused(), "text", "the page without an address has the field focused");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "base");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "Address and port");
    await page.keyboard.press("Enter");
    await panel(page, "CRI").getByText(HEX, { exact: true }).waitFor();
    // The tiles are one stop. The arrow keys lead through them.
    const tiles = panel(page, "Bytes").getByRole("option");
    for (let stops = 0; !(await tiles.first().evaluate((tile) => tile === document.activeElement)); stops += 1) {
      assert.ok(stops < 30, "the tiles are never reached");
      await page.keyboard.press("Tab");
    }
    for (const [key, index] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", 7], ["ArrowRight", 7], ["Home", 0]]) {
      await page.keyboard.press(key);
      assert.ok(await tiles.nth(index).evaluate((tile) => tile === document.activeElement), `${key} leads to ${index}`);
      assert.equal(await tiles.nth(index).getAttribute("aria-selected"), "true");
      assert.equal(await panel(page, "Bytes").locator("tbody tr.hot").getAttribute("data-index"), String(index));
    }
    const outline = await tiles.first().evaluate((tile) => getComputedStyle(tile).outlineStyle);
    assert.equal(outline, "solid", "the focus is seen");
    await page.keyboard.press("Tab");
    assert.ok(!(await tiles.first().evaluate((tile) => tile.parentElement.contains(document.activeElement))));
  }));

test("a screen reader finds its way", () =>
  withPage(
    async (page) => {
      for (const role of ["banner", "main", "navigation", "contentinfo", "status"]) {
        assert.equal(await page.getByRole(role).count(), 1, role);
      }
      assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
      const levels = await page.locator("h1, h2, h3").evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
      levels.reduce((before, level) => (assert.ok(level <= before + 1), level));
      const nameless = await page.locator("button, a, textarea").evaluateAll(
        (all) => all.filter((one) => !(one.textContent.trim() || one.ariaLabel || one.labels?.length)).length,
      );
      assert.equal(nameless, 0);
    },
    { state: `#text=${encodeURIComponent(URI)}` },
  ));

for (const width of [360, 768, 1280]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`the page fits ${width} pixels, ${colorScheme}`, () =>
      withPage(
        async (page) => {
          for (const text of [URI, "coap+ws://h", `coap://h/${"a".repeat(300)}`, "http://u@2130706433:25/", "[-1, ;]"]) {
            await textField(page).fill(text);
            const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(overflow <= 0, `${text.slice(0, 30)} is ${overflow} pixels too wide`);
          }
          const [red] = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g));
          assert.ok(colorScheme === "dark" ? red < 40 : red > 240, red);
        },
        { width, colorScheme },
      ));
  }
}

test("nothing moves where motion is unwanted", () =>
  withPage(
    async (page) => {
      const moving = await page.locator("*").evaluateAll(
        (all) => all.filter((one) => getComputedStyle(one).transitionDuration !== "0s").length,
      );
      assert.equal(moving, 0);
    },
    { reducedMotion: "reduce", state: `#text=${encodeURIComponent(URI)}` },
  ));

test("text is never HTML", async () => {
  const markup = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
  const texts = [
    markup,
    `coap://h/${markup}`,
    `[0, [${JSON.stringify(markup)}]]`,
    `cri'${markup}'`,
    `0x8200817838${Buffer.from(markup).toString("hex").slice(0, 112)}`,
    `http://h/?${encodeURIComponent(markup)}`,
    `http://${markup}@2130706433/`,
    `{"cri":"${markup.replaceAll('"', "'")}"}`,
  ];
  const check = async (page) => {
    await page.waitForTimeout(50);
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.locator("script").count(), 2);
  };
  await withPage(async (page) => {
    for (const text of texts) {
      await textField(page).fill(text);
      await baseField(page).fill(text);
      await check(page);
    }
  });
  for (const text of texts) {
    const state = encodeURIComponent(text);
    await withPage(check, { state: `#text=${state}&base=${state}` });
  }
});

test("the policy lets nothing out", async () => {
  await assert.rejects(
    withPage(async (page) => {
      const refused = await page.evaluate(async () => {
        const outcomes = [fetch("https://example.com/"), import("data:text/javascript,0")];
        return (await Promise.allSettled(outcomes)).every(({ status }) => status === "rejected");
      });
      assert.ok(refused);
    }),
    /Content Security Policy/,
  );
});

test("WebAssembly answers as the native code does", () =>
  withPage(async (page) => {
    const lines = readFileSync(ANSWERS, "utf8").trimEnd().split("\n");
    assert.ok(lines.length > 1500, `found ${lines.length} answers`);
    const wrong = await page.evaluate((lines) => {
      const isWrong = (line) => {
        const [text, base, expected] = JSON.parse(line);
        return JSON.stringify(explain(text, base ?? undefined, 50)) !== JSON.stringify(JSON.parse(expected));
      };
      return lines.filter(isWrong);
    }, lines);
    assert.deepEqual(wrong, []);
  }));

test("the time for a keystroke grows linearly with the text", () =>
  withPage(async (page) => {
    const [LENGTH, FACTOR, LIMIT, KEYSTROKES, ATTEMPTS] = [8192, 8, 32, 4, 5];
    const client = await page.context().newCDPSession(page);
    // The processor time of the page's thread, which other processes do not disturb.
    await client.send("Performance.enable", { timeDomain: "threadTicks" });
    const time = async () => {
      const { metrics } = await client.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "TaskDuration").value;
    };
    /** The milliseconds for a keystroke in a text. */
    const answer = async (text) => {
      const before = await time();
      await page.evaluate(
        ({ text, keystrokes }) => {
          const field = document.getElementById("text");
          for (let index = 0; index < keystrokes; index += 1) {
            field.value = index % 2 === 0 ? text : text.replace("e", "f");
            field.dispatchEvent(new Event("input"));
            // The answer is on the page once it has its layout.
            document.body.getBoundingClientRect();
          }
        },
        { text, keystrokes: KEYSTROKES },
      );
      return (1000 * ((await time()) - before)) / KEYSTROKES;
    };
    const texts = {
      "many segments": (length) => `coap://example.com/${"segment/".repeat(length / 8)}`,
      "many parameters": (length) => `coap://example.com/?${"parameter=value&".repeat(length / 16)}`,
      "one segment": (length) => `coap://example.com/${"x".repeat(length)}`,
      percent: (length) => `coap://example.com/${"%C3%A9".repeat(length / 6)}`,
      error: (length) => `coap://example.com/${"x".repeat(length)} `,
      notation: (length) => `[-1, ["example", "com"], [${'"segment", '.repeat(length / 11)}"a"]]`,
    };
    for (const [name, text] of Object.entries(texts)) {
      const ratios = [];
      do {
        const [short, long] = [await answer(text(LENGTH)), await answer(text(FACTOR * LENGTH))];
        ratios.push(long / short);
        console.log(`${name}: ${short.toFixed(1)} ms for 8 KB, ${long.toFixed(1)} ms for 64 KB`);
      } while (ratios.at(-1) >= LIMIT && ratios.length < ATTEMPTS);
      // Linear time makes the ratio 8, and quadratic time 64.
      assert.ok(ratios.at(-1) < LIMIT, `${name}: ${FACTOR} times the text takes ${ratios.map(Math.round)} times the time`);
    }
  }));
