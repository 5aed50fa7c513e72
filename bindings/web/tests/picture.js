// Writes the pictures of the page that README.md shows. With 256 colours, as `pngquant` leaves, they take a third.

import { fileURLToPath } from "node:url";
import { start, stop, withPage } from "./browser.js";

await start();
for (const colorScheme of ["light", "dark"]) {
  const path = fileURLToPath(new URL(`../pictures/${colorScheme}.png`, import.meta.url));
  await withPage(
    async (page) => {
      await page.getByRole("option", { name: /^Offset 3,/ }).hover();
      const { y, height } = await page.getByRole("region", { name: "Bytes" }).boundingBox();
      await page.setViewportSize({ width: 960, height: Math.ceil(y + height + 8) });
      await page.screenshot({ path });
    },
    { colorScheme, width: 960, state: "#text=coap://198.51.100.1:61616/.well-known/core" },
  );
}
await stop();
