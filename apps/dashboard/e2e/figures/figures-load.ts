import type { Browser } from "@playwright/test";
import type { Figure, Place } from "./figures.ts";
import { median, newContext, settle } from "./figures-page.ts";

/** Measures the first visit on a device with empty storage. */
export async function measureLoad(browser: Browser, place: Place, rounds: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of ["/sign-in", "/time"]) {
    const paints: number[] = [];
    let [bytes, files] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const context = await newContext(browser, path === "/sign-in" ? { ...place, cookie: "none=none" } : place);
      const page = await context.newPage();
      await page.goto(path);
      await page
        .locator(path === "/time" ? "[data-key]" : "form")
        .first()
        .waitFor();
      await settle(page);
      const seen = await page.evaluate(async () => {
        const largest = await new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: "largest-contentful-paint",
            buffered: true,
          });
        });
        const loaded = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
        const own = loaded.filter(({ name }) => !/\/(v1|auth)\//.test(name));
        return { largest, files: own.length, bytes: own.reduce((sum, { transferSize }) => sum + transferSize, 0) };
      });
      paints.push(seen.largest);
      ({ bytes, files } = seen);
      await context.close();
    }
    const note = `${files} files, ${Math.round(bytes / 1000)} kB`;
    figures.push({ name: `largest paint of ${path}`, value: Math.round(median(paints)), unit: " ms", note });
  }
  return figures;
}
