// The logic, compiled to WebAssembly from the crate cri-web.

/* global wasm_bindgen */

/** Unpacks the engine, which is part of this page, and compiles it. */
async function start() {
  const packed = Uint8Array.from(atob(document.getElementById("engine").textContent), (digit) => digit.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  await wasm_bindgen({ module_or_path: await new Response(unpacked).arrayBuffer() });
}

export const started = start();

/** What is known of a text. Of its bytes, at most `limit` items are listed. */
export function explain(text, base, limit) {
  return JSON.parse(wasm_bindgen.explain(text, base, limit));
}

// For the console: `explain("coap://h")`.
globalThis.explain = (text, base, limit = 1000) => explain(text, base, limit);
